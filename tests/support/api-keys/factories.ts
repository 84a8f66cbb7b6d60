import type { FeatureMap } from '../../../domain/access/features';
import { FEATURE_IDS, isInPerson } from '../../../domain/access/features';
import { hashOf, newKey, newPublicId } from '../../../server/api-keys/secret';
import type { Db } from '../../../server/db/client';
import { apiKeys, apiKeyUses } from '../../../server/db/schema';
import { type MemberFixture, only } from '../factories';
import { both } from '../permissions';

type Values = Partial<typeof apiKeys.$inferInsert>;

/** Every permission that a key can have. */
export const EVERY_FEATURE: FeatureMap = Object.fromEntries(
  FEATURE_IDS.filter((id) => !isInPerson(id)).map((id) => [id, both]),
);

const DAY_MS = 86_400_000;

/** A member's key with every permission, and the key itself. */
export async function makeApiKey(db: Db, maker: Pick<MemberFixture, 'user' | 'org'>, values: Values = {}) {
  const publicId = newPublicId();
  const secret = newKey(publicId);
  const row = only(
    await db
      .insert(apiKeys)
      .values({
        orgId: maker.org.id,
        userId: maker.user.id,
        publicId,
        name: 'Warehouse sync',
        features: EVERY_FEATURE,
        secretHash: hashOf(secret),
        ending: secret.slice(-4),
        expiresAt: new Date(Date.now() + 90 * DAY_MS),
        ...values,
      })
      .returning(),
  );
  return { ...row, secret };
}

/** That a key called something today. */
export async function makeUse(db: Db, key: { id: number; orgId: number }, call: string): Promise<void> {
  const now = new Date();
  await db.insert(apiKeyUses).values({
    orgId: key.orgId,
    apiKeyId: key.id,
    call,
    day: now.toISOString().slice(0, 10),
    calls: 3,
    refused: 0,
    lastAt: now,
    lastAddress: '203.0.113.7',
  });
}

/** One watched for more than a week, which lists orders and could do without the rest. */
export async function makeWatchedKey(db: Db, maker: Pick<MemberFixture, 'user' | 'org'>): Promise<number> {
  const key = await makeApiKey(db, maker, { learningSince: new Date(Date.now() - 8 * DAY_MS) });
  await makeUse(db, key, 'orders.search');
  return key.id;
}
