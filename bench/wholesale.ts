import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { wholesale } from '../domain/integrations/contract';
import { wholesaleMatches } from '../domain/wholesale/match-contract';
import { GAP_MS, PAGE_SIZE } from '../server/integrations/wholesale/wholesale-marketplace';
import { demoWholesaleKey } from '../server/sandbox/demo-keys';
import { placeShopOrder } from '../server/sandbox/wholesale/acts';
import { shopOf } from '../server/sandbox/wholesale/shop';
import { makeProduct, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const ORDERS = Number(process.env.BENCH_WHOLESALE_ORDERS ?? 10_000);
const [PRODUCTS, CUSTOMERS, LINES] = [200, 100, 3];
/** What their limit lets all processes read in a second: 300 pages a minute. */
const LIMIT = (1_000 / GAP_MS) * PAGE_SIZE;
const GOALS = { read: 0.9, pull: 0.9 };

/** A shop's orders read for the match desk, and then taken over, against what the limit allows. */
export async function benchWholesale(): Promise<void> {
  await withFreshServer(4, async ({ url, database, config, pid }) => {
    const { db, pool } = database;
    const seller = await makeSeller(db);
    const orgId = seller.org.id;
    const token = await mintToken(db, config, seller.owner.user.subject, { expiresIn: 7200 });
    const headers = { authorization: `Bearer ${token}`, 'org-id': String(orgId), 'content-type': 'application/json' };
    const post = async (path: string, params: Record<string, number>, body?: object) => {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
      const answer = await fetch(`${url}/api${address}`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        ...(body && { body: JSON.stringify(body) }),
        ...(!body && { body: '{}' }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { id: number };
    };
    await fillShop(database, seller);
    const apiKey = demoWholesaleKey(orgId, 'CA', 'WRITE');
    const { id } = await post(wholesale.connect.path, { orgId }, { orgId, stateAbbv: 'CA', apiKey });
    const swept = async () =>
      (await pool.query('select swept_at from wholesale_syncs where id = $1', [id])).rows[0]?.swept_at;
    const until = async (before: unknown) => {
      for (let after = await swept(); String(after) === String(before); after = await swept()) await pause(200);
    };

    console.log(
      `wholesale: ${ORDERS.toLocaleString('en-US')} orders of ${LINES} lines, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const measure = async (what: string, goal: number, work: () => Promise<unknown>) => {
      const before = await swept();
      const [start, cpu] = [performance.now(), cpuSeconds(pid)];
      await work();
      await until(before);
      const seconds = (performance.now() - start) / 1000;
      const share = ((cpuSeconds(pid) - cpu) / seconds) * 100;
      const rate = ORDERS / seconds;
      console.log(
        `  ${what}: ${Math.round(rate)} a second over the limit's ${LIMIT}: ${verdict(rate / LIMIT, '≥', goal)}; ${share.toFixed(0)} % of one core`,
      );
    };
    await measure('read', GOALS.read, () => post(wholesaleMatches.readNow.path, { orgId, id }));
    await measure('taken over', GOALS.pull, () => post(wholesaleMatches.start.path, { orgId, id }));
    const { rows } = await pool.query(`select count(*)::int as kept from orders where external_id is not null`);
    if (rows[0].kept !== ORDERS) throw new Error(`${rows[0].kept} of ${ORDERS} orders came in`);
  });
}

async function fillShop(
  { db, pool }: FreshServer['database'],
  seller: Awaited<ReturnType<typeof makeSeller>>,
): Promise<void> {
  const shop = shopOf(db, `${seller.org.id}-CA`);
  await shop.put('brand', '1', { name: 'Night Harbor' });
  for (let n = 0; n < PRODUCTS; n += 1) {
    const sku = `BENCH-${n}`;
    await makeProduct(db, seller, { sku, quantity: '10000000' });
    await shop.put('product', String(n), {
      name: sku,
      sku: sku.toLowerCase(),
      description: '',
      brandId: '1',
      category: 'Pre-Roll',
      listingState: 'Available',
      wholesalePrice: '10.00',
      salePrice: null,
      unitOfMeasure: 'Unit',
      sellInUnitOfMeasure: 'Unit',
      unitMultiplier: '1',
      inventoryManagement: 1,
      quantity: '10000000',
      reserved: '0',
    });
  }
  for (let n = 0; n < CUSTOMERS; n += 1)
    await shop.put('customer', String(n), {
      name: `Buyer ${n}`,
      licenseNumber: `B-${n}`,
      email: '',
      phone: '',
      address: '',
      city: '',
      state: 'CA',
    });
  const line = { productId: '0', quantity: '2', price: '10.00' };
  const first = await placeShopOrder(shop, { customerId: '0', lines: Array.from({ length: LINES }, () => line) });
  await pool.query(
    `insert into sandbox_entities (stand_in, realm, kind, entity_id, data, modified_at)
     select stand_in, realm, kind, gen_random_uuid(),
            jsonb_set(jsonb_set(jsonb_set(jsonb_set(data, '{customerId}', to_jsonb((n % $3)::text)),
              '{lines,0,productId}', to_jsonb((n % $4)::text)), '{lines,1,productId}', to_jsonb(((n * 7 + 1) % $4)::text)),
              '{lines,2,productId}', to_jsonb(((n * 13 + 2) % $4)::text)),
            modified_at + n * interval '1 millisecond'
       from sandbox_entities, generate_series(1, $1::int) n
      where stand_in = 'wholesale' and kind = 'order' and entity_id = $2`,
    [ORDERS - 1, first, CUSTOMERS, PRODUCTS],
  );
}

const cpuSeconds = (pid: number) => {
  const text = execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8' });
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
