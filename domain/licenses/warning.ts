import { dayOf, daysBetween } from '../dates';
import type { LicenseWarning } from '../organization/license-warning';
import { zoneOfState } from '../organization/state-zones';
import { type LicenseCheck, type StatedStatus, standingOf } from './standing';
import { stepOf } from './warning-text';

/** What a state's register says of a license that may not trade, whatever its last day is. */
export const BARRED = ['SUSPENDED', 'REVOKED', 'SURRENDERED'] as const satisfies readonly StatedStatus[];
export type Barred = (typeof BARRED)[number];

/** What is known of a license: where it is, what was said of it, and whether the directory shows it. */
export type KnownLicense = Pick<LicenseCheck, 'expiresOn' | 'statedStatus' | 'checkedAt'> & {
  licenseNumber: string;
  usState: string;
  isListed: boolean;
};

/** Days until a license’s last valid day by its state’s clock, 0 on that day; null where nobody knows it. */
export const daysLeft = ({ expiresOn, usState }: Pick<KnownLicense, 'expiresOn' | 'usState'>, now: Date) =>
  expiresOn === null ? null : daysBetween(dayOf(now, zoneOfState(usState)), expiresOn);

/** What a register says of a license that may not trade; null of one that may, or where nobody asked. */
export const barredBy = ({ statedStatus }: Pick<KnownLicense, 'statedStatus'>): Barred | null =>
  BARRED.find((one) => one === statedStatus) ?? null;

/**
 * What to warn of: the first of what its register says, that it expired, and that it lapses within `LAPSE_STEPS`. Of a
 * license that isn’t known to be valid nothing is said, but to who watches it.
 */
export function warningOf(license: KnownLicense, isWatched: boolean, now: Date): LicenseWarning | null {
  const { licenseNumber, expiresOn } = license;
  const days = daysLeft(license, now);
  const said = (kind: LicenseWarning['kind']): LicenseWarning => ({ kind, licenseNumber, expiresOn, days });
  if (isWatched && !license.isListed) return { kind: 'UNLISTED', licenseNumber, expiresOn: null, days: null };
  const barred = barredBy(license);
  if (barred !== null) return said(barred);
  if (standingOf(license, now) === 'EXPIRED' || license.statedStatus === 'EXPIRED') return said('EXPIRED');
  if (stepOf(days) !== null) return said('LAPSES');
  return isWatched && standingOf(license, now) === 'UNKNOWN' ? said('UNKNOWN') : null;
}
