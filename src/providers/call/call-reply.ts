import type { CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { parseTolerantly } from '../../../domain/contract/tolerant';
import { AN_ERROR, ERROR_CODES, type ErrorBody } from '../../../domain/errors';
import { CallError, isAbort, NetworkError, UnreadableReply } from './call-errors';
import { callNews } from './call-news';

/** The reply as the endpoint declares it; raises for a refusal or an unreadable reply. */
export async function answer<E extends Endpoint>(
  endpoint: E,
  response: Response,
  { asksNothing = false }: { asksNothing?: boolean } = {},
): Promise<CallOutput<E>> {
  if (!response.ok) throw await refusal(endpoint, response, asksNothing);
  const parsed = parsedAs(endpoint, await body(response));
  if (parsed.success) return parsed.data;
  callNews.unreadable.emit();
  throw new UnreadableReply(endpoint.path, { cause: parsed.error });
}

/** A reply's content as the endpoint declares it, or what is wrong with it. */
export function parsedAs<E extends Endpoint>(
  endpoint: E,
  content: unknown,
): { success: true; data: CallOutput<E> } | { success: false; error: unknown } {
  return parseTolerantly(endpoint.returns, content) as ReturnType<typeof parsedAs<E>>;
}

/** The error for a refusal, after notifying listeners. */
export async function refusal(endpoint: Endpoint, response: Response, asksNothing = false): Promise<CallError> {
  const error = new CallError(response.status, await errorBody(response));
  callNews.refused.emit({ error, endpoint, asksNothing });
  return error;
}

/** A file's bytes; `onProgress` gets the count so far. Raises NetworkError if it breaks off. */
export async function readBlob(
  response: Response,
  onProgress: ((bytes: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.byteLength;
      onProgress?.(bytes);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw isAbort(error) ? error : new NetworkError({ cause: error });
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
}

async function body(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    if (error instanceof SyntaxError) return undefined;
    throw new NetworkError({ cause: error });
  }
}

/** The refusal in the platform's words, or in ours when something in between replied. */
export async function errorBody(response: Response): Promise<ErrorBody> {
  const sent = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  return {
    userFriendlyMessage:
      sent?.userFriendlyMessage || (UNSAID[sent?.internalCode ?? 0] ?? fallbackMessage(response.status)),
    message: sent?.message ?? response.statusText,
    internalCode: sent?.internalCode ?? ERROR_CODES.INTERNAL,
    errorObject: sent?.errorObject ?? null,
    errors: sent?.errors ?? null,
  };
}

/** Messages for refusals that open a dialog or name a page, when the reply had none. */
const UNSAID: Readonly<Record<number, string>> = {
  [ERROR_CODES.UPGRADE_REQUIRED]: 'Please upgrade your plan to complete that action',
  [ERROR_CODES.WRITE_ACCESS_REQUIRED]: 'Please enable wholesale marketplace write access to complete that action',
  [ERROR_CODES.TRACKING_KEY_REQUIRED]: 'Tracking system key required, go to your Verdant Profile Settings to update.',
};

function fallbackMessage(status: number): string {
  if (status === 429) return 'Too many requests. Wait a moment and try again.';
  return status >= 502 && status <= 504 ? 'We can’t reach Verdant right now. Try again in a moment.' : AN_ERROR;
}
