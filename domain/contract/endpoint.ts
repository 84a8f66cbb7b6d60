import { z } from 'zod';
import type { Requirement } from '../access/ability';
import { withinDates } from '../dates';
import { readDigits } from '../digits';
import type { ErrorCode } from '../errors';
import { readOnce } from '../lazy';
import type { Part } from '../parts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

interface Declared {
  /** One line for the API docs; of a write, the audit log shows the part before the first semicolon. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  returns: Schema;
  requires: Requirement;
  /** Refusals specific to this verb, beyond those that follow from its declaration. */
  refuses?: readonly ErrorCode[];
  /** A public call that answers those who are signed in for themselves, so that a browser says who asks. */
  saysWho?: true;
  /** The part it belongs to; where that is switched off, it answers NOT_FOUND. */
  part?: Part;
  /** Refused to support staff acting for someone: only that person may call it. */
  inPersonOnly?: true;
  /** Stores how somebody uses the app: refused to browsers that ask not to be tracked. */
  isTracking?: true;
  /**
   * Whether API keys may make it; by default they make what asks for a permission, and read what is public. `false` where it
   * is about the person, or goes on without them; `true` where it asks for less than a permission but is the organization's.
   */
  byKey?: boolean;
  /** A field of the reply that is shown once: a repeated request with the same key gets null there. */
  shownOnce?: string;
  /** Its `orgId` is the other organization it is agreed with; by default it is the caller's own. */
  namesAnother?: true;
  /** Checks a guessable secret, such as a code or token: limited to a few calls per minute. */
  limited?: true;
  /**
   * Its days are the reader's own, as all that is bought: a `companyId` names a buyer company. By default they are those of
   * the seller company it names, or of all of the organization's.
   */
  days?: 'reader';
  /** It reads very much at once: one person's run a few at a time, as do all that answer a file. */
  heavy?: true;
  /** Largest accepted body in bytes; 256 kB by default. */
  bodyLimit?: number;
  /** `each`: the verb opens its own transactions through `ctx.step`, one per unit of work. */
  transaction?: 'each';
  /** With `each`: whether a call with this body is a single unit of work, which then runs in one transaction. */
  isOneStep?: (body: never) => boolean;
}

/** A file a call takes, sent as multipart/form-data in this field. */
export interface Upload {
  field: string;
  /** What its bytes must be, whatever its name says. */
  accepts: 'picture' | 'document';
}

/** A call that changes nothing: safe to repeat, and allowed in view-only mode. */
export interface ReadOptions extends Declared {
  audit?: never;
  unaudited?: never;
  idempotent?: never;
  upload?: never;
  /** The reply is a file of this type, streamed; `returns` is its text, or its bytes. */
  file?: 'text/csv' | 'application/json' | 'application/pdf';
  /** A list or search that may lag a little: read from a replica if there is one. */
  mayLag?: true;
}

/** A call that changes something: audited and run in a transaction. */
export interface WriteOptions extends Declared {
  /** The kind of record it changes, as named in the audit log. */
  audit: string;
  unaudited?: never;
  /** Takes an `Idempotency-Key`: it creates, charges, submits or checks out. */
  idempotent?: true;
  upload?: never;
  file?: never;
  mayLag?: never;
}

/** A call that takes a file. It is stored before the transaction that names it, so a slow store holds no connection. */
export interface UploadOptions extends Declared {
  audit: string;
  upload: Upload;
  transaction: 'each';
  body?: never;
  unaudited?: never;
  idempotent?: never;
  file?: never;
  mayLag?: never;
}

/**
 * A call without an audit entry: it changes data stored elsewhere, such as a session at the issuer, or what the platform
 * remembers for one person alone, such as what they looked at.
 */
export interface UnauditedOptions extends Declared {
  audit?: never;
  /** Why there is no audit entry. */
  unaudited: string;
  idempotent?: never;
  upload?: never;
  file?: never;
  mayLag?: never;
}

export type EndpointOptions = ReadOptions | WriteOptions | UploadOptions | UnauditedOptions;

export type Endpoint<O extends EndpointOptions = EndpointOptions> = O & {
  method: Method;
  path: string;
  /** A POST that only reads, because its query doesn't fit in an address. */
  reads?: true;
};

/**
 * Whether a call changes anything. Decides transaction, audit and rate limit on the server, and retries and view-only
 * refusals in the browser.
 */
export function isWrite({ method, audit, reads }: Endpoint): boolean {
  return method === 'GET' ? audit !== undefined : !reads;
}

/** Whether a call is refused without a key: a GET that creates, which browsers and proxies may repeat on their own. */
export function needsKey({ method, idempotent }: Endpoint): boolean {
  return method === 'GET' && idempotent === true;
}

/** Endpoints of an area by verb, as an area's contract exports them. */
export type Contract = Record<string, Endpoint>;

type InputPart<O, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = O extends {
  [P in K]: infer S extends Schema;
}
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** What a verb receives: each declared part, parsed. */
export type VerbInput<E> = InputPart<E, 'params', 'output'> &
  InputPart<E, 'query', 'output'> &
  InputPart<E, 'body', 'output'> &
  Uploaded<E, Uint8Array>;

