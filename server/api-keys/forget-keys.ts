import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { apiKeys, apiKeyUses, organizations } from '../db/schema';

/** The keys somebody made, for the export of their data. */
export const exportKeys = (db: Db, userId: string) =>
  db
    .select({
      organization: organizations.name,
      name: apiKeys.name,
      features: apiKeys.features,
      addresses: apiKeys.addresses,
      created: apiKeys.createdAt,
      expires: apiKeys.expiresAt,
      revoked: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .innerJoin(organizations, eq(organizations.id, apiKeys.orgId))
    .where(eq(apiKeys.userId, userId))
    .orderBy(apiKeys.id);

/** Forgets from where somebody's keys were used. */
export async function forgetAddresses(db: Db, userId: string, orgId: number): Promise<void> {
  const own = and(eq(apiKeys.orgId, orgId), eq(apiKeys.userId, userId));
  const keys = await db.update(apiKeys).set({ addresses: [] }).where(own).returning({ id: apiKeys.id });
  if (keys.length === 0) return;
  const ids = keys.map(({ id }) => id);
  await db
    .update(apiKeyUses)
    .set({ lastAddress: '' })
    .where(and(eq(apiKeyUses.orgId, orgId), isOneOf(apiKeyUses.apiKeyId, ids)));
}
