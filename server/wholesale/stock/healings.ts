import type { Db } from '../../db/client';
import { wholesaleHealings } from '../../db/schema';

export type Healing = {
  orgId: number;
  syncId: number;
  externalId: string;
  was: string;
  became: string;
  reason: string;
};

/** Notes what was put right of products' stock, for the people who would wonder. */
export async function noteHealings(db: Db, healings: readonly Healing[]): Promise<void> {
  if (healings.length === 0) return;
  await db
    .insert(wholesaleHealings)
    .values(healings.map((healing) => ({ kind: 'PRODUCT', field: 'stock', ...healing })));
}
