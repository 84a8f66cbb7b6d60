import { and, eq, sql } from 'drizzle-orm';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { DeliveryState } from '../../../domain/webhooks/delivery';
import {
  askedPause,
  FAILING_DAYS,
  isGivenUp,
  isToldNow,
  MOST_ATTEMPTS,
  pauseAfter,
  restAfter,
  verdictOf,
} from '../../../domain/webhooks/retry';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { webhookEndpoints } from '../../db/schema';
import { transact } from '../../db/transact';
import { tell } from '../../events/tell-events';
import { publish } from '../../live/publish';
import { noticeAt, settledAs } from '../../notices/notices';
import { cancelWaiting } from '../missed';
import type { Reply } from '../post-webhook';
import { type EndpointRow, isEndpoint } from '../read-endpoints';
import type { Claimed } from './claim';
import { MAKER_LEFT, type Prepared } from './prepare';

type Sent = Extract<Prepared, { withheld: null }>;
type Needs = Pick<Services, 'database' | 'jobs'>;
type Outcome = { state: DeliveryState; reason: string | null; status: number | null; pause: number | null };

/** How long an endpoint's last success may be out of date. */
const SUCCESS_AGE_MS = 60_000;

/** Notes that a delivery isn't sent, and why. Of an endpoint that gets nothing until somebody takes it over, owners are told. */
export async function settleWithheld(
  { database, jobs }: Needs,
  { claimed, endpoint, withheld }: Prepared,
): Promise<void> {
  const { orgId, id, toldAt, problem } = endpoint;
  const outcome = { state: 'WITHHELD', reason: withheld, status: null, pause: null } as const;
  await transact(database.db, async (db) => {
    const isNews = withheld === MAKER_LEFT && problem !== MAKER_LEFT && (await noteMakerLeft(db, endpoint));
    await noteOutcome(db, orgId, claimed, outcome);
    if (!isNews) return;
    if (toldAt === null) await jobs.enqueue(db, troubleNotice(orgId, id, new Date()));
    await publish(db, { topic: 'webhooks', kind: 'changed', id: orgId, orgIds: [orgId] });
  });
}

/** Whether it is noted here, for the first time. */
async function noteMakerLeft(db: Db, { orgId, id }: EndpointRow): Promise<boolean> {
  const noted = await db
    .update(webhookEndpoints)
    .set({
      problem: MAKER_LEFT,
      failingSince: sql`least(${webhookEndpoints.failingSince}, now())`,
      toldAt: sql`least(${webhookEndpoints.toldAt}, now())`,
    })
    .where(
      and(
        isEndpoint(orgId, id),
        eq(webhookEndpoints.state, 'ACTIVE'),
        sql`${webhookEndpoints.problem} is distinct from ${MAKER_LEFT}`,
      ),
    )
    .returning({ id: webhookEndpoints.id });
  return noted.length > 0;
}

/** Writes what an attempt came to: the delivery's state, the attempt, and what it means for its endpoint. */
export async function settleAttempt(services: Needs, sent: Sent, reply: Reply, milliseconds: number): Promise<void> {
  const { claimed, endpoint } = sent;
  const verdict = verdictOf(reply.status);
  const now = new Date();
  const asked = askedPause(reply.status, reply.headers['retry-after'], now);
  await transact(services.database.db, async (db) => {
    // Endpoints are locked before deliveries, as by who switches them off.
    const isOff =
      verdict === 'DELIVERED'
        ? await noteSuccess(services, db, endpoint, now)
        : await noteFailure(services, db, endpoint, { reply, asked, isGone: verdict === 'GONE', now });
    await noteOutcome(db, endpoint.orgId, claimed, outcomeOf(claimed, reply, asked, isOff));
    await noteAttempt(db, sent, reply, milliseconds);
    if (isOff) await cancelWaiting(db, endpoint, 'The endpoint was switched off');
  });
}

function outcomeOf(
  { attempts, isResent }: Claimed,
  { status, problem }: Reply,
  asked: number | null,
  isOff: boolean,
): Outcome {
  const verdict = verdictOf(status);
  if (verdict === 'DELIVERED') return { state: 'DELIVERED', reason: null, status, pause: null };
  // Of an address that was changed meanwhile, the old one is gone alone.
  const isGone = verdict === 'GONE' && isOff;
  // What a person sends again is tried once.
  const pause = isGone || isResent ? null : pauseAfter(attempts, Math.random(), asked);
  if (pause !== null) return { state: 'WAITING', reason: problem, status, pause };
  const isLast = !isResent && !isGone;
  const reason = isLast ? `${problem}, the last of ${MOST_ATTEMPTS} times` : problem;
  return { state: 'FAILED', reason, status, pause: null };
}

/**
 * What was cancelled while it was sent stays so, unless it arrived. Does nothing if another process works on it by now.
 * A cluster takes no clock that moves within a statement, nor any in a `case`; without a pause the sum is null.
 */
