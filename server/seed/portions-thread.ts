import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../config';
import { openWorld } from './open-world';
import { encodedPortions } from './orders/rows';
import { AHEAD, type Wanted } from './portions-apart';

/** The thread of `portionsApart`: sends each portion, and waits while enough are on their way. */
async function send({ now, orders }: Wanted): Promise<void> {
  if (!parentPort) return;
  let underway = 0;
  parentPort.on('message', () => {
    underway -= 1;
  });
  // Orders don't depend on passwords and keys.
  const { world, products } = openWorld(now, { passwordHash: '', credentialsKey: DEVELOPMENT_CREDENTIALS_KEY });
  for (const { copied, written } of encodedPortions(world, products, orders)) {
    const whole = copied.map(({ into, text }) => ({ into, text: new Uint8Array(text) }));
    parentPort.postMessage(
      { copied: whole, written },
      whole.map(({ text }) => text.buffer),
    );
    underway += 1;
    while (underway >= AHEAD) await once(parentPort, 'message');
  }
  parentPort.close();
}

await send(workerData as Wanted);
