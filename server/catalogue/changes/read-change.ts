import { and, asc, eq } from 'drizzle-orm';
import type { productImports as contract } from '../../../domain/catalogue/import/contract';
import { UndoneSchema } from '../../../domain/catalogue/import/product-import';
import { differencesOf, type FieldPatch } from '../../../domain/catalogue/product-change';
import { notFound } from '../../../domain/errors';
import { productChangeRows, productChanges, products } from '../../db/schema';
import type { Verb } from '../../implement';
import { namesIn } from './change-names';

/** One of the caller's changes, with what it did to each product. NOT_FOUND for another person's. */
export const getProductChange: Verb<typeof contract.get> = async (ctx, { params }) => {
  const { orgId } = ctx.membership;
  const [change] = await ctx.db
    .select()
    .from(productChanges)
    .where(
      and(
        eq(productChanges.orgId, orgId),
        eq(productChanges.id, params.id),
        eq(productChanges.actorUserId, ctx.person.userId),
      ),
    );
  if (!change) throw notFound('Change');
  const rows = await ctx.db
    .select({
      productId: productChangeRows.productId,
      before: productChangeRows.before,
      after: productChangeRows.after,
      undone: productChangeRows.undone,
      name: products.name,
      sku: products.sku,
    })
    .from(productChangeRows)
    .leftJoin(products, and(eq(products.orgId, orgId), eq(products.id, productChangeRows.productId)))
    .where(and(eq(productChangeRows.orgId, orgId), eq(productChangeRows.changeId, change.id)))
    .orderBy(asc(productChangeRows.productId));
  const names = await namesIn(
    ctx,
    rows.flatMap(({ before, after }) => [before ?? {}, after] as FieldPatch[]),
  );
  return {
    id: change.id,
    summary: change.summary,
    created: change.createdAt.toISOString(),
    undone: change.undoneAt?.toISOString() ?? null,
    rows: rows.map(({ productId, before, after, undone, name, sku }, at) => ({
      row: at + 1,
      productId,
      name: name ?? String(after.name ?? 'Deleted product'),
      sku: sku ?? String(after.sku ?? ''),
      verdict: before === null ? ('create' as const) : ('update' as const),
      changes: before === null ? [] : differencesOf(before as FieldPatch, after as FieldPatch, names),
      undone: UndoneSchema.nullable().parse(undone),
    })),
  };
};
