import { and, eq, sql } from 'drizzle-orm';
import type { productPrices as contract, ProductOffer } from '../../domain/pricing/contract';
import { percentBelow } from '../../domain/pricing/margin';
import {
  compareOffers,
  lowestOffer,
  type Offer,
  type PricedProduct,
  type PriceSchedule,
  rulebook,
} from '../../domain/pricing/price';
import { loadProduct } from '../catalogue/read-products';
import type { Ctx } from '../context';
import { customers, priceSchedules } from '../db/schema';
import { visibleCustomers, visibleSchedules } from '../db/visibility';
import type { Verb } from '../implement';
import { membersOf, rulesOf } from './read-prices';

type Reader = Pick<Ctx, 'db' | 'membership'>;
const MOST_CUSTOMERS_LISTED = 100;

/** A product’s price in each schedule of its company, which customers get it, and which pay less by another one. */
export const getProductPrices: Verb<typeof contract.get> = async (ctx, { params }) => {
  const { companyId, productLineId, wholesalePrice, salePrice, id } = await loadProduct(ctx, params.id);
  const product = { id, productLineId, wholesalePrice, salePrice };
  const schedules = await loadCompanySchedules(ctx, companyId, product);
  const offers = schedules.flatMap((schedule) => {
    const offer = rulebook(schedule)(product);
    return offer ? [{ schedule, offer }] : [];
  });
  const names = await customerNames(ctx, companyId);
  const bestOf = new Map<number, Offer | null>();
  for (const { schedule, offer } of offers)
    for (const customerId of schedule.enabled ? schedule.customerIds : [])
      bestOf.set(customerId, lowestOffer([bestOf.get(customerId) ?? null, offer]));
  return {
    wholesalePrice,
    salePrice,
    offers: offers
      .sort((a, b) => compareOffers(a.offer, b.offer))
      .map(({ schedule, offer }) => toOffer(schedule, offer, wholesalePrice, bestOf, names)),
  };
};

function toOffer(
  { id, name, enabled, customerIds }: PriceSchedule,
  { price, why }: Offer,
  wholesalePrice: string,
  bestOf: ReadonlyMap<number, Offer | null>,
  names: ReadonlyMap<number, string>,
): ProductOffer {
  const beatenBy = (customerId: number) => {
    const best = bestOf.get(customerId)?.why;
    return best && best.scheduleId !== id ? best.scheduleName : null;
  };
  const listed = customerIds.flatMap((customerId) => {
    const known = names.get(customerId);
    return known === undefined ? [] : [{ id: customerId, name: known, beatenBy: beatenBy(customerId) }];
  });
  return {
    schedule: { id, name, enabled },
    why,
    price,
    below: percentBelow(wholesalePrice, price),
    customerCount: customerIds.length,
    wins: enabled ? customerIds.filter((customerId) => beatenBy(customerId) === null).length : 0,
    customers: listed.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST_CUSTOMERS_LISTED),
  };
}

/** A company’s schedules, also disabled ones, with the rules that apply to a product. */
function loadCompanySchedules(reader: Reader, companyId: number, product: PricedProduct): Promise<PriceSchedule[]> {
  const { orgId } = reader.membership;
  return reader.db
    .select({
      id: priceSchedules.id,
      name: priceSchedules.name,
      enabled: priceSchedules.enabled,
      customerIds: membersOf(sql`${orgId}::bigint`, priceSchedules.id),
      ...rulesOf(sql`${orgId}::bigint`, priceSchedules.id, [product]),
    })
    .from(priceSchedules)
    .where(and(visibleSchedules(reader.membership), eq(priceSchedules.companyId, companyId)));
}

async function customerNames({ db, membership }: Reader, companyId: number): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(
        visibleCustomers(membership),
        eq(customers.companyId, companyId),
        sql`${customers.id} in (select member.customer_id from price_schedule_customers member where member.org_id = ${membership.orgId})`,
      ),
    );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
