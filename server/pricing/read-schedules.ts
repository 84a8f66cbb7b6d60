import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { explain } from '../../domain/access/ability';
import { DomainError, notFound } from '../../domain/errors';
import type { priceSchedules as contract, PriceSchedule, PriceScheduleRow } from '../../domain/pricing/contract';
import type { Ctx } from '../context';
import {
  brands,
  customers,
  priceScheduleCustomers,
  priceScheduleLineRules,
  priceScheduleProductRules,
  priceSchedules,
  productLines,
  products,
} from '../db/schema';
import { seesCustomers, visibleBrands, visibleCustomers, visibleSchedules } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';

type Reader = Pick<Ctx, 'db' | 'membership'>;

/** A row’s brand is one the member sees. */
export const ofSeenBrand = ({ membership }: Pick<Ctx, 'membership'>, brandId: SQL): SQL<boolean> =>
  sql<boolean>`${brandId} in (select ${brands.id} from ${brands} where ${visibleBrands(membership)})`;

const countOf = (orgId: number, table: string) => sql<number>`(
  select count(*)::int from ${sql.identifier(table)} held
   where held.org_id = ${orgId} and held.schedule_id = price_schedules.id)`;

const columnsOf = (orgId: number) => ({
  id: priceSchedules.id,
  companyId: priceSchedules.companyId,
  name: priceSchedules.name,
  enabled: priceSchedules.enabled,
  updatedAt: priceSchedules.updatedAt,
  version: priceSchedules.version,
  customerCount: countOf(orgId, 'price_schedule_customers'),
  productRuleCount: countOf(orgId, 'price_schedule_product_rules'),
  productLineRuleCount: countOf(orgId, 'price_schedule_line_rules'),
});

async function selectSchedules(reader: Reader, where: SQL): Promise<PriceScheduleRow[]> {
  const rows = await reader.db
    .select(columnsOf(reader.membership.orgId))
    .from(priceSchedules)
    .where(and(visibleSchedules(reader.membership), where))
    .orderBy(sql`lower(${priceSchedules.name})`, asc(priceSchedules.id));
  return rows.map(({ updatedAt, ...row }) => ({ ...row, lastChange: updatedAt.toISOString() }));
}

/** A company’s price schedules by name. */
export const listSchedules: Verb<typeof contract.list> = async (ctx, { query }) => {
  await findSeenCompany(ctx, query.companyId);
  return selectSchedules(ctx, eq(priceSchedules.companyId, query.companyId));
};

/** A price schedule with the rules and customers the caller may see. NOT_FOUND for other companies'. */
export async function loadSchedule(reader: Reader, id: number): Promise<PriceSchedule> {
  const [row] = await selectSchedules(reader, eq(priceSchedules.id, id));
  if (row === undefined) throw notFound('Price schedule');
  const { productRuleCount, productLineRuleCount, ...head } = row;
  const [productRules, productLineRules] = [await loadProductRules(reader, id), await loadLineRules(reader, row)];
  const mayName = seesCustomers(reader.membership);
  const named = mayName ? await loadCustomers(reader, id) : [];
  return {
    ...head,
    productRules,
    productLineRules,
    seesCustomers: mayName,
    customerIds: named.map((one) => one.id),
    customers: named,
    hiddenRules: productRuleCount + productLineRuleCount - productRules.length - productLineRules.length,
  };
}

/** A product as its rules show it. */
export const scheduledProduct = {
  id: products.id,
  name: products.name,
  sku: products.sku,
  productLineId: products.productLineId,
  wholesalePrice: products.wholesalePrice,
  salePrice: products.salePrice,
  isArchived: sql<boolean>`${products.listingState} = 'ARCHIVED'`,
};

