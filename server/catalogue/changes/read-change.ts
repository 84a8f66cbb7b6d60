import { and, eq } from 'drizzle-orm';
import type { productImports as contract } from '../../../domain/catalogue/import/contract';
import { differencesOf } from '../../../domain/catalogue/product-change';
import { getApplied } from '../../bulk/applied';
import { isOneOf } from '../../db/page';
import { products } from '../../db/schema';
import type { Verb } from '../../implement';
import { namesIn } from './change-names';
import type { KeptProduct } from './patch-products';
import { OWN_CHANGES } from './undo-change';

/** One of the caller's changes, with what it did to each product. NOT_FOUND for another person's. */
export const getProductChange: Verb<typeof contract.get> = async (ctx, { params }) => {
  const { change, rows } = await getApplied(ctx, OWN_CHANGES, params.id);
  const changed = rows
    .map(({ subjectId, kept, undone }) => ({ productId: subjectId ?? 0, undone, ...(kept as KeptProduct) }))
    .sort((one, other) => one.productId - other.productId);
  const ids = changed.map(({ productId }) => productId);
  const { id, name, sku } = products;
  const standing = await ctx.db
    .select({ id, name, sku })
    .from(products)
    .where(and(eq(products.orgId, ctx.membership.orgId), isOneOf(products.id, ids)));
  const now = new Map(standing.map((product) => [product.id, product]));
  const names = await namesIn(
    ctx,
    changed.flatMap(({ before, after }) => [before ?? {}, after]),
  );
  return {
    id: change.id,
    summary: String(change.input.summary),
    created: change.createdAt.toISOString(),
    undone: change.undoneAt?.toISOString() ?? null,
    rows: changed.map(({ productId, before, after, undone }, at) => ({
      row: at + 1,
      productId,
      name: now.get(productId)?.name ?? String(after.name ?? 'Deleted product'),
      sku: now.get(productId)?.sku ?? String(after.sku ?? ''),
      verdict: before === null ? ('create' as const) : ('update' as const),
      changes: before === null ? [] : differencesOf(before, after, names),
      undone,
    })),
  };
};
