import type { ErrorBody, FieldErrors } from '../../domain/errors';

/** A refusal by the platform; `message` is the sentence for the person. Also reads as Refine's HttpError. */
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

/** No answer came: whether the call was carried out is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly statusCode = 0;

  constructor(options?: ErrorOptions) {
    super('We can’t reach Verdant. Check your connection and try again. Nothing you typed is lost.', options);
  }
}

/** An answer came in a shape this page does not know: the page is older or newer than the server. */
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

/** Nothing is changed while one looks at the app as somebody else. */
export class LookingOnly extends Error {
  override name = 'LookingOnly';
  readonly statusCode = 403;

  constructor(as: string) {
    super(`You’re viewing as ${as}, so nothing was changed.`);
  }
}

/** What the page itself cannot go on with, such as a file it cannot read; nothing was sent. `message` is for the person. */
export class Unusable extends Error {
  override name = 'Unusable';
}

/** Whether a write may have been carried out although no answer says so: to be tried again as the same one only. */
export function isUnknown(error: unknown): boolean {
  if (error instanceof LookingOnly || error instanceof Unusable) return false;
  return !(error instanceof CallError) || error.status >= 500;
}

/** Whether Verdant itself was not reached, be it for the connection or for what stands before it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof CallError && error.status >= 502 && error.status <= 504);
}

/** Given up on purpose: nothing to tell anyone. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** The sentence a person is shown for whatever was raised. */
export function messageOf(error: unknown, fallback = 'An error occurred'): string {
  const says = [CallError, NetworkError, UnreadableReply, LookingOnly, Unusable];
  return error instanceof Error && says.some((kind) => error instanceof kind) ? error.message : fallback;
}
