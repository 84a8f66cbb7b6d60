import { and, eq, lte, sql } from 'drizzle-orm';
import { decide } from '../../../domain/access/ability';
import { subjectOf } from '../../../domain/notifications/subjects';
import { zoneThatCounts } from '../../../domain/organization/day-zone';
import { orderReports } from '../../../domain/reports/contract';
import { letterOf, type ReportLetter } from '../../../domain/reports/letter';
import {
  type MailedSearch,
  readMailedSearch,
  reportAddress,
  reportTitle,
  whyNotMailed,
} from '../../../domain/reports/mailing';
import type { Report } from '../../../domain/reports/report';
import { nextTime } from '../../../domain/reports/schedule';
import type { ReportView } from '../../../domain/reports/view';
import type { Services } from '../../context';
import { reportMailingRecipients as recipients, reportMailings } from '../../db/schema';
import { transact } from '../../db/transact';
import { compose, type Details } from '../../mail/compose';
import { html } from '../../mail/html';
import type { Attachment, Letter } from '../../mail/mail';
import { noticeAt, settledAs } from '../../notices/notices';
import { lookUpNames } from '../../orders/lists/names';
import type { JobData, JobRequest } from '../../queues';
import { reportFile } from '../export-report';
import { findSavedSearch } from '../find-saved-searches';
import { reportOn } from '../make-report';
import { letterTable, SCHEDULED_EMAILS, searchWords } from './letter-parts';
import { findMember, MAILED, type Member } from './mailing-people';
import { writeSearchLetter, writeStoppedLetter } from './search-letter';

/** Finds the mailings that are due, in every organization. */
export async function findDueMailings({ database: { db }, jobs }: Services): Promise<void> {
  const due = await db
    .select({ orgId: reportMailings.orgId, mailingId: reportMailings.id, nextAt: reportMailings.nextAt })
    .from(reportMailings)
    .where(lte(reportMailings.nextAt, sql`now()`));
  for (const { orgId, mailingId, nextAt } of due) {
    if (nextAt)
      await jobs.enqueue(db, { name: 'mail-report', data: { orgId, mailingId, dueAt: nextAt.toISOString() } });
  }
}

/**
 * Enqueues a due mailing's letters, one job each, and sets its next time, together: whoever comes second finds another
 * time. Times missed while no server ran are mailed once. A mailing whose owner left the team stops.
 */
export async function mailReport(
  services: Services,
  { orgId, mailingId, dueAt }: JobData<'mail-report'>,
): Promise<void> {
  const { database, jobs } = services;
  const isDue = and(
    eq(reportMailings.orgId, orgId),
    eq(reportMailings.id, mailingId),
    eq(reportMailings.nextAt, new Date(dueAt)),
  );
  const [found] = await database.db
    .select({ orgUserId: reportMailings.orgUserId, savedSearchId: reportMailings.savedSearchId })
    .from(reportMailings)
    .where(isDue);
  if (!found) return;
  const owner = await findMember(database, { orgId, orgUserId: found.orgUserId });
  // A saved search has one recipient, whose letter decides.
  const isReport = found.savedSearchId === null;
  const problem = owner && isReport ? whyNotMailed(owner.membership, MAILED, 'your') : null;
  await transact(database.db, async (tx) => {
    const [mailing] = await tx.select().from(reportMailings).where(isDue).for('no key update');
    if (!mailing) return;
    const next = nextTime(mailing.schedule, new Date(), mailing.timeZone);
    await tx
      .update(reportMailings)
      .set({ nextAt: owner ? next : null, problem })
      .where(isDue);
    const about = { orgId, mailingId, orgUserId: null };
    for (const job of unsentJobs(about, mailing.problem, problem)) await jobs.enqueue(tx, job);
    if (!owner || problem) return;
    const told = await tx
      .select({ orgUserId: recipients.orgUserId })
      .from(recipients)
      .where(and(eq(recipients.orgId, orgId), eq(recipients.mailingId, mailingId), sql`${recipients.leftAt} is null`));
    for (const { orgUserId } of told) {
      await jobs.enqueue(tx, { name: 'report-letter', data: { orgId, mailingId, orgUserId, dueAt } });
    }
  });
}

