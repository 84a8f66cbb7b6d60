import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { tagOfVoided, voidedLabel } from '../../../domain/inventory/packages/package';
import type { PackageTransfer, TransferDirection } from '../../../domain/inventory/packages/transfer';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { recordset } from '../../db/recordset';
import { packages, transferPackages, transfers } from '../../db/schema';
import { tell } from '../../events/tell-events';
import { outsideFlag, outsideId, outsideIdOrNone, outsideInstant } from '../../integrations/tracking/outside-values';
import type { StoreTools } from '../../integrations/tracking/read-license';
import type { OutsideDelivery } from '../../integrations/tracking/tracking-transfers';
import { outsideText } from '../../integrations/tracking/tracking-units';
import { publish } from '../../live/publish';
import { followDeliveries } from '../stock/departures';
import { parseRecords } from './parse-records';
import { inPortions, type License } from './read-in-portions';
import { readingAt } from './reading-at';

const Count = outsideIdOrNone;

const transferIn = (timeZone: string) =>
  z.object({
    Id: outsideId,
    ManifestNumber: z.coerce.string().trim().min(1),
    ShipperFacilityName: outsideText,
    ShipperFacilityLicenseNumber: outsideText,
    DeliveryId: outsideIdOrNone,
    DeliveryCount: Count,
    RecipientFacilityName: outsideText,
    RecipientFacilityLicenseNumber: outsideText,
    PackageCount: Count,
    EstimatedDepartureDateTime: outsideInstant(timeZone),
    ReceivedDateTime: outsideInstant(timeZone),
    IsVoided: outsideFlag,
    LastModified: outsideInstant(timeZone),
  });

type From = { orgId: number; licenseId: number };

/** Takes over what the tracking system says of transfers; their packages are read afterwards. */
export async function storeTransfers(
  { db, publish }: StoreTools,
  { orgId, licenseId, direction }: From & { direction: TransferDirection },
  records: readonly unknown[],
): Promise<void> {
  const { seenAt, timeZone } = await readingAt(db, { orgId, licenseId });
  const rows = parseRecords(records, transferIn(timeZone), (data) => ({
    orgId,
    licenseId,
    direction,
    trackingId: data.Id,
    deliveryId: direction === 'OUTGOING' ? null : (data.DeliveryId ?? null),
    manifestNumber: data.ManifestNumber,
    shipperName: data.ShipperFacilityName ?? '',
    shipperLicense: data.ShipperFacilityLicenseNumber ?? '',
    recipientName: data.RecipientFacilityName,
    recipientLicense: data.RecipientFacilityLicenseNumber,
    deliveryCount: data.DeliveryCount ?? 1,
    packageCount: data.PackageCount ?? 0,
    departedAt: data.EstimatedDepartureDateTime,
    receivedAt: data.ReceivedDateTime,
    isVoided: data.IsVoided,
    modifiedAt: data.LastModified ?? seenAt,
    seenAt,
    createdAt: seenAt,
  }));
  if (rows.length === 0) return;
  const { source, columns, values } = recordset('found', transfers, rows);
  await db.execute(sql`
    insert into ${transfers} (${columns}) select ${values} from ${source}
    on conflict (org_id, license_id, direction, tracking_id) do update
       set delivery_id = excluded.delivery_id, manifest_number = excluded.manifest_number,
           shipper_name = excluded.shipper_name, shipper_license = excluded.shipper_license,
           recipient_name = coalesce(excluded.recipient_name, transfers.recipient_name),
           recipient_license = coalesce(excluded.recipient_license, transfers.recipient_license),
           delivery_count = excluded.delivery_count, package_count = excluded.package_count,
           departed_at = excluded.departed_at, received_at = excluded.received_at,
           is_voided = excluded.is_voided,
           modified_at = excluded.modified_at, seen_at = excluded.seen_at
     where transfers.modified_at <= excluded.modified_at
        or transfers.modified_at - excluded.seen_at > interval '1 hour'`);
  await publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  if (direction === 'INCOMING') await publish({ topic: 'intakes', kind: 'changed', id: 'many', orgIds: [orgId] });
}

