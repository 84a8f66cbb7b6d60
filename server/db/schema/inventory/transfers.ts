import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { TRANSFER_DIRECTIONS } from '../../../../domain/inventory/packages/transfer';
import { amount, at, createdAt, isAmong, ref } from '../columns';
import { licenses, ofOrganization } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';

/** Transfers to and from a license, as the tracking system has them. */
export const transfers = pgTable(
  'transfers',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    trackingId: ref('tracking_id').notNull(),
    /** The delivery that comes here; null for outgoing ones, whose deliveries are asked for. */
    deliveryId: ref('delivery_id'),
    direction: text('direction').notNull(),
    manifestNumber: text('manifest_number').notNull(),
    shipperName: text('shipper_name').notNull(),
    shipperLicense: text('shipper_license').notNull(),
    /** The one it goes to; with several deliveries the first. */
    recipientName: text('recipient_name'),
    recipientLicense: text('recipient_license'),
    deliveryCount: integer('delivery_count').notNull().default(1),
    packageCount: integer('package_count').notNull().default(0),
    departedAt: at('departed_at'),
    receivedAt: at('received_at'),
    modifiedAt: at('modified_at').notNull(),
    seenAt: at('seen_at').notNull(),
    /** When it had last changed when its deliveries and packages were read; null before they were. */
    packagesReadAt: at('packages_read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('transfers_once').on(t.orgId, t.licenseId, t.direction, t.trackingId),
    index('transfers_newest').on(t.orgId, t.licenseId, t.modifiedAt),
    index('transfers_unread')
      .on(t.orgId, t.licenseId, t.id)
      .where(sql`${t.packagesReadAt} is distinct from ${t.modifiedAt}`),
    check('transfers_direction', isAmong(t.direction, Object.keys(TRANSFER_DIRECTIONS))),
  ],
);

/** The packages of a transfer, by tag: those it brings aren't ours before they are accepted. */
export const transferPackages = pgTable(
  'transfer_packages',
  {
    orgId: ofOrganization(),
    transferId: ref('transfer_id').notNull(),
    label: text('label').notNull(),
    itemName: text('item_name').notNull(),
    quantity: amount('quantity').notNull(),
    unitOfMeasure: text('unit_of_measure').notNull(),
    state: text('state').notNull(),
    recipientName: text('recipient_name'),
    recipientLicense: text('recipient_license'),
  },
  (t) => [
    keyedBy(t, t.transferId, t.label),
    within(t, t.transferId, transfers),
    index('transfer_packages_label').on(t.orgId, t.label),
    check('transfer_packages_state', sql`${t.state} in ('SHIPPED', 'ACCEPTED', 'REJECTED', 'RETURNED')`),
  ],
);
