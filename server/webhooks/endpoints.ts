import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { assertCurrent, badInput, DomainError } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import { isLiteral, readWebhookAddress } from '../../domain/webhooks/address';
import type { webhooks } from '../../domain/webhooks/contract';
import { MOST_ENDPOINTS, type WebhookEndpoint } from '../../domain/webhooks/endpoint';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { lockRow, returnedRow } from '../db/rows';
import { webhookEndpoints } from '../db/schema';
import { openStream } from '../events/tell-events';
import type { Verb } from '../implement';
import { places } from '../integrations/credential-encryption';
import { settledAs } from '../notices/notices';
import { MAKER_LEFT } from './deliver/prepare';
import { cancelWaiting, sendMissed } from './missed';
import { isLoopback, isPublicAddress } from './public-address';
import { isEndpoint, lockEndpoint, readEndpoint, readEndpoints } from './read-endpoints';
import { newSecret } from './signing';

type Calls = typeof webhooks;

export const listEndpoints: Verb<Calls['list']> = (ctx) => readEndpoints(ctx);

export const readOneEndpoint: Verb<Calls['detail']> = (ctx, { params }) => readEndpoint(ctx, params.id);

/** Adds one, and begins the organization's stream of events. BAD_INPUT on `url`; CONFLICT if there are too many. */
export const createEndpoint: Verb<Calls['create']> = async (ctx, { body }) => {
  const { orgId } = ctx.membership;
  const { kind, description, types } = body;
  const url = kind === 'RECEIVER' ? '' : checkedAddress(ctx, body.url);
  await openStream(ctx.db, orgId);
  await holdAlone(ctx.db, { kind: 'webhook endpoints', id: orgId });
  if ((await ctx.db.$count(webhookEndpoints, eq(webhookEndpoints.orgId, orgId))) >= MOST_ENDPOINTS)
    throw new DomainError('CONFLICT', `You have ${MOST_ENDPOINTS} webhook endpoints. Delete one you don’t use.`);
  const { id } = returnedRow(
    await ctx.db
      .insert(webhookEndpoints)
      .values({ orgId, kind, url, description, types, sealedSecret: '', makerUserId: ctx.person.userId })
      .returning({ id: webhookEndpoints.id }),
  );
  const sealedSecret = sealed(ctx, id, newSecret());
  const own = kind === 'RECEIVER' ? { url: receiverPath(orgId, id) } : {};
  await ctx.db
    .update(webhookEndpoints)
    .set({ sealedSecret, ...own })
    .where(isEndpoint(orgId, id));
  return written(ctx, null, id);
};

/** Changes one; what is sent from now on is what its changer may see. BAD_INPUT on `url`, STALE. */
export const updateEndpoint: Verb<Calls['update']> = async (ctx, { params: { id }, body }) => {
  const { orgId } = ctx.membership;
  const before = await lockedEndpoint(ctx, id, body.version);
  const url = before.kind === 'RECEIVER' ? undefined : checkedAddress(ctx, body.url);
  const isElsewhere = url !== undefined && url !== before.url;
  const isFresh = isElsewhere || before.problem === MAKER_LEFT;
  // Of new trouble its owners are told anew; of one that is off, weekly as before.
  const isToldAnew = isFresh && before.state === 'ACTIVE';
  const { description, types } = body;
  await ctx.db
    .update(webhookEndpoints)
    .set({
      ...(url !== undefined && { url }),
      // Another receiver has its own chance.
      ...(isFresh && { failures: 0, restsUntil: null, failingSince: null, problem: null }),
      ...(isToldAnew && { toldAt: null }),
      description,
      types,
      makerUserId: ctx.person.userId,
      version: before.version + 1,
    })
    .where(isEndpoint(orgId, id));
  if (isToldAnew && before.toldAt !== null)
    await ctx.enqueue(settledAs({ orgId, subjects: [subjectOf.endpoint(id)] }, 'Changed'));
  return written(ctx, before, id);
};

/** Deletes one with its deliveries; the events stay. */
export const removeEndpoint: Verb<Calls['remove']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  // Most of it under the lock that those who tell events don't skip: if this fails, nothing was left out.
  await lockEndpoint(ctx.db, orgId, id);
  await ctx.db.execute(sql`delete from webhook_deliveries where org_id = ${orgId} and endpoint_id = ${id}`);
  await lockRow(ctx.db, webhookEndpoints, isEndpoint(orgId, id), 'Webhook endpoint', 'update');
  const before = await readEndpoint(ctx, id);
  await ctx.db.delete(webhookEndpoints).where(isEndpoint(orgId, id));
  await ctx.audit({ id, before: audited(before) });
  await ctx.enqueue(settledAs({ orgId, subjects: [subjectOf.endpoint(id)] }, 'Deleted'));
  await publishEndpoints(ctx);
  return { ok: true };
};

