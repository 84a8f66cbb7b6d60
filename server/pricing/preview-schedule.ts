import { and, eq, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { compare } from '../../domain/money';
import {
  type priceSchedules as contract,
  MOST_NAMED_CUSTOMERS,
  MOST_PREVIEWED_PRICES,
  type PricePreview,
} from '../../domain/pricing/contract';
import { comparePrices, type PriceChange, type PriceComparison } from '../../domain/pricing/preview';
import type { PricedProduct, PriceSchedule } from '../../domain/pricing/price';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { customers, priceSchedules, products } from '../db/schema';
import { seesCustomers, visibleProducts, visibleSchedules } from '../db/visibility';
import type { Verb } from '../implement';
import { assertOwnPrices } from './own-prices';
import { loadSchedules, membersOf, rulesOf } from './read-prices';
import { assertKnown, findLineIds } from './rule-targets';
import { countTouched } from './touched-orders';

type Reader = Pick<Ctx, 'db' | 'membership'>;
type Affected = PricedProduct & { name: string; sku: string; isParent: boolean; isArchived: boolean };
type Member = { id: number; name: string; licenseId: number | null };

/**
 * What a change of a schedule would do to prices: a constant number of statements, then the rules themselves. Refused as
 * the change would be, but for the plan.
 */
export const previewSchedule: Verb<typeof contract.preview> = async (ctx, { params, body }) => {
  const { companyId, version, ...before } = await loadRules(ctx, params.id);
  await assertOwnPrices(ctx, companyId);
  const after: PriceSchedule = {
    ...before,
    enabled: body.enabled ?? before.enabled,
    customerIds: body.customerIds ?? before.customerIds,
    productRules: body.productRules ?? before.productRules,
    productLineRules: body.productLineRules ?? before.productLineRules,
  };
  const found = await loadAffected(ctx, companyId, [before, after]);
  const members = await loadMembers(ctx, companyId, [...before.customerIds, ...after.customerIds]);
  assertKnown(body, {
    products: new Map(found.map((one) => [one.id, one])),
    lineIds: await findLineIds(ctx, body),
    customerIds: new Set(seesCustomers(ctx.membership) ? members.map(({ id }) => id) : []),
  });
  // Archived and parent products aren’t sold.
  const affected = found.filter(({ isParent, isArchived }) => !isParent && !isArchived);
  const schedules = await loadSchedules(ctx.db, {
    orgId: ctx.membership.orgId,
    customerIds: members.map(({ id }) => id),
    products: affected,
    except: before.id,
  });
  return report(ctx, {
    version,
    companyId,
    members,
    products: affected,
    ...comparePrices({ before, after, others: schedules, products: affected }),
  });
};

/** A schedule with all of its rules and customers, as the price rules read it; one query. */
async function loadRules(reader: Reader, id: number): Promise<PriceSchedule & { companyId: number; version: number }> {
  const { orgId } = reader.membership;
  const { name, enabled, companyId, version } = priceSchedules;
  const [found] = await reader.db
    .select({
      id: priceSchedules.id,
      companyId,
      version,
      name,
      enabled,
      customerIds: membersOf(sql`${orgId}::bigint`, priceSchedules.id),
      ...rulesOf(sql`${orgId}::bigint`, priceSchedules.id),
    })
    .from(priceSchedules)
    .where(and(visibleSchedules(reader.membership), eq(priceSchedules.id, id)));
  if (found === undefined) throw notFound('Price schedule');
  return found;
}

/** The company's products with a rule in either. */
function loadAffected(
  { db, membership }: Reader,
  companyId: number,
  schedules: readonly PriceSchedule[],
): Promise<Affected[]> {
  const productIds = new Set(schedules.flatMap((one) => one.productRules.map((rule) => rule.productId)));
  const lineIds = new Set(schedules.flatMap((one) => one.productLineRules.map((rule) => rule.productLineId)));
  const { id, name, sku, productLineId, wholesalePrice, salePrice, isParent } = products;
  const isArchived = sql<boolean>`${products.listingState} = 'ARCHIVED'`;
  return db
    .select({ id, name, sku, productLineId, wholesalePrice, salePrice, isParent, isArchived })
    .from(products)
    .where(
      and(
        visibleProducts(membership),
        eq(products.companyId, companyId),
        sql`(${isOneOf(products.id, [...productIds])} or ${isOneOf(products.productLineId, [...lineIds])})`,
      ),
    )
    .orderBy(sql`lower(${products.name})`, products.id);
}

/** The company's customers by name. */
function loadMembers({ db, membership }: Reader, companyId: number, ids: readonly number[]): Promise<Member[]> {
  const { id, name, licenseId } = customers;
  return db
    .select({ id, name, licenseId })
    .from(customers)
    .where(and(eq(customers.orgId, membership.orgId), eq(customers.companyId, companyId), isOneOf(id, ids)))
    .orderBy(sql`lower(${name})`, id);
}

type Found = PriceComparison & {
  version: number;
  companyId: number;
  members: readonly Member[];
  products: readonly Affected[];
};

async function report(ctx: Reader, found: Found): Promise<PricePreview> {
  const { changes, customerIds, members } = found;
  const productOf = new Map(found.products.map((product) => [product.id, product]));
  const changed = new Set(customerIds);
  const mayName = seesCustomers(ctx.membership);
  const named = (count: number, isFor: (customerId: number) => boolean) => {
    const names: string[] = [];
    for (const { id, name } of mayName ? members : []) {
      if (names.length === MOST_NAMED_CUSTOMERS) break;
      if (isFor(id)) names.push(name);
    }
    return { count, names };
  };
  const prices = (direction: number) =>
    changes
      .filter(({ before, after }) => Math.sign(compare(after.price, before.price)) === direction)
      .reduce((count, { customerCount }) => count + customerCount, 0);
  const toRow = ({ productId, before, after, customerCount, isFor }: PriceChange) => {
    const product = productOf.get(productId);
    if (!product) return [];
    const { id, name, sku } = product;
    return [{ product: { id, name, sku }, before, after, customers: named(customerCount, isFor) }];
  };
  const byProduct = Map.groupBy(changes, ({ productId }) => productId);
  const touched = await countTouched(ctx, {
    companyId: found.companyId,
    customers: members.filter(({ id }) => changed.has(id)),
    productIds: [...byProduct.keys()],
    isTouched: (customerId, productId) => byProduct.get(productId)?.some(({ isFor }) => isFor(customerId)) ?? false,
  });
  return {
    version: found.version,
    customers: named(customerIds.length, (id) => changed.has(id)),
    products: byProduct.size,
    raised: prices(1),
    lowered: prices(-1),
    ...touched,
    rows: changes.slice(0, MOST_PREVIEWED_PRICES).flatMap(toRow),
    rowCount: changes.length,
  };
}
