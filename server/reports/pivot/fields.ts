import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { shortDay } from '../../../domain/dates';
import { ORDER_SOURCE_LABELS, ORDER_SOURCES, type OrderSource } from '../../../domain/orders/order';
import { CLOSED_STATUSES, ORDER_STATUS_IDS, ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { NOT_DUE, PAYMENT_STATES } from '../../../domain/orders/totals';
import { periodOf } from '../../../domain/reports/periods';
import type { PivotField } from '../../../domain/reports/pivot';
import { periodName } from '../../../domain/reports/report';
import type { Interval } from '../../../domain/reports/view';
import type { ListContext } from '../../db/list';
import { isOneOf, readRows } from '../../db/page';
import {
  brands,
  companies,
  companyPaymentOptions,
  customerServiceZones,
  customerStatuses,
  customers,
  licenses,
  orderLineItems,
  orders,
  productLines,
  products,
  strains,
} from '../../db/schema';
import { lookUpNames } from '../../orders/lists/names';
import { nothingDue } from '../../orders/lists/order-filters';
import { salesRepIdsOf } from '../../orders/sales-reps';

type Labels = (key: string) => string;
type Field = {
  /** The value as text, by which it is known; null without one. */
  key: (ctx: ListContext) => SQL;
  /** The table beside orders and lines that the key comes from. */
  from?: 'customers' | 'products';
  label: (ctx: ListContext, keys: readonly string[]) => Promise<Labels> | Labels;
  /** The values' own order; without one, the largest are first. */
  order?: 'key' | readonly string[];
};

/** A field of rows known by id: named by their table, which is the organization's own or shared. */
function named(key: SQL, table: PgTable, name: SQL, whose: 'own' | 'shared', from?: Field['from']): Field {
  return {
    key: () => sql`${key}::text`,
    ...(from ? { from } : {}),
    label: async (ctx, keys) => {
      const own = whose === 'own' ? sql`${table}.org_id = ${ctx.membership.orgId} and ` : sql``;
      const rows = await readRows<{ id: string; name: string }>(
        ctx.services.database.pool,
        sql`select id::text as id, ${name} as name from ${table} where ${own}id = any (${`{${keys.join(',')}}`}::bigint[])`,
      );
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      return (id) => names.get(id) ?? '';
    },
  };
}

/** The first day of the period an order was created in, in the zone that counts. */
function startOf(unit: Interval, { timeZone }: ListContext): SQL {
  const local = sql`(${orders.createdAt} at time zone ${timeZone})`;
  switch (unit) {
    case 'DAY':
      return local;
    case 'WEEK':
      // PostgreSQL's weeks begin on Monday.
      return sql`(date_trunc('week', ${local} + interval '1 day') - interval '1 day')`;
    case 'MONTH':
      return sql`date_trunc('month', ${local})`;
    case 'QUARTER':
      return sql`date_trunc('quarter', ${local})`;
  }
}

const created = (unit: Interval): Field => ({
  key: (ctx) => sql`to_char(${startOf(unit, ctx)}, 'YYYY-MM-DD')`,
  label: () => (day) => (unit === 'DAY' ? shortDay(day) : periodName(periodOf(day, unit), unit)),
  order: 'key',
});

const month = (day: SQL): Field => ({
  key: () => sql`to_char(${day}, 'YYYY-MM') || '-01'`,
  label: () => (first) => periodName(periodOf(first, 'MONTH'), 'MONTH'),
  order: 'key',
});

const yesOrNo = (key: SQL, yes: string, no: string): Field => ({
  key: () => sql`${key}::text`,
  label: () => (value) => (value === 'true' ? yes : no),
  order: ['false', 'true'],
});

const itself = (key: SQL, from?: Field['from']): Field => ({
  key: () => key,
  ...(from ? { from } : {}),
  label: () => (value) => value,
});

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const DUE_STATES = { ...PAYMENT_STATES, ...NOT_DUE };

const licenseName = sql`coalesce(dba, name) || ' · ' || us_state || ' ' || license_number`;
const idsOf = (key: string) => key.split(',').map(Number);

/** What a pivot report's fields are keyed, called and ordered by. Orders of several sales reps are theirs together. */
export const FIELDS: Record<PivotField, Field> = {
  CUSTOMER: named(sql`${orders.customerId}`, customers, sql`name`, 'own'),
  CUSTOMER_STATUS: named(sql`${customers.customerStatusId}`, customerStatuses, sql`name`, 'own', 'customers'),
  CUSTOMER_LICENSE: named(sql`${customers.licenseId}`, licenses, licenseName, 'shared', 'customers'),
  SERVICE_ZONE: named(sql`${customers.serviceZoneId}`, customerServiceZones, sql`name`, 'own', 'customers'),
  SALES_REP: {
    key: ({ membership }) =>
      sql`nullif(array_to_string(${salesRepIdsOf(sql`${membership.orgId}::bigint`, sql`${orders.id}`)}, ','), '')`,
    label: async (ctx, keys) => {
      const { members } = await lookUpNames(ctx.services.database.pool, { members: keys.flatMap(idsOf) });
      return (key) =>
        idsOf(key)
          .map((id) => members[id] ?? '')
          .join(', ');
    },
  },
  COMPANY: named(sql`${orders.companyId}`, companies, sql`name`, 'shared'),
  STATUS: {
    key: () => sql`${orders.status}`,
    label: () => (status) => ORDER_STATUSES[status as OrderStatus].label,
    order: ORDER_STATUS_IDS,
  },
  ORDER_SOURCE: {
    key: () => sql`${orders.orderSource}`,
    label: () => (source) => ORDER_SOURCE_LABELS[source as OrderSource],
    order: ORDER_SOURCES,
  },
  PAYMENT_STATE: {
    key: () => sql`case when ${nothingDue} then
        case when ${orders.status} = ${'COMPLETE' satisfies OrderStatus} then 'NOT_SENT'
          when ${isOneOf(orders.status, CLOSED_STATUSES)} then null else 'ON_BACKORDER' end
      when ${orders.paidUsd} = ${orders.invoicedUsd} then 'PAID'
      when ${orders.paidUsd} > ${orders.invoicedUsd} then 'OVERPAID'
      when ${orders.paidUsd} > 0 then 'PARTIAL' else 'UNPAID' end`,
    label: () => (state) => DUE_STATES[state as keyof typeof DUE_STATES],
    order: Object.keys(DUE_STATES),
  },
  PAYMENT_OPTION: named(sql`${orders.paymentOptionId}`, companyPaymentOptions, sql`name`, 'shared'),
  ORDER: named(sql`${orders.id}`, orders, sql`order_number`, 'own'),
  CREATED_DAY: created('DAY'),
  CREATED_WEEK: created('WEEK'),
  CREATED_MONTH: created('MONTH'),
  CREATED_QUARTER: created('QUARTER'),
  CREATED_WEEKDAY: {
    key: ({ timeZone }) => sql`extract(dow from ${orders.createdAt} at time zone ${timeZone})::int::text`,
    label: () => (day) => WEEKDAYS[Number(day)] ?? '',
    order: 'key',
  },
  SHIP_MONTH: month(sql`${orders.shipDate}`),
  DUE_MONTH: month(sql`${orders.paymentDueDate}`),
  PRODUCT: named(sql`${orderLineItems.productId}`, products, sql`name`, 'own'),
  BRAND: named(sql`${orderLineItems.brandId}`, brands, sql`name`, 'shared'),
  PRODUCT_LINE: named(sql`${products.productLineId}`, productLines, sql`name`, 'own', 'products'),
  PRODUCT_CATEGORY: itself(sql`${products.category}`, 'products'),
  STRAIN: named(sql`${products.strainId}`, strains, sql`name`, 'own', 'products'),
  UNIT: itself(sql`${orderLineItems.unitOfMeasure}`),
  SAMPLE: yesOrNo(sql`${orderLineItems.isSample}`, 'Sample', 'Not a sample'),
  BACKORDER: yesOrNo(sql`${orderLineItems.isBackorder}`, 'Backorder', 'Not a backorder'),
};
