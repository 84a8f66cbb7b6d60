import { loadavg } from 'node:os';
import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { productDetails } from '../domain/catalogue/contract';
import { orderHistory } from '../domain/orders/history/contract';
import { auditLog } from '../domain/organization/audit-contract';
import { daysAgo } from '../server/db/remove-old';
import { SWEEPS, type Sweep } from '../server/retention/sweeps';
import { makeOrder, makeProduct, makeSeller, type SellerFixture } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

/** Of a large organization: 200 orders a day, 40 people, 20,000 packages a year. */
const YEARS = Number(process.env.BENCH_YEARS ?? 1);
const A_DAY = {
  orders: 200,
  entriesOfOrder: 8,
  otherEntries: 2_400,
  movements: 2_400,
  writes: 165,
  edits: 20,
  mails: 6,
};
const LARGE_DAYS = Math.round(YEARS * 365);
const SMALL_DAYS = 30;
/** What a day's sweep finds, if it wasn't done for so long. */
const OLD_DAYS = 15;
const PRODUCTS = 200;
const ROUNDS = 9;
const GOALS = { read: 1.5, sweep: 1.5, probe: 1.5 };

type Subject = {
  seller: SellerFixture;
  days: number;
  orderId: number;
  productId: number;
  headers: Record<string, string>;
};

/**
 * What an organization of years costs over one of a month in the same tables: reads of screens, and sweeps of what is old,
 * a portion each. Both are measured in turn.
 */
export async function benchGrowth(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const large = await makeSubject(server, LARGE_DAYS);
    const small = await makeSubject(server, SMALL_DAYS);
    await atLeisure(server, (client) => client.query('vacuum analyze'));
    const size = await server.database.pool.query(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    console.log(`\nGrowth: ${YEARS} years of a large organization over a month, ${size.rows[0]?.size}`);
    console.log(`The middle of ${ROUNDS} rounds; load average ${loadavg()[0]?.toFixed(1)}`);
    await measureReads(server, large, small);
    await measureSweeps(server, large, small);
  });
}

async function makeSubject(server: FreshServer, days: number): Promise<Subject> {
  const { database, config } = server;
  const { db } = database;
  const seller = await makeSeller(db);
  const productIds: number[] = [];
  for (let at = 0; at < PRODUCTS; at++) productIds.push((await makeProduct(db, seller)).id);
  const { order } = await makeOrder(db, seller);
  await atLeisure(server, (client) => fill(client, seller, { days, orderId: order.id, productIds }));
  const token = await mintToken(db, config, seller.owner.user.subject, { expiresIn: 7200 });
  const headers = { authorization: `Bearer ${token}`, 'org-id': String(seller.org.id) };
  return { seller, days, orderId: order.id, productId: productIds[0] ?? 0, headers };
}

type Filling = { days: number; orderId: number; productIds: number[] };

/** Work without the time limit that a call's statements have. */
async function atLeisure({ database: { pool } }: FreshServer, work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await work(client);
  } finally {
    client.release(true);
  }
}

