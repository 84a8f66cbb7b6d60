import { shortDay } from '../dates';
import type { LicenseWarning } from '../organization/license-warning';
import { counted } from '../text';

/** Days before a license lapses from which that is said, each more pressing than the one before. */
export const LAPSE_STEPS = [60, 30, 7] as const;
export type LapseStep = (typeof LAPSE_STEPS)[number];

/** The step so many days before it lapses; null while that is far, or nobody knows. */
export const stepOf = (days: number | null): LapseStep | null =>
  days === null || days < 0 ? null : (LAPSE_STEPS.findLast((step) => days <= step) ?? null);

/** What a register says of a license that may not trade, as shown. */
const BARRED_LABELS = { SUSPENDED: 'Suspended', REVOKED: 'Revoked', SURRENDERED: 'Surrendered' } as const;

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
      return `${license} is ${BARRED_LABELS[kind].toLowerCase()}, the state register says.`;
  }
}

/** The same in a few words, where the license stands beside them. */
export function warningLabel({ kind, days }: Pick<LicenseWarning, 'kind' | 'days'>): string {
  if (kind === 'LAPSES') return days === 0 ? 'Lapses today' : `Lapses in ${counted(days ?? 0, 'day')}`;
  if (kind === 'UNLISTED') return 'No longer listed';
  if (kind === 'UNKNOWN') return 'Never checked';
  return kind === 'EXPIRED' ? 'Expired' : BARRED_LABELS[kind];
}

/** How pressing a warning is: 1 for a license that lapses far from now, 2 for one that does soon, 3 beyond. */
export function gravityOf({ kind, days }: Pick<LicenseWarning, 'kind' | 'days'>): 1 | 2 | 3 {
  if (kind === 'UNKNOWN' || kind === 'UNLISTED') return 2;
  if (kind !== 'LAPSES') return 3;
  const step = stepOf(days);
  return step === 60 ? 1 : step === 30 ? 2 : 3;
}
