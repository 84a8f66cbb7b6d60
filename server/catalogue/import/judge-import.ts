import { and, asc, eq, sql } from 'drizzle-orm';
import {
  type JudgedProduct,
  judgeProducts,
  type KnownProduct,
  namesOf,
} from '../../../domain/catalogue/import/judge-products';
import type { ProductImportRow } from '../../../domain/catalogue/import/product-import';
import { plain, unquoted } from '../../../domain/catalogue/import/read-product-row';
import type { KnownNames } from '../../../domain/catalogue/product-change';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { brands, products, strains } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import { loadLines } from '../changes/change-names';
import { type Standing, selectStanding } from '../changes/standing-products';

type Asked = Pick<Ctx, 'db' | 'membership'>;
export type JudgedImport = {
  judged: JudgedProduct[];
  /** The products its rows match, by id. */
  standing: ReadonlyMap<number, Standing>;
  names: KnownNames;
};

/** What an import would do with each row, given the company’s catalogue; `lock` keeps it so until the transaction ends. */
export async function judgeImport(
  ctx: Asked,
  companyId: number,
  rows: readonly ProductImportRow[],
  how: 'read' | 'lock',
): Promise<JudgedImport> {
  const { db, membership } = ctx;
  const { orgId } = membership;
  const own = await db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(visibleBrands(membership))
    .orderBy(asc(brands.id));
  const skus = [...new Set(rows.flatMap(({ sku }) => (sku === undefined ? [] : unquoted(sku).trim())))];
  const mine = and(isOneOf(products.sku, skus), eq(products.companyId, companyId));
  const standing = new Map((await selectStanding(ctx, mine, how)).map((product) => [product.id, product]));
  const taken = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(and(eq(products.orgId, orgId), isOneOf(products.sku, skus)));
  const strainNames = [...new Set(rows.flatMap(({ strain }) => (strain === undefined ? [] : plain(strain))))];
  const { id, name, sku, brandId } = products;
  const known = {
    brands: own,
    products: new Map(taken.map((one) => [one.sku, toKnown(one.id, standing)])),
    lines: await loadLines(ctx),
    strains: await db
      .select({ id: strains.id, name: strains.name })
      .from(strains)
      .where(
        and(
          eq(strains.orgId, orgId),
          sql`(${isOneOf(sql`lower(${strains.name})`, strainNames)} or ${isOneOf(strains.id, strainsOf(standing))})`,
        ),
      ),
    parents: await db
      .select({ id, name, sku, brandId })
      .from(products)
      .where(and(eq(products.orgId, orgId), eq(products.companyId, companyId), eq(products.isParent, true))),
  };
  return { judged: judgeProducts(rows, known), standing, names: namesOf(known) };
}

const strainsOf = (standing: ReadonlyMap<number, Standing>) =>
  [...standing.values()].flatMap(({ strainId }) => strainId ?? []);

function toKnown(id: number, standing: ReadonlyMap<number, Standing>): KnownProduct {
  const product = standing.get(id);
  return product ? { ...product, isOpen: true } : ({ id, isOpen: false } as KnownProduct);
}
