import { eq } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import { lastFourOf } from '../../../domain/integrations/integrations';
import { trackingKeyRequired } from '../../../domain/integrations/tracking';
import { stateName } from '../../../domain/organization/us-states';
import type { Ctx } from '../../context';
import { licenseSyncs, licenses } from '../../db/schema';
import { KeyRefused } from '../answers';
import { places } from '../credential-encryption';
import { followIntakes } from './follow-intakes';
import { findOwnKey } from './tracking-keys';
import type { Facility } from './tracking-system';

/** A tracking system key, decrypted: given with the call, or the caller's own for the state. */
export type Key = { secret: string; source: 'given' | 'own' };

/** The given key, else the caller's own for the state. Raises TRACKING_KEY_REQUIRED, with the state, without either. */
export async function givenOrOwnKey(ctx: Ctx, usState: string, given: string | undefined): Promise<Key> {
  if (given !== undefined) return { secret: given, source: 'given' };
  const own = await findOwnKey(ctx, usState);
  if (own === undefined) throw trackingKeyRequired(usState);
  return { secret: own, source: 'own' };
}

/**
 * The licenses a key can access in a state. A refused key raises BAD_INPUT on `metrcApiKey` if it was given, else
 * TRACKING_KEY_REQUIRED for a new one; UNAVAILABLE while the tracking system doesn't respond.
 */
export async function readFacilities(ctx: Ctx, usState: string, { secret, source }: Key): Promise<Facility[]> {
  const state = stateName(usState);
  return ctx.services.integrations.tracking.facilities(usState, secret).catch((error: unknown) => {
    if (!(error instanceof KeyRefused)) throw error;
    if (source === 'given') throw badInput({ metrcApiKey: `The tracking system of ${state} doesn’t accept this key` });
    throw trackingKeyRequired(
      usState,
      `The tracking system no longer accepts your key for ${state}. Enter a valid one.`,
    );
  });
}

/** Has a license synced with this key from now on; a job does the rest. */
export async function beginSync(ctx: Ctx, licenseId: number, key: Key): Promise<void> {
  const { db, membership, now, services } = ctx;
  const { orgId } = membership;
  const reads =
    key.source === 'own'
      ? { orgUserId: membership.orgUserId, sealedKey: null, lastFour: null }
      : {
          orgUserId: null,
          sealedKey: services.integrations.vault.seal(key.secret, places.license(licenseId)),
          lastFour: lastFourOf(key.secret),
        };
  const values = { ...reads, problem: null, updatedAt: now };
  await db
    .insert(licenseSyncs)
    .values({ licenseId, orgId, ...values })
    .onConflictDoUpdate({ target: [licenseSyncs.orgId, licenseSyncs.licenseId], set: values });
  await db
    .update(licenses)
    .set({ syncNotFound: true, historicalSyncDone: false, syncActive: false })
    .where(eq(licenses.id, licenseId));
  await followIntakes(ctx, { orgId, licenseId });
  await ctx.enqueue({ name: 'sync-license', data: { orgId, licenseId } });
}
