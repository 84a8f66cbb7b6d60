import { z } from 'zod';
import type { TrackingUnit } from '../../catalogue/units/tracking-units';
import { Instant, RowId } from '../../contract/endpoint';
import { compare, isEqual, type Numeric } from '../../money';
import type { PackageStatus } from '../packages/package';

/** How what the tracking system says of a package or harvest can differ from what we hold of it. */
export const DIFFERENCE_KINDS = {
  QUANTITY: { label: 'Quantity' },
  UNIT: { label: 'Unit' },
  GONE: { label: 'Not there' },
  UNREADABLE: { label: 'Can’t be read' },
  REFUSED: { label: 'Refused' },
  PLANTS: { label: 'Harvested weight' },
  WASTE: { label: 'Harvest waste' },
  PACKAGED: { label: 'Packaged weight' },
} as const;
export type DifferenceKind = keyof typeof DIFFERENCE_KINDS;

/** What probably made a difference. */
export const DIFFERENCE_CAUSES = {
  ADJUSTED: { label: 'Adjusted in the tracking system' },
  SPLIT: { label: 'Split in the tracking system' },
  FINISHED: { label: 'Finished in the tracking system' },
  TRANSFERRED: { label: 'Transferred to another license' },
  REPACKED: { label: 'Repackaged in another unit' },
  CHANGED: { label: 'Changed in the tracking system' },
  REMOVED: { label: 'Removed, or no longer visible with this key' },
  REFUSED: { label: 'The tracking system refused what was asked' },
  UNKNOWN: { label: 'Unknown' },
} as const;
export type DifferenceCause = keyof typeof DIFFERENCE_CAUSES;

/** How a difference ended. */
export const SETTLEMENTS = {
  ACCEPTED: { label: 'Accepted theirs' },
  CORRECTED: { label: 'Corrected ours' },
  AGREED: { label: 'Both agree again' },
  NOTED: { label: 'Noted' },
  LAPSED: { label: 'No longer there' },
} as const;
export type Settlement = keyof typeof SETTLEMENTS;

type Held = { quantity: Numeric; unitOfMeasure: TrackingUnit };
type Theirs = Held & { list: string; isFinished: boolean };

/** A difference as found, with both sides in words short enough for a cell. */
export type FoundDifference = { kind: DifferenceKind; ours: string; theirs: string; cause: DifferenceCause };

const shown = ({ quantity, unitOfMeasure }: Held) => `${quantity} ${unitOfMeasure}`;

/**
 * Where the tracking system's figure of a package isn't ours. Another unit is one difference, not two: amounts in
 * different units aren't compared.
 */
export function differenceOf(ours: Held, theirs: Theirs): FoundDifference | null {
  if (ours.unitOfMeasure !== theirs.unitOfMeasure)
    return { kind: 'UNIT', ours: shown(ours), theirs: shown(theirs), cause: 'REPACKED' };
  if (isEqual(ours.quantity, theirs.quantity)) return null;
  return { kind: 'QUANTITY', ours: shown(ours), theirs: shown(theirs), cause: causeOf(theirs) };
}

function causeOf({ list, isFinished, quantity }: Theirs): DifferenceCause {
  if (list === 'transferred' || list === 'intransit') return 'TRANSFERRED';
  if (isFinished || (list === 'inactive' && compare(quantity, 0) === 0)) return 'FINISHED';
  return 'ADJUSTED';
}

const keysOf = <Value extends string>(of: Record<Value, unknown>) => z.enum(Object.keys(of) as [Value, ...Value[]]);

/** A difference with the tracking system, as the inbox lists it. */
export const TrackingDifference = z.strictObject({
  id: RowId,
  label: z.string(),
  /** Null for a harvest's, and for a record that couldn't be read and isn't a package of ours. */
  packageId: RowId.nullable(),
  /** The harvest it is about, in place of a package. */
  harvestId: RowId.nullable(),
  itemName: z.string().nullable(),
  license: z.strictObject({ id: RowId, displayName: z.string(), name: z.string() }),
  /** The product its item is mapped to, whose stock it would change. */
  product: z.strictObject({ id: RowId, name: z.string() }).nullable(),
  kind: keysOf<DifferenceKind>(DIFFERENCE_KINDS),
  ours: z.string(),
  theirs: z.string(),
  cause: keysOf<DifferenceCause>(DIFFERENCE_CAUSES),
  /** When we first noticed. */
  found: Instant,
  /** When the tracking system says it changed. */
  moved: Instant.nullable(),
  /** An adjustment of it is on its way to the tracking system. */
  isAdjusting: z.boolean(),
  /** The latest question about it: whose, to whom. */
  asked: z
    .strictObject({ orgUserId: RowId, name: z.string(), by: z.string(), question: z.string(), at: Instant })
    .nullable(),
  settled: Instant.nullable(),
  settlement: keysOf<Settlement>(SETTLEMENTS).nullable(),
  /** Null when both agreed again by themselves. */
  settledBy: z.string().nullable(),
});
export type TrackingDifference = z.infer<typeof TrackingDifference>;

/** Why the tracking system's word can't be accepted; null when it can. */
export function whyNotAccept({ kind, settlement }: Pick<TrackingDifference, 'kind' | 'settlement'>): string | null {
  if (settlement !== null) return `It’s settled already: ${SETTLEMENTS[settlement].label.toLowerCase()}.`;
  if (kind === 'REFUSED') return 'The tracking system refused it, so there is no figure to accept.';
  return kind === 'UNREADABLE' ? 'We can’t read what the tracking system says. It closes once we can.' : null;
}

/** Why it can’t be put aside as noted; null when it can: only what the tracking system refused waits for no figure. */
export function whyNotNote({ kind, settlement }: Pick<TrackingDifference, 'kind' | 'settlement'>): string | null {
  if (settlement !== null) return whyNotAccept({ kind, settlement });
  return kind === 'REFUSED' ? null : 'Only what the tracking system refused can be noted.';
}

/** Why our figure can't be corrected; null when it can. */
export function whyNotCorrect({ kind, settlement }: Pick<TrackingDifference, 'kind' | 'settlement'>): string | null {
  if (settlement !== null) return whyNotAccept({ kind, settlement });
  return kind === 'QUANTITY' ? null : 'Only a quantity can be corrected.';
}

/** Why nobody can be asked about it; null when they can. */
export const whyNotAsk = ({ settlement }: Pick<TrackingDifference, 'settlement'>): string | null =>
  settlement === null ? null : whyNotAccept({ kind: 'QUANTITY', settlement });

type Adjustable = Pick<TrackingDifference, 'kind' | 'settlement' | 'isAdjusting'>;

/** Why the tracking system can't be told our figure; null when it can. `status` is the package's, where it is known. */
export function whyNotAdjust({ kind, settlement, isAdjusting }: Adjustable, status?: PackageStatus): string | null {
  if (settlement !== null) return whyNotAccept({ kind, settlement });
  if (isAdjusting) return 'An adjustment is on its way to the tracking system.';
  if (kind !== 'QUANTITY') return 'Only a quantity can be adjusted.';
  return status === undefined || status === 'ACTIVE' ? null : 'Only an active package can be adjusted.';
}
