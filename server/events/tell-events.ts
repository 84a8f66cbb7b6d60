import { sql } from 'drizzle-orm';
import { OPT_IN_EVENTS } from '../../domain/events/catalogue';
import type { Told } from '../../domain/events/event';
import type { Db } from '../db/client';
import { eventStreams } from '../db/schema';
import { endWith, notify } from '../db/transact';
import { assertDeclared } from './declared';

/** Where processes hear of an organization whose webhooks are to be delivered. */
export const DELIVERIES_CHANNEL = 'verdant_deliveries';

/** Events written by one statement, each with a delivery per endpoint: well below the time a statement may take. */
const PORTION = 1_000;

/** Begins an organization's stream, if it has none yet: from then on its events are kept. */
export async function openStream(db: Db, orgId: number): Promise<void> {
  await db.insert(eventStreams).values({ orgId }).onConflictDoNothing();
}

/** Tells of events when the transaction commits; of the same event of a subject once, however often it is told. */
export async function tell(db: Db, ...told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  for (const { type } of told) assertDeclared(type);
  await endWith(db, tellEvents, ...told);
}

/**
 * Writes events into their organizations' streams, and a delivery for each endpoint that listens, as a transaction's last
 * statements: from here to the commit, others that tell events of the same organization wait, which keeps positions in the
 * order of commits. Nothing else is waited for meanwhile, so nobody waits in a circle.
 */
async function tellEvents(db: Db, told: readonly Told[]): Promise<void> {
  const byOrg = Map.groupBy(told, ({ orgId }) => orgId);
  // Always in the same order: of two transactions that tell the same organizations one waits.
  for (const orgId of [...byOrg.keys()].sort((a, b) => a - b)) {
    const different = [...new Map(byOrg.get(orgId)?.map((one) => [keyOf(one), one])).values()];
    // Apart from what follows, whose snapshot must be from after the wait: endpoints may have been added meanwhile.
    const { rows } = await db.execute<{ last: number }>(
      sql`update event_streams set last = last + ${different.length} where org_id = ${orgId} returning last`,
    );
    const [stream] = rows;
    if (!stream) continue;
    const before = Number(stream.last) - different.length;
    let deliveries = 0;
    for (let at = 0; at < different.length; at += PORTION) {
      const { rowCount } = await db.execute(insertEvents(orgId, before + at, different.slice(at, at + PORTION)));
      deliveries += rowCount ?? 0;
    }
    if (deliveries > 0) await notify(db, DELIVERIES_CHANNEL, String(orgId));
  }
}

const keyOf = ({ type, subject }: Told) => `${type} ${subject.kind} ${subject.id}`;

/** An endpoint that is being removed is left out, rather than waited for. */
const insertEvents = (orgId: number, after: number, told: readonly Told[]) => sql`
  with given as (
    select ${after}::bigint + n as position, type, kind, subject,
           row_number() over same as nth, count(*) over (partition by kind, subject) as total
      from jsonb_to_recordset(${JSON.stringify(told.map(asRow))}::jsonb)
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
  ), listening as (
    select id, types from webhook_endpoints
     where org_id = ${orgId} and state = 'ACTIVE' for key share skip locked
  )
  insert into webhook_deliveries (org_id, endpoint_id, position, created_at)
  select ${orgId}::bigint, endpoint.id, position, clock_timestamp()
    from given cross join listening endpoint
   where case when type = 'ping' then endpoint.id::text = subject
              when endpoint.types = '{}' then type <> all (${sql.param(OPT_IN_EVENTS)}::text[])
              else type = any (endpoint.types) end`;

const asRow = ({ type, subject }: Told, at: number) => ({
  n: at + 1,
  type,
  kind: subject.kind,
  subject: String(subject.id),
});
