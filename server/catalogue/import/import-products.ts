import { and, asc, eq, sql } from 'drizzle-orm';
import type { productImports as contract } from '../../../domain/catalogue/import/contract';
import {
  type JudgedProduct,
  judgeProducts,
  type KnownProduct,
  namesOf,
} from '../../../domain/catalogue/import/judge-products';
import type { ProductImportRow } from '../../../domain/catalogue/import/product-import';
import { plain } from '../../../domain/catalogue/import/read-product-row';
import { countedProducts, type KnownNames, loggedValues } from '../../../domain/catalogue/product-change';
import { skuKey } from '../../../domain/catalogue/sku';
import { undefused } from '../../../domain/csv';
import { DomainError } from '../../../domain/errors';
import { isEqual } from '../../../domain/money';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { brands, companies, products, strains } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import type { Verb } from '../../implement';
import { lockStock } from '../../inventory/stock/lock-stock';
import { openStock } from '../../inventory/stock/open-stock';
import { findSeenCompany } from '../../organization/find-company';
import { loadLines } from '../changes/change-names';
import { isSummed, type Patched, recordForUndo, writePatches } from '../changes/patch-products';
import { type Standing, selectStanding } from '../changes/standing-products';
import { productImports } from '../changes/undo-change';
import { holdBrands } from '../hold-brands';
import { publishProducts } from '../publish-products';

/** Previews an import's result for each row. NOT_FOUND for a company the caller doesn't see. */
export const previewProductImport: Verb<typeof contract.preview> = async (ctx, { body }) => {
  await findSeenCompany(ctx, body.companyId);
  const { judged } = await judgeImport(ctx, body.companyId, body.rows, 'read');
  return { rows: judged.map(toVerdict) };
};

/**
 * Writes every row that isn't skipped, in one transaction and in as many statements for one row as for thousands.
 * CONFLICT when somebody adds a product with one of its SKUs meanwhile.
 */
export const applyProductImport: Verb<typeof contract.apply> = async (ctx, { body }) => {
  const { companyId, fileName, rows } = body;
  await findSeenCompany(ctx, companyId);
  // One import per company at a time; what it changes is read after this lock.
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  const { judged, standing, names } = await judgeImport(ctx, companyId, rows, 'lock');
  const patched = toPatched(judged, standing);
  const drafts = judged.flatMap(({ verdict, draft }) => (verdict === 'create' && draft ? [draft] : []));
  const summary = summaryOf(drafts.length + patched.length, fileName);
  await writePatches(ctx, patched, summary, { names });
  const made = await insertProducts(ctx, { companyId, drafts, names, note: summary });
  const created = drafts.map((values) => ({ id: made.get(values.sku) ?? 0, values }));
  const isNothing = created.length + patched.length === 0;
  const kept = { act: 'import', input: { fileName }, patched: await withFigures(ctx, patched), created, summary };
  const id = isNothing ? null : await recordForUndo(ctx, productImports, kept);
  return {
    id,
    rows: judged.map((row) => ({ ...toVerdict(row), productId: row.productId ?? made.get(row.sku) ?? null })),
  };
};

/** Changes with the stock that mapped packages gave them, so that their undo gives back the figure before it. */
async function withFigures({ db, membership }: Ctx, patched: readonly Patched[]): Promise<Patched[]> {
  const ids = patched.filter(isSummed).map(({ id }) => id);
  const stock = ids.length === 0 ? new Map<number, never>() : await lockStock(db, membership.orgId, ids);
  return patched.map((one) => {
    const { quantity } = stock.get(one.id) ?? one.before;
    return isEqual(quantity, one.before.quantity) ? one : { ...one, patch: { quantity, ...one.patch } };
  });
}

const toVerdict = ({ patch: _, draft: __, ...verdict }: JudgedProduct) => verdict;

const toPatched = (judged: readonly JudgedProduct[], standing: JudgedImport['standing']): Patched[] =>
  judged.flatMap(({ verdict, productId, patch }) => {
    const before = standing.get(productId ?? 0);
    return verdict === 'update' && before ? [{ id: before.id, before, patch }] : [];
  });

const summaryOf = (count: number, fileName: string) =>
  `Imported ${countedProducts(count)}${fileName === '' ? '' : ` from ${fileName}`}`;