async function noteOutcome(db: Db, orgId: number, { id, attempts }: Claimed, outcome: Outcome): Promise<void> {
  const { state, reason, status, pause } = outcome;
  const arrived = state === 'DELIVERED';
  await db.execute(sql`
    update webhook_deliveries
       set state = ${state}, reason = ${reason}, last_status = coalesce(${status}::int, last_status),
           next_at = statement_timestamp() + make_interval(secs => ${pause}::float8),
           delivered_at = ${arrived ? sql`statement_timestamp()` : sql`null`}
     where org_id = ${orgId} and id = ${id} and attempts = ${attempts}
       and (state = 'WAITING' or (state = 'CANCELLED' and ${arrived}))`);
}

async function noteAttempt(db: Db, { claimed, endpoint, at, headers, body }: Sent, reply: Reply, milliseconds: number) {
  const { orgId } = endpoint;
  await db.execute(sql`
    insert into webhook_attempts (org_id, delivery_id, number, at, milliseconds, address, request_headers, request_body,
                                  status, reply_headers, reply_head, problem)
    select ${orgId}::bigint, id, ${claimed.attempts}::int, ${at.toISOString()}::timestamptz, ${milliseconds}::int,
           ${reply.address}, ${JSON.stringify(headers)}::jsonb, ${body}, ${reply.status}::int,
           ${JSON.stringify(reply.headers)}::jsonb, ${reply.head}, ${reply.problem}
      from webhook_deliveries where org_id = ${orgId} and id = ${claimed.id}
        on conflict do nothing`);
}

/** Whether it switched the endpoint off, which a success never does. */
async function noteSuccess({ jobs }: Needs, db: Db, endpoint: EndpointRow, now: Date): Promise<false> {
  const { orgId, id, failures, failingSince, toldAt, lastSuccessAt } = endpoint;
  const isRecent = lastSuccessAt !== null && now.getTime() - lastSuccessAt.getTime() < SUCCESS_AGE_MS;
  if (failures === 0 && failingSince === null && isRecent) return false;
  await db
    .update(webhookEndpoints)
    // A rest that isn't over is what another reply asked for meanwhile.
    .set({ failures: 0, failingSince: null, problem: null, toldAt: null, lastSuccessAt: now })
    .where(and(isEndpoint(orgId, id), eq(webhookEndpoints.state, 'ACTIVE')));
  if (toldAt !== null) await jobs.enqueue(db, settledAs({ orgId, subjects: [subjectOf.endpoint(id)] }, 'Works again'));
  if (failingSince !== null) await publish(db, { topic: 'webhooks', kind: 'changed', id: orgId, orgIds: [orgId] });
  return false;
}

type Failure = { reply: Reply; asked: number | null; isGone: boolean; now: Date };

/** Leaves an endpoint alone for a while, has its owners told, or switches it off; returns whether it did that. */
async function noteFailure({ jobs }: Needs, db: Db, endpoint: EndpointRow, failure: Failure): Promise<boolean> {
  const { orgId, id, url } = endpoint;
  const { reply, asked, isGone, now } = failure;
  const [row] = await db.select().from(webhookEndpoints).where(isEndpoint(orgId, id)).for('no key update');
  // An old address's answer says nothing of the new one.
  if (row?.state !== 'ACTIVE' || row.url !== url) return false;
  const failures = row.failures + 1;
  const failingSince = row.failingSince ?? now;
  const isOff = isGone || isGivenUp(failingSince, now);
  const isTold = isOff || isToldNow(failingSince, row.toldAt, now);
  const problem = isOff && !isGone ? `Everything failed for ${FAILING_DAYS} days: ${reply.problem}` : reply.problem;
  const restsUntil = Math.max(now.getTime() + restAfter(failures, asked) * 1000, row.restsUntil?.getTime() ?? 0);
  await db
    .update(webhookEndpoints)
    .set({
      failures,
      failingSince,
      problem,
      restsUntil: restsUntil > now.getTime() ? new Date(restsUntil) : null,
      ...(isTold && { toldAt: now }),
      ...(isOff && { state: 'DISABLED', offSince: sql`now()`, version: row.version + 1 }),
    })
    .where(isEndpoint(orgId, id));
  if (isOff) await tell(db, { type: 'endpoint.disabled', orgId, subject: { kind: 'endpoint', id } });
  if (isTold) await jobs.enqueue(db, troubleNotice(orgId, id, now));
  if (isOff || row.failingSince === null)
    await publish(db, { topic: 'webhooks', kind: 'changed', id: orgId, orgIds: [orgId] });
  return isOff;
}

/** Tells who manages webhooks that an endpoint fails or is off. */
export const troubleNotice = (orgId: number, endpointId: number, now: Date) =>
  noticeAt(
    {
      type: 'CUSTOM',
      orgId,
      subject: subjectOf.endpoint(endpointId),
      payload: { about: 'ENDPOINT_TROUBLE', endpointId },
    },
    { by: null, now },
  );
