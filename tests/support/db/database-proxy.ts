import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database's address, through the proxy. */
  readonly url: string;
  /** From now on drops everything silently, like a frozen database. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A database proxy that can go silent. */
export async function openDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target);
  const { hostname, port } = url;
  url.searchParams.delete('host');
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => {});
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}
