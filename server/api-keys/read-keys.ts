import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type ApiKey, keyState } from '../../domain/api-keys/api-key';
import type { apiKeys as contract } from '../../domain/api-keys/contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { apiKeys, apiKeyUses, orgUsers, users } from '../db/schema';
import type { Verb } from '../implement';
import { prefixOf } from './secret';

type Reader = Pick<Ctx, 'db' | 'membership' | 'now'>;

export const listKeys: Verb<typeof contract.list> = (ctx) => readKeys(ctx);

export const getKey: Verb<typeof contract.get> = (ctx, { params }) => findKey(ctx, params.id);

/** One of the organization's keys. NOT_FOUND. */
export async function findKey(ctx: Reader, id: number): Promise<ApiKey> {
  const [key] = await readKeys(ctx, id);
  if (!key) throw notFound('API key');
  return key;
}

/** The organization's keys, newest first, with when and from where each was last used. */
async function readKeys({ db, membership, now }: Reader, id?: number): Promise<ApiKey[]> {
  const { orgId } = membership;
  const rows = await db
    .select({
      key: apiKeys,
      makerName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      isMakerHere: sql<boolean>`exists (select from ${orgUsers} where ${orgUsers.orgId} = ${apiKeys.orgId}
        and ${orgUsers.userId} = ${apiKeys.userId} and ${orgUsers.status} = 'ACTIVE')`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.orgId, orgId), id === undefined ? undefined : eq(apiKeys.id, id)))
    .orderBy(desc(apiKeys.id));
  const uses = await lastUses(
    { db, membership, now },
    rows.map(({ key }) => key.id),
  );
  return rows.map(({ key, makerName, isMakerHere }): ApiKey => {
    const used = uses.get(key.id);
    return {
      id: key.id,
      name: key.name,
      prefix: prefixOf(key.publicId),
      ending: key.ending,
      state: keyState({ ...key, isMakerHere }, now),
      maker: { id: key.userId, name: makerName },
      isOwn: key.userId === membership.userId,
      features: key.features,
      companyIds: key.companyIds,
      licenseIds: key.licenseIds,
      brandIds: key.brandIds,
      addresses: key.addresses,
      created: key.createdAt.toISOString(),
      expiresAt: key.expiresAt.toISOString(),
      revokedAt: key.revokedAt?.toISOString() ?? null,
      formerUntil: key.formerUntil && key.formerUntil > now ? key.formerUntil.toISOString() : null,
      learningSince: key.learningSince?.toISOString() ?? null,
      lastUsed: used ? { at: used.at.toISOString(), address: used.address } : null,
      version: key.version,
    };
  });
}

async function lastUses({ db, membership }: Reader, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { at: Date; address: string }>();
  const latest = await db
    .selectDistinctOn([apiKeyUses.apiKeyId], {
      id: apiKeyUses.apiKeyId,
      at: apiKeyUses.lastAt,
      address: apiKeyUses.lastAddress,
    })
    .from(apiKeyUses)
    .where(and(eq(apiKeyUses.orgId, membership.orgId), inArray(apiKeyUses.apiKeyId, [...ids])))
    .orderBy(apiKeyUses.apiKeyId, desc(apiKeyUses.lastAt));
  return new Map(latest.map(({ id, at, address }) => [id, { at, address }]));
}
