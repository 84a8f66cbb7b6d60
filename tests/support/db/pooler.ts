import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What a connection pooler hands one session of the database to: a connection, or a transaction of any connection. */
type PoolMode = 'session' | 'transaction';

export interface Pooler {
  /** The database's address, through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

const KEY = Buffer.from([0x4b, 0, 0, 0, 12]);
/** A client's goodbye, which a pooler keeps to itself: the session serves others. */
const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]);
/** Ready for a query, outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * As much of PgBouncer as one asks who asks one thing after the other: each connection signs in by itself and is told a
 * number of the pooler's own; by transaction, all then ask the first one's session.
 */
export async function openPooler(target: string, mode: PoolMode): Promise<Pooler> {
  const url = new URL(target);
  const { hostname, port } = url;
  url.searchParams.delete('host');
  const sockets = new Set<Socket>();
  const sessions: Socket[] = [];
  const askers = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const session = mode === 'transaction' && sessions[0] ? sessions[0] : far;
    sessions.push(far);
    askers.set(far, near);
    let isSignedIn = false;
    near.on('data', (chunk) => {
      if (chunk.equals(GOODBYE)) return void near.end();
      const to = isSignedIn ? session : far;
      askers.set(to, near);
      to.write(chunk);
    });
    far.on('data', (chunk) => {
      const at = chunk.indexOf(KEY);
      if (!isSignedIn && at >= 0) chunk.writeInt32BE(-1, at + KEY.length);
      askers.get(far)?.write(chunk);
      isSignedIn ||= chunk.includes(READY);
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
