import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  CONNECTION_STATES,
  DOCUMENT_KINDS,
  DOCUMENT_STATES,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
} from '../../../../domain/accounting/vocabulary';
import { products } from '../catalogue';
import { at, createdAt, isAmong, ref, updatedAt, version } from '../columns';
import { customers } from '../customers';
import { users } from '../identity';
import { orders } from '../orders';
import { ofCompany, ofOrganization } from '../organization';
import { keyedBy, ownKey, rowId, within } from '../tenant';

/** A company's connection with its books; without tokens once it ended. */
export const accountingConnections = pgTable(
  'accounting_connections',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    systemType: text('system_type').notNull(),
    /** The company's id in the books. */
    externalCompanyId: text('external_company_id').notNull(),
    externalName: text('external_name').notNull(),
    /** Access and refresh token, encrypted together. */
    sealedTokens: text('sealed_tokens'),
    accessExpiresAt: at('access_expires_at'),
    refreshExpiresAt: at('refresh_expires_at'),
    /** When the connection ends whatever is done. */
    endsAt: at('ends_at'),
    /** Until when a process renews the tokens, and which one. */
    renewingUntil: at('renewing_until'),
    renewingBy: text('renewing_by'),
    state: text('state').notNull().default('ACTIVE'),
    problem: text('problem'),
    /** How the books are kept there, as last read. */
    preferences: jsonb('preferences').notNull().default({}),
    defaultItemExpenseAccountId: text('default_item_expense_account_id'),
    defaultIncomeAccountId: text('default_income_account_id'),
    defaultOrderDiscountAccountId: text('default_order_discount_account_id'),
    /** The status at which an order's invoice is pushed by itself; null when people push. */
    pushesFrom: text('pushes_from'),
    /** The kinds of proposals that are taken over by themselves. */
    automatic: text('automatic').array().notNull().default(sql`'{}'::text[]`),
    /** Until when its changes were read. */
    changesReadUntil: at('changes_read_until'),
    checkedAt: at('checked_at'),
    /** When a webhook was last heard. */
    hookHeardAt: at('hook_heard_at'),
    createdByUserId: uuid('created_by_user_id').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('accounting_connections_company').on(t.orgId, t.companyId).where(sql`${t.state} <> 'ENDED'`),
    index('accounting_connections_external').on(t.externalCompanyId),
    check('accounting_connections_state', isAmong(t.state, CONNECTION_STATES)),
  ],
);

