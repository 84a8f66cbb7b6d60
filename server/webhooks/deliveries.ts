import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { VerbInput } from '../../domain/contract/endpoint';
import { badInput, DomainError, notFound } from '../../domain/errors';
import type { EventRecord } from '../../domain/events/event';
import { webhooks as contract } from '../../domain/webhooks/contract';
import { type DeliveryState, deliveryFilters, type WebhookDelivery } from '../../domain/webhooks/delivery';
import type { Ctx } from '../context';
import { filterSql, instantWithin } from '../db/filters';
import { listOf } from '../db/list';
import { forReader, isOneOf, readerOrg } from '../db/page';
import { lockRow, returnedRow } from '../db/rows';
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../db/schema';
import { seesEvents } from '../events/sees-event';
import type { Verb } from '../implement';
import { activeMembers } from '../team/members';
import { publishEndpoints } from './endpoints';
import { insertDeliveries, listenedTypes, wakeDeliveries } from './missed';
import { isEndpoint, lockEndpoint } from './read-endpoints';

type Calls = typeof contract;
const table = webhookDeliveries;

type Found = {
  id: number;
  endpointId: number;
  event: EventRow;
  state: DeliveryState;
  reason: string | null;
  attempts: number;
  nextAt: string | null;
  lastStatus: number | null;
  created: string;
  delivered: string | null;
};
type EventRow = Omit<EventRecord, 'id' | 'timestamp'> & { eventId: string; at: string };

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const columns = sql`webhook_deliveries.id, webhook_deliveries.endpoint_id as "endpointId", webhook_deliveries.state,
  webhook_deliveries.reason, webhook_deliveries.attempts, webhook_deliveries.next_at as "nextAt",
  webhook_deliveries.last_status as "lastStatus", webhook_deliveries.created_at as created,
  webhook_deliveries.delivered_at as delivered,
  (select json_build_object('eventId', told.event_id, 'type', told.type, 'at', told.created_at, 'orgId', told.org_id,
      'subject', json_build_object('kind', told.subject_kind, 'id', told.subject_id), 'sequence', told.sequence)
     from events told where told.org_id = ${readerOrg} and told.position = webhook_deliveries.position) as event`;

const isOfEvent = (orgId: number, types: readonly string[]) => sql`exists (select from events told
  where told.org_id = ${orgId} and told.position = ${table.position} and told.type = any (${sql.param(types)}::text[]))`;

/** The list knows an endpoint as one more filter. */
type Filters = Parameters<typeof narrowed>[0] & { endpointId?: number | undefined };
const narrowed = filterSql(deliveryFilters, {
  state: (states) => isOneOf(table.state, states),
  type: (types, { membership }) => isOfEvent(membership.orgId, types),
  created: (days, asker) => instantWithin(sql`${table.createdAt}`, days, asker),
});

const list = listOf(contract.deliveries)<Found>({
  table,
  visible: ({ orgId }) => sql`${table.orgId} = ${orgId}`,
  filters: (filters, asker) =>
    and(
      narrowed(filters, asker),
      (filters as Filters).endpointId === undefined
        ? undefined
        : eq(table.endpointId, (filters as Filters).endpointId ?? 0),
    ),
  sorts: { created: [table.createdAt, table.id] },
  columns,
  toRow: () => toDelivery,
});

function toDelivery({ event, nextAt, created, delivered, ...row }: Found): WebhookDelivery {
  const { eventId, at, ...rest } = event;
  return {
    ...row,
    event: { ...rest, id: `evt_${eventId}`, timestamp: new Date(at).toISOString() },
    nextAttempt: row.state === 'WAITING' ? instant(nextAt) : null,
    created: new Date(created).toISOString(),
    delivered: instant(delivered),
  };
}

/** The deliveries of all endpoints, or of one. NOT_FOUND for another organization's. */
export const searchDeliveries: Verb<Calls['deliveries']> = async (ctx, { body: { endpointId, ...body } }) => {
  if (endpointId !== undefined) {
    const where = isEndpoint(ctx.membership.orgId, endpointId);
    if ((await ctx.db.$count(webhookEndpoints, where)) === 0) throw notFound('Webhook endpoint');
  }
  const filters: Filters = { ...body.filters, endpointId };
  return list.search(ctx, { body: { ...body, filters } } as VerbInput<Calls['deliveries']>);
};

const isDelivery = (orgId: number, id: number) => and(eq(table.orgId, orgId), eq(table.id, id));

async function readDelivery(ctx: Ctx, where: SQL | undefined): Promise<WebhookDelivery> {
  const query = sql`select ${forReader(columns, ctx.membership.orgId)} from ${table} where ${where}`;
  const { rows } = await ctx.db.execute<Found>(query);
  const [found] = rows;
  if (found === undefined) throw notFound('Delivery');
  return toDelivery({ ...found, id: Number(found.id), endpointId: Number(found.endpointId) });
}

/** One with its attempts. NOT_FOUND for another organization's. */
export const readOneDelivery: Verb<Calls['delivery']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  const delivery = await readDelivery(ctx, isDelivery(orgId, id));
  const tries = await ctx.db
    .select()
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.orgId, orgId), eq(webhookAttempts.deliveryId, id)))
    .orderBy(desc(webhookAttempts.number));
  const history = tries.map(({ orgId: _, deliveryId: __, at, ...attempt }) => ({ ...attempt, at: at.toISOString() }));
  return { ...delivery, history };
};

