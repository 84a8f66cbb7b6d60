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

const PATIENCE_MS = 8_000;
const MORE_ATTEMPTS = 2;
/** Calls in a row without an answer after which a service is left alone, and for how long. */
const MOST_SILENT = 5;
const REST_MS = 5_000;
/** Calls under way at once: to a service in all, and for one organization, with those that may wait behind. */
const AT_ONCE = 12;
const AT_ONCE_EACH = 3;
const WAITING_EACH = 20;
const BOUNDLESS = Number.MAX_SAFE_INTEGER;

/** A service gave no answer, or one that says "not now". `again`: a moment later it may. */
export class Silence extends Error {
  override name = 'Silence';
  constructor(
    message: string,
    readonly again: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** One call: what it does, in a word for the log; for whom, so that nobody takes all the turns; if it may be repeated. */
export interface Errand {
  what: string;
  /** The organization, or what stands for it: those of one take turns among themselves. Never logged. */
  tenant: string | number;
  repeatable?: boolean;
}

export interface OutsideService {
  /** Does a piece of work at the service. Raises UNAVAILABLE where it raises Silence, rests or is overrun. */
  run<T>(errand: Errand, work: () => Promise<T>): Promise<T>;
  /** Sends a request; GET may be repeated unless said. Gives any answer but 429 and 5xx. Raises UNAVAILABLE. */
  fetch(errand: Errand, url: string, init?: RequestInit): Promise<Response>;
  /** The answer's body in the shape it must have; UNAVAILABLE for any other, as it is no fault of ours or the person's. */
  read<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>>;
  /** Notes why the service cannot be asked now, and gives the refusal people are shown. */
  unavailable(cause: unknown): DomainError;
}

export interface OutsideOptions {
  /** Whom we ask, by kind as people read it. */
  name: string;
  log: Log;
  /** What people are told while it does not answer. */
  sentence?: string;
  /** Waits, before each attempt, until the service allows another. */
  pace?: () => Promise<void>;
  patienceMs?: number;
  restMs?: number;
}

/**
 * The one way to ask a service that is not ours: each attempt in limited time; what may be repeated up to three times;
 * a rest for a service that stays silent; at most AT_ONCE calls at once, of which an organization holds a few, so that
 * none keeps the others waiting; and a line in the log for each call, without addresses or keys.
 */
export function outsideService({
  name,
  log,
  sentence = `The ${name} isn’t responding. Try again in a few minutes.`,
  pace = async () => {},
  patienceMs = PATIENCE_MS,
  restMs = REST_MS,
}: OutsideOptions): OutsideService {
  const silent = handleWhen((error) => error instanceof Silence);
  const passing = handleWhen((error) => error instanceof Silence && error.again);
  const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: 1_000 });
  const circuit = circuitBreaker(silent, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(MOST_SILENT) });
  const persistent = wrap(circuit, retry(passing, { maxAttempts: MORE_ATTEMPTS, backoff }));
  const everybody = bulkhead(AT_ONCE, BOUNDLESS);
  const lines = new Map<Errand['tenant'], { line: IPolicy; inIt: number }>();

  async function inTurn<T>(tenant: Errand['tenant'], work: () => Promise<T>): Promise<T> {
    const own = lines.get(tenant) ?? { line: bulkhead(AT_ONCE_EACH, WAITING_EACH), inIt: 0 };
    lines.set(tenant, own);
    own.inIt += 1;
    try {
      return await own.line.execute(() => everybody.execute(work));
    } finally {
      own.inIt -= 1;
      if (own.inIt === 0) lines.delete(tenant);
    }
  }

  function unavailable(cause: unknown, call: object = {}): DomainError {
    log.warn({ err: cause, thirdParty: name, ...call }, 'a third party does not answer');
    return new DomainError('UNAVAILABLE', sentence, { cause });
  }

  async function run<T>({ what, tenant, repeatable }: Errand, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let attempts = 0;
    const describeCall = () => ({ what, attempts, ms: Math.round(performance.now() - begun) });
    try {
      const policy = repeatable ? persistent : circuit;
      const result = await inTurn(tenant, () =>
        policy.execute(async () => {
          await pace();
          attempts += 1;
          return work();
        }),
      );
      log.info({ thirdParty: name, ...describeCall() }, 'outside call');
      return result;
    } catch (error) {
      const rests = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;
      if (error instanceof Silence || rests) throw unavailable(error, describeCall());
      log.info(
        { thirdParty: name, ...describeCall(), refused: error instanceof Error ? error.name : 'unknown' },
        'outside call',
      );
      throw error;
    }
  }

  return {
    run,
    unavailable,
    fetch: (errand, url, init = {}) => {
      const repeatable = errand.repeatable ?? (init.method ?? 'GET') === 'GET';
      return run({ ...errand, repeatable }, () => send(url, init, patienceMs));
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

async function send(url: string, init: RequestInit, patienceMs: number): Promise<Response> {
  let response: Response;
  try {
    // A redirect would carry the key to wherever it points.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  } catch (cause) {
    // Whoever waited this long is told; a refused connection or a broken one may be over at once.
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new Silence(isLate ? 'it did not answer in time' : 'it could not be reached', !isLate, cause);
  }
  if (response.status !== 429 && response.status < 500) return response;
  await response.body?.cancel();
  throw new Silence(`it answered ${response.status}`, response.status !== 429);
}
