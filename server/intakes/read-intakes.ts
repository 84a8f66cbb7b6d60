import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { dayOf } from '../../domain/dates';
import { notFound } from '../../domain/errors';
import {
  byAttention,
  type Intake,
  type IntakePackage,
  type IntakeRow,
  intakeCounts,
} from '../../domain/intakes/intake';
import { todoOf, type Watched } from '../../domain/intakes/todo';
import { expiryOf } from '../../domain/inventory/lab-result';
import type { TransferState } from '../../domain/inventory/packages/package';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { licenses, transfers } from '../db/schema';
import { visibleLicenses } from '../db/visibility';

type Reader = Pick<Ctx, 'db' | 'membership'>;
export type FoundLicense = { id: number; usState: string };
type Transfer = typeof transfers.$inferSelect;

/** A license of the reader's organization that they see. NOT_FOUND. */
export async function findLicense({ db, membership }: Reader, licenseId: number): Promise<FoundLicense> {
  const [found] = await db
    .select({ id: licenses.id, usState: licenses.usState })
    .from(licenses)
    .where(and(visibleLicenses(membership), eq(licenses.id, licenseId)));
  if (found === undefined) throw notFound('License');
  return found;
}

/** Whether an organization here holds the sender’s license, in the receiving license’s state. */
export const isInNetwork = (usState: string): SQL<boolean> => sql<boolean>`exists (select from licenses sender
  where sender.us_state = ${usState} and sender.license_number = transfers.shipper_license and sender.removed_at is null)`;

/** The incoming transfers of a license. */
export const incomingOf = ({ membership }: Pick<Ctx, 'membership'>, licenseId: number): SQL =>
  sql`${transfers.orgId} = ${membership.orgId} and ${transfers.licenseId} = ${licenseId} and ${transfers.direction} = 'INCOMING'`;

type Place = { licenseId: number; intakeId: number };

/** An intake’s transfer, locked against other changes of its packages if `lock`. NOT_FOUND. */
export async function findTransfer(
  ctx: Reader,
  { licenseId, intakeId }: Place,
  lock = false,
): Promise<Transfer & FoundLicense> {
  const license = await findLicense(ctx, licenseId);
  const query = ctx.db
    .select()
    .from(transfers)
    .where(and(incomingOf(ctx, licenseId), eq(transfers.id, intakeId)));
  const [found] = await (lock ? query.for('no key update') : query);
  if (found === undefined) throw notFound('Intake');
  return { ...found, usState: license.usState };
}

type Figure = string | null;
type PackageRow = {
  label: string;
  isCarried: boolean;
  hasLeft: boolean;
  itemName: string | null;
  unit: string | null;
  shipped: Figure;
  received: Figure;
  state: TransferState | null;
  labState: string | null;
  /** When the package we know by its tag was last tested, unless that was revoked; and whether we still have it. */
  tested: string | null;
  isHeld: boolean;
  notFound: boolean;
  notes: string;
  counted: Figure;
  countedByReader: boolean;
  settled: Figure;
  settledWhy: string | null;
  overruledWhy: string | null;
  version: number;
} & Record<`${'confirmed' | 'counted' | 'settled' | 'overruled'}At`, Date | string | null> &
  Record<`${'confirmed' | 'counted' | 'settled' | 'overruled'}Name`, string | null>;

const nameOf = (who: string) => sql.raw(`${who}.first_name || ' ' || ${who}.last_name`);