/**
 * Emails one person a report or saved search, made with their own access, once per due time. Who may no longer see a
 * report is skipped, and its owner sees why; a saved search they may no longer see stops, and a letter tells them why.
 * `isAsked`: its owner asked for it just now, whether or not they get it otherwise.
 */
export async function mailReportTo(services: Services, job: JobData<'report-letter'>): Promise<void> {
  const { database, mail, jobs } = services;
  const { orgId, mailingId, orgUserId, isAsked } = job;
  const dueAt = new Date(job.dueAt);
  const [mailing] = await database.db
    .select()
    .from(reportMailings)
    .where(and(eq(reportMailings.orgId, orgId), eq(reportMailings.id, mailingId)));
  const isTheirs = and(
    eq(recipients.orgId, orgId),
    eq(recipients.mailingId, mailingId),
    eq(recipients.orgUserId, orgUserId),
  );
  const [recipient] = isAsked ? [] : await database.db.select().from(recipients).where(isTheirs);
  const isDone = recipient?.doneAt && recipient.doneAt >= dueAt;
  if (!mailing || (!isAsked && (!recipient || recipient.leftAt !== null || isDone))) return;
  const member = await findMember(database, { orgId, orgUserId });
  const { letter, problem, stopped } = await writeLetter(services, mailing, member);
  if (letter && !(isAsked && stopped)) await mail.send(letter);
  if (isAsked) return;
  const sent = letter && !stopped ? { sentAt: new Date() } : {};
  await transact(database.db, async (tx) => {
    if (stopped) {
      await tx
        .update(reportMailings)
        .set({ nextAt: null, problem: stopped })
        .where(and(eq(reportMailings.orgId, orgId), eq(reportMailings.id, mailingId)));
      const about = { orgId, mailingId, orgUserId: null };
      for (const one of unsentJobs(about, mailing.problem, stopped)) await jobs.enqueue(tx, one);
    }
    await tx
      .update(recipients)
      .set({ doneAt: dueAt, problem, ...sent })
      .where(isTheirs);
    const about = { orgId, mailingId, orgUserId };
    for (const one of unsentJobs(about, recipient?.problem ?? null, problem)) await jobs.enqueue(tx, one);
  });
}

/** Tells a report's owner that the mail server took nobody's, or one member's, until it is emailed again. */
export async function noteUnsentReport(
  { database, jobs }: Services,
  { isAsked, ...job }: JobData<'report-letter'>,
): Promise<void> {
  // Who asked for it just now sees it among the unsent emails.
  if (isAsked) return;
  const { orgId, mailingId, orgUserId } = job;
  const about = { orgId, mailingId, orgUserId };
  const isTheirs = and(
    eq(recipients.orgId, orgId),
    eq(recipients.mailingId, mailingId),
    eq(recipients.orgUserId, orgUserId),
  );
  await transact(database.db, async (tx) => {
    const [recipient] = await tx.select().from(recipients).where(isTheirs).for('no key update');
    if (!recipient || recipient.leftAt !== null) return;
    await tx.update(recipients).set({ problem: UNDELIVERED }).where(isTheirs);
    for (const one of unsentJobs(about, recipient.problem, UNDELIVERED)) await jobs.enqueue(tx, one);
  });
}

const UNDELIVERED = 'the email couldn’t be delivered';

type About = { orgId: number; mailingId: number; orgUserId: number | null };

/** Tells a report's owner of a new reason why nobody, or this member, got it; settled once it is emailed again. */
function unsentJobs({ orgId, ...about }: About, before: string | null, problem: string | null): JobRequest[] {
  const subject = subjectOf.mailing(about.mailingId, about.orgUserId);
  if (problem === null) return before === null ? [] : [settledAs({ orgId, subjects: [subject] }, 'Emailed again')];
  if (problem === before) return [];
  const payload = { about: 'REPORT_UNSENT' as const, ...about };
  return [noticeAt({ type: 'CUSTOM', orgId, subject, payload }, { by: null, now: new Date() })];
}

