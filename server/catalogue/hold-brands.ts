import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../context';
import { holdShared } from '../db/hold';
import { isOneOf } from '../db/page';
import { brands } from '../db/schema';

/**
 * Keeps brands where they are until the transaction ends, so that no product is put under a brand that is being given up.
 * Answers which of them are the organization's.
 */
export async function holdBrands(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  if (wanted.length === 0) return new Set();
  await holdShared(
    db,
    wanted.map((id) => ({ kind: 'brand', id })),
  );
  const own = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(isOneOf(brands.id, wanted), eq(brands.orgId, membership.orgId)));
  return new Set(own.map(({ id }) => id));
}
