import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { isAnyRefused } from '../../domain/harvests/refused';
import type { Notice } from '../../domain/notifications/notice';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { harvests } from '../db/schema';
import { transact } from '../db/transact';
import { countRefused } from '../harvests/count-refused';
import type { JobData } from '../queues';
import { tellPeople } from './notify';
import { settle } from './settle';

/**
 * Brings feeds in line with what the tracking system refused of a harvest: it is told once, however much that is, and settled
 * once nothing of it is left.
 */
export async function followHarvest(
  { config, database: { db } }: Services,
  { orgId, harvestId }: JobData<'follow-harvest'>,
): Promise<void> {
  if (!config.parts.feed) return;
  await transact(db, async (tx) => {
    // Held, so that two of these jobs don't tell the same.
    const own = and(eq(harvests.orgId, orgId), eq(harvests.id, harvestId));
    await tx.select({ id: harvests.id }).from(harvests).where(own).for('no key update');
    const [harvest] = await countRefused(tx, orgId, [harvestId]);
    const isLeft = harvest !== undefined && isAnyRefused(harvest.refused);
    const subject = subjectOf.harvestRefused(harvestId);
    if (isLeft === (await isTold(tx, orgId, subject))) return;
    if (!isLeft) return settle(tx, { orgId, subjects: [subject], outcome: harvest === undefined ? null : 'Done' });
    const notice: Notice = { type: 'CUSTOM', orgId, subject, payload: { about: 'HARVEST_REFUSED', harvestId } };
    await tellPeople(tx, config, notice, { by: null, eventId: randomUUID(), at: new Date().toISOString() });
  });
}

/** Whether anybody has it open in their feed. */
async function isTold(tx: Db, orgId: number, subject: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from notifications one
    join notification_groups entry on entry.user_id = one.user_id and entry.name = one.group_name
    where one.subject = ${subject} and one.outcome is null and entry.org_id = ${orgId} limit 1`);
  return rows.length > 0;
}
