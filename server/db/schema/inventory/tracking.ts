import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { READ_PROBLEMS, type ReadProblem } from '../../../../domain/integrations/tracking-lists';
import { DIFFERENCE_KINDS, SETTLEMENTS } from '../../../../domain/inventory/reconciliation/difference';
import { WRITE_KINDS, type WriteKind } from '../../../../domain/inventory/write-kinds';
import { at, createdAt, isAmong, ref, updatedAt } from '../columns';
import { users } from '../identity';
import { licenses, ofOrganization, orgUsers } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';
import { harvests } from './harvests';
import { packages } from './inventory';

const ofLicense = () =>
  ref('license_id')
    .notNull()
    .references(() => licenses.id);

/** How far each list of the tracking system has been read for a license, by the tracking system's clock. */
export const trackingReads = pgTable(
  'tracking_reads',
  {
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    list: text('list').notNull(),
    /** All that changed until then has been read; null until the history has. */
    readUntil: at('read_until'),
    /** When that was read, by our clock. */
    readAt: at('read_at'),
    /** How far the present round, from the beginning on, has come. */
    roundUntil: at('round_until'),
    /** How much time the round's next window covers, in seconds. */
    spanSeconds: integer('span_seconds'),
    /** Why it can't be read although the license's key is good; null while it can. */
    problem: text('problem').$type<ReadProblem>(),
    /** When a reading from the beginning on found fewer records than the list counts; null if the latest found all. */
    incompleteAt: at('incomplete_at'),
    records: integer('records').notNull().default(0),
    /** When a round that read all of it first found nothing in it, as those after it did; null while there is something. */
    emptyAt: at('empty_at'),
  },
  (t) => [keyedBy(t, t.licenseId, t.list), check('tracking_reads_problem', isAmong(t.problem, READ_PROBLEMS))],
);

/** Records of the tracking system that have no table of their own, as it gave them. */
export const trackingRecords = pgTable(
  'tracking_records',
  {
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    list: text('list').notNull(),
    trackingId: ref('tracking_id').notNull(),
    data: jsonb('data').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [keyedBy(t, t.licenseId, t.list, t.trackingId)],
);

/** Where the tracking system and we disagree about a package, until somebody settles it or both agree again. */
export const trackingDifferences = pgTable(
  'tracking_differences',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    /** Null for a record that couldn't be read. */
    packageId: ref('package_id'),
    /** The harvest whose figure differs. */
    harvestId: ref('harvest_id'),
    label: text('label').notNull(),
    kind: text('kind').notNull(),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    cause: text('cause').notNull(),
    createdAt: createdAt(),
    /** When the tracking system changed it, as far as it says. */
    movedAt: at('moved_at'),
    /** The latest question about it. */
    askedOf: ref('asked_of').references(() => orgUsers.id),
    askedBy: uuid('asked_by').references(() => users.id),
    askedAt: at('asked_at'),
    question: text('question'),
    settledAt: at('settled_at'),
    settledBy: uuid('settled_by').references(() => users.id),
    settlement: text('settlement'),
    note: text('note').notNull().default(''),
  },
  (t) => [
    ownKey(t),
    within(t, t.packageId, packages),
    within(t, t.harvestId, harvests),
    // Each refusal is told; of a difference of figures there is one.
    uniqueIndex('tracking_differences_open')
      .on(t.orgId, t.licenseId, t.label, t.kind)
      .where(sql`${t.settledAt} is null and ${t.kind} <> 'REFUSED'`),
    index('tracking_differences_newest').on(t.orgId, t.createdAt, t.id),
    index('tracking_differences_asked').on(t.orgId, t.askedOf).where(sql`${t.askedOf} is not null`),
    index('tracking_differences_package').on(t.orgId, t.packageId),
    index('tracking_differences_harvest')
      .on(t.orgId, t.harvestId)
      .where(sql`${t.harvestId} is not null`)
      .concurrently(),
    index('tracking_differences_settled')
      .on(t.orgId, t.settledAt)
      .where(sql`${t.settledAt} is not null`)
      .concurrently(),
    check('tracking_differences_kind', isAmong(t.kind, Object.keys(DIFFERENCE_KINDS))),
    check('tracking_differences_settled', sql`(${t.settledAt} is null) = (${t.settlement} is null)`),
    check('tracking_differences_settlement', isAmong(t.settlement, Object.keys(SETTLEMENTS))),
  ],
);

/** What is to be written at the tracking system, in its order; the effect here is already made. */
export const trackingWrites = pgTable(
  'tracking_writes',
  {
    id: rowId(),
    orgId: ofOrganization(),
    licenseId: ofLicense(),
    /** A new package, or another quantity, location or status of one. */
    kind: text('kind').$type<WriteKind>().notNull().default('SPLIT'),
    /** The package it is about, and the one it makes or else the same; null for what is about a harvest. */
    packageId: ref('package_id'),
    madeId: ref('made_id'),
    /** The harvest it is about, and the plant, package or waste of it. */
    harvestId: ref('harvest_id'),
    recordId: ref('record_id'),
    /** The call's record, as the tracking system takes it. */
    body: jsonb('body').notNull(),
    /** PENDING until sent; then SENT, or REFUSED for good, with the effect here undone. */
    state: text('state').notNull().default('PENDING'),
    problem: text('problem'),
    attempts: integer('attempts').notNull().default(0),
    /** Whether it was sent and no answer came: it may be done or not. */
    isUnanswered: boolean('is_unanswered').notNull().default(false),
    /** When it was first tried, and until when a process has it to send. */
    triedAt: at('tried_at'),
    heldUntil: at('held_until'),
    /** Who asked, whose own key is used if they have one. */
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    index('tracking_writes_open').on(t.orgId, t.licenseId, t.id).where(sql`${t.state} = 'PENDING'`),
    index('tracking_writes_made').on(t.orgId, t.madeId),
    // Those just sent, which what is read of packages is compared with; and those sent long ago.
    index('tracking_writes_sent').on(t.orgId, t.updatedAt).where(sql`${t.state} = 'SENT'`).concurrently(),
    check('tracking_writes_kind', isAmong(t.kind, WRITE_KINDS)),
    check(
      'tracking_writes_subject',
      sql`case when ${t.harvestId} is null then ${t.packageId} is not null and ${t.madeId} is not null else ${t.packageId} is null and ${t.madeId} is null end`,
    ),
    check('tracking_writes_state', sql`${t.state} in ('PENDING', 'SENT', 'REFUSED')`),
  ],
);