type Added = {
  companyId: number;
  drafts: readonly NonNullable<JudgedProduct['draft']>[];
  names: KnownNames;
  note: string;
};

/** Adds products with their stock, each of which opens its ledger; answers their ids by SKU. */
async function insertProducts(ctx: Ctx, { companyId, drafts, names, note }: Added): Promise<Map<string, number>> {
  if (drafts.length === 0) return new Map();
  const { orgId } = ctx.membership;
  const own = await holdBrands(
    ctx,
    drafts.map(({ brandId }) => brandId),
  );
  if (drafts.some(({ brandId }) => !own.has(brandId)))
    throw new DomainError('CONFLICT', 'A brand of these products was just given up. Review the rows again.');
  const stamp = { companyId, createdAt: ctx.now, updatedAt: ctx.now, lastEdit: ctx.now };
  const rows = drafts.map(({ quantity: _, ...fields }) => ({ ...fields, ...stamp }));
  const { source, columns, values } = recordset('draft', products, rows);
  const { rows: made } = await ctx.db.execute<{ id: number; sku: string }>(sql`
    insert into ${products} (org_id, ${columns}) select ${orgId}::bigint, ${values} from ${source}
    on conflict do nothing returning id, sku`);
  const ids = new Map(made.map(({ id, sku }) => [sku, Number(id)]));
  const taken = drafts.find(({ sku }) => !ids.has(sku));
  if (taken)
    throw new DomainError('CONFLICT', `Someone just added a product with the SKU ${taken.sku}. Review the rows again.`);
  const openings = drafts.map(({ sku, quantity }) => ({ productId: ids.get(sku) ?? 0, quantity }));
  await openStock(ctx, openings, note);
  for (const { sku, brandId, ...values } of drafts)
    await ctx.audit({
      entity: 'product',
      id: ids.get(sku) ?? 0,
      before: null,
      after: { sku, brandId, ...loggedValues(values, names) },
    });
  await publishProducts(ctx, 'many');
  return ids;
}

type Asked = Pick<Ctx, 'db' | 'membership'>;
type JudgedImport = {
  judged: JudgedProduct[];
  /** The products its rows match, by id. */
  standing: ReadonlyMap<number, Standing>;
  names: KnownNames;
};

/** What an import would do with each row, given the company’s catalogue; `lock` keeps it so until the transaction ends. */
async function judgeImport(
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
  const skus = [...new Set(rows.flatMap(({ sku }) => (sku === undefined ? [] : skuKey(undefused(sku)))))];
  const mine = and(isOneOf(sql`lower(${products.sku})`, skus), eq(products.companyId, companyId));
  const standing = new Map((await selectStanding(ctx, mine, how)).map((product) => [product.id, product]));
  const taken = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(and(eq(products.orgId, orgId), isOneOf(sql`lower(${products.sku})`, skus)));
  const bare = skus.filter((sku) => /^[1-9]\d*$/.test(sku));
  const zeros = bare.length === 0 ? [] : await skusWithZeros(ctx, companyId, bare);
  const strainNames = [...new Set(rows.flatMap(({ strain }) => (strain === undefined ? [] : plain(strain))))];
  const { id, name, sku, brandId } = products;
  const known = {
    brands: own,
    products: new Map(taken.map((one) => [one.sku, toKnown(one.id, standing)])),
    skusWithZeros: new Map(zeros.map(({ bare, sku }) => [bare, sku])),
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

/** The company's SKUs that these would be with zeros before them. */
const skusWithZeros = ({ db, membership }: Asked, companyId: number, bare: readonly string[]) =>
  db
    .select({ sku: products.sku, bare: sql<string>`ltrim(${products.sku}, '0')` })
    .from(products)
    .where(
      and(
        eq(products.orgId, membership.orgId),
        eq(products.companyId, companyId),
        sql`starts_with(${products.sku}, '0')`,
        isOneOf(sql`ltrim(${products.sku}, '0')`, bare),
      ),
    );

const strainsOf = (standing: ReadonlyMap<number, Standing>) =>
  [...standing.values()].flatMap(({ strainId }) => strainId ?? []);

function toKnown(id: number, standing: ReadonlyMap<number, Standing>): KnownProduct {
  const product = standing.get(id);
  return product ? { ...product, isOpen: true } : ({ id, isOpen: false } as KnownProduct);
}