/** A person on the way to let us into a company's books; the state is stored as its hash, and works once. */
export const accountingAuthorizations = pgTable(
  'accounting_authorizations',
  {
    orgId: ofOrganization(),
    stateHash: text('state_hash').notNull(),
    companyId: ofCompany(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [keyedBy(t, t.stateHash)],
);

/** A customer's record in the books, as a person accepted it. */
export const accountingCustomers = pgTable(
  'accounting_customers',
  {
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    customerId: ref('customer_id').notNull(),
    externalId: text('external_id').notNull(),
    externalName: text('external_name').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    keyedBy(t, t.connectionId, t.customerId),
    within(t, t.connectionId, accountingConnections),
    within(t, t.customerId, customers).onDelete('cascade'),
    index('accounting_customers_external').on(t.orgId, t.connectionId, t.externalId),
    index('accounting_customers_customer').on(t.orgId, t.customerId),
  ],
);

/** A product's item in the books, as a person accepted it. */
export const accountingProducts = pgTable(
  'accounting_products',
  {
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    productId: ref('product_id').notNull(),
    externalId: text('external_id').notNull(),
    externalName: text('external_name').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    keyedBy(t, t.connectionId, t.productId),
    within(t, t.connectionId, accountingConnections),
    within(t, t.productId, products).onDelete('cascade'),
    index('accounting_products_external').on(t.orgId, t.connectionId, t.externalId),
    index('accounting_products_product').on(t.orgId, t.productId),
  ],
);

/** What the books have of customers and items, as last read: what mappings are chosen from and suggested. */
export const accountingRemotes = pgTable(
  'accounting_remotes',
  {
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    /** CUSTOMER or ITEM. */
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    /** The rest of the record, as `server/accounting/books.ts` has it. */
    record: jsonb('record').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [
    keyedBy(t, t.connectionId, t.kind, t.externalId),
    within(t, t.connectionId, accountingConnections).onDelete('cascade'),
  ],
);

/** Which record of the books one of ours probably is, until a person accepts it; kept anew whenever the records are read. */
export const accountingSuggestions = pgTable(
  'accounting_suggestions',
  {
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    /** CUSTOMER or ITEM, and the id of the customer or product. */
    kind: text('kind').notNull(),
    ownId: ref('own_id').notNull(),
    externalId: text('external_id').notNull(),
    /** In percent. */
    certainty: integer('certainty').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [
    keyedBy(t, t.connectionId, t.kind, t.ownId),
    within(t, t.connectionId, accountingConnections).onDelete('cascade'),
  ],
);

/** A document of ours in the books: an order's invoice or a payment, as it should be and as it is there. */
export const accountingDocuments = pgTable(
  'accounting_documents',
  {
    id: rowId(),
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    orderId: ref('order_id').notNull(),
    kind: text('kind').notNull(),
    /** Null for an invoice. */
    paymentId: ref('payment_id'),
    /** Counts what it should be; each is sent once, under a request id made of it. */
    revision: integer('revision').notNull().default(1),
    /** What it should be: null is void. */
    content: jsonb('content'),
    sentRevision: integer('sent_revision'),
    sentContent: jsonb('sent_content'),
    externalId: text('external_id'),
    externalVersion: text('external_version'),
    externalNumber: text('external_number'),
    /** What tells whether they changed it since our last write. */
    seen: text('seen'),
    /** Counts the documents there: one that is void is never filled again. */
    incarnation: integer('incarnation').notNull().default(1),
    /** The number a person chose for it, where theirs was taken. */
    chosenNumber: text('chosen_number'),
    /** The write that was begun: until its answer is saved, nothing else is sent. */
    sending: jsonb('sending'),
    /** When a person took it back. */
    undoneAt: at('undone_at'),
    state: text('state').notNull().default('PENDING'),
    fault: text('fault'),
    problem: text('problem'),
    /** Since when it is unknown whether a write arrived: it is looked up before anything is sent. */
    doubtedAt: at('doubted_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Until when a process has it to send. */
    heldUntil: at('held_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.connectionId, accountingConnections),
    within(t, t.orderId, orders),
    uniqueIndex('accounting_documents_invoice')
      .on(t.orgId, t.connectionId, t.orderId)
      .where(sql`${t.kind} = 'INVOICE'`),
    uniqueIndex('accounting_documents_payment')
      .on(t.orgId, t.connectionId, t.paymentId)
      .where(sql`${t.kind} = 'PAYMENT'`),
    index('accounting_documents_order').on(t.orgId, t.orderId),
    index('accounting_documents_external').on(t.orgId, t.connectionId, t.externalId),
    index('accounting_documents_open')
      .on(t.orgId, t.connectionId, t.id)
      .where(sql`${t.state} in ('PENDING', 'FAILED')`),
    check('accounting_documents_kind', isAmong(t.kind, DOCUMENT_KINDS)),
    check('accounting_documents_state', isAmong(t.state, DOCUMENT_STATES)),
    check('accounting_documents_payment', sql`(${t.kind} = 'PAYMENT') = (${t.paymentId} is not null)`),
  ],
);

/** What was done to a document in the books, and what they answered. */
export const accountingPushes = pgTable(
  'accounting_pushes',
  {
    id: rowId(),
    orgId: ofOrganization(),
    documentId: ref('document_id').notNull(),
    revision: integer('revision').notNull(),
    act: text('act').notNull(),
    /** Null when it was taken. */
    fault: text('fault'),
    detail: text('detail').notNull().default(''),
    actorUserId: uuid('actor_user_id').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.documentId, accountingDocuments),
    index('accounting_pushes_document').on(t.orgId, t.documentId, t.id),
  ],
);

/** What changed in the books, to be taken over here or not. */
export const accountingProposals = pgTable(
  'accounting_proposals',
  {
    id: rowId(),
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    kind: text('kind').notNull(),
    externalId: text('external_id').notNull(),
    externalVersion: text('external_version').notNull(),
    /** Null for a customer or an item. */
    orderId: ref('order_id'),
    ours: jsonb('ours').notNull(),
    theirs: jsonb('theirs').notNull(),
    state: text('state').notNull().default('OPEN'),
    decidedByUserId: uuid('decided_by_user_id').references(() => users.id),
    decidedAt: at('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.connectionId, accountingConnections),
    within(t, t.orderId, orders),
    uniqueIndex('accounting_proposals_change').on(t.orgId, t.connectionId, t.kind, t.externalId, t.externalVersion),
    index('accounting_proposals_open').on(t.orgId, t.connectionId, t.id).where(sql`${t.state} = 'OPEN'`),
    index('accounting_proposals_order').on(t.orgId, t.orderId),
    check('accounting_proposals_kind', isAmong(t.kind, PROPOSAL_KINDS)),
    check('accounting_proposals_state', isAmong(t.state, PROPOSAL_STATES)),
  ],
);

/** A comparison of some orders with the books, and how far it is. */
export const accountingAudits = pgTable(
  'accounting_audits',
  {
    id: rowId(),
    orgId: ofOrganization(),
    connectionId: ref('connection_id').notNull(),
    /** What was asked, as the call's body has it. */
    asked: jsonb('asked').notNull(),
    /** QUEUED, RUNNING, DONE or FAILED. */
    state: text('state').notNull().default('QUEUED'),
    problem: text('problem'),
    orderCount: integer('order_count').notNull().default(0),
    comparedCount: integer('compared_count').notNull().default(0),
    /** The last order that was compared, as orders are sorted, and the last day whose invoices were. */
    reached: jsonb('reached').$type<{ createdAt: string; orderId: number; day: string }>(),
    startedByUserId: uuid('started_by_user_id').references(() => users.id),
    startedAt: at('started_at'),
    finishedAt: at('finished_at'),
    createdAt: createdAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.connectionId, accountingConnections),
    index('accounting_audits_connection').on(t.orgId, t.connectionId, t.id),
  ],
);

/** A difference an audit found. */
export const accountingFindings = pgTable(
  'accounting_findings',
  {
    id: rowId(),
    orgId: ofOrganization(),
    auditId: ref('audit_id').notNull(),
    kind: text('kind').notNull(),
    orderId: ref('order_id'),
    externalId: text('external_id'),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    fix: text('fix').notNull(),
    /** When a person had it mended; what was pushed is settled once the books took it. */
    settledAt: at('settled_at'),
    settledBy: text('settled_by'),
    settledByUserId: uuid('settled_by_user_id').references(() => users.id),
  },
  (t) => [
    ownKey(t),
    within(t, t.auditId, accountingAudits).onDelete('cascade'),
    within(t, t.orderId, orders),
    index('accounting_findings_audit').on(t.orgId, t.auditId, t.id),
    // What is compared again after a kill is found once.
    uniqueIndex('accounting_findings_found').on(
      t.orgId,
      t.auditId,
      t.kind,
      sql`coalesce(${t.orderId}, 0)`,
      sql`coalesce(${t.externalId}, '')`,
    ),
    index('accounting_findings_order').on(t.orgId, t.orderId),
  ],
);
