import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  ACCESS_LEVELS,
  FEATURE_IDS,
  FEATURES,
  type FeatureMap,
  hasPermission,
  isConsistent,
  isInPerson,
} from '../../domain/access/features';
import { type Membership, seesEverything } from '../../domain/access/roles';
import { type ApiKey, expiryProblem, type KeyDraft, MOST_KEYS } from '../../domain/api-keys/api-key';
import type { apiKeys as contract } from '../../domain/api-keys/contract';
import { assertCurrent, badInput, DomainError } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx } from '../context';
import { lockRow, returnedRow } from '../db/rows';
import { apiKeys, orgUsers } from '../db/schema';
import { openStream } from '../events/tell-events';
import type { Verb } from '../implement';
import { settledAs } from '../notices/notices';
import { plainRange } from './addresses';
import { findHoldings } from './holdings';
import { findKey } from './read-keys';
import { findProposal } from './read-uses';
import { hashOf, newKey, newPublicId } from './secret';

type Row = typeof apiKeys.$inferSelect;

/** Makes a key of the caller's. BAD_INPUT on what the caller doesn't have themselves. */
export const createKey: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, now } = ctx;
  // Who removes them meanwhile waits for this key, to revoke it, or was first.
  const self = and(eq(orgUsers.id, membership.orgUserId), eq(orgUsers.status, 'ACTIVE'));
  await lockRow(db, orgUsers, self, 'Team member');
  await assertFew(ctx);
  const values = await valuesOf(ctx, body, null);
  const publicId = newPublicId();
  const secret = newKey(publicId);
  const { id } = returnedRow(
    await db
      .insert(apiKeys)
      .values({
        ...values,
        orgId: membership.orgId,
        userId: membership.userId,
        publicId,
        ...storedOf(secret),
        learningSince: body.learning ? now : null,
        createdAt: now,
      })
      .returning({ id: apiKeys.id }),
  );
  await openStream(db, membership.orgId);
  return { ...(await changed(ctx, null, id)), secret };
};

/** Changes the caller's own key. BAD_INPUT on what is new to it and the caller doesn't have; STALE. */
export const updateKey: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await findKey(ctx, row.id);
  const learningSince = body.learning ? (row.learningSince ?? ctx.now) : null;
  const values = await valuesOf(ctx, body, before);
  const isAnotherDay = values.expiresAt.getTime() !== row.expiresAt.getTime();
  await write(ctx, row, { ...values, learningSince, ...(isAnotherDay && { expiryToldAt: null }) });
  if (isAnotherDay && row.expiryToldAt) await settle(ctx, row, 'Has another day');
  return changed(ctx, before, row.id);
};

/** Replaces the caller's own key; the one before stays good for some hours. */
export const rotateKey: Verb<typeof contract.rotate> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await findKey(ctx, row.id);
  const secret = newKey(row.publicId);
  const formerUntil = new Date(ctx.now.getTime() + body.overlapHours * 3_600_000);
  await write(ctx, row, { ...storedOf(secret), formerHash: row.secretHash, formerUntil });
  return { ...(await changed(ctx, before, row.id)), secret };
};

/** Leaves the caller's own key the permissions that it used. */
export const narrowKey: Verb<typeof contract.narrow> = async (ctx, { params, body }) => {
  const row = await lockOwn(ctx, params.id, body.version);
  const before = await findKey(ctx, row.id);
  const features = await findProposal(ctx, before);
  if (!features) throw new DomainError('CONFLICT', 'There are no fewer permissions to propose for this key.');
  await write(ctx, row, { features, learningSince: null });
  return changed(ctx, before, row.id);
};

/** Ends any of the organization's keys as of its next call. */
export const revokeKey: Verb<typeof contract.revoke> = async (ctx, { params }) => {
  const row = await lock(ctx, params.id);
  const before = await findKey(ctx, row.id);
  if (row.revokedAt) return before;
  await write(ctx, row, { revokedAt: ctx.now });
  if (row.expiryToldAt) await settle(ctx, row, 'Revoked');
  return changed(ctx, before, row.id);
};

/** Revokes what somebody who leaves made: coming back makes no key good again. */
export async function revokeKeysOf({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string, orgId: number): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: now, version: sql`${apiKeys.version} + 1` })
    .where(and(eq(apiKeys.orgId, orgId), eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)));
}

async function assertFew({ db, membership: { orgId } }: Ctx): Promise<void> {
  const count = await db.$count(apiKeys, and(eq(apiKeys.orgId, orgId), isNull(apiKeys.revokedAt)));
  if (count < MOST_KEYS) return;
  throw new DomainError('CONFLICT', `Your organization has ${MOST_KEYS} API keys. Revoke those that nobody uses.`);
}

