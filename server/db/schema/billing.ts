import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type {
  HostedPageState,
  Subscription,
  SubscriptionDuration,
  SubscriptionTier,
} from '../../../domain/billing/subscription';
import { at, createdAt, id, ref, updatedAt } from './columns';
import { users } from './identity';
import { organizations } from './organization';

const TIERS = sql.raw(`('PAYG', 'STARTER', 'BASIC', 'ENTERPRISE')`);
const DURATIONS = sql.raw(`('MONTHLY', 'YEARLY')`);
const STATUSES = sql.raw(`('active', 'non_renewing', 'cancelled')`);
const PAGE_STATES = sql.raw(`('created', 'requested', 'succeeded', 'cancelled', 'acknowledged')`);

const organization = () =>
  ref('org_id')
    .notNull()
    .references(() => organizations.id);

/** What an organization pays for, as last reported by the billing service. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    orgId: organization(),
    /** Its id at the billing service. */
    serviceId: text('service_id').notNull(),
    tier: text('tier').$type<SubscriptionTier>().notNull(),
    duration: text('duration').$type<SubscriptionDuration>().notNull(),
    status: text('status').$type<Subscription['status']>().notNull(),
    currentTermEnd: at('current_term_end').notNull(),
    /** Grows with every change of that subscription at the billing service, so older data never overwrites newer. */
    serviceVersion: ref('service_version').notNull(),
    /** The last version of each subscription it had before, by its id: versions of two don't compare. */
    formerVersions: jsonb('former_versions').$type<Record<string, number>>().notNull().default({}),
    /** Until when it may be changing at the billing service; null once checked. */
    portalUntil: at('portal_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('subscriptions_org').on(t.orgId),
    uniqueIndex('subscriptions_service').on(t.serviceId),
    index('subscriptions_portal').on(t.portalUntil).where(sql`${t.portalUntil} is not null`),
    index('subscriptions_term_end').on(t.currentTermEnd).where(sql`${t.status} <> 'cancelled'`),
    check('subscriptions_tier', sql`${t.tier} in ${TIERS}`),
    check('subscriptions_duration', sql`${t.duration} in ${DURATIONS}`),
    check('subscriptions_status', sql`${t.status} in ${STATUSES}`),
  ],
);

/** The billing service's pages people were sent to. */
export const hostedPages = pgTable(
  'hosted_pages',
  {
    id: id(),
    orgId: organization(),
    /** Its id in the return address. */
    checkoutId: uuid('checkout_id').notNull(),
    /** Its id at the billing service; null until created. */
    serviceId: text('service_id'),
    tier: text('tier').$type<SubscriptionTier>().notNull(),
    duration: text('duration').$type<SubscriptionDuration>().notNull(),
    state: text('state').$type<HostedPageState>().notNull().default('created'),
    url: text('url'),
    expiresAt: at('expires_at'),
    requestedByUserId: uuid('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('hosted_pages_checkout').on(t.checkoutId),
    uniqueIndex('hosted_pages_service').on(t.serviceId),
    index('hosted_pages_org').on(t.orgId, t.id),
    index('hosted_pages_unsettled').on(t.updatedAt, t.id).where(sql`${t.state} in ('requested', 'succeeded')`),
    check('hosted_pages_tier', sql`${t.tier} in ${TIERS}`),
    check('hosted_pages_duration', sql`${t.duration} in ${DURATIONS}`),
    check('hosted_pages_state', sql`${t.state} in ${PAGE_STATES}`),
    check(
      'hosted_pages_requested',
      sql`${t.state} = 'created' or (${t.serviceId} is not null and ${t.url} is not null and ${t.expiresAt} is not null)`,
    ),
  ],
);

/** The sandbox billing service's own data, read by nothing else. */
export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    tier: text('tier').$type<SubscriptionTier>().notNull(),
    duration: text('duration').$type<SubscriptionDuration>().notNull(),
    status: text('status').$type<Subscription['status']>().notNull(),
    currentTermEnd: at('current_term_end').notNull(),
    version: ref('version').notNull().default(1),
  },
  (t) => [uniqueIndex('sandbox_subscriptions_customer').on(t.customerId)],
);

export const sandboxCustomers = pgTable('sandbox_customers', {
  id: text('id').primaryKey(),
  company: text('company').notNull(),
});

export const sandboxPages = pgTable(
  'sandbox_pages',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'checkout' | 'portal'>().notNull(),
    customerId: text('customer_id').notNull(),
    customerName: text('customer_name').notNull(),
    state: text('state').$type<HostedPageState>().notNull().default('created'),
    /** The plan a checkout sells; null for a portal. */
    tier: text('tier').$type<SubscriptionTier>(),
    duration: text('duration').$type<SubscriptionDuration>(),
    returnUrl: text('return_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    /** Two requests with one key create one page. */
    idempotencyKey: text('idempotency_key'),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('sandbox_pages_key').on(t.idempotencyKey),
    check('sandbox_pages_state', sql`${t.state} in ${PAGE_STATES}`),
    check('sandbox_pages_sells', sql`(${t.kind} = 'checkout') = (${t.tier} is not null and ${t.duration} is not null)`),
  ],
);