/** Packages of intakes as they are shown, in their order; of some labels alone if given. */
export async function readPackages(
  ctx: Pick<Ctx, 'db' | 'membership' | 'person' | 'now' | 'timeZone'>,
  transfer: Transfer & Pick<FoundLicense, 'usState'>,
  labels?: readonly string[],
): Promise<IntakePackage[]> {
  const {
    db,
    membership: { orgId },
    person,
  } = ctx;
  const { id, isBlind } = transfer;
  const of = (alias: SQL) => sql`${alias}.org_id = ${orgId} and ${alias}.transfer_id = ${id}
    ${labels === undefined ? sql`` : sql`and ${isOneOf(sql`${alias}.label`, labels)}`}`;
  const { rows } = await db.execute<PackageRow>(sql`
    select coalesce(carried.label, acted.label) as label, carried.label is not null as "isCarried",
           carried.left_at is not null as "hasLeft", coalesce(carried.item_name, item.name) as "itemName",
           coalesce(carried.unit_of_measure, pack.unit_of_measure) as unit,
           carried.quantity as shipped, carried.received_quantity as received, carried.state,
           coalesce(case when pack.status <> 'INACTIVE' then pack.lab_test_state end, carried.lab_state,
             pack.lab_test_state) as "labState",
           coalesce(pack.status <> 'INACTIVE', false) as "isHeld",
           (select max(report.performed)::text from lab_reports report
             where report.org_id = ${orgId} and report.package_id = pack.id and not report.is_revoked) as tested,
           coalesce(acted.not_found, false) as "notFound", coalesce(acted.notes, '') as notes,
           acted.counted_quantity as counted, coalesce(acted.counted_by = ${person.userId}::uuid, false) as "countedByReader",
           acted.settled_quantity as settled, acted.settled_why as "settledWhy", acted.overruled_why as "overruledWhy",
           coalesce(acted.version, 0) as version,
           acted.confirmed_at as "confirmedAt", ${nameOf('confirmer')} as "confirmedName",
           acted.counted_at as "countedAt", ${nameOf('counter')} as "countedName",
           acted.settled_at as "settledAt", ${nameOf('settler')} as "settledName",
           acted.overruled_at as "overruledAt", ${nameOf('overruler')} as "overruledName"
      from (select * from transfer_packages carrying where ${of(sql.raw('carrying'))}) as carried
      full join (select * from intake_packages acting where ${of(sql.raw('acting'))}) as acted
        on acted.org_id = carried.org_id and acted.transfer_id = carried.transfer_id and acted.label = carried.label
      left join packages pack on pack.org_id = ${orgId} and pack.label = coalesce(carried.label, acted.label)
      left join tracking_items item on item.org_id = ${orgId} and item.id = pack.item_id
      left join users confirmer on confirmer.id = acted.confirmed_by
      left join users counter on counter.id = acted.counted_by
      left join users settler on settler.id = acted.settled_by
      left join users overruler on overruler.id = acted.overruled_by`);
  const atSender = await testedAtSender(
    db,
    transfer,
    rows.filter(({ isHeld }) => !isHeld).map(({ label }) => label),
  );
  const today = dayOf(ctx.now, ctx.timeZone);
  return rows
    .map((row) => {
      const tested = row.isHeld ? row.tested : (atSender.get(row.label) ?? row.tested);
      const expires = tested === null ? null : expiryOf(tested);
      return toPackage(row, isBlind, expires !== null && expires < today ? expires : null);
    })
    .sort(byAttention);
}

/** When packages were last tested by the books of a sender that is here, by tag; unless that was revoked. */
async function testedAtSender(
  db: Reader['db'],
  transfer: Transfer & Pick<FoundLicense, 'usState'>,
  labels: readonly string[],
): Promise<Map<string, string>> {
  const sender = labels.length === 0 ? null : await senderOf(db, transfer);
  if (sender === null || sender.orgId === transfer.orgId) return new Map();
  const { rows } = await db.execute<{ label: string; tested: string }>(sql`
    select pack.label, max(report.performed)::text as tested
      from packages pack
      join lab_reports report on report.org_id = ${sender.orgId} and report.package_id = pack.id and not report.is_revoked
     where pack.org_id = ${sender.orgId} and ${isOneOf(sql`pack.label`, labels)}
     group by pack.label`);
  return new Map(rows.map(({ label, tested }) => [label, tested]));
}

/** The organization here that holds the sender’s license, in the receiving license’s state, and that license. */
export async function senderOf(
  db: Reader['db'],
  { shipperLicense, usState }: Pick<Transfer, 'shipperLicense'> & Pick<FoundLicense, 'usState'>,
): Promise<{ orgId: number; licenseId: number } | null> {
  const [found] = await db
    .select({ orgId: licenses.orgId, licenseId: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.usState, usState), eq(licenses.licenseNumber, shipperLicense), isNull(licenses.removedAt)));
  return found ?? null;
}

const instant = (at: Date | string) => new Date(at).toISOString();
const actOf = (at: Date | string | null, by: string | null) => (at === null ? null : { by: by ?? '', at: instant(at) });
const whyOf = (act: { by: string; at: string } | null, why: string | null) => act && { ...act, why: why ?? '' };

