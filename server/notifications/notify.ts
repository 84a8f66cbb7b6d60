import { sql } from 'drizzle-orm';
import { groupOf, type Notice } from '../../domain/notifications/notice';
import { keyOf } from '../../domain/notifications/settings';
import type { Config } from '../config';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { transact } from '../db/transact';
import type { JobData } from '../queues';
import { gatherStorms, holdStorms } from './gather-storms';
import { holdTold } from './mail/hold';
import { isStillOpen, peopleOf } from './recipients';
import { thoseTold } from './settings';
import { holdSubjects } from './settle';
import { tellFeeds } from './tell-feeds';

/** Tells everybody a notice is for, but who did it, once however often it runs; nobody of what was settled meanwhile. */
export async function notifyPeople({ config, database: { db } }: Services, data: JobData<'notify'>): Promise<void> {
  if (!config.parts.feed) return;
  const { by, eventId, at, ...notice } = data as JobData<'notify'> & Notice;
  await transact(db, async (tx) => {
    // Who settles it meanwhile waits, or was first, which is seen then.
    await holdSubjects(tx, [notice.subject]);
    if (await isStillOpen(tx, notice)) await tellPeople(tx, config, notice, { by, eventId, at });
  });
}

type Told = Pick<JobData<'notify'>, 'by' | 'eventId' | 'at'>;

/** The same in a transaction, of what is known to be open. */
export async function tellPeople(tx: Db, config: Config, notice: Notice, { by, eventId, at }: Told): Promise<void> {
  const people = (await peopleOf(tx, notice)).filter((userId) => userId !== by);
  if (people.length === 0) return;
  await addToFeeds(tx, notice, { people, eventId, at, isGrouped: config.feedGroups });
  await holdTold(tx, config, notice, { people, eventId });
}

type Added = {
  people: readonly string[];
  eventId: string;
  at: string;
  /** False for an entry of each, whatever they have in common. */
  isGrouped?: boolean;
};

/**
 * Adds an activity to a group of each person who wasn't told of this event, and has such things in their feed; a group that
 * was read is unread again.
 */
export async function addToFeeds(tx: Db, notice: Notice, added: Added): Promise<void> {
  const { people: meant, eventId, at, isGrouped = true } = added;
  const people = await thoseTold(tx, meant, keyOf(notice), 'inFeed');
  if (people.length === 0) return;
  const name = groupOf(notice, { eventId, day: at.slice(0, 10), isGrouped });
  const orgId = notice.orgId ?? NO_ORGANIZATION;
  if (isGrouped) await holdStorms(tx, notice, { people, eventId, at });
  const { rows } = await tx.execute<{ userId: string }>(sql`
    with made as (
      insert into notifications (user_id, group_name, event_id, subject, payload, created_at)
      select person, ${name}, ${eventId}::uuid, ${notice.subject}, ${JSON.stringify(notice.payload)}::jsonb, ${at}::timestamptz
        from unnest(${sql.param(people)}::uuid[]) as person
      on conflict (user_id, event_id) do nothing
      returning user_id)
    insert into notification_groups (user_id, name, type, org_id, updated_at)
    select user_id, ${name}, ${notice.type}, ${orgId}, ${at}::timestamptz from made order by user_id
    on conflict (user_id, name) do update set is_seen = false, is_read = false,
      updated_at = greatest(notification_groups.updated_at, excluded.updated_at)
    returning user_id as "userId"`);
  const told = rows.map(({ userId }) => userId);
  if (isGrouped) await gatherStorms(tx, notice, { people: told, eventId, at });
  await tellFeeds(tx, told);
}
