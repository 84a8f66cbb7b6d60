import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BillingProxy {
  /** For BILLING_URL. */
  readonly url: string;
  /** The calls received, as `POST /portal_sessions`. */
  readonly asked: string[];
  /** While set, matching calls fail. */
  fails: RegExp | null;
  /** While set, each call waits for this, like an unresponsive service. */
  waits: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** A proxy in front of the sandbox billing API that records calls and can fail. */
export async function openBillingProxy(target: string): Promise<BillingProxy> {
  const proxy = { asked: [] as string[], fails: null as RegExp | null, waits: null as (() => Promise<void>) | null };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const call = `${request.method} ${request.url}`;
    proxy.asked.push(call);
    await proxy.waits?.();
    if (proxy.fails?.test(call)) return response.writeHead(502).end('<h1>Bad gateway</h1>');
    const { authorization = '', 'chargebee-idempotency-key': key, 'content-type': type } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        ...(type ? { 'content-type': type } : {}),
        ...(typeof key === 'string' ? { 'chargebee-idempotency-key': key } : {}),
      },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks as Buffer[]) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  });
}
