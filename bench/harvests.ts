import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { harvests } from '../domain/harvests/contract';
import { tracking } from '../domain/integrations/contract';
import { orders } from '../domain/orders/contract';
import { licenses } from '../server/db/schema';
import { demoTrackingKey } from '../server/sandbox/demo-keys';
import { makeOrder, makeSeller, type SellerFixture } from '../tests/support/factories';
import { growTheirs, makeGrown, makeHarvest } from '../tests/support/harvests/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

const PLANTS = 2_000;
const SUBMITTED = 1_000;
const HARVESTS = 50;
const ORDERS = 2_000;
const ROUNDS = 25;
/** The tracking system's limit for one license: 50 calls a second of 10 plants. */
const LIMIT = 50 * 10;
const GOALS = { list: 1.5, page: 1.5, scan: 1, submit: 0.95 };

/**
 * The list of harvests, the page of one of 2,000 plants and a scan on its weigh line, over a page of orders; and how fast
 * 1,000 plants are submitted, over what the tracking system's limit allows.
 */
export async function benchHarvests(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    await db.update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
    for (let at = 0; at < ORDERS; at += 1) await makeOrder(db, seller);
    const ask = await askerOf(server, seller);
    await compareReads(server, seller, ask);
    await submit(server, seller, ask);
  });
  console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
}

type Ask = (path: string, options?: { method?: string; body?: object }) => Promise<unknown>;

async function askerOf({ url, database: { db }, config }: FreshServer, { owner, org }: SellerFixture): Promise<Ask> {
  const token = await mintToken(db, config, owner.user.subject, { expiresIn: 7200 });
  const headers = { authorization: `Bearer ${token}`, 'org-id': String(org.id), 'content-type': 'application/json' };
  return async (path, { method, body } = {}) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const init = body
      ? { method: method ?? 'POST', headers: { ...headers, ...key }, body: JSON.stringify(body) }
      : { headers };
    const answer = await fetch(`${url}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

async function compareReads({ database: { db, pool } }: FreshServer, seller: SellerFixture, ask: Ask): Promise<void> {
  const grown = await makeGrown(db, seller, { plants: PLANTS });
  const large = await makeHarvest(db, seller, grown, { plants: grown.tags });
  for (let at = 1; at < HARVESTS; at += 1) await makeHarvest(db, seller, grown, { plants: [] });
  await pool.query('analyze');
  const last = grown.tags.at(-1) ?? '';
  const calls = {
    orders: () => ask(orders.search.path, { body: { orgId: seller.org.id, filters: {} } }),
    list: () => ask(`${harvests.list.path}?licenseId=${seller.license.id}`),
    page: () => ask(`/harvests/${large.id}?includePlants=true`),
    scan: () => ask(`/harvests/${large.id}/plants/scan/${last}`),
  };
  const taken = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const start = performance.now();
      await call();
      if (round >= 0) taken.get(name)?.push(performance.now() - start);
    }
  }
  const ms = (name: keyof typeof calls) => middle(taken.get(name) ?? []);
  const over = (name: 'list' | 'page' | 'scan') =>
    `${ms(name).toFixed(1)} ms  ${verdict(ms(name) / ms('orders'), '≤', GOALS[name])}`;
  console.log(`\nHarvests, beside a page of ${ORDERS} orders (${ms('orders').toFixed(1)} ms)`);
  console.log(`  a list of ${HARVESTS}           ${over('list')}`);
  console.log(`  one of ${PLANTS} plants       ${over('page')}`);
  console.log(`  a scan on its weigh line  ${over('scan')}`);
}

async function submit({ database: { db, pool } }: FreshServer, seller: SellerFixture, ask: Ask): Promise<void> {
  const { org, license } = seller;
  const key = demoTrackingKey(org.id, 'CA');
  await ask(tracking.startLicenseSync.path.replace(':orgId', String(org.id)), {
    body: { licenseId: license.id, metrcApiKey: key },
  });
  const compared = 'select from license_syncs where license_id = $1 and compared_at is not null';
  while (!(await pool.query(compared, [license.id])).rowCount) await wait(200);
  const grown = await makeGrown(db, seller, { plants: SUBMITTED });
  await growTheirs(db, seller, grown.tags);
  const harvest = await makeHarvest(db, seller, grown, { plants: grown.tags });
  const start = performance.now();
  await ask(`/harvests/${harvest.id}/submit`, { body: {} });
  const isSubmitted = `select from harvests where id = $1 and state = 'SUBMITTED'`;
  while (!(await pool.query(isSubmitted, [harvest.id])).rowCount) await wait(50);
  const seconds = (performance.now() - start) / 1000;
  const rate = SUBMITTED / seconds;
  console.log(`  ${SUBMITTED} plants submitted in ${seconds.toFixed(1)} s, ${rate.toFixed(0)} a second,`);
  console.log(`  over the limit’s ${LIMIT}      ${verdict(rate / LIMIT, '≥', GOALS.submit)}`);
}
