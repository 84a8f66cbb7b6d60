import { BULK_ACT_DAYS, BULK_FILE_DAYS } from '../bulk/bulk-act';
import { EVENT_DAYS } from '../events/contract';
import { UNSENT_DAYS } from '../mail/contract';
import { FEED_DAYS } from '../notifications/notification';
import { USAGE_DAYS } from '../usage/events';

/** The states that ask for most want the records of the trade for seven years (California, 4 CCR § 15037). */
const SEVEN_YEARS = 2557;
const TRADE = 'states want records of the trade for up to seven years';

/** For how many days something is kept; null is for ever. */
type Period = {
  readonly setting: `KEEP_${string}_DAYS`;
  readonly days: number | null;
  readonly least: number;
  /** Why no less, as the end of a sentence. */
  readonly why: string;
};

/** What grows as long as an installation runs, and may be kept for as long as its operator says. */
export const CHOSEN = {
  /** Who changed what, but for `RECORDED`. */
  audit: { setting: 'KEEP_AUDIT_DAYS', days: null, least: SEVEN_YEARS, why: TRADE },
  /** What was sent to the tracking system and the wholesale marketplace, and settled differences. */
  tracking: { setting: 'KEEP_TRACKING_DAYS', days: null, least: SEVEN_YEARS, why: TRADE },
  /** The files of documents mailed to customers; that they were mailed, and to whom, stays with the order. */
  mail: { setting: 'KEEP_MAIL_DAYS', days: SEVEN_YEARS, least: 365, why: 'customers ask for a document of last year' },
  /** Edits of many records and imports, with what it takes to undo them. */
  changes: { setting: 'KEEP_CHANGES_DAYS', days: 730, least: 30, why: 'people undo an import days after it' },
  /** Finished jobs: a letter’s job keeps it from being sent twice. */
  jobs: { setting: 'KEEP_JOBS_DAYS', days: 7, least: 3, why: 'letters are tried for two days' },
} as const satisfies Record<string, Period>;

export type Chosen = keyof typeof CHOSEN;

/** What nobody needs for longer, in days. */
export const FIXED = {
  bulkActs: BULK_ACT_DAYS,
  bulkFiles: BULK_FILE_DAYS,
  failedJobs: UNSENT_DAYS,
  /** Codes in letters, after they expired, so that an old link can be explained. */
  mailCodes: 30,
  mailbox: 30,
  /** What programs are told of: as long as their deliveries. */
  events: EVENT_DAYS,
  /** What people are told of in their feed. */
  feed: FEED_DAYS,
  /** How people used the app, and recordings of it. */
  usage: USAGE_DAYS,
  /** Nobody tries a call again after that. */
  idempotencyKeys: 2,
  /** What API keys called, by day. */
  apiKeyUses: 90,
  /** Used refresh tokens, so that a replay ends the stolen session. */
  usedTokens: 1,
  signInAttempts: 1,
} as const;

/** The records that show their history, which is read from the audit log: it stays as long as they do. */
export const RECORDED = ['order', 'payment', 'product'] as const;
