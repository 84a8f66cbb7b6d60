import type { CallOutput, Endpoint } from '../../../domain/contract/endpoint';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../../../domain/errors';
import { CHANGED, type LiveEvent, type LiveTopic } from '../../../domain/live/events';

export type Sent = { method: string; path: string; search: string; headers: Headers; body: unknown };
type Answer = (sent: Sent) => Response | Promise<Response>;

/**
 * The network as the browser sees it: what responds, what is lost and in which order. Replies must match their
 * endpoint's declaration.
 */
export function network() {
  const sent: Sent[] = [];
  const answers: { matches: (sent: Sent) => boolean; answer: Answer }[] = [];

  globalThis.fetch = async (input, init) => {
    const [path = '', search = ''] = String(input).replace('/api', '').split('?');
    const request: Sent = {
      method: init?.method ?? 'GET',
      path,
      search,
      headers: new Headers(init?.headers),
      body: init?.body instanceof FormData ? init.body : init?.body ? JSON.parse(String(init.body)) : undefined,
    };
    sent.push(request);
    const found = answers.findLast(({ matches }) => matches(request));
    const aborted = new Promise<never>((_, fail) => {
      const signal = init?.signal;
      if (signal?.aborted) fail(signal.reason);
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
    aborted.catch(() => {});
    return Promise.race([aborted, found ? found.answer(request) : refusal(404, 'NOT_FOUND', 'Not found')]);
  };

  return {
    sent,
    /** The latest reply set for an endpoint wins. */
    on<E extends Endpoint>(endpoint: E, answer: Answer): void {
      const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`);
      answers.push({ matches: ({ method, path }) => method === endpoint.method && pattern.test(path), answer });
    },
    onPath(path: string, answer: Answer): void {
      answers.push({ matches: (request) => request.path === path, answer });
    },
    count: (path: string) => sent.filter((request) => request.path === path).length,
  };
}

/** A reply, checked against the endpoint's declaration; that to a write names the topics it changed. */
export function reply<E extends Endpoint>(endpoint: E, body: CallOutput<E>, ...changed: LiveTopic[]): Response {
  endpoint.returns.parse(body);
  return Response.json(body, { headers: { [CHANGED]: changed.join() } });
}

export function refusal(
  status: number,
  code: ErrorCode,
  sentence: string,
  object: ErrorBody['errorObject'] = null,
): Response {
  const body: ErrorBody = {
    userFriendlyMessage: sentence,
    message: code,
    internalCode: ERROR_CODES[code],
    errorObject: object,
    errors: null,
  };
  return Response.json(body, { status });
}

/** The connection breaks before a reply. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A token of this age, with an invalid signature. */
export function token(subject: string, expiresInSeconds: number): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=/g, '');
  return `${part({ alg: 'none' })}.${part({ sub: subject, exp: Math.floor(Date.now() / 1000) + expiresInSeconds })}.x`;
}

/** A live event stream the test writes to. */
export function liveStream() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const text = new TextEncoder();
  return {
    open: (): Response => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          out = controller;
          controller.enqueue(text.encode('event: resync\ndata: {}\n\n'));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
    isOpen: () => out !== undefined,
    change: (event: LiveEvent) => out?.enqueue(text.encode(`event: change\ndata: ${JSON.stringify(event)}\n\n`)),
  };
}
