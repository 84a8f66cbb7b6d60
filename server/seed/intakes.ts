import type { TrackingUnit } from '../../domain/catalogue/units/tracking-units';
import type { Todo } from '../../domain/intakes/todo';
import type { intakePackages, transferPackages, transfers } from '../db/schema';
import { UNIT_NAMES } from '../integrations/tracking/tracking-units';
import { facilityLicense, type SandboxTransfer, TRANSFER } from '../sandbox/tracking/incoming';
import type { Row } from './copy';
import { orgIdOf } from './parties/organizations';
import { DAY_MS, HOUR_MS, nextId, type World } from './world';

type Carried = Row<typeof transferPackages>;
type Transfer = Row<typeof transfers>;
type Sender = { name: string; license: string };

const STATES: Readonly<Record<string, SandboxTransfer['packages'][number]['ShipmentPackageState']>> = {
  SHIPPED: 'Shipped',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
};
/** What is sent: item, quantity and how far its lab test is. */
const SENT = [
  ['Blue Dream Jar 3.5g', '64', 'TestPassed'],
  ['Gelato Jar 3.5g', '48', 'TestPassed'],
  ['OG Kush Pre-roll 1g', '120', 'TestPassed'],
  ['Sour Diesel Pre-roll 1g', '96', 'TestPassed'],
  ['Mango Live Resin 1g', '36', 'TestPassed'],
  ['Strawberry Gummies 100mg', '80', 'TestPassed'],
  ['Citrus Vape Cart 1g', '54', 'TestPassed'],
  ['Granddaddy Purple Jar 3.5g', '40', 'TestPassed'],
] as const;

/** What nobody did yet: rows that are copied have the same fields. */
export const UNTOUCHED = {
  confirmedAt: null,
  confirmedBy: null,
  notFound: false,
  notes: '',
  countedQuantity: null,
  countedAt: null,
  countedBy: null,
  version: 1,
} satisfies Partial<Row<typeof intakePackages>>;

