import { sql } from 'drizzle-orm';
import { EVENT_TYPES, EVENTS, type EventType } from '../../domain/events/catalogue';
import type { Told } from '../../domain/events/event';
import type { Db } from '../db/client';
import { eventStreams } from '../db/schema';
import { notify } from '../db/transact';

/** What an endpoint that names no types isn't told. */
const OPT_IN: readonly EventType[] = EVENT_TYPES.filter((type) => 'isOptIn' in EVENTS[type]);

/** Where processes hear of an organization whose deliveries are to be made. */
export const DELIVERIES_CHANNEL = 'verdant_deliveries';

/** Begins an organization's stream, if it has none yet: from then on its events are kept. */
export async function openStream(db: Db, orgId: number): Promise<void> {
  await db.insert(eventStreams).values({ orgId }).onConflictDoNothing();
}

export async function tell(db: Db, ...told: readonly Told[]): Promise<void> {
  await tellEvents(db, told);
}

export async function tellEvents(db: Db, told: readonly Told[]): Promise<void> {
  const byOrg = Map.groupBy(told, ({ orgId }) => orgId);
  // Always in the same order: of two transactions that tell the same organizations one waits.
  for (const orgId of [...byOrg.keys()].sort((a, b) => a - b)) {
    const { rowCount } = await db.execute(insertEvents(orgId, byOrg.get(orgId) ?? []));
    if (rowCount) await notify(db, DELIVERIES_CHANNEL, String(orgId));
  }
}

const insertEvents = (orgId: number, told: readonly Told[]) => sql`
  with stream as (
    update event_streams set last = last + ${told.length} where org_id = ${orgId} returning last
  ), given as (
    select stream.last - ${told.length} + n as position, type, kind, subject,
           row_number() over same as nth, count(*) over (partition by kind, subject) as total
      from stream, jsonb_to_recordset(${JSON.stringify(told.map(asRow))}::jsonb)
           as given (n bigint, type text, kind text, subject text)
    window same as (partition by kind, subject order by n)
  ), subjects as (
    insert into event_subjects (org_id, kind, subject_id, sequence, updated_at)
    select ${orgId}::bigint, kind, subject, count(*), clock_timestamp() from given group by kind, subject
        on conflict (org_id, kind, subject_id)
        do update set sequence = event_subjects.sequence + excluded.sequence, updated_at = excluded.updated_at
    returning kind, subject_id, sequence
  ), made as (
    insert into events (org_id, position, type, subject_kind, subject_id, sequence, created_at)
    select ${orgId}::bigint, position, type, kind, subject, subjects.sequence - total + nth, clock_timestamp()
      from given join subjects using (kind) where subject_id = subject
  )
  insert into webhook_deliveries (org_id, endpoint_id, position)
  select ${orgId}::bigint, endpoint.id, position
    from given join webhook_endpoints endpoint on endpoint.org_id = ${orgId} and endpoint.state = 'ACTIVE'
   where case when type = 'ping' then endpoint.id::text = subject
              when endpoint.types = '{}' then type <> all (${sql.param(OPT_IN)}::text[])
              else type = any (endpoint.types) end`;

const asRow = ({ type, subject }: Told, at: number) => ({
  n: at + 1,
  type,
  kind: subject.kind,
  subject: String(subject.id),
});
