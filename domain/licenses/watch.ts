import { type Barred, barredBy, daysLeft, type KnownLicense } from './warning';
import { LAPSE_STEPS, stepOf } from './warning-text';
import type { WatchStep } from './watch-steps';

/** The most licenses an organization watches. */
export const MOST_WATCHED = 500;

/** What an organization was told of a license it watches. */
export type Told = {
  /** The nearest step before it lapses, of the last day it had then. */
  lapse: '60' | '30' | '7' | 'LAPSED' | null;
  expiresOn: string | null;
  barred: Barred | null;
  isGone: boolean;
};

const NEARER: readonly Told['lapse'][] = [null, ...LAPSE_STEPS.map((step) => `${step}` as const), 'LAPSED'];

/** Where a license is on its way to its end; null while that is far. */
function lapseOf(license: KnownLicense, now: Date): Told['lapse'] {
  const days = daysLeft(license, now);
  if (days === null) return null;
  if (days < 0) return 'LAPSED';
  const step = stepOf(days);
  return step === null ? null : `${step}`;
}

/**
 * What is to be told of a watched license now, and what was told then. Each step is told once for a last day: of steps that
 * were missed only the nearest. A later last day begins anew (`isRenewed`), and so does what was taken back.
 */
export function newsOf(
  license: KnownLicense,
  told: Told,
  now: Date,
): { steps: WatchStep[]; told: Told; isRenewed: boolean } {
  if (!license.isListed) {
    return { steps: told.isGone ? [] : ['GONE'], told: { ...told, isGone: true }, isRenewed: false };
  }
  const { expiresOn } = license;
  const isRenewed = told.lapse !== null && expiresOn !== null && told.expiresOn !== null && expiresOn > told.expiresOn;
  const known = isRenewed ? null : told.lapse;
  const lapse = lapseOf(license, now);
  const barred = barredBy(license);
  const isNearer = lapse !== null && NEARER.indexOf(lapse) > NEARER.indexOf(known);
  const steps: WatchStep[] = [
    ...(barred !== null && barred !== told.barred ? [barred] : []),
    ...(isNearer ? [lapse] : []),
  ];
  return {
    steps,
    told: {
      lapse: isNearer ? lapse : known,
      expiresOn: isNearer ? expiresOn : isRenewed ? null : told.expiresOn,
      barred,
      isGone: false,
    },
    isRenewed,
  };
}

/** What became of a license, after its name: as it is told, for as long as it can be read. */
export const STEP_TEXTS: Readonly<Record<WatchStep, string>> = {
  '60': 'license lapses within 60 days',
  '30': 'license lapses within 30 days',
  '7': 'license lapses within 7 days',
  LAPSED: 'license has lapsed',
  SUSPENDED: 'license is suspended',
  REVOKED: 'license is revoked',
  SURRENDERED: 'license was surrendered',
  GONE: 'license is no longer in the directory',
};