/** Deliveries to a warehouse in different states, which the tracking system’s stand-in has as well. */
export function addIntakes({ rows, now }: World): void {
  const orgId = orgIdOf('fernhollow');
  const license = rows.licenses.find((one) => one.orgId === orgId && one.usState === 'CA');
  const person = (email: string) => rows.users.find((one) => one.email === email)?.id ?? null;
  if (license?.id === undefined) return;
  const { id: licenseId, licenseNumber, name: recipient } = license;
  const [lead, other] = [person('warehouse@fernhollow.example'), person('manager@fernhollow.example')];
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const near = rows.licenses.find((one) => one.orgId === orgIdOf('tidemark') && one.usState === 'CA');
  const tidemark: Sender = { name: near?.name ?? '', license: near?.licenseNumber ?? '' };
  const outside = (name: string): Sender => ({ name, license: facilityLicense(name) });

  const add = (
    sender: Sender,
    values: Partial<Transfer> & { modifiedAt: Date },
    change: (carried: Partial<Carried>, at: number) => Partial<Carried> = (one) => one,
  ) => {
    const id = nextId(rows.transfers);
    const trackingId = 7_700_000 + id;
    const carried = SENT.slice(0, 9 - id).map(([itemName, quantity, labState], at): Carried => {
      const label = `1A40603000077${String(id * 1_000 + at + 1).padStart(11, '0')}`;
      const one = {
        itemName,
        quantity,
        labState,
        unitOfMeasure: 'ea',
        state: 'SHIPPED',
        label,
        receivedQuantity: null,
      };
      return { ...one, ...change(one, at), orgId, transferId: id, recipientName: null, recipientLicense: null };
    });
    const transfer: Transfer = {
      id,
      orgId,
      licenseId,
      trackingId,
      deliveryId: trackingId,
      direction: 'INCOMING',
      manifestNumber: String(trackingId).padStart(10, '0'),
      shipperName: sender.name,
      shipperLicense: sender.license,
      packageCount: carried.length,
      departedAt: new Date(values.modifiedAt.getTime() - 4 * HOUR_MS),
      receivedAt: null,
      isBlind: false,
      seenAt: values.modifiedAt,
      packagesReadAt: values.modifiedAt,
      createdAt: new Date(values.modifiedAt.getTime() - DAY_MS),
      ...values,
    };
    rows.transfers.push(transfer);
    rows.transferPackages.push(...carried);
    rows.sandboxRecords.push({
      id: nextId(rows.sandboxRecords),
      standIn: 'tracking',
      kind: TRANSFER,
      subject: licenseNumber,
      data: toSandbox(transfer, carried, recipient),
      createdAt: values.modifiedAt,
    });
    return carried.map(({ label }) => ({ orgId, transferId: id, label }));
  };

  // On the road, with a failed and a missing lab test.
  add(tidemark, { modifiedAt: before(3) }, (one, at) =>
    at === 2 ? { ...one, labState: 'TestFailed' } : at === 5 ? { ...one, labState: 'SubmittedForTesting' } : one,
  );
  // Being counted blind: some confirmed, one missing, one that nobody expected, and a count to settle.
  const counted = add(tidemark, { modifiedAt: before(8), isBlind: true });
  const act = (
    key: { orgId: number; transferId: number; label: string },
    values: Partial<Row<typeof intakePackages>>,
  ) => rows.intakePackages.push({ ...UNTOUCHED, ...key, ...values });
  const tell = (keys: readonly { transferId: number }[], told: Todo) =>
    rows.intakeTodos.push({ orgId, transferId: keys[0]?.transferId ?? 0, told, dueAt: null, senderOrgId: null });
  for (const [at, key] of counted.entries()) {
    const count = { countedQuantity: SENT[at]?.[1] ?? '0', countedAt: before(1), countedBy: lead };
    if (at < 3) act(key, { confirmedAt: before(1), confirmedBy: lead, ...count });
    if (at === 3) act(key, { ...count, countedQuantity: '94', notes: 'Two tubes crushed' });
    if (at === 4) act(key, { notFound: true, notes: 'Not on the pallet' });
  }
  const { transferId = 0 } = counted[0] ?? {};
  act({ orgId, transferId, label: '1A4060300007799999999001' }, { notes: 'No label of ours' });
  // Confirmed here two days ago, and still in transit there.
  const waiting = add(outside('Lost Coast Cultivation'), { modifiedAt: before(60) });
  for (const key of waiting) act(key, { confirmedAt: before(48), confirmedBy: other });
  tell(waiting, 'ACCEPT_THERE');
  // Received there yesterday, and not confirmed here.
  const received = add(
    outside('Redwood Terrace Gardens'),
    { modifiedAt: before(20), receivedAt: before(20) },
    (one) => ({
      ...one,
      state: 'ACCEPTED',
      receivedQuantity: one.quantity ?? null,
    }),
  );
  tell(received, 'CONFIRM_HERE');
}

/** A delivery as the tracking system’s stand-in has it. */
export function toSandbox(transfer: Transfer, carried: readonly Carried[], recipient: string): SandboxTransfer {
  return {
    ManifestNumber: transfer.manifestNumber,
    ShipperFacilityName: transfer.shipperName,
    ShipperFacilityLicenseNumber: transfer.shipperLicense,
    RecipientFacilityName: recipient,
    EstimatedDepartureDateTime: (transfer.departedAt ?? transfer.modifiedAt).toISOString(),
    ReceivedDateTime: transfer.receivedAt?.toISOString() ?? null,
    IsVoided: false,
    LastModified: transfer.modifiedAt.toISOString(),
    packages: carried.map((one, at) => ({
      PackageId: transfer.trackingId * 100 + at,
      PackageLabel: one.label,
      ProductName: one.itemName,
      ShippedQuantity: Number(one.quantity),
      ShippedUnitOfMeasureName: UNIT_NAMES[(one.unitOfMeasure ?? 'ea') as TrackingUnit],
      ReceivedQuantity: one.receivedQuantity ? Number(one.receivedQuantity) : null,
      LabTestingState: one.labState ?? 'NotSubmitted',
      ShipmentPackageState: STATES[one.state] ?? 'Shipped',
    })),
  };
}
