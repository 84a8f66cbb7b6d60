import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id, ref, updatedAt } from '../columns';
import { users } from '../identity';
import { orders } from '../orders';
import { companies, licenses, ofOrganization, orgUsers } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';

/** A person's own tracking system key for a state, encrypted. */
export const trackingKeys = pgTable(
  'tracking_keys',
  {
    orgId: ofOrganization(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    usState: text('us_state').notNull(),
    sealedKey: text('sealed_key').notNull(),
    lastFour: text('last_four').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [keyedBy(t, t.orgUserId, t.usState)],
);

/** A license's sync with the tracking system; its status is on the license. */
export const licenseSyncs = pgTable(
  'license_syncs',
  {
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    /** The owner of the key it uses; null when a key was entered for the license. */
    orgUserId: ref('org_user_id').references(() => orgUsers.id),
    sealedKey: text('sealed_key'),
    lastFour: text('last_four'),
    checkedAt: at('checked_at'),
    problem: text('problem'),
    /** When all lists began to be read from their beginning; null once they are. */
    roundBeganAt: at('round_began_at'),
    /** When they last were, and every package of ours compared. */
    comparedAt: at('compared_at'),
    updatedAt: updatedAt(),
  },
  (t) => [
    keyedBy(t, t.licenseId),

    index('license_syncs_person').on(t.orgId, t.orgUserId),
    check('license_syncs_one_key', sql`(${t.orgUserId} is null) <> (${t.sealedKey} is null)`),
  ],
);

/** A state's connection to the wholesale marketplace; without a key once disabled. */
export const wholesaleSyncs = pgTable(
  'wholesale_syncs',
  {
    id: rowId(),
    orgId: ofOrganization(),
    usState: text('us_state').notNull(),
    sealedKey: text('sealed_key'),
    lastFour: text('last_four'),
    access: text('access').notNull(),
    problem: text('problem'),
    checkedAt: at('checked_at').notNull(),
    /** The company whose orders and products these are; null while the state has one company, which it then is. */
    companyId: ref('company_id').references(() => companies.id),
    /** What its webhooks are addressed to, and the encrypted key that signs them. */
    hookId: uuid('hook_id'),
    sealedHookKey: text('sealed_hook_key'),
    hookHeardAt: at('hook_heard_at'),
    /** When a person began to sync after the match desk; null before. */
    startedAt: at('started_at'),
    /** Until when their orders and products were read, by their clock. */
    ordersReadUntil: at('orders_read_until'),
    productsReadUntil: at('products_read_until'),
    sweptAt: at('swept_at'),
    /** When the last reading of all that changed of their orders began: those made before are known here. */
    ordersKnownUntil: at('orders_known_until'),
    /** When all their stock figures were last compared with ours. */
    stockComparedAt: at('stock_compared_at'),
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),

    uniqueIndex('wholesale_syncs_org_state').on(t.orgId, t.usState),
    uniqueIndex('wholesale_syncs_hook').on(t.orgId, t.hookId),
    check('wholesale_syncs_access', sql`${t.access} in ('READ', 'WRITE')`),
  ],
);

/** An order's status changes to send to the wholesale marketplace, in sequence. */
export const marketplaceMoves = pgTable(
  'marketplace_moves',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    usState: text('us_state').notNull(),
    orderId: ref('order_id').notNull(),
    externalId: text('external_id').notNull(),
    action: text('action').notNull(),
    leaves: text('leaves').notNull(),
    /** PENDING until sent; then SENT, REFUSED for good, or DROPPED because the connection was disabled. */
    state: text('state').notNull().default('PENDING'),
    problem: text('problem'),
    attempts: integer('attempts').notNull().default(0),
    /** Until when a process has it to send. */
    heldUntil: at('held_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),

    index('marketplace_moves_order').on(t.orgId, t.orderId, t.id),
    index('marketplace_moves_open')
      .on(t.orgId, t.usState, t.updatedAt)
      .where(sql`${t.state} in ('PENDING', 'REFUSED')`),
    index('marketplace_moves_over')
      .on(t.orgId, t.updatedAt)
      .where(sql`${t.state} in ('SENT', 'DROPPED')`)
      .concurrently(),
    check('marketplace_moves_state', sql`${t.state} in ('PENDING', 'SENT', 'REFUSED', 'DROPPED')`),
  ],
);

/** When a third party may next be called, so all processes together respect its limits. */
export const callTurns = pgTable('call_turns', { name: text('name').primaryKey(), nextAt: at('next_at').notNull() });

/** The sandboxes' data; empty in production. */
export const sandboxRecords = pgTable(
  'sandbox_records',
  {
    id: id(),
    standIn: text('stand_in').notNull(),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    data: jsonb('data').notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_records_subject').on(t.standIn, t.kind, t.subject, t.id)],
);
