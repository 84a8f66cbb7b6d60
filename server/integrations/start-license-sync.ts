import { and, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../domain/errors';
import type { tracking } from '../../domain/integrations/contract';
import { lastFourOf } from '../../domain/integrations/integrations';
import { explainNoAccess, includesLicense, trackingKeyRequired } from '../../domain/integrations/tracking';
import { stateName } from '../../domain/organization/us-states';
import type { Ctx } from '../context';
import { licenseSyncs, licenses } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { KeyRefused } from './answers';
import { findLicense, keyInUse, type SyncedLicense, toLicenseSync } from './license-syncs';
import { findOwnKey } from './tracking-keys';
import { places } from './vault';

type Source = 'given' | 'kept' | 'own';
type Key = { secret: string; source: Source };

/**
 * Starts a license's sync, or checks a running one. Tries the key with the tracking system right away, so a wrong one
 * is refused here; a job does the rest. Raises TRACKING_KEY_REQUIRED with the state when there is no key or the
 * caller's own is no longer accepted, BAD_INPUT when a key can't access the license, UNAVAILABLE, NOT_FOUND.
 */
export const startLicenseSync: Verb<typeof tracking.startLicenseSync> = async (ctx, { body }) => {
  const where = and(eq(licenses.id, body.licenseId), visibleLicenses(ctx.membership));
  const before = await findLicense(ctx.db, ctx.membership.orgId, where);
  if (before === undefined) throw notFound('License');
  const key = await keyFor(ctx, before, body.metrcApiKey);
  await assertOpens(ctx, before, key);
  return ctx.step('start', async (step) => {
    if (key.source !== 'kept') await begin(step, before, key);
    await step.enqueue({ name: 'sync-license', data: { orgId: before.license.orgId, licenseId: before.license.id } });
    const after = await findLicense(step.db, ctx.membership.orgId, where);
    if (after === undefined) throw notFound('License');
    const sync = toLicenseSync(after);
    await step.audit({ id: before.license.id, before: toLicenseSync(before), after: sync });
    await step.publish({
      topic: 'organization',
      kind: 'changed',
      id: before.license.id,
      orgIds: [before.license.orgId],
    });
    return sync;
  });
};

/** The given key; else the running sync's; else the caller's own for the state. */
async function keyFor(ctx: Ctx, found: SyncedLicense, given: string | undefined): Promise<Key> {
  if (given !== undefined) return { secret: given, source: 'given' };
  const { vault } = ctx.services.integrations;
  const kept =
    found.status === 'ONLINE' || found.status === 'SYNCING_HISTORICAL_DATA' ? keyInUse(found, vault) : undefined;
  if (kept !== undefined) return { secret: kept, source: 'kept' };
  const own = await findOwnKey(ctx, found.license.usState);
  if (own === undefined) throw trackingKeyRequired(found.license.usState);
  return { secret: own, source: 'own' };
}

async function assertOpens(ctx: Ctx, { license }: SyncedLicense, { secret, source }: Key): Promise<void> {
  // The job checks a running sync's key and saves the result.
  if (source === 'kept') return;
  const state = stateName(license.usState);
  const facilities = await ctx.services.integrations.tracking
    .facilities(license.usState, secret)
    .catch((error: unknown) => {
      if (!(error instanceof KeyRefused)) throw error;
      if (source === 'given')
        throw badInput({ metrcApiKey: `The tracking system of ${state} doesn’t accept this key` });
      throw trackingKeyRequired(
        license.usState,
        `The tracking system no longer accepts your key for ${state}. Enter a valid one.`,
      );
    });
  const numbers = facilities.map(({ licenseNumber }) => licenseNumber);
  if (includesLicense(numbers, license.licenseNumber)) return;
  throw source === 'given'
    ? badInput({ metrcApiKey: explainNoAccess(license.licenseNumber, numbers) })
    : badInput({ licenseId: explainNoAccess(license.licenseNumber, numbers, `Your key for ${state}`) });
}

async function begin({ db, membership, now, services }: Ctx, { license }: SyncedLicense, key: Key): Promise<void> {
  const reads =
    key.source === 'own'
      ? { orgUserId: membership.orgUserId, sealedKey: null, lastFour: null }
      : {
          orgUserId: null,
          sealedKey: services.integrations.vault.seal(key.secret, places.license(license.id)),
          lastFour: lastFourOf(key.secret),
        };
  const values = { ...reads, problem: null, updatedAt: now };
  await db
    .insert(licenseSyncs)
    .values({ licenseId: license.id, orgId: license.orgId, ...values })
    .onConflictDoUpdate({ target: [licenseSyncs.orgId, licenseSyncs.licenseId], set: values });
  await db
    .update(licenses)
    .set({ syncNotFound: true, historicalSyncDone: false, syncActive: false })
    .where(eq(licenses.id, license.id));
}
