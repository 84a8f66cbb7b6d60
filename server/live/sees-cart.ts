import { and, eq } from 'drizzle-orm';
import type { Actor } from '../../domain/access/ability';
import { seesEverything } from '../../domain/access/roles';
import type { Db } from '../db/client';
import { buyerLicenses } from '../db/schema';
import { visibleBuyerLicenses } from '../db/visibility';

/** Whether a member may see a license's carts, even one just checked out or emptied. */
export async function seesCartsOf(db: Db, { membership }: Actor, buyerLicenseId: number | undefined): Promise<boolean> {
  if (!membership || buyerLicenseId === undefined) return false;
  if (seesEverything(membership)) return true;
  const own = and(eq(buyerLicenses.id, buyerLicenseId), visibleBuyerLicenses(membership));
  return (await db.select({ id: buyerLicenses.id }).from(buyerLicenses).where(own)).length > 0;
}
