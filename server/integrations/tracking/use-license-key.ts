import { and, eq } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { trackingKeyRequired } from '../../../domain/integrations/tracking';
import { stateName } from '../../../domain/organization/us-states';
import type { Ctx } from '../../context';
import { licenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import { KeyRefused, RightLacking } from '../answers';
import { findLicense, keyInUse } from './list-license-syncs';
import type { LicenseAccess } from './tracking-calls';
import { findOwnKey } from './tracking-keys';

/**
 * Works at the tracking system for a license, with the caller's own key for its state or else the key it is synced with.
 * NOT_FOUND for a license the caller doesn't see; TRACKING_KEY_REQUIRED with the state without a key, when it is no longer
 * accepted, or has no right to what is done (`what`, such as "look up units"), so that another can be entered and the call
 * made again.
 */
export async function withLicenseKey<T>(
  ctx: Ctx,
  licenseId: number,
  work: (at: LicenseAccess) => Promise<T>,
  what = 'do this',
): Promise<T> {
  const where = and(eq(licenses.id, licenseId), visibleLicenses(ctx.membership));
  const found = await findLicense(ctx.db, ctx.membership.orgId, where);
  if (found === undefined) throw notFound('License');
  const { usState, licenseNumber } = found.license;
  const userKey = (await findOwnKey(ctx, usState)) ?? keyInUse(found, ctx.services.integrations.vault);
  if (userKey === undefined) throw trackingKeyRequired(usState);
  try {
    return await work({ usState, licenseNumber, userKey, isPerson: true });
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    const state = stateName(usState);
    if (error instanceof RightLacking)
      throw trackingKeyRequired(
        usState,
        `Your tracking system key may not ${what} for license ${licenseNumber}. Ask for that permission there, or enter another key for ${state}.`,
      );
    throw trackingKeyRequired(
      usState,
      `The tracking system doesn’t accept your key for license ${licenseNumber}. Enter a valid key for ${state}.`,
    );
  }
}
