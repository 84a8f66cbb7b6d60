import { type SQL, sql } from 'drizzle-orm';
import { EVENT_TYPES, type EventType, OPT_IN_EVENTS } from '../../domain/events/catalogue';
import type { Db } from '../db/client';
import { notify } from '../db/transact';
import { DELIVERIES_CHANNEL } from '../events/tell-events';
import type { EndpointRow } from './read-endpoints';

/** What an endpoint that names no types is told. */
const USUAL: readonly EventType[] = EVENT_TYPES.filter((type) => type !== 'ping' && !OPT_IN_EVENTS.includes(type));

/** The types an endpoint listens to. */
export const listenedTypes = (types: readonly EventType[]): readonly EventType[] => (types.length > 0 ? types : USUAL);

/** Wakes every process to deliver an organization's events once the transaction commits. */
export const wakeDeliveries = (db: Db, orgId: number) => notify(db, DELIVERIES_CHANNEL, String(orgId));

/** Cancels what waits for an endpoint as it is switched off; the same time marks what it missed (`sendMissed`). */
export async function cancelWaiting(
  db: Db,
  { orgId, id }: { orgId: number; id: number },
  reason: string,
): Promise<void> {
  await db.execute(sql`
    update webhook_deliveries set state = 'CANCELLED', reason = ${reason}, next_at = now()
     where org_id = ${orgId} and endpoint_id = ${id} and state = 'WAITING'`);
}

/**
 * Has an endpoint sent what was cancelled as it was switched off, and what happened since. The stream is locked, so that
 * whoever tells an event meanwhile is either seen here or sees the endpoint active afterwards.
 */
export async function sendMissed(db: Db, { orgId, id, offSince, types }: EndpointRow): Promise<void> {
  if (offSince === null) return;
  const missed = sql`events.created_at >= ${offSince} and events.type = any (${sql.param(listenedTypes(types))}::text[])
    and not exists (select from webhook_deliveries known where known.org_id = events.org_id
      and known.position = events.position and known.endpoint_id = ${id})`;
  // Most of it before the lock, under which whoever tells an event waits.
  await insertDeliveries(db, { orgId, id }, missed);
  await db.execute(sql`select last from event_streams where org_id = ${orgId} for update`);
  await db.execute(sql`
    update webhook_deliveries set state = 'WAITING', reason = null, next_at = now()
     where org_id = ${orgId} and endpoint_id = ${id} and state = 'CANCELLED' and next_at = ${offSince}`);
  await insertDeliveries(db, { orgId, id }, missed);
  await wakeDeliveries(db, orgId);
}

/** Makes a delivery of each of these events. */
export async function insertDeliveries(
  db: Db,
  { orgId, id }: { orgId: number; id: number },
  which: SQL,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into webhook_deliveries (org_id, endpoint_id, position)
    select events.org_id, ${id}::bigint, events.position from events
     where events.org_id = ${orgId} and ${which} order by events.position`);
  return rowCount ?? 0;
}