/** Transfers whose packages weren't read since they last changed. */
export const lackingDeliveries = (db: Db, { orgId, licenseId }: License, limit: number, after = 0) =>
  db
    .select()
    .from(transfers)
    .where(
      and(
        eq(transfers.orgId, orgId),
        eq(transfers.licenseId, licenseId),
        gt(transfers.id, after),
        sql`${transfers.packagesReadAt} is distinct from ${transfers.modifiedAt}`,
      ),
    )
    .orderBy(transfers.id)
    .limit(limit);

/** Reads the deliveries of a license's transfers, and what they carry. */
export const readDeliveries = inPortions({
  queue: 'read-deliveries',
  lacking: lackingDeliveries,
  ask: ({ integrations }, at, { trackingId, deliveryId }) =>
    integrations.tracking.deliveriesOf(at, { id: trackingId, deliveryId }),
  keep: async ({ db, enqueue }, _license, { one, found }) => {
    await keepDeliveries(db, one, found);
    const { orgId, id: transferId, direction } = one;
    if (direction === 'INCOMING') await enqueue({ name: 'follow-intake', data: { orgId, transferId } });
  },
  kept: (db, { orgId }) =>
    followDeliveries(
      { db, person: { userId: null }, membershipOrNull: null, publish: (event) => publish(db, event) },
      orgId,
    ),
});

/**
 * Takes over what a transfer carries by what the tracking system says now; if it tells nothing that stays. What it carries no
 * more goes, unless people acted on it at the dock: that stays, as having left.
 */
async function keepDeliveries(
  db: Db,
  { orgId, id, direction, licenseId, modifiedAt, packagesReadAt }: typeof transfers.$inferSelect,
  deliveries: readonly OutsideDelivery[] | null,
): Promise<void> {
  // As the transfer was when it was asked about: a change since, which may be listed late, has it asked about again.
  await db
    .update(transfers)
    .set({ packagesReadAt: modifiedAt })
    .where(and(eq(transfers.orgId, orgId), eq(transfers.id, id)));
  if (deliveries === null) return;
  const labelOf = await labelsHere(db, orgId, deliveries);
  const carried = new Map(
    deliveries.flatMap(({ recipientName, recipientLicense, packages }) =>
      packages.map(({ packageId, ...one }) => {
        const label = labelOf({ packageId, label: one.label });
        return [label, { orgId, transferId: id, recipientName, recipientLicense, ...one, label }] as const;
      }),
    ),
  );
  const rows = [...carried.values()];
  // What was over before it was first read is no news.
  if (packagesReadAt !== null) await tellAnswered(db, { orgId, id }, rows);
  await dropLeft(db, { orgId, transferId: id }, [...carried.keys()]);
  if (rows.length > 0) {
    const { source, columns, values } = recordset('found', transferPackages, rows);
    await db.execute(sql`
      insert into ${transferPackages} (${columns}) select ${values} from ${source}
      on conflict (org_id, transfer_id, label) do update
         set item_name = excluded.item_name, quantity = excluded.quantity, unit_of_measure = excluded.unit_of_measure,
             state = excluded.state, recipient_name = excluded.recipient_name,
             recipient_license = excluded.recipient_license, received_quantity = excluded.received_quantity,
             lab_state = excluded.lab_state, left_at = null`);
  }
  const [first] = deliveries;
  await db
    .update(transfers)
    .set({
      packageCount: rows.length,
      ...(first?.recipientName && { recipientName: first.recipientName, recipientLicense: first.recipientLicense }),
    })
    .where(and(eq(transfers.orgId, orgId), eq(transfers.id, id)));
  if (direction === 'INCOMING') await publish(db, { topic: 'intakes', kind: 'changed', id, orgIds: [orgId] });
  if (direction !== 'OUTGOING') return;
  // A package that left tells where to; the list it is in tells only that it did.
  await db.execute(sql`
    update packages set transfer_state = carried.state, recipient = carried.recipient_name
      from transfer_packages carried
     where carried.org_id = ${orgId} and carried.transfer_id = ${id}
       and packages.org_id = ${orgId} and packages.label = carried.label and packages.license_id = ${licenseId}
       and packages.status = 'INACTIVE'`);
}

