import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { orders as contract } from '../domain/orders/contract';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { launchPostgres } from '../server/db/embedded';
import { migrateDatabase } from '../server/db/migrate';
import { statementOf } from '../server/db/page';
import { freePort } from '../server/free-port';
import { orderPage } from '../server/orders/search-orders';
import { seedDemo } from '../server/seed';
import { findActor } from '../server/session/find-actor';
import { mintToken } from '../tests/support/tokens';
import { CLIENTS, measureHttp, measureSql, type Rate } from './load';
import { startProcess } from './server-process';

const SIZES = [10_000, 200_000] as const;
const GOALS = { ratio: 0.45, growth: 1.3 };

/** A page of 25 with two filters and a sort, as the grid asks for it. */
const SEARCH = { filters: { statuses: ['SHIPPED', 'DELIVERED', 'COMPLETE'], totalFrom: '500' }, sortBy: 'created' };

type Figures = { size: number; matches: number; server: Rate; sql: Rate; bare: Rate };

/** Orders search over HTTP, beside the same SQL without a server and the same answer without a database. */
export async function benchOrders(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  await chmod(folder, 0o755);
  const log = { info: () => {}, error: console.error };
  const postgres = await launchPostgres({ dataDir: join(folder, 'data'), log });
  try {
    const figures: Figures[] = [];
    for (const size of SIZES) figures.push(await measureAt(size, postgres.url, folder));
    report(figures);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAt(size: number, adminUrl: string, folder: string): Promise<Figures> {
  const url = await createDatabase(adminUrl, `orders_${size}`);
  await migrateDatabase(url);
  const port = await freePort();
  const environment = { DATABASE_URL: url, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
  const config = readConfig({ ...environment, NODE_ENV: 'development' });
  const database = openDatabase(url, { max: CLIENTS, statementTimeout: 0 });
  try {
    console.log(`Filling a database with ${size.toLocaleString('en-US')} orders …`);
    await seedDemo(database, { orders: size });
    await database.pool.query('vacuum analyze');
    const server = await startProcess('server/main.ts', { port, env: environment });
    try {
      const { subject, orgId } = await busiestSeller(database.pool);
      const body = { orgId, ...SEARCH };
      const target = {
        url: `${server.url}/api${contract.search.path}`,
        method: 'POST' as const,
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${await mintToken(database.db, config, subject, { expiresIn: 3600 })}`,
          'org-id': String(orgId),
          'content-type': 'application/json',
        },
      };
      const answer = await answerOf(target);
      const membership = (await findActor(database.pool, subject, orgId))?.membership;
      if (!membership) throw new Error('The demo’s seller has no owner');
      const asked = { membership, now: new Date(), timeZone: 'UTC' };
      const sql = await measureSql(database.pool, statementOf(orderPage(asked, contract.search.body.parse(body))));
      const rate = await measureHttp(target);
      const bare = await measureBare(answer, target, folder);
      return { size, matches: (JSON.parse(answer) as { resultCount: number }).resultCount, server: rate, sql, bare };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

async function busiestSeller(pool: pg.Pool): Promise<{ subject: string; orgId: number }> {
  const { rows } = await pool.query<{ subject: string; orgId: number }>(`
    select person.subject, member.org_id as "orgId"
    from org_users member
    join roles role on role.id = member.role_id and role.default_role_id = 'OWNER'
    join users person on person.id = member.user_id
    order by (select count(*) from orders where org_id = member.org_id) desc limit 1`);
  if (!rows[0]) throw new Error('The demo has no seller');
  return rows[0];
}

async function answerOf({ url, method, headers, body }: Parameters<typeof measureHttp>[0]): Promise<string> {
  const response = await fetch(url, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

async function measureBare(answer: string, target: Parameters<typeof measureHttp>[0], folder: string): Promise<Rate> {
  const file = join(folder, 'answer.json');
  await writeFile(file, answer);
  const port = await freePort();
  const server = await startProcess('bench/bare-server.ts', { port, args: [String(port), file] });
  try {
    return await measureHttp({ ...target, url: server.url });
  } finally {
    await server.stop();
  }
}

function report(figures: readonly Figures[]): void {
  console.log(`\nOrders search, ${CLIENTS} connections, a page of 25 with two filters and a sort`);
  for (const { size, matches, server, sql, bare } of figures) {
    console.log(`\n  ${size.toLocaleString('en-US')} orders (${matches.toLocaleString('en-US')} counted)`);
    for (const [name, rate] of Object.entries({ server, 'the same SQL': sql, 'no database': bare })) {
      const { perSecond, p50, p99 } = rate;
      console.log(
        `    ${name.padEnd(14)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`,
      );
    }
    console.log(`    over the same SQL ${verdict(server.perSecond / sql.perSecond, '≥', GOALS.ratio)}`);
    console.log(`    over no database  ${verdict(server.perSecond / bare.perSecond, '≥', GOALS.ratio)}`);
  }
  const [small, large] = figures;
  if (!small || !large) return;
  console.log(
    `\n  Growth from ${small.size.toLocaleString('en-US')} to ${large.size.toLocaleString('en-US')} orders: ${verdict(small.server.perSecond / large.server.perSecond, '≤', GOALS.growth)}\n`,
  );
}

function verdict(value: number, relation: '≥' | '≤', goal: number): string {
  const isMet = relation === '≥' ? value >= goal : value <= goal;
  return `${value.toFixed(2)} (goal ${relation} ${goal}: ${isMet ? 'met' : 'missed'})`;
}