async function fill(client: pg.PoolClient, seller: SellerFixture, of: Filling): Promise<void> {
  const { org, license, owner } = seller;
  const { days, orderId, productIds } = of;
  /** Rows of so many a day, from the oldest on; `n` counts them, `made` is when. */
  const series = (perDay: number) =>
    `(select n, now() - interval '1 day' * ${days} * (1 - n::float8 / ${days * perDay}) as made
        from generate_series(1, ${days * perDay}) n) as each`;
  const { entriesOfOrder, orders, otherEntries, movements, writes, edits, mails } = A_DAY;
  const entries = entriesOfOrder * orders + otherEntries;
  const [ofOrder, each] = [entriesOfOrder, entries / orders];
  await client.query(
    `insert into audit_log (org_id, actor_user_id, endpoint, entity, entity_id, before, after, request_id, created_at)
     select $1, $2, 'PUT /somewhere', case when n % ${each} < ${ofOrder} then 'order' else 'customer' end,
            (case when n % ${each} < ${ofOrder} then $3::bigint + n / ${each} else n % 500 end)::text,
            jsonb_build_object('notes', md5(n::text), 'status', 'SUBMITTED'),
            jsonb_build_object('notes', md5((n + 1)::text), 'status', 'ACCEPTED'), md5(n::text), made
       from ${series(entries)}`,
    [org.id, owner.user.id, orderId],
  );
  await client.query(
    `insert into stock_movements (org_id, product_id, order_id, kind, quantity_delta, reserved_delta, actor_user_id, created_at)
     select $1, ($2::bigint[])[1 + n % ${PRODUCTS}], n / 12, (array['reserve', 'take'])[1 + n / ${PRODUCTS} % 2],
            -(n / ${PRODUCTS} % 2), 1 - 2 * (n / ${PRODUCTS} % 2), $3, made from ${series(movements)}`,
    [org.id, productIds, owner.user.id],
  );
  await client.query(
    `insert into tracking_writes (org_id, license_id, package_id, made_id, body, state, org_user_id, created_at, updated_at)
     select $1, $2, n / 3, n / 3, jsonb_build_object('Label', md5(n::text)), 'SENT', $3, made, made from ${series(writes)}`,
    [org.id, license.id, owner.orgUserId],
  );
  await client.query(
    `insert into order_mails (org_id, order_id, recipients, subject, message, files, created_by_user_id, created_at, sent_at)
     select $1, $2, '{shop@example.com}', 'Your order', '', jsonb_build_array(jsonb_build_object('kind', 'INVOICE', 'name',
            'invoice.pdf', 'content', (select string_agg(md5((n * 1000 + part)::text), '') from generate_series(1, 1250) part))),
            $3, made, made from ${series(mails)}`,
    [org.id, orderId, owner.user.id],
  );
  await client.query(
    `with made as (
       insert into changes (org_id, kind, path, entity, act, input, user_id, time_zone, state, total, undoable, created_at, finished_at)
       select $1, 'EDIT', '/products', 'product', 'edit', '{}', $2, 'UTC', 'DONE', 10, 10, made, made from ${series(edits)}
       returning id)
     insert into change_rows (org_id, change_id, position, subject_id, label, ok, kept)
     select $1, id, position, position, 'Product', true, '{"before": {"wholesalePrice": "10"}}'
       from made, generate_series(0, 9) position`,
    [org.id, owner.user.id],
  );
}

/** The middle times of the large and the small one's, one after the other in every round. */
async function inTurn(subjects: readonly [Subject, Subject], run: (of: Subject) => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, subject] of subjects.entries()) {
      const start = performance.now();
      await run(subject);
      // The first is for warming up.
      if (round > 0) times[at as 0 | 1].push(performance.now() - start);
    }
  }
  return times.map(middle) as [number, number];
}

function say(name: string, [large, small]: [number, number], goal: number): void {
  const figures = `${large.toFixed(1).padStart(8)} ms over ${small.toFixed(1).padStart(8)}`;
  console.log(`  ${name.padEnd(34)}${figures}: ${verdict(large / small, '≤', goal)}`);
}

async function measureReads({ url }: FreshServer, ...subjects: [Subject, Subject]): Promise<void> {
  const read = async ({ headers }: Subject, path: string, query: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { results } = (await answer.json()) as { results: unknown[] };
    if (results.length === 0) throw new Error(`${path} found nothing`);
  };
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const audit = ({ seller }: Subject) => auditLog.list.path.replace(':orgId', String(seller.org.id));
  const reads: Record<string, (of: Subject) => Promise<void>> = {
    'audit log, newest': (of) => read(of, audit(of)),
    'audit log, a day long ago': (of) =>
      read(of, audit(of), { createdFrom: day(of.days - 3), createdTo: day(of.days - 3) }),
    'an order’s history': (of) => read(of, orderHistory.changes.path.replace(':id', String(of.orderId))),
    'a product’s movements, newest': (of) => read(of, productDetails.stock.path.replace(':id', String(of.productId))),
  };
  for (const [name, run] of Object.entries(reads)) say(name, await inTurn(subjects, run), GOALS.read);
}

async function measureSweeps({ database: { db } }: FreshServer, ...subjects: [Subject, Subject]): Promise<void> {
  const remove = async ({ removeSome }: Sweep, { seller }: Subject, before: SQL) =>
    (await db.execute(removeSome(seller.org.id, before))).rowCount ?? 0;
  const nothing = sql`now() - interval '100 years'`;
  for (const table of ['audit_log', 'tracking_writes', 'order_mails', 'changes']) {
    const sweep = SWEEPS.find((one) => one.table === table && one.kept !== 30);
    if (!sweep) throw new Error(`Nothing sweeps ${table}`);
    say(`${table}, nothing old`, await inTurn(subjects, (of) => remove(sweep, of, nothing)), GOALS.probe);
    let removed = 0;
    const portion = async (of: Subject) => {
      removed += await remove(sweep, of, daysAgo(of.days - OLD_DAYS));
    };
    say(`${table}, a portion`, await inTurn(subjects, portion), GOALS.sweep);
    console.log(`    ${removed.toLocaleString('en-US')} rows removed`);
  }
}
