import { z } from 'zod';
import { Day } from '../contract/endpoint';
import { dayOf, daysBetween, shortDay } from '../dates';
import { zoneOfState } from '../organization/state-zones';
import { counted } from '../text';
import { type LicenseCheck, STATED_STATUSES, type StatedStatus, standingOf } from './standing';

/** Days before a license lapses from which that is said, each more pressing than the one before. */
export const LAPSE_STEPS = [60, 30, 7] as const;
export type LapseStep = (typeof LAPSE_STEPS)[number];

/** What a state's register says of a license that may not trade, whatever its last day is. */
export const BARRED = ['SUSPENDED', 'REVOKED', 'SURRENDERED'] as const satisfies readonly StatedStatus[];
export type Barred = (typeof BARRED)[number];

/** What a license is warned of: what its register says, its last day, and of a watched one that nobody knows. */
export const WARNINGS = [...BARRED, 'EXPIRED', 'LAPSES', 'UNLISTED', 'UNKNOWN'] as const;

/** A warning about a license. It stops nothing. */
export const LicenseWarning = z.strictObject({
  kind: z.enum(WARNINGS),
  licenseNumber: z.string(),
  /** Its last valid day; null where nobody knows it. */
  expiresOn: Day.nullable(),
  /** Days until then, by its state’s clock; less than 0 since it is over. */
  days: z.number().int().nullable(),
});
export type LicenseWarning = z.infer<typeof LicenseWarning>;

/** What is known of a license: where it is, what was said of it, and whether the directory shows it. */
export type KnownLicense = Pick<LicenseCheck, 'expiresOn' | 'statedStatus' | 'checkedAt'> & {
  licenseNumber: string;
  usState: string;
  isListed: boolean;
};

/** Days until a license’s last valid day by its state’s clock, 0 on that day; null where nobody knows it. */
export const daysLeft = ({ expiresOn, usState }: Pick<KnownLicense, 'expiresOn' | 'usState'>, now: Date) =>
  expiresOn === null ? null : daysBetween(dayOf(now, zoneOfState(usState)), expiresOn);

/** The step so many days before it lapses; null while that is far, or nobody knows. */
export const stepOf = (days: number | null): LapseStep | null =>
  days === null || days < 0 ? null : (LAPSE_STEPS.findLast((step) => days <= step) ?? null);

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

/** Until when a license is valid, with the days that are left; said on a day of which `days` are left. */
function untilText(expiresOn: string, days: number): string {
  if (days === 0) return `lapses today: ${shortDay(expiresOn)} is its last valid day`;
  return `lapses in ${counted(days, 'day')}: it’s valid until ${shortDay(expiresOn)}`;
}

/** A warning as a sentence. */
export function warningText({ kind, licenseNumber, expiresOn, days }: LicenseWarning): string {
  const license = `License ${licenseNumber}`;
  switch (kind) {
    case 'EXPIRED':
      return expiresOn === null || (days ?? 0) >= 0
        ? `${license} is expired, the state register says.`
        : `${license} expired: it was valid until ${shortDay(expiresOn)}.`;
    case 'LAPSES':
      return `${license} ${untilText(expiresOn ?? '', days ?? 0)}.`;
    case 'UNLISTED':
      return `${license}, which you watch, is no longer in the directory.`;
    case 'UNKNOWN':
      return `${license}, which you watch, was never checked. Ask for proof that it’s valid.`;
    default:
      return `${license} is ${STATED_STATUSES[kind].toLowerCase()}, the state register says.`;
  }
}

/** The same in a few words, where the license stands beside them. */
export function warningLabel({ kind, days }: Pick<LicenseWarning, 'kind' | 'days'>): string {
  if (kind === 'LAPSES') return days === 0 ? 'Lapses today' : `Lapses in ${counted(days ?? 0, 'day')}`;
  if (kind === 'UNLISTED') return 'No longer listed';
  if (kind === 'UNKNOWN') return 'Never checked';
  return STATED_STATUSES[kind];
}

/** How pressing a warning is: 1 for a license that lapses far from now, 2 for one that does soon, 3 beyond. */
export function gravityOf({ kind, days }: Pick<LicenseWarning, 'kind' | 'days'>): 1 | 2 | 3 {
  if (kind === 'UNKNOWN' || kind === 'UNLISTED') return 2;
  if (kind !== 'LAPSES') return 3;
  const step = stepOf(days);
  return step === 60 ? 1 : step === 30 ? 2 : 3;
}
