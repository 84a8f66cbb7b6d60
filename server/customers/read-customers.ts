import { eq, type SQL, sql } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import { mayChangeCredit } from '../../domain/customers/credit';
import type { Customer, CustomerRow } from '../../domain/customers/customer';
import { notFound } from '../../domain/errors';
import { CREDITED_NOTHING, CREDITED_WHOLE, usesCredit } from '../../domain/orders/payments/credit';
import { ORDER_STATUS_IDS, WAITING_STATUSES } from '../../domain/orders/status';
import type { Ctx } from '../context';
import { forReader, readerOrg } from '../db/page';
import { customers } from '../db/schema';
import { isAmong } from '../db/schema/columns';
import { visibleCustomers } from '../db/visibility';
import { displayName } from '../organization/member-name';

/**
 * What a customer owes in dollars, whoever may see its orders: `owingUsd` of all, so less than 0 by what it paid too much.
 * `customer` is its id.
 */
export const exposureOf = (orgId: SQL, customer: SQL) => sql`(
  select coalesce(sum(case
      when ${isAmong(sql`owing.status`, ORDER_STATUS_IDS.filter(usesCredit))} then owing.invoiced_usd - owing.paid_usd
      when ${isAmong(sql`owing.status`, CREDITED_WHOLE)} then -greatest(owing.paid_usd, 0)
      when ${isAmong(sql`owing.status`, CREDITED_NOTHING)} then 0
      else -greatest(owing.paid_usd - owing.invoiced_usd, 0) end), 0)::numeric(14, 2) from orders owing
   where owing.org_id = ${orgId} and owing.customer_id = ${customer})`;

/** The earliest due day of what a customer owes, read from an index of the orders that aren't paid alone. */
const DUE_SINCE = sql`(
  select owing.payment_due_date from orders owing
   where owing.org_id = ${readerOrg} and owing.customer_id = customers.id and owing.invoiced_usd > owing.paid_usd
     and owing.payment_due_date is not null and ${isAmong(sql`owing.status`, ORDER_STATUS_IDS.filter(usesCredit))}
   order by owing.payment_due_date limit 1)::text`;

/** The columns of a grid row. */
export const COLUMNS = sql`
    customers.id, customers.company_id as "companyId", customers.name, customers.delinquent,
    customers.on_hold as "onHold", customers.version, customers.created_at as created,
    coalesce(customers.phone, '') as phone, coalesce(customers.email, '') as email,
    coalesce(customers.address, '') as address, customers.payment_terms_days as "paymentTermsDays",
    customers.credit_limit_usd as "creditLimitUsd",
    (select json_build_object('id', held.id, 'licenseNumber', held.license_number, 'name', held.name)
       from licenses held where held.id = customers.license_id) as license,
    (select json_build_object('id', zone.id, 'name', zone.name)
       from customer_service_zones zone
      where zone.org_id = ${readerOrg} and zone.id = customers.service_zone_id) as "serviceZone",
    (select json_build_object('id', status.id, 'name', status.name)
       from customer_statuses status
      where status.org_id = ${readerOrg} and status.id = customers.customer_status_id) as "customerStatus",
    (select coalesce(json_agg(json_build_object('id', member.id, 'displayName', ${displayName}) order by ${displayName}, member.id), '[]'::json)
       from customer_managers manager join org_users member on member.id = manager.org_user_id
       left join users person on person.id = member.user_id
      where manager.org_id = ${readerOrg} and manager.customer_id = customers.id) as managers,
    ${exposureOf(readerOrg, sql`customers.id`)} as "exposureUsd", ${DUE_SINCE} as "dueSince"`;

/** `orderCreditUsd` of an order that can have some. */
const CREDIT = sql`greatest(case when ${isAmong(sql`paid.status`, CREDITED_WHOLE)} then paid.paid_usd else paid.paid_usd - paid.invoiced_usd end, 0)`;

const DETAILS = sql`
    customers.license_id as "licenseId", customers.service_zone_id as "serviceZoneId",
    customers.service_zone_by_hand as "serviceZoneByHand",
    customers.customer_status_id as "customerStatusId", customers.payment_option_ids as "paymentOptions",
    customers.payment_options_locked as "paymentOptionsLocked", customers.updated_at as updated,
    coalesce(customers.delivery_preferences, '') as "deliveryPreferences", coalesce(customers.notes, '') as notes,
    coalesce(customers.hold_reason, '') as "holdReason",
    (select coalesce(sum(placed.invoiced_usd), 0)::numeric(14, 2) from orders placed
      where placed.org_id = ${readerOrg} and placed.customer_id = customers.id
        and ${isAmong(sql`placed.status`, WAITING_STATUSES)}) as "submittedUsd",
    (select coalesce(sum(${CREDIT}), 0)::numeric(14, 2) from orders paid
      where paid.org_id = ${readerOrg} and paid.customer_id = customers.id
        and not ${isAmong(sql`paid.status`, CREDITED_NOTHING)}) as "overpaidUsd"`;

/** A customer as read from the database, with instants as dates. */
export type FoundCustomer = Omit<CustomerRow, 'created'> & { created: Date };

export function toCustomerRow({ created, ...row }: FoundCustomer): CustomerRow {
  return { ...row, created: created.toISOString() };
}

/** One customer in full. NOT_FOUND unless the caller may see it. */
export async function loadCustomer({ db, membership }: Pick<Ctx, 'db' | 'membership'>, id: number): Promise<Customer> {
  const { rows } = await db.execute(sql`
    select ${forReader(sql`${COLUMNS}, ${DETAILS}`, membership.orgId)}
    from (select * from ${customers} where ${eq(customers.id, id)} and ${visibleCustomers(membership)}) as customers`);
  const [found] = rows as (Omit<Customer, 'canEdit' | 'canEditCredit' | 'managerIds'> &
    Record<'created' | 'updated', string>)[];
  if (found === undefined) throw notFound('Customer');
  return {
    ...found,
    created: new Date(found.created).toISOString(),
    updated: new Date(found.updated).toISOString(),
    paymentOptions: found.paymentOptions.map(Number),
    managerIds: found.managers.map((manager) => manager.id),
    canEdit: isAllowed(membership, 'write', 'CUSTOMERS'),
    canEditCredit: isAllowed(membership, 'write', 'CUSTOMERS') && mayChangeCredit(membership),
  };
}
