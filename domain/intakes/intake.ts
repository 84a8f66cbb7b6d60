import { z } from 'zod';
import { Instant, RowId, Version } from '../contract/endpoint';
import { shortDay } from '../dates';
import { labTestStateOf, TRANSFER_STATES, type TransferState } from '../inventory/packages/package';
import { compare, QuantitySchema, StockLevelSchema } from '../money';

const states = Object.keys(TRANSFER_STATES) as [TransferState, ...TransferState[]];

/** Who did something, and when. */
const Act = z.strictObject({ by: z.string(), at: Instant });

/** A package of an incoming delivery: what its manifest says, what people did at the dock, and what became of it there. */
export const IntakePackage = z.strictObject({
  label: z.string(),
  confirmed: z.boolean(),
  notFound: z.boolean(),
  notes: z.string(),
  /** It was scanned, and the manifest doesn’t have it. */
  unknown: z.boolean(),
  /** It was on the manifest when somebody acted on it, and isn’t anymore. */
  leftManifest: z.boolean(),
  confirmation: Act.nullable(),
  itemName: z.string(),
  unitOfMeasure: z.string(),
  /** Null while it is hidden until somebody counts, and for an unknown package. */
  shippedQuantity: StockLevelSchema.nullable(),
  countedQuantity: QuantitySchema.nullable(),
  count: Act.nullable(),
  /** Whether the reader counted it, so that somebody else settles a difference. */
  countedByReader: z.boolean(),
  settledQuantity: QuantitySchema.nullable(),
  settlement: Act.extend({ why: z.string() }).nullable(),
  /** What the tracking system says was received; null while it says nothing. */
  receivedQuantity: StockLevelSchema.nullable(),
  /** What became of it in the tracking system; null for an unknown package. */
  theirState: z.enum(states).nullable(),
  /** Of the package as we know it by its tag, else as the manifest says; null when neither tells. */
  labState: z.string().nullable(),
  /** The last day its newest certificate counted, once that is over; null while it counts, or none is known. */
  labExpired: z.iso.date().nullable(),
  overruled: Act.extend({ why: z.string() }).nullable(),
  version: Version,
});
export type IntakePackage = z.infer<typeof IntakePackage>;

const count = z.number().int().nonnegative();

/** An incoming delivery in the list; `id` is the transfer’s. */
export const IntakeRow = z.strictObject({
  id: RowId,
  licenseId: RowId,
  manifestNumber: z.string(),
  senderName: z.string(),
  senderLicense: z.string(),
  /** An organization here holds the sender’s license. */
  inNetwork: z.boolean(),
  /** When it left, or was to leave. */
  departed: Instant.nullable(),
  /** When the tracking system says it was received. */
  received: Instant.nullable(),
  isVoided: z.boolean(),
  isBlind: z.boolean(),
  /** Packages on the manifest. */
  packageCount: count,
  confirmedCount: count,
  expectedCount: count,
  notFoundCount: count,
  hasNotesCount: count,
  unknownCount: count,
  /** How many the tracking system has accepted, and rejected or returned. */
  acceptedCount: count,
  rejectedCount: count,
  todo: z.enum(['ACCEPT_THERE', 'CONFIRM_HERE']).nullable(),
});
export type IntakeRow = z.infer<typeof IntakeRow>;

/** One intake with its packages, in the order they are shown. */
export const Intake = IntakeRow.extend({ intakePackages: z.array(IntakePackage) });
export type Intake = z.infer<typeof Intake>;

type Counted = Pick<IntakePackage, 'confirmed' | 'notFound' | 'notes' | 'unknown' | 'leftManifest' | 'theirState'>;

/** What an intake’s packages add up to. Those that left the manifest aren’t expected anymore. */
export function intakeCounts(packages: readonly Counted[]) {
  const here = packages.filter(({ leftManifest }) => !leftManifest);
  const of = (is: (one: Counted) => boolean) => here.filter(is).length;
  return {
    packageCount: of(({ unknown }) => !unknown),
    confirmedCount: of(({ confirmed }) => confirmed),
    expectedCount: of(({ notFound }) => !notFound),
    notFoundCount: of(({ notFound }) => notFound),
    hasNotesCount: of(({ notes }) => notes !== ''),
    unknownCount: of(({ unknown }) => unknown),
    acceptedCount: of(({ theirState }) => theirState === 'ACCEPTED'),
    rejectedCount: of(({ theirState }) => theirState === 'REJECTED' || theirState === 'RETURNED'),
  };
}

type Ordered = Pick<IntakePackage, 'label' | 'confirmed' | 'notFound' | 'notes'>;

/** Not found first, then those with notes, then unconfirmed before confirmed, then by label (part 2, §3 “Intake”). */
export function byAttention(one: Ordered, other: Ordered): number {
  const first = (is: (item: Ordered) => boolean) => Number(is(other)) - Number(is(one));
  return (
    first(({ notFound }) => notFound) ||
    first(({ notes }) => notes !== '') ||
    first(({ confirmed }) => !confirmed) ||
    Number(one.label > other.label) - Number(one.label < other.label)
  );
}

