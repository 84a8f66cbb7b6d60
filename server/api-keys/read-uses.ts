import { and, eq, gte, sql } from 'drizzle-orm';
import type { FeatureMap } from '../../domain/access/features';
import { type ApiKey, LEARNING_DAYS, UNUSED_DAYS } from '../../domain/api-keys/api-key';
import type { apiKeys as contract } from '../../domain/api-keys/contract';
import { beyond, usedFeatures } from '../../domain/api-keys/least';
import { contract as calls } from '../../domain/calls';
import type { Endpoint } from '../../domain/contract/endpoint';
import type { Ctx } from '../context';
import { apiKeyUses } from '../db/schema';
import type { Verb } from '../implement';
import { findKey } from './read-keys';

const DAY_MS = 86_400_000;

const ENDPOINTS = new Map<string, Endpoint>(
  Object.entries(calls).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([verb, endpoint]): [string, Endpoint] => [`${area}.${verb}`, endpoint]),
  ),
);

/** What a key called in the last 30 days, most often first, and which permissions it could do without. */
export const readUses: Verb<typeof contract.uses> = async (ctx, { params }) => {
  const key = await findKey(ctx, params.id);
  const uses = await findUses(ctx, key.id);
  const used = featuresUsed(uses, key.features);
  const isOld = ctx.now.getTime() - Date.parse(key.created) >= UNUSED_DAYS * DAY_MS;
  return { uses, unused: isOld ? beyond(key.features, used) : [], proposal: proposalOf(key, used, ctx.now) };
};

/** The smallest permissions for what a key did since it is watched; null before a week, or if it has no others. */
export async function findProposal(ctx: Ctx, key: ApiKey): Promise<FeatureMap | null> {
  return proposalOf(key, featuresUsed(await findUses(ctx, key.id), key.features), ctx.now);
}

function proposalOf(key: ApiKey, used: FeatureMap, now: Date): FeatureMap | null {
  const isReady = key.learningSince && now.getTime() - Date.parse(key.learningSince) >= LEARNING_DAYS * DAY_MS;
  const isUsed = Object.keys(used).length > 0;
  return isReady && isUsed && beyond(key.features, used).length > 0 ? used : null;
}

function featuresUsed(uses: readonly { call: string; calls: number; refused: number }[], held: FeatureMap): FeatureMap {
  const done = uses.filter(({ calls: made, refused }) => made > refused);
  // What it is told of may take any of them.
  if (done.some(({ call }) => call === 'events.list')) return held;
  return usedFeatures(
    done.flatMap(({ call }) => ENDPOINTS.get(call)?.requires ?? []),
    held,
  );
}

async function findUses({ db, membership, now }: Ctx, id: number) {
  const since = new Date(now.getTime() - UNUSED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const rows = await db
    .select({
      call: apiKeyUses.call,
      calls: sql<number>`sum(${apiKeyUses.calls})::int`,
      refused: sql<number>`sum(${apiKeyUses.refused})::int`,
      lastAt: sql<string>`max(${apiKeyUses.lastAt})`,
    })
    .from(apiKeyUses)
    .where(and(eq(apiKeyUses.orgId, membership.orgId), eq(apiKeyUses.apiKeyId, id), gte(apiKeyUses.day, since)))
    .groupBy(apiKeyUses.call)
    .orderBy(sql`2 desc, 1`);
  return rows.map((row) => ({
    ...row,
    lastAt: new Date(row.lastAt).toISOString(),
    summary: ENDPOINTS.get(row.call)?.summary.split(';')[0] ?? row.call,
  }));
}
