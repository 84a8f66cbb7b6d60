import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  isFailed: boolean;
}

/** A collector of traces that keeps what it is sent. */
export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** All it was sent, as it came. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

type Sent = {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes?: { key: string; value: Record<string, unknown> }[];
        status?: { code?: number };
      }[];
    }[];
  }[];
};
const FAILED = 2;

export async function openCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      collector.bodies.push(body);
      collector.headers.push(request.headers);
      if (request.url === '/v1/traces') collector.spans.push(...spansIn(JSON.parse(body)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return collector;
}

const spansIn = ({ resourceSpans }: Sent): CollectedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes = [], status, parentSpanId, ...span }) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      name: span.name,
      ...(parentSpanId ? { parentSpanId } : {}),
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      isFailed: status?.code === FAILED,
    }));
