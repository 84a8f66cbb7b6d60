import { loadavg } from 'node:os';
import type pg from 'pg';
import type { Membership } from '../domain/access/roles';
import { orders as contract } from '../domain/orders/contract';
import { findActor } from '../server/access/find-actor';
import { openDatabase } from '../server/db/client';
import { salesOrders } from '../server/orders/lists/search-orders';
import { byHand, PAGE, type Search, searchesOf } from './order-filters/searches';
import { busiestSeller, withSeeded } from './seeded';
import { middle } from './verdict';

const SMALL = 10_000;
const LARGE = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const DEEP = 399;
const ROUNDS = 7;
const GOALS = { ratio: 1.5, growth: 3, deepGrowth: 20 };

type Figure = { ours: number; best: number; rows: number };
type Subject = { pool: pg.Pool; membership: Membership; searches: Search[] };

/**
 * Every filter of sales orders alone and six combinations, first page and page 400, over the best of two statements by
 * hand for the same rows, and over itself with 10,000 orders; the middle of rounds in turn.
 */
export async function benchOrderFilters(): Promise<void> {
  await withSeeded(async (seeded) => {
    const small = await measure(await seeded(SMALL));
    const large = await measure(await seeded(LARGE));
    console.log(
      `\nSales orders: ${LARGE.toLocaleString('en-US')} orders, a page of ${PAGE}, the middle of ${ROUNDS} rounds`,
    );
    console.log(`Load average ${loadavg()[0]?.toFixed(1)}; a page past the last one is left out of the growth`);
    const missed: string[] = [];
    for (const [name, figure] of large) {
      const growth = figure.ours / (small.get(name)?.ours ?? Number.NaN);
      const most = name.endsWith('400') ? GOALS.deepGrowth : GOALS.growth;
      const ratio = figure.ours / figure.best;
      const isMissed = ratio > GOALS.ratio || growth > most;
      if (isMissed) missed.push(name);
      const figures = [
        name.padEnd(34),
        `${figure.ours.toFixed(1).padStart(8)} ms`,
        `by hand ${figure.best.toFixed(1).padStart(8)}`,
        `× ${ratio.toFixed(2)}`,
        `over ${SMALL / 1000}k × ${growth.toFixed(1)}`,
        isMissed ? 'missed' : '',
      ];
      console.log(`  ${figures.join('  ')}`);
    }
    const goals = `goals ≤ ${GOALS.ratio} over by hand, ≤ ${GOALS.growth} over itself (page 400 ≤ ${GOALS.deepGrowth})`;
    console.log(`\n  ${large.size - missed.length} of ${large.size} met (${goals})\n`);
  });
}

export async function measure(url: string): Promise<Map<string, Figure>> {
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    const subject = await open(database.pool);
    const figures = new Map<string, Figure>();
    for (const search of subject.searches) {
      for (const page of [0, DEEP]) {
        figures.set(`${search.name}${page > 0 ? ', page 400' : ''}`, await contest(subject, search, page));
      }
    }
    return figures;
  } finally {
    await database.close();
  }
}

async function open(pool: pg.Pool): Promise<Subject> {
  const seller = await busiestSeller(pool);
  const membership = (await findActor(pool, seller.subject, seller.orgId))?.membership;
  if (!membership) throw new Error('The demo’s seller has no owner');
  const { rows } = await pool.query<{ last: Date }>('select max(created_at) as last from orders');
  const last = rows[0]?.last ?? new Date();
  return { pool, membership, searches: await searchesOf(pool, seller.orgId, last) };
}

async function contest({ pool, membership }: Subject, search: Search, page: number): Promise<Figure> {
  const { orgId } = membership;
  const body = contract.search.body.parse({
    orgId,
    filters: search.filters,
    page,
    itemsPerPage: PAGE,
    sortBy: 'created',
    sortDesc: true,
  });
  const ours = () => salesOrders.statement({ membership, now: new Date(), timeZone: 'UTC' }, body);
  const runs = [() => pool.query(ours()), ...byHand(search, orgId, page).map((one) => () => pool.query(one))];
  const found: number[][] = [];
  const times: number[][] = runs.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, run] of runs.entries()) {
      const start = performance.now();
      const { rows } = await run();
      times[at]?.push(performance.now() - start);
      found[at] = (rows as { id: number }[]).map(({ id }) => Number(id));
    }
  }
  if (found.some((ids) => ids.join() !== found[0]?.join()))
    throw new Error(`${search.name}: the rows by hand are others`);
  const [mine = Number.NaN, ...theirs] = times.map(middle);
  return { ours: mine, best: Math.min(...theirs), rows: found[0]?.length ?? 0 };
}