/** A line with the wholesale prices of the company's products in it. */
export const scheduledLine = (orgId: number, companyId: number) => {
  const ofLine = (value: SQL) => sql`(select ${value} from products product
    where product.org_id = ${orgId} and product.product_line_id = product_lines.id and product.company_id = ${companyId}
      and product.listing_state <> 'ARCHIVED' and not product.is_parent)`;
  return {
    id: productLines.id,
    name: productLines.name,
    brandName: brands.name,
    productCount: sql<number>`${ofLine(sql`count(*)::int`)}`,
    lowestPrice: sql<string | null>`${ofLine(sql`min(product.wholesale_price)::text`)}`,
    highestPrice: sql<string | null>`${ofLine(sql`max(product.wholesale_price)::text`)}`,
  };
};

/** Lines in the order of their brands and menus. */
export const lineOrder = [sql`lower(${brands.name})`, asc(productLines.menuPosition), asc(productLines.id)];

function loadProductRules(reader: Reader, scheduleId: number) {
  const { orgId } = reader.membership;
  const { productId, price } = priceScheduleProductRules;
  return reader.db
    .select({
      productId,
      price,
      product: scheduledProduct,
    })
    .from(priceScheduleProductRules)
    .innerJoin(products, and(eq(products.orgId, orgId), eq(products.id, productId)))
    .where(
      and(
        eq(priceScheduleProductRules.orgId, orgId),
        eq(priceScheduleProductRules.scheduleId, scheduleId),
        ofSeenBrand(reader, sql`${products.brandId}`),
      ),
    )
    .orderBy(sql`lower(${products.name})`, asc(products.id));
}

function loadLineRules(reader: Reader, { id: scheduleId, companyId }: PriceScheduleRow) {
  const { orgId } = reader.membership;
  const { productLineId, price, percentDiscount } = priceScheduleLineRules;
  return reader.db
    .select({ productLineId, price, percentDiscount, productLine: scheduledLine(orgId, companyId) })
    .from(priceScheduleLineRules)
    .innerJoin(productLines, and(eq(productLines.orgId, orgId), eq(productLines.id, productLineId)))
    .innerJoin(brands, eq(brands.id, productLines.brandId))
    .where(
      and(
        eq(priceScheduleLineRules.orgId, orgId),
        eq(priceScheduleLineRules.scheduleId, scheduleId),
        ofSeenBrand(reader, sql`${productLines.brandId}`),
      ),
    )
    .orderBy(...lineOrder);
}

function loadCustomers({ db, membership }: Reader, scheduleId: number) {
  return db
    .select({ id: customers.id, name: customers.name })
    .from(priceScheduleCustomers)
    .innerJoin(
      customers,
      and(eq(customers.orgId, membership.orgId), eq(customers.id, priceScheduleCustomers.customerId)),
    )
    .where(
      and(
        eq(priceScheduleCustomers.orgId, membership.orgId),
        eq(priceScheduleCustomers.scheduleId, scheduleId),
        visibleCustomers(membership),
      ),
    )
    .orderBy(sql`lower(${customers.name})`, asc(customers.id));
}

/** All customers of a schedule, whether or not the caller sees them. */
export async function customerIdsOf({ db, membership }: Reader, scheduleId: number): Promise<number[]> {
  const { orgId, customerId: id, scheduleId: ofSchedule } = priceScheduleCustomers;
  const rows = await db
    .select({ id })
    .from(priceScheduleCustomers)
    .where(and(eq(orgId, membership.orgId), eq(ofSchedule, scheduleId)));
  return rows.map((row) => row.id);
}

/** FORBIDDEN for a change of what a member doesn’t see all of. */
export function assertSeesAll(ctx: Pick<Ctx, 'membership'>, { hiddenRules }: PriceSchedule): void {
  if (hiddenRules > 0)
    throw new DomainError(
      'FORBIDDEN',
      'This price schedule also sets prices of brands you don’t see. Ask someone who sees every brand to change it.',
    );
  if (!seesCustomers(ctx.membership)) {
    const reason = { kind: 'feature', feature: 'CUSTOMERS', level: 'read' } as const;
    throw new DomainError('FORBIDDEN', explain(reason), { object: { reason } });
  }
}
