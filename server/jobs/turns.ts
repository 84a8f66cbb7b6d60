import { sql } from 'drizzle-orm';
import type { Job } from 'pg-boss';
import type { Db } from '../db/client';
import type { Queue } from '../queues';

/** What stands for the group of jobs of no organization. */
const NOBODY = '';

type Portion = readonly Pick<Job, 'groupId'>[];

/** Whether jobs may have been left out of a portion, by its size or by what one organization may have of it. */
export function isCut(portion: Portion, { together, eachOrganization = together }: Queue): boolean {
  if (portion.length >= together) return true;
  return [...countByGroup(portion).values()].some((count) => count >= eachOrganization);
}

function countByGroup(portion: Portion): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { groupId } of portion) counts.set(groupId ?? NOBODY, (counts.get(groupId ?? NOBODY) ?? 0) + 1);
  return counts;
}

/**
 * Puts jobs of the organizations that were not in this portion at the head of the queue: one of each first, then a second
 * one of each, as many as the next portion takes. However many jobs one organization has waiting, and however long they
 * have been, another's is in the next portion but one.
 */
export async function giveTurns(db: Db, name: string, portion: Portion, together: number): Promise<void> {
  const served = [...countByGroup(portion).keys()];
  await db.execute(sql`
    with waiting as (
      select id, created_on, row_number() over (partition by group_id order by priority desc, created_on) as place
        from jobs.job
       where name = ${name} and state < 'active' and not blocked and start_after <= now()
         and coalesce(group_id, ${NOBODY}) <> all(${sql.param(served)}::text[])),
    next as (select id from waiting order by place, created_on limit ${together})
    update jobs.job set priority = 1
     where name = ${name} and id in (
       select id from jobs.job where name = ${name} and priority < 1 and id in (select id from next) for update skip locked)`);
}
