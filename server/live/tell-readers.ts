import { and, eq, sql } from 'drizzle-orm';
import type { LiveEvent } from '../../domain/live/events';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brands, partnerBrands, sharedBrands } from '../db/schema';
import { isAgreed, isShown } from '../db/visibility';

/**
 * The events that tell other organizations of changed packages: those that read some of their holder's by a consent. They say
 * nothing of the package, nor whether it is among those shown, and are alike, so that PostgreSQL sends one a transaction.
 */
export async function newsForReaders(db: Db, events: readonly LiveEvent[]): Promise<LiveEvent[]> {
  const holders = new Set(events.flatMap(({ topic, orgIds }) => (topic === 'packages' ? orgIds : [])));
  if (holders.size === 0) return [];
  const orgIds = [...holders].sort((a, b) => a - b);
  const [partners, owners] = await Promise.all([
    db
      .selectDistinct({ orgId: partnerBrands.orgId })
      .from(partnerBrands)
      .innerJoin(brands, eq(brands.id, partnerBrands.brandId))
      .where(
        and(
          isOneOf(partnerBrands.ownerOrgId, orgIds),
          partnerBrands.canViewPackages,
          isAgreed(sql`${partnerBrands}`, sql`${brands}`),
        ),
      ),
    db
      .selectDistinct({ orgId: sharedBrands.ownerOrgId })
      .from(sharedBrands)
      .innerJoin(brands, eq(brands.id, sharedBrands.brandId))
      .where(and(isOneOf(sharedBrands.orgId, orgIds), isShown(sql`${sharedBrands}`, sql`${brands}`))),
  ]);
  const readers = new Set([...partners, ...owners].flatMap(({ orgId }) => orgId ?? []));
  if (readers.size === 0) return [];
  return [{ topic: 'shared-packages', kind: 'changed', id: 'many', orgIds: [...readers].sort((a, b) => a - b) }];
}
