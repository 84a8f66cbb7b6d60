import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { AREA_KINDS, type Claim } from '../../../domain/customers/zone-area';
import { createdAt, dollars, isAmong, ref, updatedAt, version } from './columns';
import { licenses, ofCompany, ofOrganization, orgUsers } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

const ids = (name: string) => bigint(name, { mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`);

/** A company's own customer statuses and service zones, in order. */
const customerLabels = (table: string) =>
  pgTable(
    table,
    {
      id: rowId(),
      orgId: ofOrganization(),
      companyId: ofCompany(),
      position: integer('position').notNull(),
      name: text('name').notNull(),
      version: version(),
    },
    (t) => [ownKey(t), uniqueIndex(`${table}_company_name`).on(t.orgId, t.companyId, sql`lower(${t.name})`)],
  );

export const customerStatuses = customerLabels('customer_statuses');
export const customerServiceZones = customerLabels('customer_service_zones');

/** The counties and ZIP codes of service zones; the key refuses two zones of a company with one of them. */
export const serviceZoneAreas = pgTable(
  'service_zone_areas',
  {
    orgId: ofOrganization(),
    companyId: ofCompany(),
    serviceZoneId: ref('service_zone_id').notNull(),
    kind: text('kind').$type<Claim['kind']>().notNull(),
    /** A county's federal number or a ZIP code, each of five digits. */
    code: text('code').notNull(),
  },
  (t) => [
    keyedBy(t, t.companyId, t.kind, t.code),
    within(t, t.serviceZoneId, customerServiceZones).onDelete('cascade'),

    index('service_zone_areas_zone').on(t.orgId, t.serviceZoneId),
    check('service_zone_areas_kind', isAmong(t.kind, AREA_KINDS)),
  ],
);

/** A company's customers. Without a license, a customer can't place orders on the platform. */
export const customers = pgTable(
  'customers',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    licenseId: ref('license_id').references(() => licenses.id),
    name: text('name').notNull(),
    phone: text('phone'),
    email: text('email'),
    address: text('address'),
    deliveryPreferences: text('delivery_preferences'),
    notes: text('notes'),
    delinquent: boolean('delinquent').notNull().default(false),
    serviceZoneId: ref('service_zone_id'),
    /** The zone was chosen by people, so it doesn't follow the address. */
    serviceZoneByHand: boolean('service_zone_by_hand').notNull().default(false),
    customerStatusId: ref('customer_status_id'),
    /** The company's payment options agreed with this customer. */
    paymentOptionIds: ids('payment_option_ids'),
    /** Limits the buyer to these payment options at checkout. */
    paymentOptionsLocked: boolean('payment_options_locked').notNull().default(false),
    /** Days from acceptance to the payment's due date; null uses the payment option's. */
    paymentTermsDays: integer('payment_terms_days'),
    /** The most this customer may owe on accepted orders; null for no limit. */
    creditLimitUsd: dollars('credit_limit_usd'),
    onHold: boolean('on_hold').notNull().default(false),
    holdReason: text('hold_reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    within(t, t.serviceZoneId, customerServiceZones),
    within(t, t.customerStatusId, customerStatuses),

    uniqueIndex('customers_company_license').on(t.orgId, t.companyId, t.licenseId),
    index('customers_license').on(t.licenseId),
    index('customers_org_name').on(t.orgId, sql`lower(${t.name})`, t.id),
    index('customers_status').on(t.orgId, t.customerStatusId),
    index('customers_service_zone').on(t.orgId, t.serviceZoneId),
    index('customers_name_trgm').using('gin', sql`search_text(${t.name}) gin_trgm_ops`),
    check('customers_terms', sql`${t.paymentTermsDays} >= 0`),
    check('customers_credit_limit', sql`${t.creditLimitUsd} >= 0`),
  ],
);

/** A customer's managers, who become the sales reps of its new orders. */
export const customerManagers = pgTable(
  'customer_managers',
  {
    orgId: ref('org_id').notNull(),
    customerId: ref('customer_id').notNull(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
  },
  (t) => [
    keyedBy(t, t.customerId, t.orgUserId),
    within(t, t.customerId, customers).onDelete('cascade'),

    index('customer_managers_person').on(t.orgId, t.orgUserId),
  ],
);