/** What a caller passes: each declared part, before parsing. */
export type CallInput<E> = InputPart<E, 'params', 'input'> &
  InputPart<E, 'query', 'input'> &
  InputPart<E, 'body', 'input'> &
  Uploaded<E, Blob>;

/** The file of a call that takes one: its bytes, already checked, or what a browser sends. */
type Uploaded<E, F> = E extends { upload: Upload } ? { file: F } : unknown;

/** What a call returns in the browser. */
export type CallOutput<E> = E extends { returns: infer S extends Schema } ? z.output<S> : never;

/** A file from a verb: its name, and its text or bytes in chunks. Refusals must come before the first chunk. */
export type FileReply = { name: string; text: AsyncIterable<string | Uint8Array> };

/** What a verb returns, before the reply is parsed. */
export type VerbOutput<E> = E extends { file: string }
  ? FileReply
  : E extends { returns: infer S extends Schema }
    ? z.input<S>
    : never;

function declare<M extends Method, Allowed extends EndpointOptions>(method: M) {
  return <const O extends Allowed>(path: string, options: O): O & { method: M; path: string } =>
    readOnce(options, { method, path });
}

/** A GET call reads, unless it is audited: the documents define a few that create something. */
export const get = declare<'GET', ReadOptions | WriteOptions>('GET');
export const post = declare<'POST', WriteOptions | UploadOptions | UnauditedOptions>('POST');
export const put = declare<'PUT', WriteOptions | UnauditedOptions>('PUT');
export const patch = declare<'PATCH', WriteOptions>('PATCH');
export const del = declare<'DELETE', WriteOptions | UnauditedOptions>('DELETE');

/** A POST that changes nothing: a search, a count, an export. */
export function search<const O extends ReadOptions>(path: string, options: O) {
  return readOnce(options, { method: 'POST' as const, path, reads: true as const });
}

/** A whole number, also as text of digits, as addresses have it. */
export const whole = (schema: z.ZodNumber) => z.preprocess((given: number) => readDigits(given), schema);

/** A row's id: a positive integer, also as text in an address. `message` is said of anything else. */
export const idOf = (message?: string) =>
  whole(z.number(message).int(message).positive(message).max(Number.MAX_SAFE_INTEGER, message));

export const Id = idOf();

/** The id that a text is; null for any other text. */
export function readId(text: string | null | undefined): number | null {
  const { success, data } = Id.safeParse(text);
  return success ? data : null;
}

/** Whose records a call is about: an organization's. */
export const OrgScope = z.object({ orgId: Id });

/** Those of one of its companies, a selling or a buying one. */
export const CompanyScope = OrgScope.extend({ companyId: Id });

/** A row's id in a list's reply, which is checked for every row: always a number. */
export const RowId = z.number().int().positive();

/** A comma-separated list from an address, for `z.preprocess`; null or only blanks means not given. */
export function commaJoined(value: unknown): unknown {
  if (value === 'null') return undefined;
  if (typeof value !== 'string') return value;
  const named = value.split(',').filter(Boolean);
  return named.length > 0 ? named : undefined;
}

/** A state, as its abbreviation. */
export const UsState = z.string('Choose a state').regex(/^[A-Z]{2}$/, 'Choose a state');

/** `:id` of an address. */
export const IdParams = z.object({ id: Id });

/** An instant, as ISO 8601 with a zone. */
export const Instant = z.iso.datetime({ offset: true });

const DAY_NEEDED = 'Enter a date, such as 11/20/2026';
/** A calendar day, YYYY-MM-DD, of no zone. */
export const Day = z.iso.date(DAY_NEEDED);

/** A calendar day as typed; two-digit years are refused because they are never meant, as are years far ahead. */
export const EnteredDay = z.iso.date({ error: DAY_NEEDED, abort: true }).check(withinDates);

/** An instant that is sent in, within the same dates. */
export const EnteredInstant = z.iso.datetime({ offset: true, abort: true }).check(withinDates);

/** The version an edit is based on; an outdated one is refused with `STALE`. */
export const Version = z.number().int().nonnegative();

/** A reply with nothing to say but success. */
export const Done = z.strictObject({ ok: z.literal(true) });

/** A csv file as the reply. */
export const csv = { file: 'text/csv', returns: z.string() } as const;

/** A pdf file as the reply. */
export const pdf = { file: 'application/pdf', returns: z.file() } as const;

/** A JSON file as the reply. */
export const jsonFile = { file: 'application/json', returns: z.string() } as const;

/** Lists count up to this many, so a count never costs more than its page. */
export const COUNT_CAP = 2_000;

/** A page of a list; `page` is zero-based, `resultCount` stops at `COUNT_CAP + 1`, shown as "more than 2,000". */
export function page<R extends Schema>(row: R) {
  return z.strictObject({
    results: z.array(row),
    resultCount: z.number().int().nonnegative(),
    page: z.number().int().nonnegative(),
  });
}

/** Paging and sorting of every list: page sizes of 25 to 250, zero-based pages. */
export function paging<S extends readonly [string, ...string[]]>(sortable: S, sortBy: S[number], sortDesc = true) {
  return {
    page: z.number().int().min(0).max(100_000).default(0),
    itemsPerPage: z.number().int().min(25).max(250).default(25),
    sortBy: z.enum(sortable).default(sortBy as never),
    sortDesc: z.boolean().default(sortDesc),
  };
}
