import { compare } from '../money';
import { stateName } from '../organization/us-states';
import { counted } from '../text';
import type { HarvestBalance } from './harvest';

type Windows = {
  /** For how many hours what was recorded may be taken back. */
  hours: number;
  /** Whether plants go back only while nothing of the harvest was packaged or thrown away. */
  restoresWholeOnly?: true;
};

/**
 * The states whose time to correct a harvest is published: Oregon’s adjustment guide, Missouri’s bulletin IB 0050. Of others
 * the tracking system alone decides; what it refuses is taken back here, with its reason.
 */
const OF_STATES: Readonly<Record<string, Windows>> = {
  OR: { hours: 48, restoresWholeOnly: true },
  MO: { hours: 72 },
};

type InState = { usState: string };

const HOUR_MS = 3_600_000;

/** Until when what was recorded at an instant can be taken back in a license’s state; null if it sets no time. */
export function undoUntil({ usState }: InState, since: string | null): Date | null {
  const windows = OF_STATES[usState];
  return since === null || windows === undefined ? null : new Date(new Date(since).getTime() + windows.hours * HOUR_MS);
}

/** Why it is too late to take back what was recorded at an instant; null when it isn’t. */
export function whyTooLate(license: InState, since: string | null, now: Date): string | null {
  const until = undoUntil(license, since);
  if (until === null || now < until) return null;
  const time = counted(OF_STATES[license.usState]?.hours ?? 0, 'hour');
  return `${stateName(license.usState)} lets this be undone for ${time}, and they’re over.`;
}

type Restorable = InState & { submitted: string | null; balance: Pick<HarvestBalance, 'waste' | 'packaged'> };

/** Why the state doesn’t let a plant go back to flowering anymore; null when it does. */
export function whyStateKeepsPlants(harvest: Restorable, now: Date): string | null {
  const { balance, submitted } = harvest;
  const isDrawn = compare(balance.waste, 0) > 0 || compare(balance.packaged, 0) > 0;
  if (OF_STATES[harvest.usState]?.restoresWholeOnly && isDrawn)
    return `${stateName(harvest.usState)} lets plants go back only while the harvest has no waste and no packages.`;
  return whyTooLate(harvest, submitted, now);
}

/** A package of a harvest as it is now; null before it was read there. */
export type PackageNow = {
  status: string;
  transferState: string | null;
  labTestState: string;
  /** Whether it holds something else than it was made with, or something was made of it. */
  isDrawn: boolean;
  /** Whether a change of it waits to be sent. */
  isChanging: boolean;
} | null;

/** The lab states a package has before a lab had it. */
const UNTESTED: ReadonlySet<string> = new Set(['NotSubmitted', 'NotRequired']);

/**
 * Why a package can’t be discontinued as it is there; null when nothing happened to it since it was made. Of one that wasn’t
 * read yet nobody knows: it is read right after it was sent, so that is soon.
 */
export function whyTouched({ forTesting }: { forTesting: boolean }, now: PackageNow): string | null {
  if (now === null) return 'The tracking system hasn’t listed it yet. Try again in a few minutes.';
  if (now.transferState !== null) return 'It’s in a transfer.';
  if (now.status === 'ON_HOLD') return 'It’s on hold.';
  if (now.status !== 'ACTIVE') return 'It’s closed.';
  const isNew = UNTESTED.has(now.labTestState) || (forTesting && now.labTestState === 'SubmittedForTesting');
  if (!isNew) return 'A lab has it or tested it.';
  if (now.isDrawn) return 'Its weight was changed, or something was made of it.';
  return now.isChanging ? 'A change of it is on its way to the tracking system.' : null;
}
