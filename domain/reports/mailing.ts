import { z } from 'zod';
import { type Decision, decide, type Requirement } from '../access/ability';
import { type Membership, seesEverything } from '../access/roles';
import { Id, Instant, RowId, Version } from '../contract/endpoint';
import { isTimeZone } from '../dates';
import { type OrderFilters, orderFilters } from '../orders/filters';
import { SavedViewName } from '../views/saved-view';
import { REPORT_TYPES } from './report-types';
import { Schedule } from './schedule';
import { INTERVALS, ReportView, SPLITS } from './view';

/** Most reports and saved searches one person has mailed, and most people a report is mailed to. */
export const MOST_MAILINGS = 20;
export const MOST_RECIPIENTS = 25;
/** Most orders the letter of a saved search lists; its link has all. */
export const MOST_LETTER_ORDERS = 25;

/** What a report is made of: the orders' filters and how they are shown. Relative times stay relative. */
export const MailedSearch = z.object({ filters: orderFilters.schema.default({}), viewOptions: ReportView });
export type MailedSearch = z.output<typeof MailedSearch>;

/** What something is mailed as, and when. */
export const MailingTimes = z.object({
  name: SavedViewName,
  schedule: Schedule,
  /** Whose clocks the schedule follows. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Choose a time zone'),
});

/** What a person enters of a mailing; what it is about doesn't change. */
export const MailingDraft = MailingTimes.extend({
  recipientIds: z
    .array(Id)
    .min(1, 'Choose at least one person')
    .max(MOST_RECIPIENTS, `Choose up to ${MOST_RECIPIENTS} people`),
});
export type MailingDraft = z.output<typeof MailingDraft>;

const Person = z.strictObject({ orgUserId: RowId, displayName: z.string() });
export type MailingPerson = z.infer<typeof Person>;

/** A mailed report or saved search, as its owner and its recipients see it. A saved search is mailed to its owner alone. */
export const Mailing = z.strictObject({
  id: RowId,
  name: z.string(),
  companyId: RowId.nullable(),
  /** The report; null for a saved search. */
  search: z.strictObject({ filters: orderFilters.schema, viewOptions: ReportView }).nullable(),
  /** The saved search, null for a report; without a name once its orders are mailed no more, as `problems` says. */
  savedSearch: z.strictObject({ id: RowId, name: z.string().nullable() }).nullable(),
  /** A saved search that was mailed for the last time, for a reason in `problems`. */
  isStopped: z.boolean(),
  schedule: Schedule,
  timeZone: z.string(),
  owner: Person,
  /** The caller's own, which they may change; a recipient can only leave. */
  isOwn: z.boolean(),
  /** Without those who left; only its owner is told. */
  recipients: z.array(Person),
  /** Null while paused or stopped. */
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
  const decision = decisionOn(membership, requires);
  if (decision.allowed) return null;
  if (decision.reason.kind === 'plan') return 'your plan doesn’t include order reports';
  return `${whose} role doesn’t include orders`;
}

const decisionOn = (membership: Membership, requires: Requirement): Decision =>
  decide({ userId: membership.userId, isSupport: false, membership }, requires);

/** Whose a saved search is, and which company's orders it finds. */
export type MailedView = { orgUserId: number; companyId: number; isShared: boolean; isCompanyRemoved: boolean };

/**
 * Why a saved search is mailed to someone no more, as the end of a sentence for them; null while it is. Not for a plan
 * without reports: that only skips letters until it has them again.
 */
export function whyStopped(view: MailedView | null, membership: Membership, requires: Requirement): string | null {
  const decision = decisionOn(membership, requires);
  if (!decision.allowed && decision.reason.kind !== 'plan') return 'your role doesn’t include orders';
  if (view === null) return 'the saved search was deleted';
  if (view.orgUserId !== membership.orgUserId && !view.isShared)
    return 'the saved search isn’t shared with you anymore';
  const isAssigned = seesEverything(membership) || membership.companyIds.includes(view.companyId);
  return isAssigned && !view.isCompanyRemoved ? null : 'you don’t see its company anymore';
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
