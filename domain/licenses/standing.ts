import { z } from 'zod';
import { Day, Instant } from '../contract/endpoint';
import { dayOf } from '../dates';
import { zoneOfState } from '../organization/state-zones';

/** Where a license can be checked, as shown. */
export const CHECK_SOURCES = { TRACKING_SYSTEM: 'tracking system', STATE_REGISTER: 'state register' } as const;
export type CheckSource = keyof typeof CHECK_SOURCES;
export const CheckSource = z.enum(Object.keys(CHECK_SOURCES) as [CheckSource, ...CheckSource[]]);

/** What a state's register says of a license, as shown. */
export const STATED_STATUSES = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  REVOKED: 'Revoked',
  SURRENDERED: 'Surrendered',
  EXPIRED: 'Expired',
} as const;
export type StatedStatus = keyof typeof STATED_STATUSES;
export const StatedStatus = z.enum(Object.keys(STATED_STATUSES) as [StatedStatus, ...StatedStatus[]]);

/** How far a license can be relied on, as shown. */
export const LICENSE_STANDINGS = { FRESH: 'Fresh', STALE: 'Stale', EXPIRED: 'Expired', UNKNOWN: 'Unknown' } as const;
export type LicenseStanding = keyof typeof LICENSE_STANDINGS;
export const LicenseStanding = z.enum(Object.keys(LICENSE_STANDINGS) as [LicenseStanding, ...LicenseStanding[]]);

/** A check is fresh for so many days. */
export const FRESH_DAYS = 30;
const DAY = 86_400_000;

/** Where and when a license was last checked, what was said of it, and until when it is valid; null where nobody knows. */
export const LicenseCheck = z.strictObject({
  checkedAt: Instant.nullable(),
  checkedFrom: CheckSource.nullable(),
  statedStatus: StatedStatus.nullable(),
  expiresOn: Day.nullable(),
});
export type LicenseCheck = z.infer<typeof LicenseCheck>;

/** Checks since this moment are fresh. */
export const freshSince = (now: Date): Date => new Date(now.getTime() - FRESH_DAYS * DAY);

/**
 * What can be said of a license: past its expiration it is expired whatever else is said; otherwise as its last check,
 * and unknown without one. `expiresOn` is its last valid day, by its
 * state's clock.
 */
export function standingOf(
  { checkedAt, expiresOn, usState }: Pick<LicenseCheck, 'checkedAt' | 'expiresOn'> & { usState: string },
  now: Date,
): LicenseStanding {
  if (expiresOn !== null && expiresOn < dayOf(now, zoneOfState(usState))) return 'EXPIRED';
  if (checkedAt === null) return 'UNKNOWN';
  return new Date(checkedAt) >= freshSince(now) ? 'FRESH' : 'STALE';
}