/** Tells programs that a transfer was answered, with some accepted, or that some were rejected, since it was read before. */
async function tellAnswered(
  db: Db,
  { orgId, id }: { orgId: number; id: number },
  rows: readonly { label: string; state: string }[],
): Promise<void> {
  const known = await db
    .select({ label: transferPackages.label, state: transferPackages.state })
    .from(transferPackages)
    .where(and(eq(transferPackages.orgId, orgId), eq(transferPackages.transferId, id)));
  const was = new Map(known.map(({ label, state }) => [label, state]));
  const news = new Set(rows.flatMap(({ label, state }) => (was.get(label) === state ? [] : state)));
  const subject = { kind: 'transfer' as const, id };
  if (news.has('REJECTED') || news.has('RETURNED')) await tell(db, { type: 'transfer.rejected', orgId, subject });
  const isOver = known.some(({ state }) => state === 'SHIPPED') && rows.every(({ state }) => state !== 'SHIPPED');
  if (isOver && rows.some(({ state }) => state === 'ACCEPTED'))
    await tell(db, { type: 'transfer.accepted', orgId, subject });
}

/** Removes what a transfer no longer carries; what people acted on is marked as having left. */
async function dropLeft(
  db: Db,
  { orgId, transferId }: { orgId: number; transferId: number },
  carried: readonly string[],
): Promise<void> {
  const left = sql`${transferPackages.orgId} = ${orgId} and ${transferPackages.transferId} = ${transferId}
    and ${transferPackages.label} <> all (${sql.param([...carried])}::text[])`;
  const acted = sql`exists (select from intake_packages acted where acted.org_id = ${orgId}
    and acted.transfer_id = ${transferId} and acted.label = ${transferPackages.label})`;
  await db.execute(sql`delete from ${transferPackages} where ${left} and not ${acted}`);
  await db.execute(sql`
    update ${transferPackages} set left_at = statement_timestamp() where ${left} and ${transferPackages.leftAt} is null`);
}

type Carried = { packageId: number | null; label: string };

/** The labels that carried packages have here: another than there once their tags are other packages'. */
async function labelsHere(db: Db, orgId: number, deliveries: readonly OutsideDelivery[]) {
  const voidedOf = ({ packageId, label }: Carried) =>
    packageId === null ? null : voidedLabel(tagOfVoided(label) ?? label, packageId);
  const voided = deliveries.flatMap(({ packages: carried }) => carried.flatMap((one) => voidedOf(one) ?? []));
  const known = await db
    .select({ label: packages.label })
    .from(packages)
    .where(and(eq(packages.orgId, orgId), isOneOf(packages.label, voided)));
  const labels = new Set(known.map(({ label }) => label));
  return (one: Carried): string => {
    const label = voidedOf(one);
    return label !== null && labels.has(label) ? label : one.label;
  };
}

/** The transfers a package was part of, newest first. */
export async function transfersOfPackage(
  db: Db,
  { orgId, licenseId, label }: { orgId: number; licenseId: number; label: string },
): Promise<PackageTransfer[]> {
  const rows = await db
    .select({ transfer: transfers, carried: transferPackages })
    .from(transferPackages)
    .innerJoin(transfers, and(eq(transfers.orgId, orgId), eq(transfers.id, transferPackages.transferId)))
    .where(
      and(
        eq(transferPackages.orgId, orgId),
        eq(transferPackages.label, label),
        isNull(transferPackages.leftAt),
        eq(transfers.licenseId, licenseId),
      ),
    )
    .orderBy(desc(transfers.modifiedAt), desc(transfers.id));
  return rows.map(({ transfer, carried }) => ({
    id: transfer.id,
    manifestNumber: transfer.manifestNumber,
    direction: transfer.direction as TransferDirection,
    otherParty:
      transfer.direction === 'INCOMING'
        ? transfer.shipperName
        : (carried.recipientName ?? transfer.recipientName ?? 'Unknown'),
    state: carried.state as PackageTransfer['state'],
    departed: transfer.departedAt?.toISOString() ?? null,
    received: transfer.receivedAt?.toISOString() ?? null,
  }));
}
