import { and, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../domain/errors';
import type { tracking } from '../../domain/integrations/contract';
import { lastFourOf } from '../../domain/integrations/integrations';
import { covers, notCovered, trackingKeyRequired } from '../../domain/integrations/tracking';
import { stateName } from '../../domain/organisation/us-states';
import type { Ctx } from '../context';
import { licenceSyncs, licences } from '../db/schema';
import { visibleLicences } from '../db/visibility';
import type { Verb } from '../http/implement';
import { KeyRefused } from './ask';
import { findLicence, keyInUse, type SyncedLicence, toLicenceSync } from './licence-syncs';
import { findOwnKey } from './tracking-keys';
import { places } from './vault';

type Source = 'given' | 'kept' | 'own';
type Key = { secret: string; source: Source };

/**
 * Starts the sync of a licence, or checks one that runs. The tracking system is asked at once, so that a wrong key is
 * told here; a job does the rest. Raises TRACKING_KEY_REQUIRED with the state where there is no key to use or one's own
 * is no longer accepted, BAD_INPUT where a key does not open the licence, UNAVAILABLE, NOT_FOUND.
 */
export const startLicenceSync: Verb<typeof tracking.startLicenceSync> = async (ctx, { body }) => {
  const where = and(eq(licences.id, body.licenseId), visibleLicences(ctx.membership));
  const before = await findLicence(ctx.db, where);
  if (before === undefined) throw notFound('License');
  const key = await keyFor(ctx, before, body.metrcApiKey);
  await assertOpens(ctx, before, key);
  return ctx.step('start', async (step) => {
    if (key.source !== 'kept') await begin(step, before, key);
    await step.enqueue({ name: 'sync-licence', data: { licenceId: before.licence.id } });
    const after = await findLicence(step.db, where);
    if (after === undefined) throw notFound('License');
    const sync = toLicenceSync(after);
    await step.audit({ id: before.licence.id, before: toLicenceSync(before), after: sync });
    await step.publish({
      topic: 'organisation',
      kind: 'changed',
      id: before.licence.id,
      orgIds: [before.licence.orgId],
    });
    return sync;
  });
};

/** The key given; else the one a running sync reads with; else one's own of the state. */
async function keyFor(ctx: Ctx, found: SyncedLicence, given: string | undefined): Promise<Key> {
  if (given !== undefined) return { secret: given, source: 'given' };
  const { vault } = ctx.services.integrations;
  const kept =
    found.status === 'ONLINE' || found.status === 'SYNCING_HISTORICAL_DATA' ? keyInUse(found, vault) : undefined;
  if (kept !== undefined) return { secret: kept, source: 'kept' };
  const own = await findOwnKey(ctx, found.licence.usState);
  if (own === undefined) throw trackingKeyRequired(found.licence.usState);
  return { secret: own, source: 'own' };
}

async function assertOpens(ctx: Ctx, { licence }: SyncedLicence, { secret, source }: Key): Promise<void> {
  // A running sync's key is looked at by the job, which says what became of it.
  if (source === 'kept') return;
  const state = stateName(licence.usState);
  const facilities = await ctx.services.integrations.tracking
    .facilities(licence.usState, secret)
    .catch((error: unknown) => {
      if (!(error instanceof KeyRefused)) throw error;
      if (source === 'given')
        throw badInput({ metrcApiKey: `The tracking system of ${state} does not accept this key` });
      throw trackingKeyRequired(
        licence.usState,
        `The tracking system no longer accepts your key for ${state}. Enter the one that is valid now.`,
      );
    });
  const numbers = facilities.map(({ licenceNumber }) => licenceNumber);
  if (covers(numbers, licence.licenceNumber)) return;
  throw source === 'given'
    ? badInput({ metrcApiKey: notCovered(licence.licenceNumber, numbers) })
    : badInput({ licenseId: notCovered(licence.licenceNumber, numbers, `Your key for ${state}`) });
}

async function begin({ db, membership, now, services }: Ctx, { licence }: SyncedLicence, key: Key): Promise<void> {
  const reads =
    key.source === 'own'
      ? { orgUserId: membership.orgUserId, sealedKey: null, lastFour: null }
      : {
          orgUserId: null,
          sealedKey: services.integrations.vault.seal(key.secret, places.licence(licence.id)),
          lastFour: lastFourOf(key.secret),
        };
  const values = { ...reads, problem: null, updatedAt: now };
  await db
    .insert(licenceSyncs)
    .values({ licenceId: licence.id, orgId: licence.orgId, ...values })
    .onConflictDoUpdate({ target: licenceSyncs.licenceId, set: values });
  await db
    .update(licences)
    .set({ syncNotFound: true, historicalSyncDone: false, syncActive: false })
    .where(eq(licences.id, licence.id));
}
