import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type DestinationStream, pino } from 'pino';
import type { Config } from './config';
import { traceIdHere } from './tracing';

export type Log = pino.Logger;

/**
 * Structured logs on standard output, without anything that would let a reader act as someone else, and without people's
 * names and addresses: of an error only what `toldOf` takes, of other objects only plain values, of any text what `cleaned`
 * leaves. `secrets` are this installation's own, struck out wherever they turn up.
 */
export function openLog(
  level: Config['logLevel'],
  destination?: DestinationStream,
  secrets: readonly string[] = [],
): Log {
  const clean = cleanerOf(secrets);
  const options: pino.LoggerOptions = {
    level,
    mixin: tracedHere,
    serializers: { err: toldOf, req: requestOf, res: replyOf },
    hooks: {
      logMethod(given, write) {
        const told = given.map((value: unknown) =>
          typeof value === 'object' ? plainFields(value) : value,
        ) as unknown as typeof given;
        write.apply(this, told);
      },
      streamWrite: clean,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function tracedHere(): object {
  const traceId = traceIdHere();
  return traceId === undefined ? {} : { traceId };
}

const SERIALIZED = new Set(['err', 'req', 'res']);
const SECRET_NAME = /pass(word|wd)|secret|token|authorization|cookie|api-?_?key|credential/i;
const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value) || value instanceof Date;

/** What is logged of an object: libraries pass whole requests, options and replies. */
function plainFields(given: unknown): Record<string, unknown> {
  if (given instanceof Error) return { err: toldOf(given) };
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    if (name === 'err') kept.err = toldOf(value);
    else if (value instanceof Error) kept[name] = toldOf(value);
    else if (SERIALIZED.has(name)) kept[name] = value;
    else if (SECRET_NAME.test(name)) continue;
    else if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) kept[name] = value;
  }
  return kept;
}

const requestOf = ({ method, url }: { method?: unknown; url?: unknown }) => ({
  method: textOf(method),
  path: pathOf(textOf(url) ?? ''),
});
const replyOf = ({ statusCode }: { statusCode?: unknown }) => ({ statusCode: numberOf(statusCode) });

/** What is logged of an error. Nothing else of it is: neither headers nor bodies, options, rows or values. */
interface Told {
  type?: string | undefined;
  message?: string | undefined;
  code?: string | number | undefined;
  status?: number | undefined;
  /** The call it failed at: method, host and path. */
  request?: string | undefined;
  /** Names of ours that PostgreSQL tells. */
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
  stack?: string | undefined;
  cause?: Told | undefined;
  errors?: Told[] | undefined;
}

const DEEPEST = 8;
const MOST_ERRORS = 5;

/** What was told already, and is told the same when it is passed on. */
const told = new WeakSet<object>();

/** An error, or whatever else was thrown, as it may be logged. */
function toldOf(error: unknown, depth = 0): Told {
  if (typeof error === 'string') return asTold({ message: cleaned(error) });
  if (typeof error !== 'object' || error === null) return asTold({ message: typeof error });
  if (told.has(error)) return error;
  const known = error as Record<string, unknown>;
  const isNested = (value: unknown) => typeof value === 'object' && value !== null && depth < DEEPEST;
  const one = compact({
    type: error instanceof Error ? nameOf(error) : undefined,
    message: error instanceof Error ? wordsOf(error) : undefined,
    code: numberOf(known.code) ?? wordOf(known.code),
    status: statusOf(known),
    request: callOf(known),
    table: wordOf(known.table),
    column: wordOf(known.column),
    constraint: wordOf(known.constraint),
    stack: framesOf(known.stack),
    cause: isNested(known.cause) ? toldOf(known.cause, depth + 1) : undefined,
    errors: Array.isArray(known.errors)
      ? known.errors
          .slice(0, MOST_ERRORS)
          .filter(isNested)
          .map((each) => toldOf(each, depth + 1))
      : undefined,
  });
  return asTold(one);
}

/** Remembers what was told already: it may be told again on its way to the log. */
function asTold(one: Told): Told {
  told.add(one);
  return one;
}

/** An error as lines for a terminal, with no more in them than in the log. */
export function linesOf(error: unknown): string {
  const { type = 'Error', message = '', stack = '', cause, ...rest } = toldOf(error);
  const more = Object.entries(rest).flatMap(([name, value]) => (isPlain(value) ? [`${name}: ${value}`] : []));
  const head = [`${type}: ${message}`, more.join(', ')].filter(Boolean).join(' – ');
  return cleaned([head, stack, ...(cause ? [`caused by ${linesOf(cause)}`] : [])].filter(Boolean).join('\n'));
}

/** How PostgreSQL's classes of errors begin that quote values: data exceptions, and what a function raises. */
const QUOTES_VALUES = /^(22|P0|XX)/;
const QUOTED = /".*"/gs;

