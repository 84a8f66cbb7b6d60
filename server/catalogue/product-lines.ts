import { and, asc, eq, sql } from 'drizzle-orm';
import type { productLines as contract, ProductLine } from '../../domain/catalogue/lines-contract';
import { badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { contains, isOneOf } from '../db/page';
import { type LockStrength, lockRows, returnedRow } from '../db/rows';
import { brands, priceScheduleLineRules, productLines, products } from '../db/schema';
import { visibleBrands } from '../db/visibility';
import type { Verb } from '../implement';
import { publishProducts } from './publish-products';

/** The lines of the brands a member may see. */
const seen = ({ membership }: Pick<Ctx, 'membership'>) =>
  and(
    eq(productLines.orgId, membership.orgId),
    sql`${productLines.brandId} in (select ${brands.id} from ${brands} where ${visibleBrands(membership)})`,
  );

const columnsOf = (orgId: number) => ({
  id: productLines.id,
  brandId: productLines.brandId,
  name: productLines.name,
  menuPosition: productLines.menuPosition,
  productCount: sql<number>`(select count(*)::int from products product
    where product.org_id = ${orgId} and product.product_line_id = product_lines.id and product.listing_state <> 'ARCHIVED')`,
});

/** Product lines in the order of their brands' menus. */
export const searchProductLines: Verb<typeof contract.search> = async (ctx, { body }) => {
  const { searchTerm, brandIds, productLineIds, page, itemsPerPage } = body;
  const { orgId } = ctx.membership;
  const where = and(
    seen(ctx),
    searchTerm === '' ? undefined : contains(productLines.name, searchTerm),
    brandIds.length === 0 ? undefined : isOneOf(productLines.brandId, brandIds),
    productLineIds.length === 0 ? undefined : isOneOf(productLines.id, productLineIds),
  );
  const results = await ctx.db
    .select(columnsOf(orgId))
    .from(productLines)
    .where(where)
    .orderBy(asc(productLines.brandId), asc(productLines.menuPosition), asc(productLines.id))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(productLines).where(where);
  return { results, resultCount: counted?.count ?? 0, page };
};

/** Adds a line to the end of a brand's menu. BAD_INPUT for a name the brand has, NOT_FOUND for a brand that isn't the caller's. */
export const createProductLine: Verb<typeof contract.create> = async (ctx, { body }) => {
  await lockMenu(ctx, body.brandId);
  await assertNewName(ctx, body.brandId, body.name, 0);
  const { orgId } = ctx.membership;
  const ofBrand = and(eq(productLines.orgId, orgId), eq(productLines.brandId, body.brandId));
  const [last] = await ctx.db
    .select({ next: sql<number>`coalesce(max(${productLines.menuPosition}) + 1, 0)::int` })
    .from(productLines)
    .where(ofBrand);
  const made = returnedRow(
    await ctx.db
      .insert(productLines)
      .values({ orgId, brandId: body.brandId, name: body.name, menuPosition: last?.next ?? 0 })
      .returning({ id: productLines.id }),
  );
  return changed(ctx, made.id, null);
};

/** Renames a line. */
export const updateProductLine: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const before = await findLine(ctx, params.id);
  await lockMenu(ctx, before.brandId);
  await assertNewName(ctx, before.brandId, body.name, before.id);
  await ctx.db
    .update(productLines)
    .set({ name: body.name })
    .where(and(eq(productLines.orgId, ctx.membership.orgId), eq(productLines.id, before.id)));
  return changed(ctx, before.id, before);
};

/** Puts a brand's lines in a new order. CONFLICT unless it names each of them once. */
export const setLinePositions: Verb<typeof contract.setPositions> = async (ctx, { body }) => {
  const { brandId, positions } = body;
  await lockMenu(ctx, brandId);
  const { orgId } = ctx.membership;
  const ofBrand = and(eq(productLines.orgId, orgId), eq(productLines.brandId, brandId));
  const inOrder = () =>
    ctx.db
      .select(columnsOf(orgId))
      .from(productLines)
      .where(ofBrand)
      .orderBy(asc(productLines.menuPosition), asc(productLines.id));
  const before = await inOrder();
  const known = before.map(({ id }) => id);
  if (positions.length !== known.length || known.some((id) => !positions.includes(id)))
    throw new DomainError('CONFLICT', 'Product lines were added or removed since. Reload the page and try again.');
  await ctx.db.execute(sql`
    update product_lines set menu_position = next.place - 1
      from unnest(${sql.param(positions)}::bigint[]) with ordinality as next (id, place)
     where product_lines.org_id = ${orgId} and product_lines.id = next.id`);
  await ctx.audit({ id: brandId, before: { positions: known }, after: { positions } });
  await publishProducts(ctx, 'many');
  return inOrder();
};

/** Deletes a line nothing names. CONFLICT while it has products or price rules. */
export const removeProductLine: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const before = await findLine(ctx, params.id);
  await lockMenu(ctx, before.brandId, 'update');
  const { orgId } = ctx.membership;
  const { rows } = await ctx.db.execute<{ products: boolean; rules: boolean }>(sql`
    select exists (select from ${products} held where held.org_id = ${orgId} and held.product_line_id = ${before.id}) as products,
           exists (select from ${priceScheduleLineRules} rule
                    where rule.org_id = ${orgId} and rule.product_line_id = ${before.id}) as rules`);
  if (rows[0]?.products)
    throw new DomainError('CONFLICT', `Move the products of ${before.name} to another line first, archived ones too.`);
  if (rows[0]?.rules)
    throw new DomainError('CONFLICT', `Remove the rules for ${before.name} from the price schedules first.`);
  await ctx.db.delete(productLines).where(and(eq(productLines.orgId, orgId), eq(productLines.id, before.id)));
  await ctx.audit({ id: before.id, before, after: null });
  await publishProducts(ctx, 'many');
  return { ok: true };
};

async function findLine(ctx: Ctx, id: number): Promise<ProductLine> {
  const [line] = await ctx.db
    .select(columnsOf(ctx.membership.orgId))
    .from(productLines)
    .where(and(seen(ctx), eq(productLines.id, id)));
  if (!line) throw notFound('Product line');
  return line;
}

/** One change of a brand's menu at a time. NOT_FOUND for a brand that isn't the caller's. */
async function lockMenu({ db, membership }: Ctx, brandId: number, strength?: LockStrength): Promise<void> {
  const [brand] = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(eq(brands.id, brandId), visibleBrands(membership)));
  if (!brand) throw notFound('Brand');
  const ofBrand = and(eq(productLines.orgId, membership.orgId), eq(productLines.brandId, brandId));
  await lockRows(db, productLines, ofBrand, strength);
}

async function assertNewName({ db, membership }: Ctx, brandId: number, name: string, id: number): Promise<void> {
  const [taken] = await db
    .select({ id: productLines.id })
    .from(productLines)
    .where(
      and(
        eq(productLines.orgId, membership.orgId),
        eq(productLines.brandId, brandId),
        sql`lower(${productLines.name}) = lower(${name}) and ${productLines.id} <> ${id}`,
      ),
    );
  if (taken) throw badInput({ name: 'This brand has a product line with this name' });
}

async function changed(ctx: Ctx, id: number, before: ProductLine | null): Promise<ProductLine> {
  const after = await findLine(ctx, id);
  await ctx.audit({ id, before, after });
  await publishProducts(ctx, 'many');
  return after;
}
