import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ORDER_COLUMNS } from '../domain/orders/export';
import { orderExports } from '../domain/orders/export-contract';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { freePort } from '../server/free-port';
import { mintToken } from '../tests/support/identity/tokens';
import { busiestSeller, withSeeded } from './seeded';
import { type Running, startProcess } from './server-process';
import { middle, verdict } from './verdict';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 200_000);
const ROUNDS = 5;
const SAMPLE_MS = 20;
/** Orders a second; the most memory while the second half is sent, over the first half's. */
const GOALS = { rate: 20_000, memory: 1.1 };

type Export = { orders: number; seconds: number; memory: number[] };

/**
 * All of an organization's orders as csv with every column, in the list's order, over HTTP from the product as it is
 * shipped, beside the same rows read in one statement; and the server's memory while it sends them.
 */
export async function benchOrderExport(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  try {
    await withSeeded(async (seeded) => measure(await seeded(ORDERS), folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(url: string, folder: string): Promise<void> {
  const port = await freePort();
  const environment = { DATABASE_URL: url, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  const server = await startProcess('dist/server/main.js', { port, env: environment });
  try {
    const { subject, orgId } = await busiestSeller(database.pool);
    const config = readConfig({ ...environment, NODE_ENV: 'development' });
    const headers = {
      authorization: `Bearer ${await mintToken(database.db, config, subject, { expiresIn: 3600 })}`,
      'org-id': String(orgId),
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ orgId, filters: {}, headers: Object.keys(ORDER_COLUMNS) });
    const exports: Export[] = [];
    const reads: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const sent = await exportAll(server, { method: orderExports.orders.method, headers, body });
      const read = await readAll(database.pool, orgId);
      if (read.orders !== sent.orders) throw new Error(`${sent.orders} orders were sent of ${read.orders}`);
      // The first is for warming up.
      if (round > 0) exports.push(sent);
      if (round > 0) reads.push(read.orders / read.seconds);
    }
    report(exports, reads);
  } finally {
    await server.stop();
    await database.close();
  }
}

async function exportAll(server: Running, init: RequestInit): Promise<Export> {
  const memory: number[] = [];
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
    memory.push(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN));
  }, SAMPLE_MS);
  try {
    const start = performance.now();
    const answer = await fetch(`${server.url}/api${orderExports.orders.path}`, init);
    if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
    let lines = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      for (const byte of chunk) if (byte === 10) lines += 1;
    return { orders: lines - 1, seconds: (performance.now() - start) / 1000, memory };
  } finally {
    clearInterval(watch);
  }
}

async function readAll(pool: pg.Pool, orgId: number): Promise<{ orders: number; seconds: number }> {
  const start = performance.now();
  const { rows } = await pool.query(
    `select o.*, array(select r.org_user_id from order_sales_reps r where r.org_id = o.org_id and r.order_id = o.id)
       from orders o where org_id = $1 order by created_at desc, id desc`,
    [orgId],
  );
  return { orders: rows.length, seconds: (performance.now() - start) / 1000 };
}

function report(exports: readonly Export[], reads: readonly number[]): void {
  const rate = middle(exports.map(({ orders, seconds }) => orders / seconds));
  const growth = middle(
    exports.map(({ memory }) => most(memory.slice(memory.length / 2)) / most(memory.slice(0, memory.length / 2))),
  );
  const { orders = 0 } = exports[0] ?? {};
  console.log(`\nExport of ${orders.toLocaleString('en-US')} orders, the middle of ${ROUNDS} rounds`);
  console.log(`  orders a second            ${verdict(rate, '≥', GOALS.rate)}`);
  console.log(
    `  read in one statement      ${middle(reads).toFixed(0)}, ${(middle(reads) / rate).toFixed(1)} times that`,
  );
  console.log(`  memory, second half/first  ${verdict(growth, '≤', GOALS.memory)}`);
  console.log(`  most memory                ${(most(exports.flatMap(({ memory }) => memory)) / 1024).toFixed(0)} MB`);
  console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
}

const most = (values: readonly number[]): number => Math.max(...values);
