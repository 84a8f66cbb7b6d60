import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/free-port';
import { isCluster } from '../tests/support/cluster';
import { withSeededCluster } from './calls/cluster';
import { CALLS, type CallName, type Measure, measuresAt } from './calls/targets';
import type { Rate } from './load';
import { withSeeded } from './seeded';
import { type Running, startProcess } from './server-process';
import { middle, verdict } from './verdict';

const ORDERS = 10_000;
const ROUNDS = 7;
const LEG_SECONDS = 2;
/** What a change of ours may cost a call. */
const AS_FAST = 1.05;
/** Where a server of another version answers, with as many orders of the demo. */
const BESIDE = process.env.BESIDE_URL;

type Place = { name: string; measures: Record<CallName, Measure> };

/**
 * How long calls take over HTTP, in turn: of this version, of another that runs at `BESIDE_URL`, and of this version on
 * the cluster of `TEST_CLUSTER`.
 */
export async function benchCalls(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const running: Running[] = [];
  const start = async (name: string, database: string): Promise<Place> => {
    const port = await freePort();
    const env = { DATABASE_URL: database, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
    const server = await startProcess('dist/server/main.js', { port, env });
    running.push(server);
    return { name, measures: await measuresAt(server.url) };
  };
  try {
    await withSeeded(async (seeded) => {
      const places = [await start('this version', await seeded(ORDERS, 'copy'))];
      if (BESIDE !== undefined) places.push({ name: 'the other', measures: await measuresAt(BESIDE) });
      if (!isCluster) return report(await measure(places));
      await withSeededCluster(ORDERS, async (url) => {
        places.push(await start('on a cluster', url));
        report(await measure(places));
        await running.pop()?.stop();
      });
    });
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Figures = Map<string, Record<CallName, Rate[]>>;

/** Everything in turn, over and over, so that what else the machine does falls on all of it. */
async function measure(places: readonly Place[]): Promise<Figures> {
  const names = Object.keys(CALLS) as CallName[];
  const figures: Figures = new Map(
    places.map(({ name }) => [name, Object.fromEntries(names.map((call) => [call, []])) as never]),
  );
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const call of names) {
      for (const { name, measures } of round % 2 === 0 ? places : places.toReversed()) {
        const rate = await measures[call](LEG_SECONDS);
        if (round >= 0) figures.get(name)?.[call].push(rate);
      }
    }
  }
  return figures;
}

function report(figures: Figures): void {
  const { 'this version': ours, 'the other': others, 'on a cluster': spread } = Object.fromEntries(figures);
  console.log(
    `\nCalls over ${ORDERS.toLocaleString('en-US')} orders, the middle of ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const call of Object.keys(CALLS) as CallName[]) {
    console.log(`\n  ${call}`);
    for (const [name, { [call]: rates }] of figures) {
      const of = (figure: keyof Rate) => middle(rates.map((rate) => rate[figure]));
      console.log(
        `    ${name.padEnd(14)} ${of('perSecond').toFixed(0).padStart(6)}/s   p50 ${of('p50').toFixed(1)} ms`,
      );
    }
    const over = (some: Record<CallName, Rate[]>, others: Record<CallName, Rate[]>) =>
      middle(some[call].map(({ perSecond }, round) => (others[call][round]?.perSecond ?? Number.NaN) / perSecond));
    if (ours && others) console.log(`    time over the other’s  ${verdict(over(ours, others), '≤', AS_FAST)}`);
    const goal = CALLS[call];
    if (ours && spread) {
      const ratio = over(spread, ours);
      console.log(
        `    time on a cluster over one machine  ${goal === null ? ratio.toFixed(2) : verdict(ratio, '≤', goal)}`,
      );
    }
  }
}
