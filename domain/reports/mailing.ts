import { z } from 'zod';
import { decide, type Requirement } from '../access/ability';
import type { Membership } from '../access/roles';
import { Id, Instant, RowId, Version } from '../contract/endpoint';
import { isTimeZone } from '../dates';
import { type OrderFilters, orderFilters } from '../orders/filters';
import { SavedViewName } from '../views/saved-view';
import { REPORT_TYPES } from './report-types';
import { Schedule } from './schedule';
import { INTERVALS, ReportView, SPLITS } from './view';

/** Most reports one person has mailed, and most people one is mailed to. */
export const MOST_MAILINGS = 20;
export const MOST_RECIPIENTS = 25;

/** What a report is made of: the orders' filters and how they are shown. Relative times stay relative. */
export const MailedSearch = z.object({ filters: orderFilters.schema.default({}), viewOptions: ReportView });
export type MailedSearch = z.output<typeof MailedSearch>;

/** What a person enters of a mailing; the report it is about doesn't change. */
export const MailingDraft = z.object({
  name: SavedViewName,
  schedule: Schedule,
  /** Whose clocks the schedule follows. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Choose a time zone'),
  recipientIds: z
    .array(Id)
    .min(1, 'Choose at least one person')
    .max(MOST_RECIPIENTS, `Choose up to ${MOST_RECIPIENTS} people`),
});
export type MailingDraft = z.output<typeof MailingDraft>;

const Person = z.strictObject({ orgUserId: RowId, displayName: z.string() });
export type MailingPerson = z.infer<typeof Person>;

/** A mailed report, as its owner and its recipients see it. */
export const Mailing = z.strictObject({
  id: RowId,
  name: z.string(),
  companyId: RowId.nullable(),
  search: z.strictObject({ filters: orderFilters.schema, viewOptions: ReportView }),
  schedule: Schedule,
  timeZone: z.string(),
  owner: Person,
  /** The caller's own, which they may change; a recipient can only leave. */
  isOwn: z.boolean(),
  /** Without those who left; only its owner is told. */
  recipients: z.array(Person),
  /** Null while paused. */
  next: Instant.nullable(),
  lastSent: Instant.nullable(),
  /** Who didn't get it the last time, and why, as sentences; only its owner is told. */
  problems: z.array(z.string()),
  version: Version,
});
export type Mailing = z.infer<typeof Mailing>;

export const MailingPeople = z.array(Person);

/** A stored search as far as reports still support it: removed filters are ignored. */
export function readMailedSearch(kept: MailedSearch): MailedSearch {
  return { filters: orderFilters.salvage(kept.filters).filters as OrderFilters, viewOptions: kept.viewOptions };
}

/** Why someone doesn't get a report, as the end of a sentence that names them or, with `your`, is for them; null when they do. */
export function whyNotMailed(
  membership: Membership | null,
  requires: Requirement,
  whose: 'their' | 'your' = 'their',
): string | null {
  if (membership === null) return 'they’re no longer on the team';
  const decision = decide({ userId: membership.userId, isSupport: false, membership }, requires);
  if (decision.allowed) return null;
  if (decision.reason.kind === 'plan') return 'your plan doesn’t include order reports';
  return `${whose} role doesn’t include orders`;
}

/** A report's name: "Revenue by month, split by brand", "Products sold". */
export function reportTitle({ reportType, interval, split }: ReportView): string {
  if (reportType !== 'REVENUE') return REPORT_TYPES[reportType];
  const by = `Revenue by ${INTERVALS[interval].label.toLowerCase()}`;
  return split === 'NONE' ? by : `${by}, split by ${SPLITS[split].toLowerCase()}`;
}

/** The app's address of a report. */
export function reportAddress({ filters, viewOptions }: MailedSearch): string {
  const { reportType, interval, split, value } = viewOptions;
  const options = reportType === 'REVENUE' ? { interval, split } : { value };
  return `/orders?${new URLSearchParams({ report: reportType, ...options, ...orderFilters.format(filters) })}`;
}

/** Whether each mailing covers the same days: the time has fixed ends. */
export function isFixedTime({ createdFrom, createdTo, createdRel }: OrderFilters): boolean {
  return createdRel === undefined && createdFrom !== undefined && createdTo !== undefined;
}