const storedOf = (secret: string) => ({ secretHash: hashOf(secret), ending: secret.slice(-4) });

const lock = ({ db, membership: { orgId } }: Ctx, id: number): Promise<Row> =>
  lockRow(db, apiKeys, and(eq(apiKeys.orgId, orgId), eq(apiKeys.id, id)), 'API key');

/** Who else changed it would act as its maker. */
async function lockOwn(ctx: Ctx, id: number, version: number): Promise<Row> {
  const row = await lock(ctx, id);
  if (row.userId !== ctx.membership.userId) {
    throw new DomainError('FORBIDDEN', 'Only the person who made this key can change it. You can revoke it.');
  }
  if (row.revokedAt) throw new DomainError('CONFLICT', 'This key was revoked. Make another one.');
  assertCurrent('This API key', row, version);
  return row;
}

/** Settles what its maker was told of its expiry. */
const settle = ({ enqueue }: Ctx, { orgId, id }: Row, outcome: string) =>
  enqueue(settledAs({ orgId, subjects: [subjectOf.apiKey(id)] }, outcome));

const write = ({ db }: Ctx, row: Row, set: Partial<Row>) =>
  db
    .update(apiKeys)
    .set({ ...set, version: row.version + 1 })
    .where(eq(apiKeys.id, row.id));

async function changed(ctx: Ctx, before: ApiKey | null, id: number): Promise<ApiKey> {
  const after = await findKey(ctx, id);
  await ctx.audit({ id, before: before && loggedOf(before), after: loggedOf(after) });
  await ctx.publish({
    topic: 'organization',
    kind: before ? 'changed' : 'created',
    id,
    orgIds: [ctx.membership.orgId],
  });
  return after;
}

const loggedOf = ({ name, features, companyIds, licenseIds, brandIds, addresses, ...key }: ApiKey) => ({
  name,
  features,
  companyIds,
  licenseIds,
  brandIds,
  addresses,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  ending: key.ending,
});

async function valuesOf(ctx: Ctx, body: KeyDraft, before: ApiKey | null) {
  const { membership, now } = ctx;
  const { name, features, companyIds, licenseIds, brandIds } = body;
  assertMayHave(membership, features, before?.features ?? {});
  await assertSeen(ctx, { companyIds, licenseIds, brandIds }, before);
  const expiresAt = new Date(body.expiresAt);
  const problem = before?.expiresAt === expiresAt.toISOString() ? null : expiryProblem(expiresAt, now);
  if (problem) throw badInput({ expiresAt: problem });
  return { name, features, companyIds, licenseIds, brandIds, addresses: rangesOf(body.addresses), expiresAt };
}

function assertMayHave(maker: Membership, features: FeatureMap, before: FeatureMap): void {
  const asked = FEATURE_IDS.flatMap((feature) => ACCESS_LEVELS.map((level) => ({ feature, level }))).filter((one) =>
    hasPermission(features, one),
  );
  if (asked.length === 0) throw badInput({ features: 'Choose at least one permission' });
  if (!isConsistent(features)) throw badInput({ features: 'A chosen permission needs another one. Check the list.' });
  for (const one of asked) {
    const name = FEATURES[one.feature].name;
    if (isInPerson(one.feature)) throw badInput({ features: `API keys can’t have “${name}”` });
    if (!hasPermission(before, one) && !hasPermission(maker.role.features, one)) {
      throw badInput({ features: `You don’t have ${one.level} access to “${name}” yourself` });
    }
  }
}

const LIMITS = [
  ['companyIds', 'companies'],
  ['licenseIds', 'licenses'],
  ['brandIds', 'brands'],
] as const;
type Limits = Pick<KeyDraft, (typeof LIMITS)[number][0]>;

/** BAD_INPUT on the list with what the caller doesn't see. */
async function assertSeen({ db, membership }: Ctx, limits: Limits, before: ApiKey | null): Promise<void> {
  const holdings = seesEverything(membership) ? await findHoldings(db, membership.orgId) : null;
  const all = holdings && { ...holdings, licenseIds: holdings.licenses.map(({ id }) => id) };
  for (const [list, noun] of LIMITS) {
    const seen = new Set([...(all ?? membership)[list], ...(before?.[list] ?? [])]);
    if (limits[list].some((id) => !seen.has(id))) throw badInput({ [list]: `Choose ${noun} you can see` });
  }
}

function rangesOf(addresses: readonly string[]): string[] {
  const ranges = addresses.map((address) => {
    const range = plainRange(address);
    if (range === null) {
      throw badInput({ addresses: `“${address}” is no address. Enter one such as 203.0.113.7 or 203.0.113.0/24` });
    }
    return range;
  });
  return [...new Set(ranges)];
}
