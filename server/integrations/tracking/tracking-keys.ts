import { and, asc, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { badInput, notFound } from '../../../domain/errors';
import type { tracking } from '../../../domain/integrations/contract';
import { lastFourOf, type TrackingKey } from '../../../domain/integrations/integrations';
import { stateName } from '../../../domain/organization/us-states';
import type { Ctx } from '../../context';
import { licenseSyncs, licenses, trackingKeys } from '../../db/schema';
import type { Verb } from '../../implement';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';

const toTrackingKey = ({ usState, lastFour, updatedAt }: typeof trackingKeys.$inferSelect): TrackingKey => ({
  usState,
  lastFour,
  updated: updatedAt.toISOString(),
});

const ofPerson = ({ orgId, orgUserId }: KeyOwner) =>
  and(eq(trackingKeys.orgId, orgId), eq(trackingKeys.orgUserId, orgUserId));

const own = ({ membership }: Ctx, usState: string) => and(ofPerson(membership), eq(trackingKeys.usState, usState));

/** The caller's own key for a state, decrypted; undefined without one. */
export async function findOwnKey(ctx: Ctx, usState: string): Promise<string | undefined> {
  const [kept] = await ctx.db.select().from(trackingKeys).where(own(ctx, usState));
  const place = places.ownKey(ctx.membership.orgUserId, usState);
  return kept && ctx.services.integrations.vault.open(kept.sealedKey, place);
}

export const listTrackingKeys: Verb<typeof tracking.keys> = async ({ db, membership }) => {
  const kept = await db.select().from(trackingKeys).where(ofPerson(membership)).orderBy(asc(trackingKeys.usState));
  return kept.map(toTrackingKey);
};

/**
 * Saves a key, of a state with licenses the caller sees or may claim, once the tracking system accepts it; licenses read
 * with the caller's own key use it from then on.
 */
export const saveTrackingKey: Verb<typeof tracking.saveKey> = async (ctx, { body: { usState, metrcApiKey } }) => {
  const { membership, services } = ctx;
  const { vault, tracking: system } = services.integrations;
  const state = stateName(usState);
  if (!membership.states.includes(usState) && !isAllowed(membership, 'write', 'CLAIM_LICENSE')) {
    throw badInput({ usState: `You don’t have a license in ${state}` });
  }
  await system.facilities(usState, metrcApiKey).catch((error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error;
    throw badInput({ metrcApiKey: `The tracking system of ${state} doesn’t accept this key` });
  });
  return ctx.step('keep', async (step) => {
    const [before] = await step.db.select().from(trackingKeys).where(own(step, usState));
    const values = {
      sealedKey: vault.seal(metrcApiKey, places.ownKey(membership.orgUserId, usState)),
      lastFour: lastFourOf(metrcApiKey),
      updatedAt: step.now,
    };
    const [kept] = await step.db
      .insert(trackingKeys)
      .values({ orgId: membership.orgId, orgUserId: membership.orgUserId, usState, ...values })
      .onConflictDoUpdate({ target: [trackingKeys.orgId, trackingKeys.orgUserId, trackingKeys.usState], set: values })
      .returning();
    if (kept === undefined) throw new Error('The key just saved was not found');
    await recheckLicenses(step, membership, usState);
    const after = toTrackingKey(kept);
    await step.audit({ id: membership.orgUserId, before: before ? toTrackingKey(before) : null, after });
    return after;
  });
};

export const removeTrackingKey: Verb<typeof tracking.removeKey> = async (ctx, { params: { usState } }) => {
  const [removed] = await ctx.db.delete(trackingKeys).where(own(ctx, usState)).returning();
  if (removed === undefined) throw notFound('Key');
  await recheckLicenses(ctx, ctx.membership, usState);
  await ctx.audit({ id: ctx.membership.orgUserId, before: toTrackingKey(removed), after: null });
  return { ok: true };
};

type KeyOwner = Pick<Ctx['membership'], 'orgId' | 'orgUserId'>;

/** Deletes a person's keys in an organization; licenses read with them go offline. */
export async function dropTrackingKeys(ctx: Ctx, owner: KeyOwner): Promise<void> {
  const dropped = await ctx.db.delete(trackingKeys).where(ofPerson(owner)).returning();
  for (const key of dropped) {
    await recheckLicenses(ctx, owner, key.usState);
    const { orgId, orgUserId: id } = owner;
    await ctx.audit({ entity: 'tracking-key', orgId, id, before: toTrackingKey(key), after: null });
  }
}

/** Publishes and enqueues a check of the licenses read with a person's own key. */
async function recheckLicenses(
  { db, enqueue, publish }: Pick<Ctx, 'db' | 'enqueue' | 'publish'>,
  { orgId, orgUserId }: KeyOwner,
  usState: string,
): Promise<void> {
  const read = await db
    .select({ orgId: licenseSyncs.orgId, licenseId: licenseSyncs.licenseId })
    .from(licenseSyncs)
    .innerJoin(licenses, eq(licenses.id, licenseSyncs.licenseId))
    .where(and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.orgUserId, orgUserId), eq(licenses.usState, usState)));
  for (const data of read) await enqueue({ name: 'sync-license', data });
  if (read.length > 0) await publish({ topic: 'integrations', kind: 'changed', id: 'many', orgIds: [orgId] });
}
