import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLiteral } from '../../domain/webhooks/address';
import { problemOf } from '../../domain/webhooks/retry';
import { isLoopback, isPublicAddress } from './public-address';

const PATIENCE_MS = 20_000;
/** No more of a reply is read, and of that less is kept. */
const MOST_READ = 64 * 1024;
const MOST_KEPT = 2_000;
const MOST_HEADERS = 40;
const MOST_HEADER_BYTES = 16 * 1024;

/** What came of one try; without a status there was no reply, and `problem` says why. */
export type Reply = {
  address: string | null;
  status: number | null;
  headers: Record<string, string>;
  head: string;
  problem: string | null;
};

export type Ways = {
  /** Whether this machine's own addresses are allowed: in development and tests, and for the test receiver. */
  isLocal: boolean;
  /** Ends it early. */
  signal?: AbortSignal;
  patienceMs?: number;
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<readonly string[]>;
  /** Who signed the receiver's certificate, if nobody whom everybody trusts. */
  ca?: string;
};

/** Why nothing was sent, in words. */
class NotSent extends Error {}

/** Not the system's lookup: a process has two threads for it, which one slow name server would keep from all others. */
const resolver = new Resolver({ timeout: 3_000, tries: 2 });

async function resolveAll(host: string): Promise<readonly string[]> {
  if (host === 'localhost') return ['127.0.0.1'];
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

/**
 * Posts a message once. The name is resolved now, each of its addresses must be public, and the first is connected to, by
 * a connection of its own; redirects aren't followed; reply and time are limited. Never raises.
 */
export async function postWebhook(
  url: URL,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  ways: Ways,
): Promise<Reply> {
  const patience = AbortSignal.timeout(ways.patienceMs ?? PATIENCE_MS);
  const signal = ways.signal === undefined ? patience : AbortSignal.any([patience, ways.signal]);
  let address: string | null = null;
  try {
    address = await orAborted(signal, findAddress(hostOf(url), ways));
    return await ask(url, address, { headers, body }, { ...ways, signal });
  } catch (error) {
    return { address, status: null, headers: {}, head: '', problem: wordsFor(error, signal) };
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

async function findAddress(host: string, { isLocal, resolve = resolveAll }: Ways): Promise<string> {
  const all = isIP(host) === 0 ? await resolve(host) : [host];
  const isAllowed = (one: string) => isPublicAddress(one) || (isLocal && isLoopback(one));
  const [first] = all;
  if (first === undefined) throw new NotSent('The host couldn’t be found');
  if (!all.every(isAllowed)) throw new NotSent('The host leads to an address that isn’t public');
  return first;
}

function ask(
  url: URL,
  address: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  { signal, ca }: Ways,
): Promise<Reply> {
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const family = isIP(address);
  const pinned: LookupFunction = (_name, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family);
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request({
      protocol: url.protocol,
      host,
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      // A connection of its own: what was checked is what is connected to.
      agent: false,
      lookup: pinned,
      maxHeaderSize: MOST_HEADER_BYTES,
      ...(isSecure && { servername: isLiteral(url.hostname) ? '' : host, ...(ca !== undefined && { ca }) }),
      ...(signal && { signal }),
    });
    let answered: (() => void) | null = null;
    request.on('error', (error) => (answered ?? (() => reject(error)))());
    // A reply that wants to go on otherwise is no `response`, and no `error` either.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      const status = response.statusCode ?? 0;
      resolve({ address, status, headers: kept(response), head: '', problem: problemOf(status) });
    });
    // Whatever else ends it: nobody waits forever.
    request.on('close', () =>
      (answered ?? (() => reject(new NotSent('It closed the connection without an answer'))))(),
    );
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const read: Buffer[] = [];
      let size = 0;
      // What is answered is known by now: a body that is too long, too slow or broken changes nothing.
      const done = () => {
        request.destroy();
        resolve({ address, status, headers: kept(response), head: textOf(read), problem: problemOf(status) });
      };
      answered = done;
      response.on('data', (part: Buffer) => {
        read.push(part);
        size += part.length;
        if (size >= MOST_READ) done();
      });
      response.on('end', done);
      response.on('error', done);
      response.on('close', done);
    });
    request.end(body);
  });
}

/** A reply's headers, as few and as short as are kept. */
function kept({ headers }: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).slice(0, MOST_HEADERS);
  return Object.fromEntries(entries.map(([name, value]) => [readable(name), readable(String(value)).slice(0, 500)]));
}

const textOf = (parts: readonly Buffer[]) =>
  readable(Buffer.concat(parts).subarray(0, MOST_KEPT).toString('utf8')).toWellFormed();

/** Databases keep no zero bytes. */
const readable = (text: string) => text.replaceAll('\0', '�');

async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const WORDS: readonly [RegExp, string][] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|EAI_)/, 'The host couldn’t be found'],
  [/^(ECONNRESET|EPIPE)$/, 'It closed the connection without an answer'],
  [/^ECONNREFUSED$/, 'It refused the connection'],
  [/^(HPE_|ERR_HTTP)/, 'It answered something other than HTTP'],
  [/CERT|^(ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO)/, 'Its certificate isn’t valid for this host'],
];

function wordsFor(error: unknown, signal: AbortSignal): string {
  if (error instanceof NotSent) return error.message;
  if (signal.aborted) return 'It didn’t answer within 20 seconds';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'It couldn’t be reached';
}