/** What someone gets: the letter, or why there is none, as the end of a sentence; `stopped` says why it is the last. */
type Outcome = { letter: Letter | null; problem: string | null; stopped: string | null };

async function writeLetter(
  services: Services,
  { search, savedSearchId, ...mailing }: typeof reportMailings.$inferSelect,
  member: Member | null,
): Promise<Outcome> {
  const isReport = savedSearchId === null;
  const problem = whyNotMailed(member?.membership ?? null, MAILED, isReport ? 'their' : 'your');
  const skipped = { letter: null, problem, stopped: null };
  if (member === null) return skipped;
  if (search !== null) {
    if (problem !== null) return skipped;
    const letter = await writeReportLetter(services, { ...mailing, savedSearchId, search }, member);
    return { letter, problem: null, stopped: null };
  }
  if (savedSearchId === null) throw new Error('The mailing has neither a report nor a saved search');
  const { db } = services.database;
  const { search: found, why } = await findSavedSearch({ db, membership: member.membership }, savedSearchId);
  if (found === null) {
    return { letter: writeStoppedLetter(services, mailing, why, member), problem: null, stopped: why };
  }
  if (problem !== null) return skipped;
  return { letter: await writeSearchLetter(services, mailing, found, member), problem: null, stopped: null };
}

type Mailing = Omit<typeof reportMailings.$inferSelect, 'search'> & { search: MailedSearch };

/** A mailed report for one person: what they see when they open it now, in its company's days or those of its schedule's zone. */
async function writeReportLetter(services: Services, mailing: Mailing, to: Member): Promise<Letter> {
  const { config, database } = services;
  const { name, companyId, orgUserId } = mailing;
  const { membership, companyZones } = to;
  const timeZone = zoneThatCounts({ companies: companyZones, reader: mailing.timeZone }, companyId ?? 'all');
  const search = readMailedSearch(mailing.search);
  const now = new Date();
  const ctx = { membership, now, timeZone, services: { database }, db: database.db };
  const report = await reportOn(ctx, { ...search, companyId: companyId ?? undefined });
  const names = await lookUpNames(database.pool, { members: [orgUserId] });
  const made = report.reportType === 'SKIPPED' ? null : letterOf(report, search.viewOptions.interval);
  const about = [reportTitle(search.viewOptions), ...(await searchWords(ctx, { companyId, filters: search.filters }))];
  const mayExport = decide({ userId: membership.userId, isSupport: false, membership }, orderReports.export.requires);
  const file =
    made && mayExport.allowed && made.rows.length > 0 ? [await attached(report, search.viewOptions, ctx)] : [];
  const isOwn = orgUserId === membership.orgUserId;
  const who = isOwn ? 'You get this report by email.' : `${names.members[orgUserId]} sends you this report.`;
  const note = report.reportType === 'SKIPPED' ? `The report wasn’t made. ${report.hint}` : null;
  return compose(to, {
    kind: 'notice',
    stopAt: `${config.publicUrl}${SCHEDULED_EMAILS}`,
    subject: name,
    lead: about.join(' · '),
    details: detailsOf(made, note),
    action: 'Open the report',
    link: `${config.publicUrl}${reportAddress(search)}`,
    close: `${who} It counts the orders you can see. To stop getting it, open ${config.publicUrl}${SCHEDULED_EMAILS}`,
    attachments: file,
  });
}

async function attached(report: Report, view: ReportView, at: { now: Date; timeZone: string }): Promise<Attachment> {
  const { name, text } = reportFile(report, view, at);
  let content = '';
  for await (const chunk of text) content += chunk;
  return { filename: name, contentType: 'text/csv; charset=utf-8', content };
}

const NOTHING = 'No sales in this time.';

function detailsOf(made: ReportLetter | null, note: string | null): Details {
  if (made && made.rows.length > 0) return letterTable(made);
  const said = note ?? NOTHING;
  return { text: said, html: html`<p class="ink">${said}</p>` };
}
