import { CLIENTS, type Rate } from './load';

const WARM_SECONDS = 2;
const LEG_SECONDS = 6;

/** How often eight clients get something done, each starting over as soon as it is done. */
export async function measureLoop(act: (client: number) => Promise<void>): Promise<Rate> {
  await loop(act, WARM_SECONDS);
  const start = performance.now();
  const times = (await loop(act, LEG_SECONDS)).sort((a, b) => a - b);
  const seconds = (performance.now() - start) / 1000;
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}

async function loop(act: (client: number) => Promise<void>, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const run = async (client: number) => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      await act(client);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  return times;
}
