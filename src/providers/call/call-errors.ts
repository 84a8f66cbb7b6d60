import { AN_ERROR, type ErrorBody, type FieldErrors } from '../../../domain/errors';

/** A refusal by the platform; `message` is shown to the person. Also works as Refine's HttpError. */
export class CallError extends Error {
  override name = 'CallError';
  readonly statusCode: number;
  readonly errors: FieldErrors | undefined;

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.userFriendlyMessage);
    this.statusCode = status;
    this.errors = body.errors ?? undefined;
  }

  get internalCode(): number {
    return this.body.internalCode;
  }
}

/** No reply: whether the call took effect is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly statusCode = 0;

  constructor(options?: ErrorOptions) {
    super('We can’t reach Verdant. Check your connection and try again. Nothing you typed is lost.', options);
  }
}

/** A reply this page can't read: the page is older or newer than the server. */
export class UnreadableReply extends Error {
  override name = 'UnreadableReply';
  readonly statusCode = 502;

  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super('This page is out of date. Reload it and try again.', options);
  }
}

/** Refuses writes while viewing the app as someone else. */
export class LookingOnly extends Error {
  override name = 'LookingOnly';
  readonly statusCode = 403;

  constructor(as: string) {
    super(`You’re viewing as ${as}, so nothing was changed.`);
  }
}

/** Something the page can't handle, such as an unreadable file; nothing was sent. `message` is shown to the person. */
export class Unusable extends Error {
  override name = 'Unusable';
}

/** Whether a write may have taken effect without a reply: only retry it with the same key. */
export function isUnknown(error: unknown): boolean {
  if (error instanceof LookingOnly || error instanceof Unusable) return false;
  return !(error instanceof CallError) || error.status >= 500;
}

/** Whether Verdant couldn't be reached, because of the connection or something in between. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof CallError && error.status >= 502 && error.status <= 504);
}

/** Cancelled on purpose: nothing to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The message to show for any error: what it says itself, else `fallback`. */
export function messageOf(error: unknown, fallback: string = AN_ERROR): string {
  const says = [CallError, NetworkError, UnreadableReply, LookingOnly, Unusable];
  const isSaying = error instanceof Error && error.message !== AN_ERROR && says.some((kind) => error instanceof kind);
  return isSaying ? error.message : fallback;
}

/** Gives a refusal that says nothing itself the caller's words, wherever it is shown. */
export function putInWords(error: unknown, failure: string | undefined): void {
  if (failure && error instanceof CallError && error.message === AN_ERROR) error.message = failure;
}

/** A reply, or null for what doesn't exist or may no longer be seen. */
export async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
