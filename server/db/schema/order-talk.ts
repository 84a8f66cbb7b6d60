import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DocumentKind } from '../../../domain/orders/documents/document-kinds';
import { PROBLEM_KINDS, type ProblemKind } from '../../../domain/orders/problems/problems';
import { at, createdAt, isAmong, ref, updatedAt } from './columns';
import { users } from './identity';
import { orders } from './orders';
import { ownKey, rowId, within } from './tenant';

export const orderComments = pgTable(
  'order_comments',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    authorUserId: uuid('author_user_id')
      .notNull()
      .references(() => users.id),
    comment: text('comment').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),
    index('order_comments_order').on(t.orgId, t.orderId, t.createdAt, t.id),
  ],
);

/** What became of a mail to one recipient: an instant, or words. */
export type Delivery = { sentAt: string } | { problem: string };

/** What was mailed to an order's customer, with the files as they were, so that nobody argues about what they said. */
export const orderMails = pgTable(
  'order_mails',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    recipients: text('recipients').array().notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** `content` in base64; none once it is no longer kept. */
    files: jsonb('files').$type<{ kind: DocumentKind; name: string; content?: string }[]>().notNull(),
    /** Since when the files' contents are gone: they are kept for so long (`domain/retention`). */
    filesRemovedAt: at('files_removed_at'),
    createdByUserId: uuid('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When the mail server took it for the last of its recipients. */
    sentAt: at('sent_at'),
    /** Of mail from before each recipient had a job: why the last try failed. */
    problem: text('problem'),
    /** By recipient: when the mail server took it for them, or why the last try failed. */
    deliveries: jsonb('deliveries').$type<Record<string, Delivery>>().notNull().default({}),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),
    index('order_mails_order').on(t.orgId, t.orderId, t.id),
    index('order_mails_files')
      .on(t.orgId, t.createdAt)
      .where(sql`${t.filesRemovedAt} is null and ${t.sentAt} is not null`)
      .concurrently(),
  ],
);

/** What a buyer reported as wrong with an order, and what the seller answered. */
export const orderProblems = pgTable(
  'order_problems',
  {
    id: rowId(),
    orgId: ref('org_id').notNull(),
    orderId: ref('order_id').notNull(),
    kind: text('kind').$type<ProblemKind>().notNull(),
    /** The goods it is about, in the words of the order then: lines can be changed or removed since. */
    lines: text('lines').array().notNull(),
    message: text('message').notNull(),
    reportedByUserId: uuid('reported_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    answer: text('answer'),
    answeredByUserId: uuid('answered_by_user_id').references(() => users.id),
    answeredAt: at('answered_at'),
  },
  (t) => [
    ownKey(t),
    within(t, t.orderId, orders),
    index('order_problems_order').on(t.orgId, t.orderId, t.id),
    check('order_problems_kind', isAmong(t.kind, PROBLEM_KINDS)),
    check('order_problems_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
);
