import type { z } from 'zod';
import { DomainError } from '../../domain/errors';

const PATIENCE_MS = 8_000;
/** Longer texts of a third party are cut before anybody reads them. */
const MOST_SAID = 200;

/** A third party does not accept the key it was sent. */
export class KeyRefused extends Error {
  override name = 'KeyRefused';
}

/**
 * Sends a request to a third party. Gives whatever answer there is, except one that says "not now".
 * Raises UNAVAILABLE for no answer, for one that is late, and for 429 and 5xx.
 */
export async function ask(who: string, url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    // A redirect would carry the key to wherever it points.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw unavailable(who, { cause });
  }
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw unavailable(who, { cause: new Error(`it answered ${response.status}`) });
  }
  return response;
}

/** The answer's body in the shape it must have; UNAVAILABLE for any other, as it is no fault of ours or the person's. */
export async function readAnswer<S extends z.ZodType>(
  who: string,
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw unavailable(who, { cause });
  }
}

/** What a third party says about a refusal, as a plain sentence of bounded length. */
export async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  const detail = body !== null && typeof body === 'object' && 'detail' in body ? String(body.detail) : '';
  return detail.replace(/\s+/g, ' ').trim().slice(0, MOST_SAID) || `it answered ${response.status}`;
}

export function unavailable(who: string, options: { cause?: unknown } = {}): DomainError {
  return new DomainError('UNAVAILABLE', `The ${who} does not answer right now. Try again in a few minutes.`, options);
}