/** Stops sending; what waits is cancelled. CONFLICT if nothing is sent anyway, STALE. */
export const pauseEndpoint: Verb<Calls['pause']> = async (ctx, { params: { id }, body }) => {
  const { orgId } = ctx.membership;
  const before = await lockedEndpoint(ctx, id, body.version);
  if (before.state !== 'ACTIVE') throw new DomainError('CONFLICT', 'This endpoint is not active');
  await ctx.db
    .update(webhookEndpoints)
    .set({ state: 'PAUSED', offSince: sql`now()`, version: before.version + 1 })
    .where(isEndpoint(orgId, id));
  await cancelWaiting(ctx.db, { orgId, id }, 'The endpoint was paused');
  return written(ctx, before, id);
};

/** Sends again, optionally also what it missed. CONFLICT if it sends already, STALE. */
export const resumeEndpoint: Verb<Calls['resume']> = async (ctx, { params: { id }, body }) => {
  const { orgId } = ctx.membership;
  const before = await lockedEndpoint(ctx, id, body.version);
  if (before.state === 'ACTIVE') throw new DomainError('CONFLICT', 'This endpoint is active already');
  const fresh = { failures: 0, restsUntil: null, failingSince: null, problem: null, toldAt: null, offSince: null };
  if (body.replaysMissed) await sendMissed(ctx.db, before);
  await ctx.db
    .update(webhookEndpoints)
    .set({ state: 'ACTIVE', ...fresh, version: before.version + 1 })
    .where(isEndpoint(orgId, id));
  await ctx.enqueue(settledAs({ orgId, subjects: [subjectOf.endpoint(id)] }, 'Resumed'));
  return written(ctx, before, id);
};

/** The secrets messages are signed with now. */
export const showSecret: Verb<Calls['secret']> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  const { sealedSecret, sealedOldSecret, oldSecretUntil } = await lockEndpoint(ctx.db, orgId, id);
  const { vault } = ctx.services.integrations;
  const isOldValid = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > ctx.now;
  await ctx.audit({ id });
  return {
    secret: vault.open(sealedSecret, places.webhook(orgId, id)),
    oldSecret: isOldValid ? vault.open(sealedOldSecret, places.webhook(orgId, id)) : null,
  };
};

/** Makes a new secret; for so many hours messages are signed with the one before too. STALE. */
export const rotateSecret: Verb<Calls['rotate']> = async (ctx, { params: { id }, body }) => {
  const { orgId } = ctx.membership;
  const before = await lockedEndpoint(ctx, id, body.version);
  const overlaps = body.overlapHours > 0;
  await ctx.db
    .update(webhookEndpoints)
    .set({
      sealedSecret: sealed(ctx, id, newSecret()),
      sealedOldSecret: overlaps ? before.sealedSecret : null,
      oldSecretUntil: overlaps ? new Date(ctx.now.getTime() + body.overlapHours * 3_600_000) : null,
      version: before.version + 1,
    })
    .where(isEndpoint(orgId, id));
  return written(ctx, before, id);
};

/** What people, and the audit log, are told of an endpoint doesn't hold what changes by itself. */
const audited = ({ waiting: _, p95Seconds: __, ...endpoint }: WebhookEndpoint) => endpoint;

type Before = Awaited<ReturnType<typeof lockedEndpoint>>;

/** An endpoint's row as the caller last saw it, locked, and how it is told. */
async function lockedEndpoint(ctx: Ctx, id: number, version: number) {
  const row = await lockEndpoint(ctx.db, ctx.membership.orgId, id);
  assertCurrent('This endpoint', row, version);
  return { ...row, told: audited(await readEndpoint(ctx, id)) };
}

async function written(ctx: Ctx, before: Before | null, id: number): Promise<WebhookEndpoint> {
  const after = await readEndpoint(ctx, id);
  await ctx.audit({ id, before: before?.told ?? null, after: audited(after) });
  await publishEndpoints(ctx);
  return after;
}

/** Tells screens that endpoints or their deliveries changed. */
export const publishEndpoints = ({ publish, membership: { orgId } }: Pick<Ctx, 'publish' | 'membership'>) =>
  publish({ topic: 'webhooks', kind: 'changed', id: orgId, orgIds: [orgId] });

/** An address that may be sent to, as it is kept. BAD_INPUT on `url`. */
function checkedAddress({ services }: Pick<Ctx, 'services'>, text: string): string {
  const isLocal = services.config.webhooksLocal;
  const { url, problem } = readWebhookAddress(text, { isLocal });
  if (url === null) throw badInput({ url: problem });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isLiteral(url.hostname) && !isPublicAddress(host) && !(isLocal && isLoopback(host)))
    throw badInput({ url: 'This address isn’t public' });
  return url.href;
}

const sealed = ({ services, membership }: Pick<Ctx, 'services' | 'membership'>, id: number, secret: string) =>
  services.integrations.vault.seal(secret, places.webhook(membership.orgId, id));

/** Where the test receiver takes messages for an endpoint; nobody guesses it. */
const receiverPath = (orgId: number, id: number) =>
  `/webhooks/receiver/${orgId}/${id}/${randomBytes(18).toString('base64url')}`;
