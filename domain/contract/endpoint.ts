import { z } from 'zod';
import type { Requirement } from '../access/ability';
import { EARLIEST_DATE, shortDay } from '../dates';
import type { ErrorCode } from '../errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;

interface Declared {
  /** One line for the API page. */
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  returns: Schema;
  requires: Requirement;
  /** Refusals of the verb's own, beyond those that follow from the rest of what is declared here. */
  refuses?: readonly ErrorCode[];
  /** Refused to support staff who act for somebody else: it concerns that person alone. */
  inPersonOnly?: true;
  /** Asks about a secret that could be guessed at, such as a code or a token: held to few calls a minute. */
  limited?: true;
  /** Largest body accepted, in bytes; 256 kB unless said. */
  bodyLimit?: number;
  /** `each`: the verb opens its own transactions through `ctx.step`, one per unit of work. */
  transaction?: 'each';
}

/** A call that changes nothing: it may be repeated at will, and by who only looks. */
export interface ReadOptions extends Declared {
  audit?: never;
  unaudited?: never;
  idempotent?: never;
  /** The reply is a file of this type, sent as it is made; `returns` is its text. */
  file?: 'text/csv';
  /** A list or search, whose answer may be a little behind: read from a replica where there is one. */
  mayLag?: true;
}

/** A call that changes something: audited, and in a transaction. */
export interface WriteOptions extends Declared {
  /** The kind of entity it changes, as the audit log names it. */
  audit: string;
  unaudited?: never;
  /** Takes an `Idempotency-Key`: creates, charges, submits or checks out. */
  idempotent?: true;
  file?: never;
  mayLag?: never;
}

/** A call that changes only what is kept elsewhere, such as a session at the issuer: no entry in the audit log. */
export interface UnauditedOptions extends Declared {
  audit?: never;
  /** Why the audit log says nothing of it. */
  unaudited: string;
  transaction: 'each';
  idempotent?: never;
  file?: never;
  mayLag?: never;
}

export type EndpointOptions = ReadOptions | WriteOptions | UnauditedOptions;

export type Endpoint<O extends EndpointOptions = EndpointOptions> = O & {
  method: Method;
  path: string;
  /** A POST that only asks, because its question does not fit in an address. */
  reads?: true;
};

/**
 * Whether a call changes anything: the one place that says so. It decides about transaction, audit and rate limit on
 * the server, and about repeating a call and refusing it to who only looks in the browser.
 */
export function isWrite({ method, audit, reads }: Endpoint): boolean {
  return method === 'GET' ? audit !== undefined : !reads;
}

/** Endpoints of an area by verb, as an area's contract exports them. */
export type Contract = Record<string, Endpoint>;

type Part<O, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = O extends {
  [P in K]: infer S extends Schema;
}
  ? { [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** What a verb receives: each declared part, parsed. */
export type VerbInput<E> = Part<E, 'params', 'output'> & Part<E, 'query', 'output'> & Part<E, 'body', 'output'>;

/** What a caller passes: each declared part, before parsing. */
export type CallInput<E> = Part<E, 'params', 'input'> & Part<E, 'query', 'input'> & Part<E, 'body', 'input'>;

/** What a call answers, as the browser receives it. */
export type CallOutput<E> = E extends { returns: infer S extends Schema } ? z.output<S> : never;

/** A file as a verb gives it: its name, and its text piece by piece. What is refused is refused before the first. */
export type FileReply = { name: string; text: AsyncIterable<string> };

/** What a verb gives back, before the reply is parsed. */
export type VerbOutput<E> = E extends { file: string }
  ? FileReply
  : E extends { returns: infer S extends Schema }
    ? z.input<S>
    : never;

function declare<M extends Method, Allowed extends EndpointOptions>(method: M) {
  return <const O extends Allowed>(path: string, options: O): O & { method: M; path: string } => ({
    ...options,
    method,
    path,
  });
}

/** A call by GET reads, unless it is audited: the documents name a few that make something. */
export const get = declare<'GET', ReadOptions | WriteOptions>('GET');
export const post = declare<'POST', WriteOptions | UnauditedOptions>('POST');
export const put = declare<'PUT', WriteOptions>('PUT');
export const patch = declare<'PATCH', WriteOptions>('PATCH');
export const del = declare<'DELETE', WriteOptions>('DELETE');

/** A POST that changes nothing: a search, a count, an export. */
export function search<const O extends ReadOptions>(path: string, options: O) {
  return { ...options, method: 'POST' as const, path, reads: true as const };
}

/** A row's id: a positive integer, also when it arrives as text in an address. */
export const Id = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A comma-joined list of an address, for `z.preprocess`; one that names nothing, or null, was not given. */
export function commaJoined(value: unknown): unknown {
  if (value === 'null') return undefined;
  if (typeof value !== 'string') return value;
  const named = value.split(',').filter(Boolean);
  return named.length > 0 ? named : undefined;
}

/** `:id` of an address. */
export const IdParams = z.object({ id: Id });

/** An instant, as ISO 8601 with a zone. */
export const Instant = z.iso.datetime({ offset: true });

/** A calendar day, YYYY-MM-DD, of no zone. */
export const Day = z.iso.date('Enter a date, such as 11/20/2026');

/** A calendar day as somebody enters it; a year typed with two digits is none they mean. */
export const EnteredDay = Day.refine((day) => day >= EARLIEST_DATE, `Must be on or after ${shortDay(EARLIEST_DATE)}`);

/** The version a writer started from; a save from an older one is refused with `STALE`. */
export const Version = z.number().int().nonnegative();

/** An answer that says nothing but that it was done. */
export const Done = z.strictObject({ ok: z.literal(true) });

/** An answer that is a csv file. */
export const csv = { file: 'text/csv', returns: z.string() } as const;

/** Lists count to this many and no further, so that a count never costs more than its page. */
export const COUNT_CAP = 2_000;

/** A list's page; `page` is zero-based, `resultCount` stops at `COUNT_CAP + 1`, which reads "more than 2,000". */
export function page<R extends Schema>(row: R) {
  return z.strictObject({
    results: z.array(row),
    resultCount: z.number().int().nonnegative(),
    page: z.number().int().nonnegative(),
  });
}

/** Paging and sorting every list takes: page sizes of 25 to 250, zero-based pages. */
export function paging<S extends readonly [string, ...string[]]>(sortable: S, sortBy: S[number], sortDesc = true) {
  return {
    page: z.number().int().min(0).max(100_000).default(0),
    itemsPerPage: z.number().int().min(25).max(250).default(25),
    sortBy: z.enum(sortable).default(sortBy as never),
    sortDesc: z.boolean().default(sortDesc),
  };
}
