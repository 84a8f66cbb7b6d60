import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallInput, Endpoint } from '../domain/contract/endpoint';
import { brands } from '../domain/directory/contract';
import { roundCents } from '../domain/money';
import { orders } from '../domain/orders/contract';
import { priceSchedules } from '../domain/pricing/contract';
import { readConfig } from '../server/config';
import { type Database, openDatabase } from '../server/db/client';
import { customers, products } from '../server/db/schema';
import { freePort } from '../server/free-port';
import { makeBuyer, makeCustomer, makePriceSchedule, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { busiestSeller, withSeeded } from './seeded';
import { startProcess } from './server-process';
import { verdict } from './verdict';

const ORDERS = 10_000;
const CUSTOMERS = 500;
const PRODUCTS = 1_000;
const OTHER_SCHEDULES = 9;
const ROUNDS = 20;
const PAGES = 10;
const GOALS = { preview: 1, menu: 1.2 };

type Timed = () => Promise<unknown>;

/**
 * The preview of a price schedule for many customers and products over ten pages of orders, and a menu priced for one
 * customer over the same at regular prices; the fastest of several rounds, in turn.
 */
export async function benchPricing(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  try {
    await withSeeded(async (seeded) => {
      const url = await seeded(ORDERS, 'copy');
      const port = await freePort();
      const env = { DATABASE_URL: url, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR: folder };
      const config = readConfig({ ...env, NODE_ENV: 'development' });
      const database = openDatabase(url, { max: 2, statementTimeout: 0 });
      const server = await startProcess('dist/server/main.js', { port, env });
      const callOf = async (subject: string, orgId: number) => {
        const token = await mintToken(database.db, config, subject, { expiresIn: 3600 });
        const headers = { authorization: `Bearer ${token}`, 'org-id': `${orgId}`, 'content-type': 'application/json' };
        return <E extends Endpoint>({ path, method }: E, input: CallInput<E>) =>
          ask(`${server.url}/api${path}`, method, headers, input as { params?: { id: number }; body?: unknown });
      };
      try {
        report(await measure(await prepare(database, callOf)));
      } finally {
        await server.stop();
        await database.close();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<unknown>;
const LEGS = ['pages', 'preview', 'mixed', 'priced', 'regular'] as const;
type Legs = Record<(typeof LEGS)[number], Timed>;

async function prepare(
  { db, pool }: Database,
  callOf: (subject: string, orgId: number) => Promise<Call>,
): Promise<Legs> {
  const busiest = await busiestSeller(pool);
  const [seller, buyer] = [await makeSeller(db), await makeBuyer(db)];
  const of = { orgId: seller.org.id, companyId: seller.company.id };
  const customer = await makeCustomer(db, seller, { buyer });
  const more = await db
    .insert(customers)
    .values(Array.from({ length: CUSTOMERS - 1 }, (_, at) => ({ ...of, name: `Customer ${at}` })))
    .returning({ id: customers.id });
  const customerIds = [customer.id, ...more.map(({ id }) => id)];
  const sold = await db
    .insert(products)
    .values(
      Array.from({ length: PRODUCTS }, (_, at) => ({
        ...of,
        brandId: seller.brand.id,
        productLineId: seller.productLine.id,
        name: `Product ${at}`,
        sku: `P-${at}`,
        category: 'Buds (prepackaged)',
        wholesalePrice: roundCents(20 + (at % 40)),
        unitOfMeasure: 'Unit',
        sellInUnitOfMeasure: 'Unit',
        inventoryManagement: 'UNLIMITED',
        listingState: 'AVAILABLE',
      })),
    )
    .returning({ id: products.id });
  const rulesAt = (dollars: number) =>
    sold.map(({ id }, at) => ({ productId: id, price: roundCents(dollars + (at % 40)) }));
  const alone = await makePriceSchedule(db, seller, { customerIds, productRules: rulesAt(18) });
  // As many sets of schedules as customers: the worst to compare.
  const elsewhere = await makeSeller(db, { org: seller.org });
  const mixed = await mixedSchedules(db, elsewhere);
  await pool.query('analyze');
  const own = await callOf(seller.owner.user.subject, seller.org.id);
  const pages = await callOf(busiest.subject, busiest.orgId);
  const buying = await callOf(buyer.owner.user.subject, buyer.org.id);
  const menu = (body: object) => () => buying(brands.menu, { params: { id: seller.brand.id }, body });
  return {
    pages: async () => {
      for (let page = 0; page < PAGES; page += 1)
        await pages(orders.search, { body: { orgId: busiest.orgId, filters: {}, page } });
    },
    preview: () =>
      own(priceSchedules.preview, { params: { id: alone.id }, body: { productRules: rulesAt(17), customerIds } }),
    mixed: () =>
      own(priceSchedules.preview, {
        params: { id: mixed.id },
        body: { productRules: mixed.rules, customerIds: mixed.customerIds },
      }),
    priced: menu({ buyerLicenseId: buyer.buyerLicense.id }),
    regular: menu({ usStateAbbv: 'CA' }),
  };

  async function mixedSchedules(on: typeof db, { company }: typeof seller) {
    const at = { orgId: seller.org.id, companyId: company.id };
    const members = await on
      .insert(customers)
      .values(Array.from({ length: CUSTOMERS }, (_, index) => ({ ...at, name: `Mixed ${index}` })))
      .returning({ id: customers.id });
    const listed = await on
      .insert(products)
      .values(
        Array.from({ length: PRODUCTS }, (_, index) => ({
          ...at,
          brandId: seller.brand.id,
          name: `Mixed ${index}`,
          sku: `M-${index}`,
          category: 'Buds (prepackaged)',
          wholesalePrice: roundCents(20 + (index % 40)),
          unitOfMeasure: 'Unit',
          sellInUnitOfMeasure: 'Unit',
          inventoryManagement: 'UNLIMITED',
          listingState: 'INTERNAL',
        })),
      )
      .returning({ id: products.id });
    const ids = members.map(({ id }) => id);
    const prices = (dollars: number) =>
      listed.map(({ id }, index) => ({ productId: id, price: roundCents(dollars + (index % 40)) }));
    const inCompany = { ...seller, company };
    for (let bit = 0; bit < OTHER_SCHEDULES; bit += 1) {
      const customerIds = ids.filter((_, index) => (index >> bit) & 1);
      await makePriceSchedule(on, inCompany, { customerIds, productRules: prices(19 - bit / 10) });
    }
    const { id } = await makePriceSchedule(on, inCompany, { customerIds: ids, productRules: prices(18) });
    return { id, rules: prices(17), customerIds: ids };
  }
}

async function ask(
  address: string,
  method: string,
  headers: Record<string, string>,
  { params, body }: { params?: { id: number }; body?: unknown },
): Promise<unknown> {
  const url = address.replace(':id', String(params?.id ?? ''));
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

/** The fastest of each, in milliseconds, measured in turn. */
async function measure(legs: Legs): Promise<Record<keyof Legs, number>> {
  const fastest = Object.fromEntries(LEGS.map((leg) => [leg, Number.POSITIVE_INFINITY])) as Record<keyof Legs, number>;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const leg of LEGS) {
      const start = performance.now();
      await legs[leg]();
      fastest[leg] = Math.min(fastest[leg], performance.now() - start);
    }
  }
  return fastest;
}

function report(fastest: Record<keyof Legs, number>): void {
  const ms = (leg: keyof Legs) => `${fastest[leg].toFixed(1)} ms`;
  console.log(
    `\nPrices, ${CUSTOMERS} customers × ${PRODUCTS.toLocaleString('en-US')} products; the fastest of ${ROUNDS} rounds; load average ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`  ten pages of orders ${ms('pages')}`);
  console.log(`  preview ${ms('preview')}: ${verdict(fastest.preview / fastest.pages, '≤', GOALS.preview)}`);
  const worst = (fastest.mixed / fastest.pages).toFixed(2);
  console.log(
    `  where customers have any of ${OTHER_SCHEDULES} other schedules with as many rules ${ms('mixed')}: ${worst}`,
  );
  console.log(
    `  a menu at a customer’s prices ${ms('priced')}, at regular prices ${ms('regular')}: ${verdict(fastest.priced / fastest.regular, '≤', GOALS.menu)}`,
  );
}
