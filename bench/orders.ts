import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { orders as contract } from '../domain/orders/contract';
import { findActor } from '../server/access/find-actor';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { freePort } from '../server/free-port';
import { salesOrders } from '../server/orders/lists/search-orders';
import { mintToken } from '../tests/support/identity/tokens';
import { CLIENTS, type HttpTarget, measureHttp, measureSql, type Rate } from './load';
import { busiestSeller, withSeeded } from './seeded';
import { type Running, startProcess } from './server-process';
import { middle, verdict } from './verdict';

const SIZES = [10_000, 200_000] as const;
const ROUNDS = 5;
const WARM_SECONDS = 1;
const LEG_SECONDS = 3;
const GOALS = { ratio: 0.45, growth: 1.3 };

/** A page of 25 with two filters and a sort, as the grid asks for it. */
const SEARCH = { filters: { statuses: ['SHIPPED', 'DELIVERED', 'COMPLETE'], totalFrom: '500' }, sortBy: 'created' };

const LEGS = { server: 'server', sql: 'the same SQL', bare: 'no database' } as const;
type Leg = keyof typeof LEGS;
type Round = Record<Leg, Rate>;

type Subject = {
  size: number;
  matches: number;
  legs: Record<Leg, (seconds: number) => Promise<Rate>>;
  stop(): Promise<void>;
};

/**
 * Orders search over HTTP, beside the same SQL without a server and the same answer without a database. All are
 * measured in turn, over and over for a short time, so that what else the machine does falls on each of them.
 */
export async function benchOrders(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const subjects: Subject[] = [];
  try {
    await withSeeded(async (seeded) => {
      try {
        for (const size of SIZES) subjects.push(await prepare(size, await seeded(size), folder));
        await measureRound(subjects, WARM_SECONDS);
        const rounds: Round[][] = [];
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(subjects, LEG_SECONDS));
        report(subjects, rounds);
      } finally {
        for (const subject of subjects) await subject.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRound(subjects: readonly Subject[], seconds: number): Promise<Round[]> {
  const round: Round[] = [];
  for (const { legs } of subjects) {
    round.push({ sql: await legs.sql(seconds), server: await legs.server(seconds), bare: await legs.bare(seconds) });
  }
  return round;
}

async function prepare(size: number, url: string, folder: string): Promise<Subject> {
  const port = await freePort();
  const environment = { DATABASE_URL: url, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
  const config = readConfig({ ...environment, NODE_ENV: 'development' });
  const database = openDatabase(url, { max: CLIENTS, statementTimeout: 0 });
  const running: { stop(): Promise<void> }[] = [{ stop: () => database.close() }];
  const stop = async () => {
    for (const each of running.toReversed()) await each.stop();
  };
  try {
    const server = await startProcess('dist/server/main.js', { port, env: environment });
    running.push(server);
    const { subject, orgId } = await busiestSeller(database.pool);
    const body = { orgId, ...SEARCH };
    const target: HttpTarget = {
      url: `${server.url}/api${contract.search.path}`,
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${await mintToken(database.db, config, subject, { expiresIn: 3600 })}`,
        'org-id': String(orgId),
        timezone: 'America/Denver',
        'content-type': 'application/json',
      },
    };
    const answer = await answerOf(target);
    const bare = await startBare(answer, join(folder, `${size}.json`));
    running.push(bare);
    const membership = (await findActor(database.pool, subject, orgId))?.membership;
    if (!membership) throw new Error('The demo’s seller has no owner');
    const asked = { membership, now: new Date(), timeZone: 'America/Denver' };
    const statement = salesOrders.statement(asked, contract.search.body.parse(body));
    return {
      size,
      matches: (JSON.parse(answer) as { resultCount: number }).resultCount,
      legs: {
        sql: (seconds) => measureSql(database.pool, statement, seconds),
        server: (seconds) => measureHttp(target, seconds),
        bare: (seconds) => measureHttp({ ...target, url: bare.url }, seconds),
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answerOf({ url, method, headers, body }: HttpTarget): Promise<string> {
  const response = await fetch(url, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

async function startBare(answer: string, file: string): Promise<Running> {
  await writeFile(file, answer);
  const port = await freePort();
  return startProcess('bench/bare-server.ts', { port, args: [String(port), file] });
}

function report(subjects: readonly Subject[], rounds: readonly Round[][]): void {
  console.log(`\nOrders search, ${CLIENTS} connections, a page of 25 with two filters and a sort`);
  console.log(`The middle of ${ROUNDS} rounds; load average ${loadavg()[0]?.toFixed(1)}`);
  for (const [index, { size, matches }] of subjects.entries()) {
    const figures = rounds.flatMap((round) => round[index] ?? []);
    console.log(`\n  ${size.toLocaleString('en-US')} orders (${matches.toLocaleString('en-US')} counted)`);
    for (const leg of Object.keys(LEGS) as Leg[]) {
      const of = (figure: keyof Rate) => middle(figures.map((round) => round[leg][figure]));
      const latency = `p50 ${of('p50').toFixed(1)} ms   p99 ${of('p99').toFixed(1)} ms`;
      console.log(`    ${LEGS[leg].padEnd(14)} ${of('perSecond').toFixed(0).padStart(6)}/s   ${latency}`);
    }
    const over = (leg: Leg) => middle(figures.map(({ server, [leg]: other }) => server.perSecond / other.perSecond));
    console.log(`    over the same SQL ${verdict(over('sql'), '≥', GOALS.ratio)}`);
    console.log(`    over no database  ${over('bare').toFixed(2)}`);
  }
  const growth = rounds.map(([small, large]) => (small?.server.perSecond ?? 0) / (large?.server.perSecond ?? 0));
  console.log(`\n  Growth from the first to the second: ${verdict(middle(growth), '≤', GOALS.growth)}\n`);
}
