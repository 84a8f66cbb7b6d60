import { beforeEach, describe, expect, it } from 'vitest';
import { orderExports } from '../../../domain/orders/export-contract';
import { session } from '../../../domain/session/contract';
import { callFile } from '../../../src/providers/call';
import { callContext, enterOrganization } from '../../../src/providers/call/call-context';
import { CallError, isAbort, NetworkError } from '../../../src/providers/call/call-errors';
import { callNews } from '../../../src/providers/call/call-news';
import { saveTokens } from '../../../src/providers/call/tokens';
import { lost, network, refusal, reply, token } from '../support/platform';

const realFetch = globalThis.fetch;
const PATH = '/leaflink/orders/export';
const body = { orgId: 7 };

let net: ReturnType<typeof network>;

beforeEach(() => {
  net = network();
  saveTokens({ accessToken: token('a', 600), refreshToken: 'first' });
  enterOrganization(7);
  return () => {
    globalThis.fetch = realFetch;
    enterOrganization(null);
    saveTokens(null);
  };
});

/** A csv file in chunks; `end` says how it ends. */
function file(
  pieces: string[],
  end: (stream: ReadableStreamDefaultController) => void | Promise<void> = (stream) => stream.close(),
) {
  const waiting = [...pieces];
  const stream = new ReadableStream({
    pull(controller) {
      const piece = waiting.shift();
      if (piece === undefined) return end(controller);
      controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="261120_orders.csv"',
  };
  return new Response(stream, { headers });
}

/** A file that never completes; browsers abort it with the signal's reason. */
const unfinished = (signal: AbortSignal) =>
  file(['Order\r\n'], async (stream) => {
    await new Promise((fired) => signal.addEventListener('abort', fired));
    stream.error(signal.reason);
  });

const ask = (options = {}) => callFile(orderExports.orders, { body }, options);

describe('a file download', () => {
  it('arrives whole, with its name, and reports progress', async () => {
    const seen: number[] = [];
    net.on(orderExports.orders, () => file(['Order\r\n', '1\r\n']));
    const { name, blob } = await ask({ onProgress: (bytes: number) => seen.push(bytes) });
    expect(name).toBe('261120_orders.csv');
    expect(blob.type).toBe('text/csv; charset=utf-8');
    expect(await blob.text()).toBe('Order\r\n1\r\n');
    expect(seen).toEqual([7, 10]);
  });

  it('is retried once with a new token when the current one has expired', async () => {
    const fresh = token('b', 600);
    net.on(session.refresh, () => reply(session.refresh, { accessToken: fresh, refreshToken: 'second' }));
    net.on(orderExports.orders, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${fresh}` ? file(['Order\r\n']) : refusal(401, 'TOKEN_EXPIRED', 'Again'),
    );
    expect((await ask()).blob.size).toBe(7);
    expect(net.count(PATH)).toBe(2);
  });

  it('is refused like any call, and the shell is notified', async () => {
    let heard = 0;
    const off = callNews.refused.on(() => heard++);
    net.on(orderExports.orders, () => refusal(403, 'UPGRADE_REQUIRED', 'Your plan doesn’t include “CSV export”.'));
    const error = await ask().catch((caught: unknown) => caught);
    off();
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ internalCode: 986, message: 'Your plan doesn’t include “CSV export”.' });
    expect(heard).toBe(1);
  });

  it('that breaks off fails, and so does one that never arrives', async () => {
    net.on(orderExports.orders, () => file(['Order\r\n'], (stream) => stream.error(new TypeError('network error'))));
    await expect(ask()).rejects.toBeInstanceOf(NetworkError);
    net.on(orderExports.orders, lost);
    await expect(ask()).rejects.toBeInstanceOf(NetworkError);
  });

  it('can be cancelled midway, and is dropped when the organization changes', async () => {
    const given = new AbortController();
    net.on(orderExports.orders, () => unfinished(given.signal));
    const reading = ask({ signal: given.signal, onProgress: () => given.abort() });
    expect(isAbort(await reading.catch((caught: unknown) => caught))).toBe(true);
    net.on(orderExports.orders, () => unfinished(callContext().signal));
    const dropped = ask({ onProgress: () => enterOrganization(8) });
    expect(isAbort(await dropped.catch((caught: unknown) => caught))).toBe(true);
  });
});
