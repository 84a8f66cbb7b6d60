import { and, eq } from 'drizzle-orm';
import { badInput, notFound } from '../../../domain/errors';
import type { tracking } from '../../../domain/integrations/contract';
import { explainNoAccess, includesLicense } from '../../../domain/integrations/tracking';
import { stateName } from '../../../domain/organization/us-states';
import type { Ctx } from '../../context';
import { licenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { beginSync, givenOrOwnKey, type Key, readFacilities } from './license-key';
import { findLicense, keyInUse, type SyncedLicense, toLicenseSync } from './list-license-syncs';

/**
 * Starts a license's sync, or checks a running one. Tries the key with the tracking system right away, so a wrong one
 * is refused here; a job does the rest. Raises TRACKING_KEY_REQUIRED with the state when there is no key or the
 * caller's own is no longer accepted, BAD_INPUT when a key can't access the license, UNAVAILABLE, NOT_FOUND.
 */
export const startLicenseSync: Verb<typeof tracking.startLicenseSync> = async (ctx, { body }) => {
  const where = and(eq(licenses.id, body.licenseId), visibleLicenses(ctx.membership));
  const before = await findLicense(ctx.db, ctx.membership.orgId, where);
  if (before === undefined) throw notFound('License');
  const { id: licenseId, orgId, usState } = before.license;
  const isChecked = body.metrcApiKey === undefined && isRunning(ctx, before);
  const key = isChecked ? null : await givenOrOwnKey(ctx, usState, body.metrcApiKey);
  if (key) await assertOpens(ctx, before, key);
  return ctx.step('start', async (step) => {
    if (key) await beginSync(step, licenseId, key);
    else await step.enqueue({ name: 'sync-license', data: { orgId, licenseId } });
    const after = await findLicense(step.db, ctx.membership.orgId, where);
    if (after === undefined) throw notFound('License');
    const sync = toLicenseSync(after);
    await step.audit({ id: licenseId, before: toLicenseSync(before), after: sync });
    const topic = key ? 'organization' : 'integrations';
    await step.publish({ topic, kind: 'changed', id: licenseId, orgIds: [orgId] });
    return sync;
  });
};

/** Whether a running sync has a key that still can be read; the job checks it and saves the result. */
function isRunning(ctx: Ctx, found: SyncedLicense): boolean {
  if (found.status !== 'ONLINE' && found.status !== 'SYNCING_HISTORICAL_DATA') return false;
  return keyInUse(found, ctx.services.integrations.vault) !== undefined;
}

async function assertOpens(ctx: Ctx, { license: { usState, licenseNumber } }: SyncedLicense, key: Key): Promise<void> {
  const numbers = (await readFacilities(ctx, usState, key)).map((facility) => facility.licenseNumber);
  if (includesLicense(numbers, licenseNumber)) return;
  throw key.source === 'given'
    ? badInput({ metrcApiKey: explainNoAccess(licenseNumber, numbers) })
    : badInput({ licenseId: explainNoAccess(licenseNumber, numbers, `Your key for ${stateName(usState)}`) });
}
