import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections they make, one of which could take it before it is used. */
const FIRST = 15_000;
const LAST = 32_000;
const MOST_TRIED = 100;

/** A currently free port on 127.0.0.1, chosen at random so that programs started together get different ones. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MOST_TRIED; tried += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found on 127.0.0.1 between ${FIRST} and ${LAST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
