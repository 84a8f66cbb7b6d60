import { z } from 'zod';
import { Day, Instant, RowId } from '../../contract/endpoint';
import { StockLevelSchema } from '../../money';
import { TrackingUnitSchema } from '../items/tracking-item';
import { TAG_LENGTH } from './scanned-tag';

/** How labels begin that a package has once its tag is another package’s. */
export const VOIDED = 'VOID-';

/** A package's label once its tag is another package's; `trackingId` is the tracking system's number of the earlier one. */
export const voidedLabel = (tag: string, trackingId: number): string => `${VOIDED}${tag}-${trackingId}`;

/** The tag a voided label was made of, ours or the tracking system's own; null for any other. */
export const tagOfVoided = (label: string): string | null =>
  new RegExp(`^${VOIDED}(\\S{${TAG_LENGTH}})-`, 'i').exec(label)?.[1]?.toUpperCase() ?? null;

/** Why nothing can be done with a package that has a voided label. */
export const TAG_USED_AGAIN = 'Another package has its tag now.';

/** The states of a package at the tracking system. */
export const PACKAGE_STATUSES = {
  ACTIVE: { label: 'Active' },
  ON_HOLD: { label: 'On hold' },
  INACTIVE: { label: 'Inactive' },
} as const;
export type PackageStatus = keyof typeof PACKAGE_STATUSES;
const PackageStatusSchema = z.enum(Object.keys(PACKAGE_STATUSES) as [PackageStatus, ...PackageStatus[]]);

/** Where a package is in a transfer. */
export const TRANSFER_STATES = {
  SHIPPED: { label: 'Shipped' },
  ACCEPTED: { label: 'Accepted (Offline)' },
  REJECTED: { label: 'Rejected' },
  RETURNED: { label: 'Returned' },
} as const;
export type TransferState = keyof typeof TRANSFER_STATES;

/** How far a package's lab test is, in the tracking system’s words, and what that says of it. */
export const LAB_TEST_STATES = {
  NotSubmitted: { label: 'Not submitted', verdict: 'none' },
  SubmittedForTesting: { label: 'Submitted for testing', verdict: 'none' },
  TestingInProgress: { label: 'Testing in progress', verdict: 'waiting' },
  AwaitingConfirmation: { label: 'Awaiting confirmation', verdict: 'waiting' },
  SelectedForRandomTesting: { label: 'Selected for random testing', verdict: 'waiting' },
  TestPassed: { label: 'Test passed', verdict: 'passed' },
  RetestPassed: { label: 'Retest passed', verdict: 'passed' },
  ProcessValidated: { label: 'Process validated', verdict: 'passed' },
  TestFailed: { label: 'Test failed', verdict: 'failed' },
  RetestFailed: { label: 'Retest failed', verdict: 'failed' },
  Remediated: { label: 'Remediated', verdict: 'waiting' },
  NotRequired: { label: 'Not required', verdict: 'none' },
} as const satisfies Record<string, { label: string; verdict: 'none' | 'waiting' | 'passed' | 'failed' }>;
export type LabTestState = keyof typeof LAB_TEST_STATES;
type LabVerdict = (typeof LAB_TEST_STATES)[LabTestState]['verdict'];

const squashed = (text: string) => text.replace(/[\s_-]+/g, '').toLowerCase();
const LAB_STATES_SQUASHED = new Map(
  (Object.keys(LAB_TEST_STATES) as LabTestState[]).map((state) => [squashed(state), state]),
);

/** A lab test state as the tracking system writes it, in any case and with blanks; one we don’t know stays as it came. */
export const readLabTestState = (text: string): string => LAB_STATES_SQUASHED.get(squashed(text)) ?? text.trim();

/** How a lab test state is shown, and what it says of a package. One we don’t know waits for somebody to look. */
export const labTestStateOf = (state: string): { label: string; verdict: LabVerdict } =>
  Object.hasOwn(LAB_TEST_STATES, state) ? LAB_TEST_STATES[state as LabTestState] : { label: state, verdict: 'waiting' };

const Named = z.strictObject({ id: RowId, name: z.string() });

/** The license that holds a package, displayed as licenses are: by state and number. */
const Holder = z.strictObject({ id: RowId, displayName: z.string(), name: z.string() });

/** A package of the tracking system, as its holder's organization sees it. */
export const InventoryPackage = z.strictObject({
  /** Its label; without one, the key of the packages it is one of (`inventoryId`). */
  id: z.string(),
  /** Our number of it, which addresses of screens and selections name. */
  verdantId: RowId,
  label: z.string(),
  verdantItemId: RowId,
  itemName: z.string(),
  category: z.string(),
  strainName: z.string().nullable(),
  holder: Holder,
  holderLicenseId: RowId,
  /** The brand its item is assigned to. */
  assignedOwner: Named.nullable(),
  status: PackageStatusSchema,
  quantity: StockLevelSchema,
  unitOfMeasureAbbreviation: TrackingUnitSchema,
  /** One of `LAB_TEST_STATES`, or as the tracking system writes it. */
  currentLabTestState: z.string(),
  tradeSample: z.boolean(),
  locationName: z.string().nullable(),
  notes: z.string(),
  /** The tracking system's own figure, in its unit; null before it was read there. */
  trackingQuantity: StockLevelSchema.nullable(),
  trackingUnit: TrackingUnitSchema.nullable(),
  /** When the tracking system last named it. */
  seen: Instant.nullable(),
  /** The facility its item belongs to there. */
  metrcOwner: z.string().nullable(),
  manifestNumber: z.string().nullable(),
  receivedFrom: z.string().nullable(),
  /** Where it is in the transfer that moved it last. */
  transferState: z.enum(Object.keys(TRANSFER_STATES) as [TransferState, ...TransferState[]]).nullable(),
  recipient: z.string().nullable(),
  /** The product its item is mapped to. */
  product: Named.nullable(),
  packaged: Day.nullable(),
  received: Instant.nullable(),
  /** When the tracking system last changed it. */
  lastActivity: Instant,
});
export type InventoryPackage = z.infer<typeof InventoryPackage>;

/** Why what a package holds can't be sold; null when it can. */
export function whyNotSellable(
  one: Pick<InventoryPackage, 'status' | 'tradeSample' | 'currentLabTestState' | 'transferState'>,
) {
  if (one.status === 'INACTIVE' && one.transferState !== null) return TRANSFER_STATES[one.transferState].label;
  if (one.status !== 'ACTIVE') return PACKAGE_STATUSES[one.status].label;
  if (one.tradeSample) return 'Trade sample';
  const { label, verdict } = labTestStateOf(one.currentLabTestState);
  return verdict === 'failed' ? label : null;
}
