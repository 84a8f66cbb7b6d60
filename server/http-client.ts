import { setTimeout as pause } from 'node:timers/promises';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IPolicy,
  retry,
  wrap,
} from 'cockatiel';
import type { z } from 'zod';
import { DomainError } from '../domain/errors';
import type { Log } from './log';
import { inSpan } from './tracing';

const PATIENCE_MS = 8_000;
const MORE_ATTEMPTS = 2;
/** After this many unanswered calls in a row a service is left alone, for this long. */
const MOST_SILENT = 5;
const REST_MS = 5_000;
/** A service that asks for a longer pause than this is left to the next job. */
const MOST_WAITED_MS = 3_000;
/** Concurrent calls to a service: in total, per organization, and waiting. */
const AT_ONCE = 12;
const AT_ONCE_EACH = 3;
const WAITING_EACH = 20;
const BOUNDLESS = Number.MAX_SAFE_INTEGER;

/** A service gave no reply, or said "not now". `again`: retry in a moment. `status`: what it answered, if it did. */
export class Silence extends Error {
  override name = 'Silence';
  constructor(
    message: string,
    readonly again: boolean,
    cause?: unknown,
    readonly status: number | null = null,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** More of our own calls wait than we keep waiting. It says nothing of the service, which isn't paused for it. */
export class Overcrowded extends Error {
  override name = 'Overcrowded';
}

/** One call: a word for the log, whom it is for (fair turns), and whether it may be repeated. */
export interface Errand {
  what: string;
  /** The organization or equivalent: its calls share turns. Never logged. */
  tenant: string | number;
  /** A job's call: it waits as long as its turn takes, in lines in which no person's call waits. */
  isBackground?: boolean;
  repeatable?: boolean;
  /** Waits, before each attempt, for a rate limit of its own. */
  pace?: () => Promise<void>;
  /** Has calls of the same rate limit wait so long, when the service asks for it. */
  rest?: (ms: number) => Promise<void>;
}

export interface OutsideService {
  /** Runs work at the service. Raises UNAVAILABLE when it raises Silence or Overcrowded, is paused or overloaded. */
  run<T>(errand: Errand, work: () => Promise<T>): Promise<T>;
  /** Sends a request; GET may be repeated by default. Returns any reply except 429 and 5xx. Raises UNAVAILABLE. */
  fetch(errand: Errand, url: string, init?: RequestInit): Promise<Response>;
  /** The reply's body in the given shape; UNAVAILABLE for any other, since neither we nor the person are at fault. */
  read<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>>;
  /** Logs why the service can't be used now, and returns the user-facing refusal. */
  unavailable(cause: unknown): DomainError;
}

export interface OutsideOptions {
  /** The service by kind, as people read it. */
  name: string;
  log: Log;
  /** The user-facing message while it doesn't respond. */
  sentence?: string;
  /** Waits, before each attempt, for the service's rate limit. */
  pace?: () => Promise<void>;
  patienceMs?: number;
  restMs?: number;
  /** Concurrent calls in total and per organization. */
  atOnce?: number;
  atOnceEach?: number;
}

/**
 * The only way to call a third party: each attempt has a time limit; repeatable ones run up to three times; an
 * unresponsive service gets a pause; at most AT_ONCE calls of people and as many of jobs run at once, a few per organization,
 * so none keeps others waiting; and each call logs one line and is a span, without addresses or keys. A trace ends here: what is
 * sent doesn't name it.
 */
export function openHttpClient({
  name,
  log,
  sentence = `The ${name} isn’t responding. Try again in a few minutes.`,
  pace = async () => {},
  patienceMs = PATIENCE_MS,
  restMs = REST_MS,
  atOnce = AT_ONCE,
  atOnceEach = AT_ONCE_EACH,
}: OutsideOptions): OutsideService {
  const silent = handleWhen((error) => error instanceof Silence);
  const passing = handleWhen((error) => error instanceof Silence && error.again);
  const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: 1_000 });
  const circuit = circuitBreaker(silent, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(MOST_SILENT) });
  const persistent = wrap(circuit, retry(passing, { maxAttempts: MORE_ATTEMPTS, backoff }));
  const people = openLines(atOnce, atOnceEach, WAITING_EACH);
  const jobs = openLines(atOnce, atOnceEach, BOUNDLESS);

  function unavailable(cause: unknown, call: object = {}): DomainError {
    log.warn({ err: cause, thirdParty: name, ...call }, 'a third party does not answer');
    return new DomainError('UNAVAILABLE', sentence, { cause });
  }

  async function run<T>(errand: Errand, work: () => Promise<T>): Promise<T> {
    const { what, tenant, isBackground, repeatable, pace: ownPace } = errand;
    const begun = performance.now();
    let attempts = 0;
    const describeCall = () => ({ what, attempts, ms: Math.round(performance.now() - begun) });
    try {
      const policy = repeatable ? persistent : circuit;
      const result = await (isBackground ? jobs : people)(tenant, () =>
        policy.execute(async () => {
          await pace();
          await ownPace?.();
          attempts += 1;
          return work();
        }),
      );
      log.info({ thirdParty: name, ...describeCall() }, 'outside call');
      return result;
    } catch (error) {
      const rests = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;
      if (error instanceof Silence || error instanceof Overcrowded || rests) throw unavailable(error, describeCall());
      log.info(
        { thirdParty: name, ...describeCall(), refused: error instanceof Error ? error.name : 'unknown' },
        'outside call',
      );
      throw error;
    }
  }

  const traced: OutsideService['run'] = (errand, work) =>
    inSpan(`${name}: ${errand.what}`, 'CLIENT', { 'verdant.partner': name }, () => run(errand, work));

  return {
    run: traced,
    unavailable,
    fetch: (errand, url, init = {}) => {
      const repeatable = errand.repeatable ?? (init.method ?? 'GET') === 'GET';
      return traced({ ...errand, repeatable }, () => send(url, init, patienceMs, errand.rest));
    },
    async read(response, schema) {
      try {
        return schema.parse(await response.json());
      } catch (cause) {
        throw unavailable(cause);
      }
    },
  };
}

/** Fair turns: so many calls at once, so many of them of one tenant, and so many more of one waiting. */
function openLines(atOnce: number, atOnceEach: number, waitingEach: number) {
  const everybody = bulkhead(atOnce, BOUNDLESS);
  const lines = new Map<Errand['tenant'], { line: IPolicy; inIt: number }>();
  return async <T>(tenant: Errand['tenant'], work: () => Promise<T>): Promise<T> => {
    const own = lines.get(tenant) ?? { line: bulkhead(atOnceEach, waitingEach), inIt: 0 };
    lines.set(tenant, own);
    own.inIt += 1;
    try {
      return await own.line.execute(() => everybody.execute(work));
    } finally {
      own.inIt -= 1;
      if (own.inIt === 0) lines.delete(tenant);
    }
  };
}

async function send(url: string, init: RequestInit, patienceMs: number, rest: Errand['rest']): Promise<Response> {
  let response: Response;
  try {
    // A redirect would send the key elsewhere.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  } catch (cause) {
    // A timeout is final; a refused or broken connection may work on retry.
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new Silence(isLate ? 'it did not answer in time' : 'it could not be reached', !isLate, cause);
  }
  if (response.status !== 429 && response.status < 500) return response;
  await response.body?.cancel();
  const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
  const isSoon = response.status === 429 && waitMs <= MOST_WAITED_MS;
  if (isSoon) await Promise.all([rest?.(waitMs), pause(waitMs)]);
  throw new Silence(`it answered ${response.status}`, isSoon || response.status !== 429, undefined, response.status);
}
