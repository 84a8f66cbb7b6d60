import type { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Log } from '../log';

const PATIENCE_MS = 8_000;
/** Longer texts of a third party are cut before anybody reads them. */
const MOST_SAID = 200;

/** A third party does not accept the key it was sent. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

/** Whom we ask, by kind as people read it, and where it is noted when it does not answer. */
export type ThirdParty = { name: string; log: Log };

/**
 * Sends a request to a third party. Gives whatever answer there is, except one that says "not now".
 * Raises UNAVAILABLE for no answer, for one that is late, and for 429 and 5xx.
 */
export async function ask(party: ThirdParty, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    // A redirect would carry the key to wherever it points.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw unavailable(party, cause);
  }
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw unavailable(party, `it answered ${response.status}`);
  }
  return response;
}

/** The answer's body in the shape it must have; UNAVAILABLE for any other, as it is no fault of ours or the person's. */
export async function readAnswer<S extends z.ZodType>(
  party: ThirdParty,
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw unavailable(party, cause);
  }
}

/** What a third party says about a refusal, as a plain sentence of bounded length. */
export async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const detail = body !== null && typeof body === 'object' && 'detail' in body ? String(body.detail) : '';
  return detail.replace(/\s+/g, ' ').trim().slice(0, MOST_SAID) || `It answered ${response.status}.`;
}

/** Notes why a third party cannot be asked now, and gives the refusal people are shown. */
export function unavailable({ name, log }: ThirdParty, cause: unknown): DomainError {
  log.warn({ err: cause, thirdParty: name }, 'a third party does not answer');
  return new DomainError('UNAVAILABLE', `The ${name} does not answer right now. Try again in a few minutes.`, {
    cause,
  });
}