function toPackage(row: PackageRow, isBlind: boolean, labExpired: string | null): IntakePackage {
  const isHidden = isBlind && row.counted === null;
  return {
    label: row.label,
    confirmed: row.confirmedAt !== null,
    notFound: row.notFound,
    notes: row.notes,
    unknown: !row.isCarried,
    leftManifest: row.hasLeft,
    confirmation: actOf(row.confirmedAt, row.confirmedName),
    itemName: row.itemName ?? '',
    unitOfMeasure: row.unit ?? '',
    shippedQuantity: isHidden ? null : row.shipped,
    countedQuantity: row.counted,
    count: actOf(row.countedAt, row.countedName),
    countedByReader: row.countedByReader,
    settledQuantity: row.settled,
    settlement: whyOf(actOf(row.settledAt, row.settledName), row.settledWhy),
    receivedQuantity: isHidden ? null : row.received,
    theirState: row.state,
    labState: row.labState,
    labExpired,
    overruled: whyOf(actOf(row.overruledAt, row.overruledName), row.overruledWhy),
    version: row.version,
  };
}

/** A whole intake. */
export async function readIntake(ctx: Ctx, transfer: Transfer & FoundLicense): Promise<Intake> {
  const intakePackages = await readPackages(ctx, transfer);
  const confirmed = intakePackages.flatMap(({ confirmation }) => (confirmation ? [confirmation.at] : []));
  const open = intakePackages.filter(({ leftManifest }) => !leftManifest);
  const [network] = await ctx.db
    .select({ is: isInNetwork(transfer.usState) })
    .from(transfers)
    .where(and(eq(transfers.orgId, transfer.orgId), eq(transfers.id, transfer.id)));
  const watched = {
    waitingThere: open.filter((one) => one.confirmed && one.theirState === 'SHIPPED').length,
    unconfirmedHere: open.filter((one) => !one.confirmed && !one.notFound && one.theirState === 'ACCEPTED').length,
    lastConfirmed: confirmed.sort().at(-1) ?? null,
  };
  return {
    ...toRow({ ...transfer, ...intakeCounts(intakePackages), ...watched, inNetwork: network?.is === true }, ctx.now),
    intakePackages,
  };
}

type WatchedFacts = Pick<Transfer, 'receivedAt' | 'createdAt' | 'isVoided'> & {
  waitingThere: number;
  unconfirmedHere: number;
  lastConfirmed: Date | string | null;
};
type RowFacts = Omit<Transfer, 'packageCount'> &
  ReturnType<typeof intakeCounts> &
  WatchedFacts & { inNetwork: boolean };

/** What decides whether something is left to do for an intake. */
export const watchedOf = (found: WatchedFacts): Watched => ({
  isVoided: found.isVoided,
  waitingThere: found.waitingThere,
  unconfirmedHere: found.unconfirmedHere,
  lastConfirmed: found.lastConfirmed === null ? null : new Date(found.lastConfirmed),
  isFollowed: found.receivedAt === null || found.createdAt < found.receivedAt,
});

/** A transfer with its figures as the list shows it. */
export function toRow(found: RowFacts, now: Date): IntakeRow {
  const { receivedAt, departedAt, isVoided } = found;
  return {
    id: found.id,
    licenseId: found.licenseId,
    manifestNumber: found.manifestNumber,
    senderName: found.shipperName,
    senderLicense: found.shipperLicense,
    inNetwork: found.inNetwork,
    departed: departedAt?.toISOString() ?? null,
    received: receivedAt?.toISOString() ?? null,
    isVoided,
    isBlind: found.isBlind,
    packageCount: found.packageCount,
    confirmedCount: found.confirmedCount,
    expectedCount: found.expectedCount,
    notFoundCount: found.notFoundCount,
    hasNotesCount: found.hasNotesCount,
    unknownCount: found.unknownCount,
    acceptedCount: found.acceptedCount,
    rejectedCount: found.rejectedCount,
    todo: todoOf(watchedOf(found), now),
  };
}

type Telling = Pick<Ctx, 'publish' | 'enqueue' | 'membership'>;

/** Tells screens that an intake changed, and has what is left to do for it looked at. */
export async function publishIntake({ publish, enqueue, membership: { orgId } }: Telling, id: number): Promise<void> {
  await publish({ topic: 'intakes', kind: 'changed', id, orgIds: [orgId] });
  await enqueue({ name: 'follow-intake', data: { orgId, transferId: id } });
}

export type { Transfer };
