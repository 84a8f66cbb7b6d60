import { and, eq } from 'drizzle-orm';
import { productChanges } from '../../../domain/catalogue/contract';
import { productImports as imports } from '../../../domain/catalogue/import/contract';
import { UNDONE } from '../../../domain/catalogue/import/product-import';
import { type FieldPatch, judgeChange, type KnownLines, stillHas } from '../../../domain/catalogue/product-change';
import { DomainError } from '../../../domain/errors';
import { applied, undoApplied } from '../../bulk/applied';
import { type Done, many, type Subject } from '../../bulk/bulk';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { products } from '../../db/schema';
import type { Verb } from '../../implement';
import { holdBrands } from '../hold-brands';
import { removeUnused } from '../remove-products';
import { loadLines } from './change-names';
import { type KeptProduct, type Patched, writePatches } from './patch-products';
import { lockStanding, type Standing } from './standing-products';

type Row = Subject & { kept: KeptProduct };

/**
 * Gives products back the values a change replaced, and removes those it added, or archives them when they were used
 * since. Products changed since, and those the caller can't change, are kept.
 */
const undo = many<{ summary: string }>(async (ctx, subjects, { summary }) => {
  const rows = subjects as readonly Row[];
  const standing = new Map(
    (
      await lockStanding(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map((product) => [product.id, product]),
  );
  const note = `Undid: ${summary}`;
  const restored = await restore(ctx, rows, standing, note);
  const { removed, archived } = await takeBack(ctx, rows, standing, note);
  const changed = new DomainError('CONFLICT', 'It was changed since, so it stays as it is.');
  return new Map<number, Done | DomainError>([
    ...rows.map(({ id }) => [id, changed] as const),
    ...restored.map((id) => [id, {}] as const),
    ...removed.map((id) => [id, { undone: 'removed' }] as const),
    ...archived.map((id) => [id, { undone: 'archived', message: UNDONE.archived }] as const),
  ]);
});

/** Changes of the list, and imports. */
export const productEdits = applied(productChanges.apply, { kind: 'EDIT', entity: 'product', undo });
export const productImports = applied(imports.apply, { kind: 'IMPORT', entity: 'product', undo });
/** The changes a person made, each undone by them alone. */
export const OWN_CHANGES = { of: [productEdits, productImports], noun: 'change' } as const;

/** Undoes one of the caller's changes at once. NOT_FOUND for another person's, CONFLICT the second time. */
export const undoChange: Verb<typeof productChanges.undo> = async (ctx, { params }) => {
  const { change, counts } = await undoApplied(ctx, OWN_CHANGES, params.id);
  const { summary } = change.input;
  await ctx.audit({ id: change.id, before: { summary }, after: counts });
  // An undo that kept every product still shows with the import.
  const { orgId } = ctx.membership;
  if (counts.kept === change.total)
    await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  return counts;
};

type Found = ReadonlyMap<number, Standing>;

/** Restores what still has the change's values; answers which. */
async function restore(ctx: Ctx, rows: readonly Row[], standing: Found, note: string): Promise<number[]> {
  const lines = await loadLines(ctx);
  const parents = await parentsIn(ctx, rows);
  const listedAgain = [...standing.values()].filter(({ listingState }) => listingState === 'ARCHIVED');
  const own = await holdBrands(
    ctx,
    listedAgain.map(({ brandId }) => brandId),
  );
  const isGone = (product: Standing, { listingState = 'ARCHIVED' }: FieldPatch) =>
    product.listingState === 'ARCHIVED' && listingState !== 'ARCHIVED' && !own.has(product.brandId);
  const restored = rows.flatMap(({ id, kept: { before, after, listedAt } }): Patched[] => {
    const product = standing.get(id);
    if (before === null || product === undefined || !stillHas(product, after)) return [];
    const isRefused = !isThere(before, parents) || isGone(product, before) || isWrong(product, before, lines);
    return isRefused
      ? []
      : [{ id, before: product, patch: before, listedAt: listedAt === undefined ? undefined : new Date(listedAt) }];
  });
  await writePatches(ctx, restored, note, { restores: true });
  return restored.map(({ id }) => id);
}

/** Whether the parent a product had is still there. */
const isThere = ({ parentId }: FieldPatch, parents: ReadonlySet<number>): boolean =>
  parentId == null || parents.has(parentId);

/**
 * Whether a form would refuse the values with what else was changed since, or with prices that are kept elsewhere by now.
 * Figures that came from elsewhere are given back too, but the stock of a product archived since stays.
 */
function isWrong(product: Standing, before: FieldPatch, lines: KnownLines): boolean {
  const { errors } = judgeChange(product, before, { lines });
  const isArchived = before.listingState === undefined && product.listingState === 'ARCHIVED';
  return Object.keys(errors).some((field) => field !== 'quantity' || isArchived);
}

async function parentsIn({ db, membership }: Ctx, rows: readonly Row[]): Promise<Set<number>> {
  const ids = rows.flatMap(({ kept }) => kept.before?.parentId ?? []);
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.orgId, membership.orgId), isOneOf(products.id, ids), eq(products.isParent, true)));
  return new Set(found.map(({ id }) => id));
}

/** Removes the products a change added that nothing names, and archives the others; those edited since are kept. */
async function takeBack(ctx: Ctx, rows: readonly Row[], standing: Found, note: string) {
  const added = rows.flatMap(({ id, kept: { before, after } }) => {
    const product = standing.get(id);
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
