import { and, asc, eq, sql } from 'drizzle-orm';
import type { productChanges as contract } from '../../../domain/catalogue/contract';
import type { Undone } from '../../../domain/catalogue/import/product-import';
import { type FieldPatch, type KnownLines, stillHas } from '../../../domain/catalogue/product-change';
import { DomainError, notFound } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { productChangeRows, productChanges, products } from '../../db/schema';
import type { Verb } from '../../implement';
import { removeUnused } from '../remove-products';
import { loadLines } from './change-names';
import { type Patched, writePatches } from './patch-products';
import { lockStanding, type Standing } from './standing-products';

type Row = typeof productChangeRows.$inferSelect;

/**
 * Gives products back the values a change replaced, and removes those it added, or archives them when they were used
 * since. Products changed since, and those the caller can't change, are kept. NOT_FOUND for another person's change,
 * CONFLICT the second time.
 */
export const undoChange: Verb<typeof contract.undo> = async (ctx, { params }) => {
  const { orgId } = ctx.membership;
  const own = and(eq(productChanges.orgId, orgId), eq(productChanges.id, params.id));
  const [change] = await ctx.db
    .select()
    .from(productChanges)
    .where(and(own, eq(productChanges.actorUserId, ctx.person.userId)))
    .for('update');
  if (!change) throw notFound('Change');
  if (change.undoneAt) throw new DomainError('CONFLICT', 'This change is already undone.');
  const rows = await ctx.db
    .select()
    .from(productChangeRows)
    .where(and(eq(productChangeRows.orgId, orgId), eq(productChangeRows.changeId, change.id)))
    .orderBy(asc(productChangeRows.productId));
  const ids = rows.map(({ productId }) => productId);
  const standing = new Map((await lockStanding(ctx, ids)).map((product) => [product.id, product]));
  const note = `Undid: ${change.summary}`;
  const restored = await restore(ctx, rows, standing, note);
  const { removed, archived } = await takeBack(ctx, rows, standing, note);
  const outcomes = new Map<number, Undone>([
    ...ids.map((id) => [id, 'kept'] as const),
    ...restored.map((id) => [id, 'restored'] as const),
    ...removed.map((id) => [id, 'removed'] as const),
    ...archived.map((id) => [id, 'archived'] as const),
  ]);
  await ctx.db.update(productChanges).set({ undoneAt: ctx.now }).where(own);
  await ctx.db.execute(sql`
    update product_change_rows set undone = next.undone
      from unnest(${sql.param([...outcomes.keys()])}::bigint[], ${sql.param([...outcomes.values()])}::text[])
           as next (product_id, undone)
     where product_change_rows.org_id = ${orgId} and product_change_rows.change_id = ${change.id}
       and product_change_rows.product_id = next.product_id`);
  const result = { restored: restored.length, removed: removed.length, archived: archived.length };
  const kept = ids.length - restored.length - removed.length - archived.length;
  await ctx.audit({ id: change.id, before: { summary: change.summary }, after: { ...result, kept } });
  return { ...result, kept };
};

type Found = ReadonlyMap<number, Standing>;

/** Restores what still has the change's values; answers which. */
async function restore(ctx: Ctx, rows: readonly Row[], standing: Found, note: string): Promise<number[]> {
  const lines = await loadLines(ctx);
  const parents = await parentsIn(ctx, rows);
  const restored = rows.flatMap(({ productId: id, before, after }): Patched[] => {
    const product = standing.get(id);
    if (before === null || product === undefined || !stillHas(product, after as FieldPatch)) return [];
    return isThere(before, lines, parents) ? [{ id, before: product, patch: before as FieldPatch }] : [];
  });
  await writePatches(ctx, restored, note, { restores: true });
  return restored.map(({ id }) => id);
}

/** Whether the product line and parent a product had are still there. */
function isThere({ productLineId, parentId }: FieldPatch, lines: KnownLines, parents: ReadonlySet<number>): boolean {
  return (productLineId == null || lines.has(productLineId)) && (parentId == null || parents.has(parentId));
}

async function parentsIn({ db, membership }: Ctx, rows: readonly Row[]): Promise<Set<number>> {
  const ids = rows.flatMap(({ before }) => (before as FieldPatch | null)?.parentId ?? []);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.orgId, membership.orgId), isOneOf(products.id, ids), eq(products.isParent, true)));
  return new Set(found.map(({ id }) => id));
}

/** Removes the products a change added that nothing names, and archives the others; those edited since are kept. */
async function takeBack(ctx: Ctx, rows: readonly Row[], standing: Found, note: string) {
  const added = rows.flatMap(({ productId, before, after }) => {
    const product = standing.get(productId);
    const { quantity: _, sku: __, brandId: ___, ...fields } = after;
    if (before !== null || product === undefined || !stillHas(product, fields as FieldPatch)) return [];
    return [{ product, opening: String(after.quantity) }];
  });
  const { removed, used } = await removeUnused(ctx, added);
  const patch = { listingState: 'ARCHIVED' as const };
  const archived = used.filter(({ listingState }) => listingState !== 'ARCHIVED');
  await writePatches(
    ctx,
    archived.map((product) => ({ id: product.id, before: product, patch })),
    note,
  );
  return { removed, archived: used.map(({ id }) => id) };
}
