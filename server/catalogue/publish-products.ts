import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { customers, licenses } from '../db/schema';

/** Organizations named in one event, which must stay below the 8,000 bytes of a notification. */
const MOST_NAMED = 500;

type Publishing = Pick<Ctx, 'db' | 'membership' | 'publish'>;

/** Tells the seller's screens, and those of its customers, that products changed; `many` reloads lists. */
export async function publishProducts(
  ctx: Publishing,
  id: number | 'many',
  kind: 'created' | 'changed' | 'removed' = 'changed',
): Promise<void> {
  await publishToSeller(ctx, id, kind);
  await publishToBuyers(ctx, 'all');
}

/** The same for the prices of these customers: their open menus and carts show them again. */
export async function publishPrices(ctx: Publishing, customerIds: readonly number[]): Promise<void> {
  await publishToSeller(ctx, 'many', 'changed');
  if (customerIds.length > 0) await publishToBuyers(ctx, customerIds);
}

async function publishToSeller(
  { publish, membership }: Publishing,
  id: number | 'many',
  kind: 'created' | 'changed' | 'removed',
): Promise<void> {
  const orgIds = [membership.orgId];
  await publish({ topic: 'products', kind, id, orgIds });
  await publish({ topic: 'catalogue', kind, id, orgIds });
}

/** Has the open menus and carts of these customers read again. */
export async function publishToBuyers(
  { db, membership, publish }: Publishing,
  customerIds: readonly number[] | 'all',
): Promise<void> {
  const orgIds = await customerOrgIds(db, membership.orgId, customerIds);
  for (let at = 0; at < orgIds.length; at += MOST_NAMED)
    await publish({ topic: 'catalogue', kind: 'changed', id: 'many', orgIds: orgIds.slice(at, at + MOST_NAMED) });
}

/** The other organizations that hold the licenses of an organization's customers. */
export async function customerOrgIds(
  db: Ctx['db'],
  orgId: number,
  customerIds: readonly number[] | 'all',
): Promise<number[]> {
  const found = await db
    .selectDistinct({ orgId: licenses.orgId })
    .from(customers)
    .innerJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(
      and(
        eq(customers.orgId, orgId),
        customerIds === 'all' ? isNotNull(customers.licenseId) : isOneOf(customers.id, customerIds),
      ),
    );
  return found.flatMap((row) => (row.orgId === null || row.orgId === orgId ? [] : [row.orgId]));
}
