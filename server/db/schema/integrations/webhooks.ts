import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { EVENT_TYPES } from '../../../../domain/events/catalogue';
import { DELIVERY_STATES } from '../../../../domain/webhooks/delivery';
import { ENDPOINT_KINDS, ENDPOINT_STATES } from '../../../../domain/webhooks/endpoint';
import { at, createdAt, isAmong, ref, version } from '../columns';
import { events } from '../events';
import { users } from '../identity';
import { ofOrganization } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';

/** Where an organization's events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: rowId(),
    orgId: ofOrganization(),
    kind: text('kind', { enum: ENDPOINT_KINDS }).notNull(),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    /** None: every type but those one opts in to. */
    types: text('types', { enum: EVENT_TYPES }).array().notNull().default(sql`'{}'::text[]`),
    state: text('state', { enum: ENDPOINT_STATES }).notNull().default('ACTIVE'),
    problem: text('problem'),
    /** Encrypted. */
    sealedSecret: text('sealed_secret').notNull(),
    sealedOldSecret: text('sealed_old_secret'),
    oldSecretUntil: at('old_secret_until'),
    /** Failures in a row, and until when nothing is tried after them. */
    failures: integer('failures').notNull().default(0),
    restsUntil: at('rests_until'),
    /** Since when every delivery failed; null after a success. */
    failingSince: at('failing_since'),
    lastSuccessAt: at('last_success_at'),
    /** When its owners were last told of its trouble. */
    toldAt: at('told_at'),
    /** Since when nothing is sent; what happened then can be replayed. */
    offSince: at('off_since'),
    makerUserId: uuid('maker_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    check('webhook_endpoints_state', isAmong(t.state, ENDPOINT_STATES)),
    check('webhook_endpoints_kind', isAmong(t.kind, ENDPOINT_KINDS)),
  ],
);

/** An event on its way to an endpoint, made in the event's transaction. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: rowId(),
    orgId: ofOrganization(),
    endpointId: ref('endpoint_id').notNull(),
    /** The event's place in the organization's stream. */
    position: ref('position').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('WAITING'),
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    lastStatus: integer('last_status'),
    /** When it is tried next, or its lease ends: who works on it moves this forward. */
    nextAt: at('next_at').default(sql`now()`),
    /** Sent again by a person: one more attempt, whatever came before. */
    isResent: boolean('is_resent').notNull().default(false),
    createdAt: createdAt(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [
    ownKey(t),
    within(t, t.endpointId, webhookEndpoints).onDelete('cascade'),
    // With its event, it is removed after 30 days.
    foreignKey({
      name: 'webhook_deliveries_position_fk',
      columns: [t.orgId, t.position],
      foreignColumns: [events.orgId, events.position],
    }).onDelete('cascade'),
    index('webhook_deliveries_due').on(t.orgId, t.endpointId, t.nextAt).where(sql`${t.state} = 'WAITING'`),
    index('webhook_deliveries_endpoint').on(t.orgId, t.endpointId, t.createdAt),
    index('webhook_deliveries_event').on(t.orgId, t.position, t.endpointId),
    index('webhook_deliveries_created').on(t.orgId, t.createdAt),
    check('webhook_deliveries_state', isAmong(t.state, DELIVERY_STATES)),
  ],
);

/** One try of a delivery: what was sent, and the head of the reply. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    orgId: ofOrganization(),
    deliveryId: ref('delivery_id').notNull(),
    number: integer('number').notNull(),
    at: at('at').notNull(),
    milliseconds: integer('milliseconds').notNull(),
    address: text('address'),
    requestHeaders: jsonb('request_headers').notNull().$type<Record<string, string>>(),
    requestBody: text('request_body').notNull(),
    status: integer('status'),
    replyHeaders: jsonb('reply_headers').notNull().$type<Record<string, string>>(),
    replyHead: text('reply_head').notNull(),
    problem: text('problem'),
  },
  (t) => [keyedBy(t, t.deliveryId, t.number), within(t, t.deliveryId, webhookDeliveries).onDelete('cascade')],
);

/** What the test receiver got: the last 50 of each endpoint. */
export const webhookReceipts = pgTable(
  'webhook_receipts',
  {
    id: rowId(),
    orgId: ofOrganization(),
    endpointId: ref('endpoint_id').notNull(),
    headers: jsonb('headers').notNull().$type<Record<string, string>>(),
    body: text('body').notNull(),
    isVerified: boolean('is_verified').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.endpointId, webhookEndpoints).onDelete('cascade'),
    index('webhook_receipts_endpoint').on(t.orgId, t.endpointId, t.id),
  ],
);
