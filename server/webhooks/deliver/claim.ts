import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';

/** How long a claimed delivery is left to who claimed it: longer than an attempt takes, with what follows it. */
const LEASE_SECONDS = 60;

/** A delivery this process works on. Its number of attempts tells whether it still does: whoever claims it next counts on. */
export type Claimed = { id: number; endpointId: number; position: number; attempts: number; isResent: boolean };

export type Room = {
  /** How many at most. */
  free: number;
  /** How many at once to an endpoint, and to one that failed last. */
  each: number;
  /** How many this process sends now to each endpoint that has any. */
  busy: ReadonlyMap<number, number>;
  /** Whether endpoints that failed last are tried at all. */
  triesFailing: boolean;
};

/**
 * Takes deliveries of an organization that are due: a few of each endpoint, so that many to one keep none to another
 * waiting; of one that failed last a single one, as a trial. Other processes skip them until the lease ends.
 */
export async function claimDue(db: Db, orgId: number, { free, each, busy, triesFailing }: Room): Promise<Claimed[]> {
  const inFlight = JSON.stringify(Object.fromEntries(busy));
  const { rows } = await db.execute<
    Record<'id' | 'endpoint_id' | 'position' | 'attempts', string> & { is_resent: boolean }
  >(sql`
    with due as (
      select waiting.id from webhook_endpoints endpoint cross join lateral (
        select delivery.id, delivery.next_at from webhook_deliveries delivery
         where delivery.org_id = ${orgId} and delivery.endpoint_id = endpoint.id
           and delivery.state = 'WAITING' and delivery.next_at <= now()
         order by delivery.next_at, delivery.id
         limit greatest(0, case when endpoint.failures > 0 then ${triesFailing ? 1 : 0}::int else ${each}::int end
                           - coalesce((${inFlight}::jsonb ->> endpoint.id::text)::int, 0))
           for update skip locked) waiting
       where endpoint.org_id = ${orgId} and endpoint.state = 'ACTIVE'
         and (endpoint.rests_until is null or endpoint.rests_until <= now())
       order by waiting.next_at, waiting.id limit ${free})
    update webhook_deliveries delivery
       set attempts = delivery.attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where delivery.org_id = ${orgId} and delivery.id = due.id
    returning delivery.id, delivery.endpoint_id, delivery.position, delivery.attempts, delivery.is_resent`);
  return rows.map((row) => ({
    id: Number(row.id),
    endpointId: Number(row.endpoint_id),
    position: Number(row.position),
    attempts: Number(row.attempts),
    isResent: row.is_resent,
  }));
}

/** Seconds until the next delivery of an organization is due that isn't yet, a lease ends or an endpoint has rested; null if none is. */
export async function nextDue(db: Db, orgId: number): Promise<number | null> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(greatest(waiting.next_at, endpoint.rests_until)) - now())::float8 as seconds
      from webhook_endpoints endpoint cross join lateral (
        select delivery.next_at from webhook_deliveries delivery
         where delivery.org_id = ${orgId} and delivery.endpoint_id = endpoint.id and delivery.state = 'WAITING'
           and (delivery.next_at > now() or endpoint.rests_until > now())
         order by delivery.next_at limit 1) waiting
     where endpoint.org_id = ${orgId} and endpoint.state = 'ACTIVE'`);
  return rows[0]?.seconds ?? null;
}

/** Organizations of which anything waits. */
export async function organizationsThatWait(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ org_id: string }>(
    sql`select distinct org_id from webhook_deliveries where state = 'WAITING'`,
  );
  return rows.map(({ org_id }) => Number(org_id));
}

/** Gives up claims without having sent anything for them. */
export async function giveBack(db: Db, orgId: number, { id, attempts }: Claimed): Promise<void> {
  await db.execute(sql`
    update webhook_deliveries set attempts = attempts - 1, next_at = now()
     where org_id = ${orgId} and id = ${id} and attempts = ${attempts} and state = 'WAITING'`);
}
