import { decide } from '../../../domain/access/ability';
import { dayOf } from '../../../domain/dates';
import { orderReports } from '../../../domain/reports/contract';
import { letterOf, type ReportLetter } from '../../../domain/reports/letter';
import { type MailedSearch, readMailedSearch, reportAddress, reportTitle } from '../../../domain/reports/mailing';
import type { Report } from '../../../domain/reports/report';
import type { ReportView } from '../../../domain/reports/view';
import type { Services } from '../../context';
import type { reportMailings } from '../../db/schema';
import { type Html, html } from '../../mail/html';
import { compose } from '../../mail/letters';
import type { Attachment, Letter } from '../../mail/mail';
import { lookUpNames } from '../../orders/lists/names';
import { reportFile } from '../export-report';
import { reportOn } from '../make-report';
import { letterTable, SCHEDULED_EMAILS, searchWords } from './letter-parts';
import type { Member } from './mailing-people';

type Mailing = Omit<typeof reportMailings.$inferSelect, 'search'> & { search: MailedSearch };

/** A mailed report for one person: what they see when they open it now, in the time zone of its schedule. */
export async function writeReportLetter(services: Services, mailing: Mailing, to: Member): Promise<Letter> {
  const { config, database } = services;
  const { name, companyId, timeZone, orgUserId } = mailing;
  const { membership } = to;
  const search = readMailedSearch(mailing.search);
  const now = new Date();
  const ctx = { membership, now, timeZone, services: { database }, db: database.db };
  const report = await reportOn(ctx, { ...search, companyId: companyId ?? undefined });
  const names = await lookUpNames(database.pool, { members: [orgUserId] });
  const made = report.reportType === 'SKIPPED' ? null : letterOf(report, search.viewOptions.interval);
  const about = [reportTitle(search.viewOptions), ...(await searchWords(ctx, { companyId, filters: search.filters }))];
  const mayExport = decide({ userId: membership.userId, isSupport: false, membership }, orderReports.export.requires);
  const today = dayOf(now, timeZone);
  const file =
    made && mayExport.allowed && made.rows.length > 0
      ? [await attached(report, search.viewOptions, today, timeZone)]
      : [];
  const isOwn = orgUserId === membership.orgUserId;
  const who = isOwn
    ? 'You have this report emailed to you.'
    : `${names.members[orgUserId]} has this report emailed to you.`;
  const note = report.reportType === 'SKIPPED' ? `The report wasn’t made. ${report.hint}` : null;
  return compose(to, {
    subject: name,
    lead: about.join(' · '),
    details: detailsOf(made, note),
    action: 'Open the report',
    link: `${config.publicUrl}${reportAddress(search)}`,
    close: `${who} It counts the orders you can see. To stop getting it, open ${config.publicUrl}${SCHEDULED_EMAILS}`,
    attachments: file,
  });
}

async function attached(report: Report, view: ReportView, today: string, timeZone: string): Promise<Attachment> {
  const { name, text } = reportFile(report, view, { today, timeZone });
  let content = '';
  for await (const chunk of text) content += chunk;
  return { filename: name, contentType: 'text/csv; charset=utf-8', content };
}

const NOTHING = 'No sales in this time.';

function detailsOf(made: ReportLetter | null, note: string | null): { text: string; html: Html } {
  if (made && made.rows.length > 0) return letterTable(made);
  const said = note ?? NOTHING;
  return { text: said, html: html`<p>${said}</p>` };
}
