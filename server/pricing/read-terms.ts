import { and, eq, sql } from 'drizzle-orm';
import type { PricedProduct, PriceSchedule } from '../../domain/pricing/price';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { companies, companyOrderTerms, companyPaymentOptions, customers } from '../db/schema';
import { type CustomerOf, customerColumns, customersByPair } from './find-buyer-customers';
import { asJson, schedulesOf } from './read-prices';

/** What a company asks of orders of a zone. */
export type CompanyTerms = Omit<typeof companyOrderTerms.$inferSelect, 'id' | 'orgId' | 'version'>;

type PaymentOption = Pick<typeof companyPaymentOptions.$inferSelect, 'id' | 'companyId' | 'name' | 'dueDays'>;

/** What sellers agreed with buyers, and the sellers' payment options in their order. */
export type Terms = {
  customerOf: CustomerOf;
  schedules: readonly PriceSchedule[];
  paymentOptions: readonly PaymentOption[];
  orderTerms: readonly CompanyTerms[];
};

type Scope = {
  orgId: number;
  companyIds: readonly number[];
  licenseIds: readonly number[];
  products: readonly PricedProduct[];
};

/** The terms between an organization's companies and licenses, with the price rules that apply to the products; one query. */
export async function loadTerms(db: Db, { orgId, companyIds, licenseIds, products }: Scope): Promise<Terms> {
  const rows = await db
    .select({
      companyId: companies.id,
      customer: customerColumns,
      schedules: schedulesOf(sql`${orgId}::bigint`, customers.id, products),
      paymentOptions: asJson<PaymentOption>(sql`
        select json_build_object('id', option.id, 'companyId', option.company_id, 'name', option.name,
          'dueDays', option.due_days) as row
        from ${companyPaymentOptions} option
        where option.company_id = ${companies.id} and not option.removed
        order by option.position, option.id`),
      orderTerms: asJson<CompanyTerms>(sql`
        select json_build_object('companyId', terms.company_id, 'serviceZoneId', terms.service_zone_id,
          'minimumUsd', terms.minimum_usd::text, 'deliveryDays', terms.delivery_days, 'cutOff', terms.cut_off,
          'leadDays', terms.lead_days, 'timeZone', terms.time_zone) as row
        from ${companyOrderTerms} terms where terms.company_id = ${companies.id}`),
    })
    .from(companies)
    .leftJoin(
      customers,
      and(eq(customers.companyId, companies.id), eq(customers.orgId, orgId), isOneOf(customers.licenseId, licenseIds)),
    )
    .where(and(eq(companies.orgId, orgId), isOneOf(companies.id, companyIds)));
  return {
    customerOf: customersByPair(rows.flatMap(({ customer }) => customer ?? [])),
    schedules: rows.flatMap(({ schedules }) => schedules),
    paymentOptions: [...new Map(rows.map((row) => [row.companyId, row.paymentOptions])).values()].flat(),
    orderTerms: [...new Map(rows.map((row) => [row.companyId, row.orderTerms])).values()].flat(),
  };
}