/** Sends one again now, whatever became of it: once more, or earlier than it would be. CONFLICT if its endpoint is off. */
export const resendDelivery: Verb<Calls['resend']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  const [known] = await ctx.db.select().from(table).where(isDelivery(orgId, id));
  if (known === undefined) throw notFound('Delivery');
  await wokenEndpoint(ctx, known.endpointId);
  const before = await lockRow(ctx.db, table, isDelivery(orgId, id), 'Delivery');
  const isResent = before.state !== 'WAITING' || before.isResent;
  await ctx.db
    .update(table)
    .set({ state: 'WAITING', reason: null, nextAt: sql`now()`, isResent })
    .where(isDelivery(orgId, id));
  await ctx.audit({ id: known.endpointId, after: { deliveryId: id } });
  await wakeDeliveries(ctx.db, orgId);
  await publishEndpoints(ctx);
  return readDelivery(ctx, isDelivery(orgId, id));
};

/** Tells an endpoint, and no other, of a test. CONFLICT if it is off. */
export const pingEndpoint: Verb<Calls['ping']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  await ctx.step('ping', async (step) => {
    await wokenEndpoint(step, id);
    await step.tell({ type: 'ping', orgId, subject: { kind: 'endpoint', id } });
    await step.audit({ id, after: { ping: true } });
    await publishEndpoints(step);
    return null;
  });
  return returnedRow(
    await ctx.db
      .select({ deliveryId: table.id })
      .from(table)
      .where(and(eq(table.orgId, orgId), eq(table.endpointId, id), isOfEvent(orgId, ['ping'])))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(1),
  );
};

/** More than this at once is nothing a receiver is asked to take. */
const MOST_REPLAYED = 10_000;
const PORTION = 1_000;

/**
 * Sends an endpoint the events of a time again, of these types or of those it listens to: those its maker may see now.
 * BAD_INPUT for too many; CONFLICT if it is off.
 */
export const replayEvents: Verb<Calls['replay']> = async (ctx, { params: { id }, body }) => {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const endpoint = body.isDryRun ? await lockEndpoint(db, orgId, id) : await wokenEndpoint(ctx, id);
  const types = body.types.length > 0 ? body.types : listenedTypes(endpoint.types);
  const among = sql`told.org_id = ${orgId} and told.created_at >= ${new Date(body.from)}
    and told.created_at < ${new Date(body.until)} and told.type = any (${sql.param(types)}::text[])`;
  const maker = await makerOf(ctx, endpoint.makerUserId);
  let [sent, withheld, after] = [0, 0, 0];
  for (;;) {
    const { rows } = await db.execute<{
      position: string;
      type: EventRecord['type'];
      kind: EventRecord['subject']['kind'];
      id: string;
    }>(sql`
      select told.position, told.type, told.subject_kind as kind, told.subject_id as id from events told
       where ${among} and told.position > ${after} order by told.position limit ${PORTION}`);
    const last = rows.at(-1);
    if (last === undefined) break;
    const events = rows.map(({ type, kind, id: subjectId }) => ({ type, orgId, subject: { kind, id: subjectId } }));
    const seen = await seesEvents(ctx.services, maker, events);
    const positions = rows.flatMap(({ position }, at) => (events[at] && seen.has(events[at]) ? Number(position) : []));
    sent += positions.length;
    withheld += rows.length - positions.length;
    if (sent > MOST_REPLAYED)
      throw badInput({
        until: `Choose a shorter time: at most ${MOST_REPLAYED.toLocaleString('en-US')} events are sent at once`,
      });
    if (!body.isDryRun && positions.length > 0)
      await insertDeliveries(db, { orgId, id }, sql`events.position = any (${sql.param(positions)}::bigint[])`);
    after = Number(last.position);
  }
  await ctx.audit({ id, after: { ...body, sent, withheld } });
  if (!body.isDryRun) {
    await wakeDeliveries(db, orgId);
    await publishEndpoints(ctx);
  }
  return { sent, withheld };
};

/** An endpoint that is sent to now, locked, and tried at once whatever it failed before. CONFLICT if it is off. */
async function wokenEndpoint({ db, membership: { orgId } }: Pick<Ctx, 'db' | 'membership'>, id: number) {
  const endpoint = await lockEndpoint(db, orgId, id);
  if (endpoint.state !== 'ACTIVE') throw new DomainError('CONFLICT', 'This endpoint is off. Resume it first.');
  if (endpoint.restsUntil !== null)
    await db.update(webhookEndpoints).set({ restsUntil: null }).where(isEndpoint(orgId, id));
  return endpoint;
}

/** Whose rights decide what an endpoint is sent; null once they left the team. */
async function makerOf({ db, membership: { orgId } }: Pick<Ctx, 'db' | 'membership'>, userId: string) {
  const maker = (await activeMembers(db, orgId)).find((member) => member.userId === userId);
  return maker ? { userId, isSupport: false, membership: maker.membership } : null;
}