/** An error's words, unless they are an outside service's or quote a value. */
function wordsOf(error: Error): string | undefined {
  const { code, severity, issues } = error as unknown as Record<string, unknown>;
  if (error instanceof DrizzleQueryError) return cleaned(`Failed query: ${error.query}`);
  if (Array.isArray(issues)) return cleaned(issues.slice(0, MOST_ERRORS).map(issueOf).join(', '));
  if (severity !== undefined && wordOf(code) && !QUOTES_VALUES.test(String(code))) return cleaned(error.message);
  if (isTheirs(error)) return undefined;
  // Before the colon are the library's words, after it the service's: mail servers repeat addresses and names.
  const own = isAnswer(error) ? (error.message.split(':', 1)[0] ?? '') : error.message;
  return cleaned(own.replace(QUOTED, '"…"'));
}

/** Whether an error's message is what a service said, whole: a store's, or a refusal that people are shown. */
const isTheirs = (error: Error) => '$metadata' in error || '$response' in error || error.name.endsWith('Refused');
const isAnswer = (error: Error) => ['response', 'responseCode', 'rejected'].some((name) => name in error);

const issueOf = (issue: unknown): string => {
  const { code, path } = issue as { code?: unknown; path?: unknown };
  const steps = Array.isArray(path) ? path.map((step) => numberOf(step) ?? wordOf(step) ?? '…') : [];
  return `${wordOf(code)} at ${steps.join('.')}`;
};

function statusOf(error: Record<string, unknown>): number | undefined {
  const { $metadata, response } = error as { $metadata?: Record<string, unknown>; response?: Record<string, unknown> };
  return (
    numberOf(error.status) ??
    numberOf(error.statusCode) ??
    numberOf(error.responseCode) ??
    numberOf($metadata?.httpStatusCode) ??
    numberOf(response?.status)
  );
}

/** The request of an HTTP library's error, which carries it whole. */
function callOf(error: Record<string, unknown>): string | undefined {
  const { config: own, response } = error as {
    config?: Record<string, unknown>;
    response?: { config?: Record<string, unknown> };
  };
  const { method, url, baseURL } = own ?? response?.config ?? {};
  if (typeof url !== 'string') return undefined;
  const base = typeof baseURL === 'string' && !URL.canParse(url) ? baseURL : undefined;
  const address = base === undefined ? url : `${base.replace(/\/$/, '')}/${url.replace(/^\//, '')}`;
  if (!URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  return cleaned(`${(textOf(method) ?? 'get').toUpperCase()} ${host}${pathOf(pathname)}`);
}

const FRAME = /^\s+at .*$/;

/** Where it was raised. The lines before the frames repeat the message. */
function framesOf(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => FRAME.test(line) && /:\d+:\d+\)?$|\(<anonymous>\)$/.test(line));
  return cleaned(frames.join('\n')) || undefined;
}

const nameOf = (error: Error): string =>
  wordOf(error.name === 'Error' ? error.constructor.name : error.name) ?? 'Error';
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
/** A code or a name: a word, and no sentence. */
const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w$.-]{1,80}$/.test(value) ? value : undefined;

function compact<T extends object>(all: T): T {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T;
}

const CODE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An address's path for logs: without query and without codes, such as an invitation's. */
export function pathOf(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').replaceAll(CODE, ':code');
}

/** What is struck out of any text, whoever wrote it; also of text that is JSON already. */
const STRUCK: readonly (readonly [RegExp, string])[] = [
  // Names and passwords in addresses, what follows their path, and codes in it.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s"\\/?#]*@/gi, '$1'],
  [/([?#])[\w.~%[\]-]+=[^\s"\\)]*/g, '$1…'],
  [new RegExp(`/${CODE.source}`, 'gi'), '/:code'],
  [/\beyJ[\w-]{5,}(\.[\w-]*){1,4}/g, '[token]'],
  [/\b(Bearer|Basic|Digest)\s+[\w+/=.~-]{6,}/gi, '$1 …'],
  [/\b((?:pass(?:word|wd)?|secret|token|api[_-]?key|authorization)[\\"']*\s*[:=]\s*[\\"']*)[^\s"\\,;&]+/gi, '$1…'],
  [/[^\s@"'<>(),;:\\/={}|[\]]+@[\p{L}\p{N}][\p{L}\p{N}.-]*/gu, '[email]'],
];

function cleaned(text: string): string {
  return STRUCK.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
}

/** The shortest secret that is struck out: a shorter one would be found in any text. */
const SHORTEST = 6;

function cleanerOf(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return (text) => forms.reduce((left, secret) => left.replaceAll(secret, '[secret]'), cleaned(text));
}
