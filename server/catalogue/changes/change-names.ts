import { and, eq } from 'drizzle-orm';
import type { FieldPatch, KnownLines, KnownNames } from '../../../domain/catalogue/product-change';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { productLines, products, strains } from '../../db/schema';

type Asked = Pick<Ctx, 'db' | 'membership'>;

/** The lines of the organization's brands. */
export async function loadLines({ db, membership }: Asked): Promise<KnownLines> {
  const { id, name, brandId } = productLines;
  const rows = await db
    .select({ id, name, brandId })
    .from(productLines)
    .where(eq(productLines.orgId, membership.orgId));
  return new Map(rows.map((line) => [line.id, line]));
}

/** Names of what products' values refer to. */
export async function namesIn(ctx: Asked, values: readonly FieldPatch[]): Promise<KnownNames> {
  const { orgId } = ctx.membership;
  const idsOf = (field: 'strainId' | 'parentId') => [...new Set(values.flatMap((one) => one[field] ?? []))];
  const named = (rows: readonly { id: number; name: string }[]) => new Map(rows.map((row) => [row.id, row]));
  return {
    lines: await loadLines(ctx),
    strains: named(
      await ctx.db
        .select({ id: strains.id, name: strains.name })
        .from(strains)
        .where(and(eq(strains.orgId, orgId), isOneOf(strains.id, idsOf('strainId')))),
    ),
    parents: named(
      await ctx.db
        .select({ id: products.id, name: products.name })
        .from(products)
        .where(and(eq(products.orgId, orgId), isOneOf(products.id, idsOf('parentId')))),
    ),
  };
}
