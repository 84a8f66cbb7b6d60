import type pg from 'pg';
import { trackingUnitOf } from '../../domain/catalogue/units/convert-units';
import { subtract } from '../../domain/money';
import * as schema from '../db/schema';
import { TRANSFER } from '../sandbox/tracking/incoming';
import { copyRows, type Row } from './copy';
import { toSandbox, UNTOUCHED } from './intakes';
import { orgIdOf } from './parties/organizations';
import { HOUR_MS, nextId, type World } from './world';

type License = World['rows']['licenses'][number];
type Line = {
  productId: string;
  productName: string;
  baseUnit: string;
  baseQuantity: string;
  /** The product’s item at the tracking system, or else any of the seller’s. */
  itemId: string | null;
};
type Shipped = {
  id: number;
  recipient: License & { id: number };
  shipper: License & { licenseId: number };
  lines: readonly Line[];
};
type Package = { label: string; quantity: string; unitOfMeasure: string; leftAt: Date };

/**
 * A delivery under way to a shop that belongs to the newest order shipped to it: of the first product, which is counted, one
 * less than was ordered, and a package that nobody ordered. Nothing where nothing is shipped to it.
 */
export async function addOrderedDelivery(client: pg.ClientBase, world: World): Promise<void> {
  const { rows, now } = world;
  const orgId = orgIdOf('harborvine');
  const order = await findShipped(client, world, orgId);
  if (order === undefined) return;
  const { recipient: license, shipper } = order;
  const buyer = rows.users.find(({ email }) => email === 'buyer@harborvine.example')?.id ?? null;
  const id = nextId(rows.transfers);
  const trackingId = 7_700_000 + id;
  const leftAt = new Date(now.getTime() - 3 * HOUR_MS);
  const transfer: Row<typeof schema.transfers> = {
    id,
    orgId,
    licenseId: license.id,
    trackingId,
    deliveryId: trackingId,
    direction: 'INCOMING',
    manifestNumber: String(trackingId).padStart(10, '0'),
    shipperName: shipper.name,
    shipperLicense: shipper.licenseNumber,
    packageCount: order.lines.length + 1,
    departedAt: leftAt,
    receivedAt: null,
    isBlind: false,
    seenAt: leftAt,
    packagesReadAt: leftAt,
    modifiedAt: leftAt,
    createdAt: leftAt,
  };
  const sent = [
    ...order.lines.map((line, at) => ({
      itemName: line.productName,
      quantity: at === 0 && Number(line.baseQuantity) > 1 ? subtract(line.baseQuantity, 1) : line.baseQuantity,
      unitOfMeasure: trackingUnitOf(line.baseUnit),
    })),
    { itemName: 'Display jar, not for sale', quantity: '1', unitOfMeasure: 'ea' as const },
  ];
  const carried = sent.map(
    (one, at): Row<typeof schema.transferPackages> => ({
      ...one,
      orgId,
      transferId: id,
      label: `1A40603000088${String(id * 1_000 + at + 1).padStart(11, '0')}`,
      labState: 'TestPassed',
      state: 'SHIPPED',
      receivedQuantity: null,
      recipientName: null,
      recipientLicense: null,
    }),
  );
  await copyRows(client, schema.transfers, [transfer]);
  await copyRows(client, schema.transferPackages, carried);
  const [first] = sent;
  const label = carried[0]?.label;
  if (first !== undefined && label !== undefined) {
    await addDeparted(client, order, { ...first, label, leftAt });
    await copyRows(client, schema.intakePackages, [
      {
        ...UNTOUCHED,
        orgId,
        transferId: id,
        label,
        countedQuantity: first.quantity,
        countedAt: new Date(now.getTime() - HOUR_MS / 2),
        countedBy: buyer,
      },
    ]);
  }
  await copyRows(client, schema.sandboxRecords, [
    {
      id: nextId(rows.sandboxRecords),
      standIn: 'tracking',
      kind: TRANSFER,
      subject: license.licenseNumber,
      data: toSandbox(transfer, carried, license.name),
      createdAt: leftAt,
    },
  ]);
}

/** Has the seller’s books say that the first package left for the order, by which a delivery finds its order. */
async function addDeparted(client: pg.ClientBase, order: Shipped, first: Package): Promise<void> {
  const { orgId, productId, itemId, licenseId } = { ...order.lines[0], ...order.shipper };
  if (productId === undefined || itemId === undefined || itemId === null) return;
  const { label, unitOfMeasure, leftAt } = first;
  const { rows } = await client.query<{ id: string }>('select max(id) + 1 as id from packages');
  const packageId = Number(rows[0]?.id);
  await copyRows(client, schema.packages, [
    {
      id: packageId,
      orgId,
      licenseId,
      itemId: Number(itemId),
      label,
      quantity: '0',
      unitOfMeasure,
      status: 'INACTIVE',
      labTestState: 'TestPassed',
      transferState: 'SHIPPED',
      recipient: order.recipient.name,
      lastActivityAt: leftAt,
      createdAt: leftAt,
      updatedAt: leftAt,
    },
  ]);
  await copyRows(client, schema.packageDepartures, [
    {
      id: 1,
      orgId,
      productId: Number(productId),
      packageId,
      orderId: order.id,
      quantity: first.quantity,
      isTransfer: true,
      recipientLicense: order.recipient.licenseNumber,
      leftAt,
      createdAt: leftAt,
    },
  ]);
}

/** The newest order under way to an organization’s license. */
async function findShipped(client: pg.ClientBase, { rows }: World, orgId: number): Promise<Shipped | undefined> {
  const { rows: found } = await client.query<{ id: string; sellerOrgId: string; licenseId: string }>(
    `select shipped.id, shipped.org_id as "sellerOrgId", held.license_id as "licenseId"
       from orders shipped join buyer_licenses held on held.id = shipped.buyer_license_id
      where shipped.buyer_org_id = $1 and shipped.status = 'SHIPPED' and held.org_id = $1
      order by shipped.created_at desc, shipped.id desc limit 1`,
    [orgId],
  );
  const [order] = found;
  const recipient = rows.licenses.find(({ id }) => id === Number(order?.licenseId));
  const shipper = rows.licenses.find(
    (one) => one.orgId === Number(order?.sellerOrgId) && one.usState === recipient?.usState,
  );
  if (order === undefined || recipient?.id === undefined || shipper?.id === undefined) return undefined;
  const { rows: lines } = await client.query<Line>(
    `select line.product_id as "productId", line.product_name as "productName", line.base_unit as "baseUnit",
            line.base_quantity as "baseQuantity", coalesce(
              (select min(mapped.item_id) from product_items mapped
                where mapped.org_id = line.org_id and mapped.product_id = line.product_id),
              (select min(item.id) from tracking_items item where item.org_id = line.org_id)) as "itemId"
       from order_line_items line where line.org_id = $1 and line.order_id = $2 and not line.is_backorder
      order by line.position`,
    [order.sellerOrgId, order.id],
  );
  return {
    id: Number(order.id),
    recipient: { ...recipient, id: recipient.id },
    shipper: { ...shipper, licenseId: shipper.id },
    lines,
  };
}
