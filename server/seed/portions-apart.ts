import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EncodedPortion } from './orders/rows';

/** What the thread makes: the orders of a demo of this day. */
export type Wanted = { now: Date; orders: number };

/** How many portions the thread makes ahead. */
export const AHEAD = 6;
/** Most rows are soon forgotten, so a larger nursery saves half of the time spent on collecting garbage. */
const YOUNG_MB = 128;

/** As it lies beside this file, or beside the built one. */
const THREAD = import.meta.url.endsWith('.ts') ? './portions-thread.ts' : './portions-thread.js';

/** The same rows as `encodedPortions`, made in a thread of its own while the caller writes those before. */
export async function* portionsApart(wanted: Wanted): AsyncGenerator<EncodedPortion> {
  const worker = new Worker(new URL(THREAD, import.meta.url), {
    workerData: wanted,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  try {
    for await (const [portion] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[EncodedPortion]>) {
      yield {
        ...portion,
        copied: portion.copied.map(({ into, text }) => ({ into, text: Buffer.from(text.buffer, 0, text.byteLength) })),
      };
      worker.postMessage('written');
    }
  } finally {
    await worker.terminate();
  }
}
