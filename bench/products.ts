import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { products as contract, productChanges } from '../domain/catalogue/contract';
import { findActor } from '../server/access/find-actor';
import { createApp } from '../server/app';
import { productList } from '../server/catalogue/search-products';
import { readConfig } from '../server/config';
import { openDatabase } from '../server/db/client';
import { prepareJobs } from '../server/jobs';
import { openLog } from '../server/log';
import { mintToken } from '../tests/support/identity/tokens';
import { keptCatalogue, largestCatalogue } from './products/catalogue';
import { byHand, PAGE, type Search, searchesOf } from './products/searches';
import { withKept } from './seeded';
import { verdict } from './verdict';

const ROUNDS = 9;
const TIMES = 3;
const CHANGED = 10_000;
// Of each round, so that they stay below the number of writes a minute.
const ONE_BY_ONE = 150;
const GOALS = { search: 1.5, change: 100 };

/**
 * Searches of 100,000 products of one organization over the best SQL by hand for the same rows, and a change of 10,000
 * prices over as many calls of one product; the fastest of rounds in turn.
 */
export async function benchProducts(): Promise<void> {
  await withKept(async (keep) => {
    await benchSearches(await keptCatalogue(keep));
    await benchChange(await keptCatalogue(keep, 'copy'));
  });
}

async function benchSearches(url: string): Promise<void> {
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    const catalogue = await largestCatalogue(database.pool);
    const { orgId, companyId, subject } = catalogue;
    const membership = (await findActor(database.pool, subject, orgId))?.membership;
    if (!membership) throw new Error('The demo’s seller has no owner');
    const ctx = { membership, now: new Date(), timeZone: 'America/Denver', services: { database } };
    console.log(`\nProducts: 100,000 of one organization, a page of ${PAGE}, the fastest of ${ROUNDS} rounds`);
    for (const search of await searchesOf(database.pool, catalogue)) {
      for (const page of [0, search.deep]) {
        const body = contract.search.body.parse({
          orgId,
          companyId,
          filters: search.filters,
          page,
          itemsPerPage: PAGE,
        });
        const ours = () => productList.search(ctx, { body } as never);
        const theirs = () => database.pool.query(byHand(search, catalogue, page));
        const [found, expected] = [await ours(), await theirs()];
        assertSame(search, found.results, expected.rows as { id: string }[]);
        if (page > 0 && expected.rows.length === 0) continue;
        const [mine, best] = await fastest(ours, theirs);
        const name = `${search.name}${page > 0 ? `, page ${page + 1}` : ''}`;
        const times = `${mine.toFixed(1).padStart(7)} ms  by hand ${best.toFixed(1).padStart(7)} ms`;
        console.log(`  ${name.padEnd(36)} ${times}  ${verdict(mine / best, '≤', GOALS.search)}`);
      }
    }
  } finally {
    await database.close();
  }
}

function assertSame({ name }: Search, found: readonly { id: number }[], expected: readonly { id: string }[]): void {
  const [ours, theirs] = [found.map(({ id }) => Number(id)), expected.map(({ id }) => Number(id))];
  if (ours.join() !== theirs.join()) throw new Error(`${name}: the rows by hand are others`);
}

/** The fastest of each, in turn, so that what else the machine does falls on both. */
async function fastest(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, run] of [one, other].entries()) {
      const start = performance.now();
      for (let time = 0; time < TIMES; time++) await run();
      times[at]?.push((performance.now() - start) / TIMES);
    }
  }
  return [Math.min(...times[0]), Math.min(...times[1])];
}

async function benchChange(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const database = openDatabase(url, { max: 4, statementTimeout: 0 });
  const environment = { DATABASE_URL: url, PORT: '1', SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
  const config = readConfig({ ...environment, NODE_ENV: 'development' });
  const log = openLog('error');
  await prepareJobs(database, log);
  const app = await createApp({ config, database, log });
  try {
    const { orgId, companyId, subject } = await largestCatalogue(database.pool);
    const headers = {
      authorization: `Bearer ${await mintToken(database.db, config, subject, { expiresIn: 3600 })}`,
      'org-id': String(orgId),
    };
    const { rows } = await database.pool.query<{ id: number }>(
      `select id from products where org_id = $1 and company_id = $2 and listing_state <> 'ARCHIVED' and not is_parent
        order by id limit $3`,
      [orgId, companyId, CHANGED],
    );
    const ids = rows.map(({ id }) => Number(id));
    const change = async (of: readonly number[], value: string) => {
      const act = { name: 'changePrice', step: 'AMOUNT', value };
      const payload = { orgId, companyId, change: { selection: { ids: of }, act } };
      const answer = await app.inject({
        method: 'POST',
        url: `/api${productChanges.apply.path}`,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        payload,
      });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    };
    await change(ids.slice(0, 10), '1');
    const times: [number, number][] = [];
    for (let round = 1; round <= 3; round++) {
      const start = performance.now();
      await change(ids, '1');
      const between = performance.now();
      for (const id of ids.slice(0, ONE_BY_ONE)) await change([id], '1');
      times.push([between - start, ((performance.now() - between) / ONE_BY_ONE) * CHANGED]);
    }
    const [many, each] = [Math.min(...times.map(([one]) => one)), Math.min(...times.map(([, other]) => other))];
    console.log(`\n  A price change of ${CHANGED.toLocaleString('en-US')} products: ${(many / 1000).toFixed(2)} s`);
    console.log(`  One call each (${ONE_BY_ONE} of them, scaled): ${(each / 1000).toFixed(1)} s`);
    console.log(
      `  Times faster: ${verdict(each / many, '≥', GOALS.change)}; load average ${loadavg()[0]?.toFixed(1)}\n`,
    );
  } finally {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
