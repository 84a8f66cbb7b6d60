import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { MailedSearch } from '../../../domain/reports/mailing';
import type { Schedule } from '../../../domain/reports/schedule';
import { at, createdAt, ref, updatedAt, version } from './columns';
import { companies, ofOrganization, orgUsers } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

const ofMember = () =>
  ref('org_user_id')
    .notNull()
    .references(() => orgUsers.id);

/** Order reports and saved searches emailed on a schedule, each owned by one person. */
export const reportMailings = pgTable(
  'report_mailings',
  {
    id: rowId(),
    orgId: ofOrganization(),
    orgUserId: ofMember(),
    /** Null for every company. */
    companyId: ref('company_id').references(() => companies.id),
    name: text('name').notNull(),
    /** A report; null for a saved search. */
    search: jsonb('search').$type<MailedSearch>(),
    /** No reference, so that whoever has it emailed is told at the next time that it was deleted. */
    savedSearchId: ref('saved_search_id'),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    timeZone: text('time_zone').notNull(),
    /** Null while paused or stopped. */
    nextAt: at('next_at'),
    /** Why nobody got it the last time, as the end of a sentence about its owner. */
    problem: text('problem'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    check('report_mailings_subject', sql`(${t.search} is null) <> (${t.savedSearchId} is null)`),
    index('report_mailings_person').on(t.orgId, t.orgUserId),
    index('report_mailings_next').on(t.nextAt).where(sql`${t.nextAt} is not null`),
  ],
);

/** Whom a report is emailed to. */
export const reportMailingRecipients = pgTable(
  'report_mailing_recipients',
  {
    orgId: ref('org_id').notNull(),
    mailingId: ref('mailing_id').notNull(),
    orgUserId: ofMember(),
    /** The due time of the last letter sent or skipped, which isn't sent again. */
    doneAt: at('done_at'),
    sentAt: at('sent_at'),
    /** Why the last letter wasn't sent, as the end of a sentence that names them. */
    problem: text('problem'),
    /** When they asked to get it no more; the row stays, so that nobody adds them again. */
    leftAt: at('left_at'),
  },
  (t) => [
    keyedBy(t, t.mailingId, t.orgUserId),
    within(t, t.mailingId, reportMailings).onDelete('cascade'),
    index('report_mailing_recipients_person').on(t.orgId, t.orgUserId),
  ],
);
