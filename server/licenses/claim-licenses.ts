import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { cheapestPlanFor, planAllows } from '../../domain/access/plans';
import { badInput } from '../../domain/errors';
import { normalLicenseNumber } from '../../domain/integrations/license-number';
import type { licenses as contract } from '../../domain/licenses/contract';
import type { ClaimableLicense } from '../../domain/licenses/license';
import { licenseTypeOf } from '../../domain/licenses/license-type';
import type { beginning } from '../../domain/onboarding/contract';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { licenses } from '../db/schema';
import type { Verb } from '../implement';
import { beginSync, givenOrOwnKey, type Key, readFacilities } from '../integrations/tracking/license-key';
import type { Facility } from '../integrations/tracking/tracking-system';
import { denial } from '../refusals';
import { addLicenses, announceLicenses, type NewLicense, takenMessage } from './add-licenses';

const ID_BYTES = 6;

/** The id to claim a license by. Tracking systems know it by its state and number only, so it is made of these. */
export function claimIdOf(usState: string, licenseNumber: string): number {
  const hash = createHash('sha256')
    .update(`${usState} ${normalLicenseNumber(licenseNumber)}`)
    .digest();
  return hash.readUIntBE(0, ID_BYTES) + 1;
}

/**
 * The licenses a key can access in a state, with who has them. Raises TRACKING_KEY_REQUIRED without a key, BAD_INPUT on
 * `metrcApiKey` for a wrong one, UNAVAILABLE.
 */
export const listClaimable: Verb<typeof contract.claimable> = async (ctx, { body: { state, metrcApiKey } }) =>
  claimableWith(ctx, state, await givenOrOwnKey(ctx, state, metrcApiKey));

/** The same for somebody who has no organization yet, with a key that isn't kept. BAD_INPUT on `metrcApiKey`. */
export const offerLicenses: Verb<typeof beginning.claimable> = (ctx, { body: { state, metrcApiKey } }) =>
  claimableWith(ctx, state, { secret: metrcApiKey, source: 'given' });

async function claimableWith(ctx: Ctx, state: string, key: Key): Promise<ClaimableLicense[]> {
  const facilities = await readFacilities(ctx, state, key);
  const numbers = facilities.map(({ licenseNumber }) => normalLicenseNumber(licenseNumber));
  const held = await ctx.db
    .select({ licenseNumber: licenses.licenseNumber, orgId: licenses.orgId })
    .from(licenses)
    .where(and(eq(licenses.usState, state), isOneOf(licenses.licenseNumber, numbers), isNull(licenses.removedAt)));
  return facilities.map((facility): ClaimableLicense => {
    const licenseNumber = normalLicenseNumber(facility.licenseNumber);
    const holder = held.find((one) => one.licenseNumber === licenseNumber);
    const isOwn = holder !== undefined && holder.orgId === ctx.membershipOrNull?.orgId;
    return {
      id: claimIdOf(state, licenseNumber),
      licenseNumber,
      name: facility.name,
      licenseType: licenseTypeOf(facility.licenseType),
      state: { ansiAbbrevation: state },
      claimState: holder === undefined ? 'AVAILABLE' : isOwn ? 'YOURS' : 'CLAIMED',
    };
  });
}

/**
 * Claims licenses and starts their sync with the key, unless opted out. All or none: BAD_INPUT on `licenseIds` for one
 * that the key can't access or an organization has by now. UPGRADE_REQUIRED if the plan lacks the sync, and as
 * `listClaimable`.
 */
export const claimLicenses: Verb<typeof contract.claim> = async (ctx, { body }) => {
  const { state, metrcApiKey, licenseIds, optOutOfMetrcSyncs } = body;
  const isSynced = !optOutOfMetrcSyncs;
  if (isSynced) assertPlanSyncs(ctx);
  const key = await givenOrOwnKey(ctx, state, metrcApiKey);
  const facilities = await readFacilities(ctx, state, key);
  const chosen = facilities.filter(({ licenseNumber }) => licenseIds.includes(claimIdOf(state, licenseNumber)));
  if (chosen.length < new Set(licenseIds).size) {
    throw badInput({ licenseIds: 'This key can no longer access every license you chose. Find the licenses again.' });
  }
  return ctx.step('claim', async (step) => {
    const { ids, taken } = await addLicenses(
      step,
      state,
      chosen.map((facility) => draftOf(facility, ctx.now)),
    );
    if (taken.length > 0) throw badInput({ licenseIds: taken.map(takenMessage).join(' ') });
    if (isSynced) {
      for (const id of ids) await beginSync(step, id, key);
    }
    return announceLicenses(step, ids);
  });
};

/** A facility of the tracking system as a license that it just confirmed; it doesn't tell its address. */
function draftOf({ licenseNumber, name, licenseType }: Facility, now: Date): NewLicense {
  return {
    licenseNumber: normalLicenseNumber(licenseNumber),
    name,
    licenseType: licenseTypeOf(licenseType),
    addressLineOne: '',
    city: '',
    postalCode: '',
    checkedAt: now,
    checkedFrom: 'TRACKING_SYSTEM',
    provenBy: 'KEY',
    provenAt: now,
  };
}

function assertPlanSyncs({ membership }: Ctx): void {
  const slug = 'tracking-sync';
  if (!planAllows(membership.plan, slug)) throw denial({ kind: 'plan', slug, cheapestPlan: cheapestPlanFor(slug) });
}
