import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DisputeAct, DisputeState } from '../../../../domain/licenses/dispute';
import { at, createdAt, id, isAmong, ref } from '../columns';
import { users } from '../identity';
import { licenses, organizations } from '../organization';

/** A document as a pdf, whatever was sent; shown to support staff alone. */
const document = () => customType<{ data: Buffer }>({ dataType: () => 'bytea' })('document');

const byUser = (name: string) => uuid(name).references(() => users.id);

const ofOrganization = () =>
  ref('org_id')
    .notNull()
    .references(() => organizations.id);

/** License numbers that an organization disputes. */
export const licenseDisputes = pgTable(
  'license_disputes',
  {
    id: id(),
    /** Who disputes. */
    orgId: ofOrganization(),
    usState: text('us_state').notNull(),
    licenseNumber: text('license_number').notNull(),
    /** The license as another organization had it then. */
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    reason: text('reason').notNull(),
    document: document(),
    state: text('state').$type<DisputeState>().notNull().default('OPEN'),
    answer: text('answer').notNull().default(''),
    disputedByUserId: byUser('disputed_by_user_id').notNull(),
    decidedAt: at('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('license_disputes_open').on(t.orgId, t.usState, t.licenseNumber).where(sql`${t.state} = 'OPEN'`),
    index('license_disputes_org').on(t.orgId, t.createdAt),
    index('license_disputes_state').on(t.state, t.createdAt),
    check('license_disputes_state_known', isAmong(t.state, ['OPEN', 'UPHELD', 'DISMISSED'])),
  ],
);

/** Who did what in a dispute. */
export const licenseDisputeLog = pgTable(
  'license_dispute_log',
  {
    id: id(),
    disputeId: ref('dispute_id')
      .notNull()
      .references(() => licenseDisputes.id),
    act: text('act').$type<DisputeAct>().notNull(),
    byUserId: byUser('by_user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('license_dispute_log_of').on(t.disputeId, t.id)],
);

/** Documents by which holders prove their licenses. */
export const licenseProofs = pgTable(
  'license_proofs',
  {
    id: id(),
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    document: document().notNull(),
    state: text('state', { enum: ['OPEN', 'ACCEPTED', 'DECLINED'] })
      .notNull()
      .default('OPEN'),
    /** Why it was declined. */
    answer: text('answer').notNull().default(''),
    sentByUserId: byUser('sent_by_user_id').notNull(),
    sentAt: at('sent_at').notNull(),
    decidedByUserId: byUser('decided_by_user_id'),
    decidedAt: at('decided_at'),
  },
  (t) => [
    uniqueIndex('license_proofs_open').on(t.licenseId).where(sql`${t.state} = 'OPEN'`),
    index('license_proofs_license').on(t.licenseId, t.sentAt),
    index('license_proofs_state').on(t.state, t.sentAt),
    check('license_proofs_state_known', isAmong(t.state, ['OPEN', 'ACCEPTED', 'DECLINED'])),
  ],
);

/** Codes mailed to the addresses that registers name, by hash; kept for a day, in which only so many are mailed. */
export const licenseCodes = pgTable(
  'license_codes',
  {
    id: id(),
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    codeHash: text('code_hash').notNull(),
    /** Where it went. */
    email: text('email').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: at('used_at'),
    expiresAt: at('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('license_codes_license').on(t.licenseId, t.createdAt), index('license_codes_created').on(t.createdAt)],
);
