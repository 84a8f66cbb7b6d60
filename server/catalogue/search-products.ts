import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { products as contract } from '../../domain/catalogue/contract';
import { PRODUCT_COLUMNS } from '../../domain/catalogue/product-export';
import { LOW_STOCK_CASES, productFilters } from '../../domain/catalogue/product-filters';
import type { ProductRow } from '../../domain/catalogue/product-record';
import { type InventoryMode, PRODUCT_CATEGORIES, type ProductStatus } from '../../domain/catalogue/vocabulary';
import { exportList } from '../db/export';
import { amountWithin, filterSql, instantWithin } from '../db/filters';
import { type ListContext, listOf } from '../db/list';
import { contains, isOneOf } from '../db/page';
import { companies, products } from '../db/schema';
import { listedProducts } from '../db/visibility';
import type { Verb } from '../implement';
import { COLUMNS, toProductRow } from './read-products';

const categoryNames = (ids: readonly number[]) =>
  PRODUCT_CATEGORIES.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

const available = sql`coalesce((select stock.quantity - stock.reserved from product_stock stock
  where stock.org_id = ${products.orgId} and stock.product_id = ${products.id}), 0)`;

const FOR_SALE = 'AVAILABLE' satisfies ProductStatus;
const ENDLESS = 'UNLIMITED' satisfies InventoryMode;

const passing = filterSql(productFilters, {
  productNameSearch: (text) => contains([products.name, products.sku], text),
  listingStates: (states) => inArray(products.listingState, [...states]),
  verdantBrandIds: (ids) => isOneOf(products.brandId, ids),
  productLineIds: (ids) => isOneOf(products.productLineId, ids),
  productCategoryIds: (ids) => isOneOf(products.category, categoryNames(ids)),
  strainClassifications: (types, { membership }) =>
    sql`${products.strainId} in (select strain.id from strains strain
          where strain.org_id = ${membership.orgId} and ${isOneOf(sql`strain.strain_classification`, types)})`,
  // As an array it is read once; joined, each product would look its stock up, since how many match isn't foreseen.
  inventory: (range, { membership }) =>
    sql`${products.id} = any (array(select stock.product_id from product_stock stock
          where stock.org_id = ${membership.orgId} and ${amountWithin(sql`(stock.quantity - stock.reserved)`, range)}))`,
  lowStock: (is) => {
    const low = sql`(${and(
      eq(products.listingState, FOR_SALE),
      ne(products.inventoryManagement, ENDLESS),
      sql`${available} < ${products.unitMultiplier} * ${sql.raw(String(LOW_STOCK_CASES))}`,
    )})`;
    return is ? low : sql`not ${low}`;
  },
  parent: (isParent) => (isParent ? eq(products.isParent, true) : sql`${products.parentId} is not null`),
  hasMappings: (has, { membership }) => sql`${sql.raw(has ? '' : 'not ')}exists (select from product_items mapped
          where mapped.org_id = ${membership.orgId} and mapped.product_id = ${products.id})`,
  distributorIds: (ids, { membership }) =>
    sql`(${products.companyId}, ${products.brandId}) in (select usual.company_id, usual.brand_id from distributor_mappings usual
          where usual.org_id = ${membership.orgId} and ${isOneOf(sql`usual.distributor_id`, ids)})`,
  created: (range, asker) => instantWithin(sql`${products.createdAt}`, range, asker),
  modified: (range, asker) => instantWithin(sql`${products.updatedAt}`, range, asker),
  lastEdit: (range, asker) => instantWithin(sql`${products.lastEdit}`, range, asker),
  productIds: (ids) => isOneOf(products.id, ids),
});

const brandName = sql`(select lower(brand.name) from brands brand where brand.id = ${products.brandId})`;
const linePlace = sql`coalesce((select lower(line.name) from product_lines line
  where line.org_id = ${products.orgId} and line.id = ${products.productLineId}), '')`;

/** Products, as their sellers see them; archived ones only by status or id. */
export const productList = listOf(contract.search)({
  table: products,
  visible: listedProducts,
  company: { of: products.companyId, among: companies },
  filters: (filters, asker) => {
    const { listingStates, productIds } = productFilters.asked(filters);
    return and(
      passing(filters, asker),
      listingStates || productIds ? undefined : ne(products.listingState, 'ARCHIVED'),
    );
  },
  sorts: {
    lastEdit: [products.lastEdit, products.id],
    name: [sql`lower(${products.name})`, products.id],
    sku: [products.sku, products.id],
    brand: [brandName, products.id],
    productLine: [linePlace, products.id],
    category: [products.category, products.id],
    listingState: [products.listingState, products.id],
    wholesalePrice: [products.wholesalePrice, products.id],
    salePrice: [products.salePrice, products.id],
    available: [available, products.id],
    created: [products.createdAt, products.id],
    modified: [products.updatedAt, products.id],
  },
  columns: COLUMNS,
  toRow: () => toProductRow,
});

/** Products the caller sees, also archived ones. */
export const readProducts = (ctx: ListContext, ids: readonly number[]): Promise<ProductRow[]> =>
  productList.readAmong(ctx, isOneOf(products.id, ids));

/** Every product matching a search, as csv. */
export const exportProducts: Verb<typeof contract.export> = (ctx, { body }) =>
  exportList(ctx, productList, body, { columns: PRODUCT_COLUMNS, name: 'products.csv', noun: 'products' });
