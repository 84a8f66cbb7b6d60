import { compare } from '../money';
import { stateName } from '../organization/us-states';
import { counted } from '../text';
import type { HarvestBalance } from './harvest';

/** What can be taken back once the tracking system has it. */
export type UndoAct = 'RESTORE_PLANT' | 'DISCONTINUE_PACKAGE' | 'DELETE_WASTE' | 'REOPEN';

type Windows = {
  /** For how many hours each may be taken back. */
  hours: Record<UndoAct, number>;
  /** Whether plants go back only while nothing of the harvest was packaged or thrown away. */
  restoresWholeOnly?: true;
};

const allFor = (hours: number): Record<UndoAct, number> => ({
  RESTORE_PLANT: hours,
  DISCONTINUE_PACKAGE: hours,
  DELETE_WASTE: hours,
  REOPEN: hours,
});

/** The states whose time to correct a harvest is published: Oregon’s adjustment guide, Missouri’s bulletin IB 0050. */
const OF_STATES: Readonly<Record<string, Windows>> = {
  OR: { hours: allFor(48), restoresWholeOnly: true },
  MO: { hours: allFor(72) },
};
/** Elsewhere as long as in the state that gives least. */
const ELSEWHERE: Windows = { hours: allFor(48) };

type InState = { usState: string };

const windowsOf = ({ usState }: InState): Windows => OF_STATES[usState] ?? ELSEWHERE;

/** Until when what was done at an instant can be taken back in a license’s state; null if it wasn’t done. */
export function undoUntil(license: InState, act: UndoAct, since: string | null): Date | null {
  if (since === null) return null;
  return new Date(new Date(since).getTime() + windowsOf(license).hours[act] * 3_600_000);
}

/** Why it is too late to take back what was done at an instant; null when it isn’t. */
export function whyTooLate(license: InState, act: UndoAct, since: string | null, now: Date): string | null {
  const until = undoUntil(license, act, since);
  if (until === null || now < until) return null;
  const time = counted(windowsOf(license).hours[act], 'hour');
  return license.usState in OF_STATES
    ? `${stateName(license.usState)} lets this be undone for ${time}, and they’re over.`
    : `This can be undone for ${time}, and they’re over. Change it at the tracking system itself.`;
}

type Restorable = InState & { submitted: string | null; balance: Pick<HarvestBalance, 'waste' | 'packaged'> };

/** Why the state doesn’t let a plant go back to flowering anymore; null when it does. */
export function whyStateKeepsPlants(harvest: Restorable, now: Date): string | null {
  const { balance, submitted } = harvest;
  const isDrawn = compare(balance.waste, 0) > 0 || compare(balance.packaged, 0) > 0;
  if (windowsOf(harvest).restoresWholeOnly && isDrawn)
    return `${stateName(harvest.usState)} lets plants go back only while the harvest has no waste and no packages.`;
  return whyTooLate(harvest, 'RESTORE_PLANT', submitted, now);
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

/** What happened to a package since it was made, so that it can’t be discontinued; null if nothing did. */
export function whyTouched({ forTesting }: { forTesting: boolean }, now: PackageNow): string | null {
  if (now === null) return null;
  if (now.transferState !== null) return 'It’s in a transfer.';
  if (now.status === 'ON_HOLD') return 'It’s on hold.';
  if (now.status !== 'ACTIVE') return 'It’s closed.';
  const isNew = UNTESTED.has(now.labTestState) || (forTesting && now.labTestState === 'SubmittedForTesting');
  if (!isNew) return 'A lab has it or tested it.';
  if (now.isDrawn) return 'Its weight was changed, or something was made of it.';
  return now.isChanging ? 'A change of it is on its way to the tracking system.' : null;
}
