import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TRANSFER_DIRECTIONS } from '../../../../domain/inventory/packages/transfer';
import { amount, at, createdAt, isAmong, ref, updatedAt, version } from '../columns';
import { users } from '../identity';
import { licenses, ofOrganization, organizations } from '../organization';
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
    /** The sender took it back. */
    isVoided: boolean('is_voided').notNull().default(false),
    /** At the dock, shipped quantities are hidden until packages are counted. */
    isBlind: boolean('is_blind').notNull().default(false),
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
    receivedQuantity: amount('received_quantity'),
    /** How far its lab test is, as the manifest says. */
    labState: text('lab_state'),
    /** When it was found to have left the manifest; it stays for what people did with it. */
    leftAt: at('left_at'),
  },
  (t) => [
    keyedBy(t, t.transferId, t.label),
    within(t, t.transferId, transfers),
    index('transfer_packages_label').on(t.orgId, t.label),
    check('transfer_packages_state', sql`${t.state} in ('SHIPPED', 'ACCEPTED', 'REJECTED', 'RETURNED')`),
  ],
);

/** Incoming transfers for which something is left to do, or will be at a time if nothing happens until then. */
export const intakeTodos = pgTable(
  'intake_todos',
  {
    orgId: ofOrganization(),
    transferId: ref('transfer_id').notNull(),
    /** The to-do that people were told of. */
    told: text('told'),
    /** When to look whether there is one. */
    dueAt: at('due_at'),
    /** The organization here that sent it and was told as well. */
    senderOrgId: ref('sender_org_id').references(() => organizations.id),
  },
  (t) => [keyedBy(t, t.transferId), within(t, t.transferId, transfers)],
);

/**
 * What people did with packages of an incoming transfer, by tag. A reading of the transfer never removes it: a tag that its
 * packages lack is one that came without being on the manifest.
 */
export const intakePackages = pgTable(
  'intake_packages',
  {
    orgId: ofOrganization(),
    transferId: ref('transfer_id').notNull(),
    label: text('label').notNull(),
    confirmedAt: at('confirmed_at'),
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    notFound: boolean('not_found').notNull().default(false),
    notes: text('notes').notNull().default(''),
    /** In the unit of what was shipped. */
    countedQuantity: amount('counted_quantity'),
    countedAt: at('counted_at'),
    countedBy: uuid('counted_by').references(() => users.id),
    /** What somebody else settled on where the count differs. */
    settledQuantity: amount('settled_quantity'),
    settledAt: at('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id),
    settledWhy: text('settled_why'),
    /** Who let it in although its lab test failed or is missing. */
    overruledAt: at('overruled_at'),
    overruledBy: uuid('overruled_by').references(() => users.id),
    overruledWhy: text('overruled_why'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    keyedBy(t, t.transferId, t.label),
    within(t, t.transferId, transfers),
    index('intake_packages_label').on(t.orgId, t.label),
    check('intake_packages_found', sql`not (${t.notFound} and ${t.confirmedAt} is not null)`),
  ],
);
