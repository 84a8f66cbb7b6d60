import type { TrackingUnit } from '../catalogue/units/tracking-units';
import type { Day } from '../dates';
import type { PackageStatus, TransferState } from './packages/package';
import { differenceOf, type FoundDifference } from './reconciliation/difference';
import type { WriteKind } from './write-kinds';

/** The tracking system's lists of packages, and what being in one says of a package. */
export const PACKAGE_LISTS = {
  active: { status: 'ACTIVE', transferState: null },
  onhold: { status: 'ON_HOLD', transferState: null },
  inactive: { status: 'INACTIVE', transferState: null },
  intransit: { status: 'INACTIVE', transferState: 'SHIPPED' },
  labsamples: { status: 'ACTIVE', transferState: null },
  transferred: { status: 'INACTIVE', transferState: 'ACCEPTED' },
} as const satisfies Record<string, { status: PackageStatus; transferState: TransferState | null }>;
export type PackageList = keyof typeof PACKAGE_LISTS;

/** What is still to be written about a package, or was a moment ago; records modified before `until` don't know of it. */
export type Writing = { until: number; kinds: ReadonlySet<WriteKind> };

type Place = { finishedOn: Day | null; locationId: number | null; locationName: string | null };
type Held = { quantity: string; unitOfMeasure: TrackingUnit };

/** A package as we have it. */
export type OwnPackage = Held &
  Place & { licenseId: number; itemId: number; status: PackageStatus; trackingModifiedAt: Date | null };

/** The same package in one of the tracking system's lists; `isVoided` once its tag is another package's. */
export type ListedPackage = Held &
  Place & { isVoided: boolean; isOnHold: boolean; isFinished: boolean; modifiedAt: Date };

/** The list a package was read in, when, of which license, and our item it is of. */
export type ListedIn = { list: PackageList; readAt: Date; licenseId: number; itemId: number };

/** What becomes of a package here. */
export type PackageState = Place & { status: PackageStatus; transferState: TransferState | null };

/**
 * What a record says of a package: a new one; that another license gave it away, which that license's own lists say;
 * nothing newer than we know; or what it is now. `resummed` are the items whose stock changes. `compared` is null while
 * something of ours isn't there yet, because the quantities can't be equal then, and of a package that lost its tag, which
 * nobody has anymore.
 */
export type PackageVerdict =
  | { kind: 'ADD'; state: PackageState; resummed: number[] }
  | { kind: 'GIVEN_AWAY' | 'SEEN' }
  | {
      kind: 'CHANGE';
      state: PackageState;
      resummed: number[];
      isNews: boolean;
      compared: { difference: FoundDifference | null } | null;
    };

/** Judges one record of the tracking system by the package of the same tag, if we have it. */
export function judgePackage(
  own: OwnPackage | undefined,
  theirs: ListedPackage,
  { list, readAt, licenseId, itemId }: ListedIn,
  writing?: Writing,
): PackageVerdict {
  const { status, transferState } = PACKAGE_LISTS[list];
  const { finishedOn, locationId, locationName } = theirs;
  const state: PackageState = {
    status: theirs.isVoided ? 'INACTIVE' : status === 'ACTIVE' && theirs.isOnHold ? 'ON_HOLD' : status,
    transferState,
    finishedOn,
    locationId,
    locationName,
  };
  if (own === undefined) return { kind: 'ADD', state, resummed: state.status === 'ACTIVE' ? [itemId] : [] };
  if (own.licenseId !== licenseId && status === 'INACTIVE') return { kind: 'GIVEN_AWAY' };
  if (isOlder(own, theirs, readAt)) return { kind: 'SEEN' };
  if (isBack(own, theirs, list)) return { kind: 'SEEN' };
  const isBefore = writing !== undefined && theirs.modifiedAt.getTime() < writing.until;
  const next = isBefore ? { ...state, ...asWritten(own, writing.kinds) } : state;
  return {
    kind: 'CHANGE',
    state: next,
    resummed: next.status !== own.status || itemId !== own.itemId ? [itemId, own.itemId] : [],
    isNews: own.trackingModifiedAt?.getTime() !== theirs.modifiedAt.getTime(),
    compared: isBefore || theirs.isVoided ? null : { difference: differenceOf(own, { ...theirs, list }) },
  };
}

/** How far ahead of our clock the tracking system's may be, in milliseconds. */
const AHEAD_MS = 3_600_000;

/** Whether a record is from before the one we have; one with a time that hasn't come yet orders nothing. */
function isOlder({ trackingModifiedAt: known }: OwnPackage, { modifiedAt }: ListedPackage, readAt: Date): boolean {
  if (known === null || known.getTime() > readAt.getTime() + AHEAD_MS) return false;
  return modifiedAt < known;
}

/** Whether a package that came back is still listed as transferred too: its own list says the same moment, so it is here. */
const isBack = (
  { status, trackingModifiedAt }: OwnPackage,
  { modifiedAt }: ListedPackage,
  list: PackageList,
): boolean =>
  list === 'transferred' &&
  status !== 'INACTIVE' &&
  modifiedAt.getTime() > 0 &&
  modifiedAt.getTime() === trackingModifiedAt?.getTime();

/** What was asked for a package here and isn't there yet, which a record from before doesn't take away. */
function asWritten({ status, finishedOn, locationId, locationName }: OwnPackage, kinds: Writing['kinds']) {
  return {
    ...(kinds.has('MOVE') && { locationId, locationName }),
    ...((kinds.has('FINISH') || kinds.has('REOPEN')) && { status, finishedOn }),
  };
}

/** The newest record of each package, by its tag and number there; of two equally new ones the later one. */
export function newestOfEach<P extends { label: string; trackingId: number | null; modifiedAt: Date }>(
  read: readonly P[],
): P[] {
  const newest = new Map<string, P>();
  for (const one of read) {
    const key = `${one.label} ${one.trackingId}`;
    const other = newest.get(key);
    if (other === undefined || other.modifiedAt <= one.modifiedAt) newest.set(key, one);
  }
  return [...newest.values()];
}