export type LabGate = 'passed' | 'failed' | 'missing' | 'expired';
type Tested = Pick<IntakePackage, 'labState' | 'labExpired'>;

/** What lab tests say at the dock: only a passed one whose certificate counts, or none required, lets a package in unasked. */
export function labGateOf({ labState, labExpired }: Tested): LabGate {
  if (labState === null) return 'missing';
  if (labState === 'NotRequired') return 'passed';
  const { verdict } = labTestStateOf(labState);
  if (verdict === 'passed') return labExpired === null ? 'passed' : 'expired';
  return verdict === 'failed' ? 'failed' : 'missing';
}

/** The lab state in words. */
export function labText(one: Tested): string {
  if (one.labState === null) return 'No result';
  const { label } = labTestStateOf(one.labState);
  return labGateOf(one) === 'expired' && one.labExpired ? `${label}, expired ${shortDay(one.labExpired)}` : label;
}

type Confirmable = Pick<
  IntakePackage,
  'confirmed' | 'confirmation' | 'unknown' | 'leftManifest' | 'theirState' | 'labState' | 'labExpired' | 'overruled'
>;

/** Why a package of an intake can’t be confirmed; null when it can. One that wasn’t found can: it is here after all. */
export function whyNotConfirmed(one: Confirmable, { isVoided }: Pick<IntakeRow, 'isVoided'>): string | null {
  if (isVoided) return 'The sender voided this transfer.';
  if (one.unknown) return 'It isn’t on this manifest.';
  if (one.leftManifest) return 'It’s no longer on the manifest.';
  if (one.confirmed) return `${one.confirmation?.by ?? 'Somebody'} confirmed it already.`;
  if (one.theirState === 'REJECTED' || one.theirState === 'RETURNED') return 'It was rejected in the tracking system.';
  return whyLabStops(one);
}

/** Why its lab state stops a package at the dock; null when it doesn’t, or somebody overruled it. */
export function whyLabStops(one: Tested & Pick<IntakePackage, 'overruled'>): string | null {
  const gate = labGateOf(one);
  if (gate === 'passed' || one.overruled !== null) return null;
  if (gate === 'expired') return `Its lab certificate expired on ${shortDay(one.labExpired ?? '')}.`;
  const state = labText(one).toLowerCase();
  return gate === 'failed' ? `Its lab test failed (${state}).` : `It has no passed lab test (${state}).`;
}

type Figures = Pick<IntakePackage, 'shippedQuantity' | 'countedQuantity' | 'settlement'>;

/** Whether a count differs from what was shipped. */
export const countDiffers = ({ shippedQuantity, countedQuantity }: Figures): boolean =>
  countedQuantity !== null && shippedQuantity !== null && compare(countedQuantity, shippedQuantity) !== 0;

/** Whether a second person is still to settle a difference. */
export const needsSettling = (one: Figures): boolean => countDiffers(one) && one.settlement === null;

type Here = Pick<IntakeRow, 'isVoided' | 'confirmedCount' | 'expectedCount' | 'packageCount'>;

/** How far an intake is here. */
export function stateHere({ isVoided, confirmedCount, expectedCount, packageCount }: Here) {
  if (isVoided) return { label: 'Voided', tone: 'neutral' } as const;
  if (confirmedCount > 0 && confirmedCount >= expectedCount) return { label: 'Confirmed', tone: 'positive' } as const;
  if (confirmedCount > 0) return { label: 'Partly confirmed', tone: 'progress' } as const;
  return packageCount > 0 && expectedCount === 0
    ? ({ label: 'Not found', tone: 'negative' } as const)
    : ({ label: 'To confirm', tone: 'info' } as const);
}

/** How far it is in the tracking system. */
export function stateThere({ isVoided, acceptedCount, rejectedCount, packageCount, received }: IntakeRow) {
  if (isVoided) return { label: 'Voided', tone: 'neutral' } as const;
  if (packageCount > 0 && rejectedCount === packageCount) return { label: 'Rejected', tone: 'negative' } as const;
  if (packageCount > 0 && acceptedCount + rejectedCount >= packageCount) {
    return { label: rejectedCount > 0 ? 'Received in part' : 'Received', tone: 'positive' } as const;
  }
  return acceptedCount > 0 || received !== null
    ? ({ label: 'Partly received', tone: 'progress' } as const)
    : ({ label: 'In transit', tone: 'info' } as const);
}

/** What needs attention in an intake, in words; empty when nothing does. */
export function exceptionsOf({ notFoundCount, unknownCount, hasNotesCount }: IntakeRow): string {
  const parts = [
    notFoundCount > 0 && `${notFoundCount} not found`,
    unknownCount > 0 && `${unknownCount} unknown`,
    hasNotesCount > 0 && `${hasNotesCount} with notes`,
  ];
  return parts.filter(Boolean).join(', ');
}
