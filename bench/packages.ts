import { loadavg } from 'node:os';
import type pg from 'pg';
import type { Membership } from '../domain/access/roles';
import { compositeKey } from '../domain/inventory/packages/composite';
import { inventory } from '../domain/inventory/packages/contract';
import type { PackageFilters } from '../domain/inventory/packages/package-filters';
import { orders } from '../domain/orders/contract';
import { findActor } from '../server/access/find-actor';
import { type OfState, packageList } from '../server/inventory/packages/list-packages';
import { makeBrand, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { hasWords } from './has-words';
import { middle, verdict } from './verdict';

const PACKAGES = Number(process.env.BENCH_PACKAGES ?? 250_000);
const ITEMS = 100_000;
const PAGE = 25;
const DEEP = 3_999;
const ROUNDS = 7;
const GOALS = { list: 1.5, scan: 2, drawer: 2 };

type Search = { name: string; filters: PackageFilters; by: string };
type Subject = { server: FreshServer; seller: SellerFixture; membership: Membership; headers: Record<string, string> };

/**
 * Lists of one organization's 250,000 packages over statements by hand for the same rows: each filter alone, six together,
 * composites after a key; and a scan and a package's story over a page of orders.
 */
export async function benchPackages(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const { subject } = seller.owner.user;
    const token = await mintToken(db, server.config, subject, { expiresIn: 7200 });
    const headers = { authorization: `Bearer ${token}`, 'org-id': String(seller.org.id) };
    await fill(server, seller);
    const membership = (await findActor(server.database.pool, subject, seller.org.id))?.membership;
    if (!membership) throw new Error('The seller has an owner');
    const bench = { server, seller, membership, headers };
    console.log(`Packages: ${PACKAGES.toLocaleString('en-US')} of one organization, load ${loadavg()[0]?.toFixed(1)}`);
    for (const search of searchesOf(seller)) await contest(bench, search, 0);
    const [plain] = searchesOf(seller);
    if (plain) await contest(bench, plain, DEEP);
    await measureComposites(bench);
    await measureCalls(bench);
  });
}

async function fill({ database: { db, pool } }: FreshServer, seller: SellerFixture): Promise<void> {
  const { org, license, brand } = seller;
  const other = await makeBrand(db, seller);
  await pool.query(
    `insert into tracking_items (org_id, license_id, tracking_id, name, category_name, unit_of_measure, strain_name, brand_id)
     select $1, $2, n, 'Item ' || n, (array['Buds (prepackaged)', 'Edibles', 'Concentrate'])[1 + n % 3], 'ea',
            'Strain ' || n % 40, (array[$3::bigint, $4, null])[1 + n % 3]
       from generate_series(1, $5::int) n`,
    [org.id, license.id, brand.id, other.id, ITEMS],
  );
  await pool.query(
    `insert into packages (org_id, license_id, item_id, label, quantity, unit_of_measure, status, lab_test_state,
                           last_activity_at, tracking_id, lab_read_at, location_id, location_name, owner_name)
     select $1, $2, (select min(id) from tracking_items where org_id = $1) + n % $4::int, '1A4060300002199' || lpad(n::text, 9, '0'),
            (n * 7) % 900, 'ea', (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'ON_HOLD'])[1 + n % 5],
            (array['TestPassed', 'TestPassed', 'TestFailed', 'NotSubmitted'])[1 + n % 4],
            timestamptz '2021-06-01' + (n::float8 / $3::int) * interval '1826 days', n, now(), 1 + n % 12,
            'Room ' || n % 12, 'Owner ' || n % 7
       from generate_series(1, $3::int) n`,
    [org.id, license.id, PACKAGES, ITEMS],
  );
  const product = await makeProduct(db, seller, { quantity: '10000' });
  await pool.query(
    `insert into product_items (org_id, product_id, item_id)
     select $1, $2, id from tracking_items where org_id = $1 order by id limit 500`,
    [org.id, product.id],
  );
  for (let n = 0; n < 60; n++) {
    await makeOrder(db, seller, { status: 'SUBMITTED', lines: [{ product, quantity: '2' }] });
  }
  await pool.query('vacuum analyze');
}

const ofItem = (condition: string) =>
  `pack.item_id in (select item.id from tracking_items item where item.org_id = $1 and ${condition})`;
const MAPPED = 'exists (select from product_items m where m.org_id = $1 and m.item_id = pack.item_id)';

/** Each filter alone and six combinations, with the condition somebody would write for it. */
function searchesOf({ license, brand }: SellerFixture): Search[] {
  const search = (name: string, filters: object, by: string): Search => ({
    name,
    filters: filters as PackageFilters,
    by: 'selectedStatuses' in filters || 'includeInactive' in filters ? by : `pack.status <> 'INACTIVE' and ${by}`,
  });
  const [held, failed] = [`pack.status = 'ON_HOLD'`, `pack.lab_test_state = 'TestFailed'`];
  const recent = `pack.last_activity_at >= '2026-04-01' and pack.last_activity_at < '2026-05-01'`;
  const branded = ofItem(`item.brand_id = ${brand.id}`);
  const dates = { lastActivityFrom: '2026-04-01', lastActivityTo: '2026-04-30' };
  return [
    search('none', {}, 'true'),
    search('license', { licenseIds: [license.id] }, `pack.license_id = ${license.id}`),
    search('of a brand', { brandIds: [brand.id] }, branded),
    search('tag', { packageLabelSearchTerm: '000012345' }, hasWords(['pack.label'], '000012345')),
    search('item', { itemSearchTerm: '777 Item' }, ofItem(hasWords(['item.name'], '777 Item'))),
    search('strain', { strainSearchTerm: 'Strain 7' }, ofItem(hasWords(['item.strain_name'], 'Strain 7'))),
    search('status', { selectedStatuses: ['ON_HOLD'] }, held),
    search('lab test', { selectedCurrentLabTestStates: ['TestFailed'] }, failed),
    search('holder', { selectedHolders: [license.id] }, `pack.license_id = ${license.id}`),
    search('brand', { selectedOwners: [brand.id] }, branded),
    search('location', { selectedLocations: [3] }, 'pack.location_id = 3'),
    search('category', { selectedCategories: ['Edibles'] }, ofItem(`item.category_name = 'Edibles'`)),
    search('unit', { selectedUnitOfMeasureAbbreviations: ['ea'] }, `pack.unit_of_measure = 'ea'`),
    search('quantity', { quantityFrom: '800', quantityTo: '820' }, 'pack.quantity between 800 and 820'),
    search('last activity', dates, recent),
    search('branded', { branded: false }, ofItem('item.brand_id is null')),
    search('mapped', { mapped: true }, MAPPED),
    search('trade samples', { tradeSamples: true }, 'pack.is_trade_sample'),
    search('inactive too', { includeInactive: true }, 'true'),
    search('status + brand', { selectedStatuses: ['ON_HOLD'], selectedOwners: [brand.id] }, `${held} and ${branded}`),
    search(
      'lab test + activity',
      { selectedCurrentLabTestStates: ['TestFailed'], ...dates },
      `${failed} and ${recent}`,
    ),
    search(
      'location + quantity',
      { selectedLocations: [3], quantityFrom: '800' },
      'pack.location_id = 3 and pack.quantity >= 800',
    ),
    search(
      'item + status',
      { itemSearchTerm: 'Item 7', selectedStatuses: ['ON_HOLD'] },
      `${ofItem(hasWords(['item.name'], 'Item 7'))} and ${held}`,
    ),
    search(
      'mapped + lab test',
      { mapped: true, selectedCurrentLabTestStates: ['TestFailed'] },
      `${MAPPED} and ${failed}`,
    ),
    search(
      'category + branded',
      { selectedCategories: ['Edibles'], branded: true },
      `${ofItem(`item.category_name = 'Edibles'`)} and ${ofItem('item.brand_id is not null')}`,
    ),
  ];
}

const ROW = `page.*, item.name as item_name, item.category_name, item.strain_name, license.license_number, license.name as holder,
  brand.name as brand_name, product.name as product_name`;
const JOINS = `join tracking_items item on item.org_id = $1 and item.id = page.item_id
  join licenses license on license.id = page.license_id
  left join brands brand on brand.id = item.brand_id
  left join product_items mapped on mapped.org_id = $1 and mapped.item_id = page.item_id
  left join products product on product.org_id = $1 and product.id = mapped.product_id`;
const MOST_COUNTED = 2_001;

/** A page by hand: the rows with what they name, and their number up to as many as the list counts. */
const byHand = ({ by }: Search, orgId: number, page: number) => ({
  text: `select ${ROW}, (select count(*) from (select from packages pack where pack.org_id = $1 and ${by} limit ${MOST_COUNTED}) as few) as total
     from (select pack.* from packages pack where pack.org_id = $1 and ${by}
            order by pack.last_activity_at desc, pack.id desc offset ${page * PAGE} limit ${PAGE}) as page ${JOINS}
    order by page.last_activity_at desc, page.id desc`,
  values: [orgId],
});

async function contest({ server, membership }: Subject, search: Search, page: number): Promise<void> {
  const { pool } = server.database;
  const { orgId } = membership;
  const filters: OfState = { ...search.filters, usState: 'CA' };
  const asked = { orgId, filters, page, itemsPerPage: PAGE, sortBy: 'lastActivity' as const, sortDesc: true };
  const ours = () => packageList.statement({ membership, now: new Date(), timeZone: 'UTC' }, asked);
  const [mine, theirs] = await inTurn(
    () => idsOf(pool, ours()),
    () => idsOf(pool, byHand(search, orgId, page)),
  );
  if (mine.found !== theirs.found) throw new Error(`${search.name}: the rows by hand are others`);
  say(`${search.name}${page > 0 ? `, page ${page + 1}` : ''}`, mine.ms, theirs.ms, GOALS.list);
}

async function idsOf(pool: pg.Pool, statement: pg.QueryConfig): Promise<string> {
  const { rows } = await pool.query<{ id: unknown }>(statement);
  return rows.map(({ id }) => Number(id)).join();
}

/** The middle times of two runs, one after the other in every round, and what they found last. */
async function inTurn(...runs: (() => Promise<string>)[]): Promise<[Timed, Timed]> {
  const times: number[][] = runs.map(() => []);
  const found: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, run] of runs.entries()) {
      const start = performance.now();
      found[at] = await run();
      times[at]?.push(performance.now() - start);
    }
  }
  const [first, second] = times.map((of, at) => ({ ms: middle(of), found: found[at] ?? '' }));
  if (!first || !second) throw new Error('Two runs are timed');
  return [first, second];
}
type Timed = { ms: number; found: string };

function say(name: string, ours: number, theirs: number, goal: number): void {
  const figures = `${ours.toFixed(1).padStart(8)} ms over ${theirs.toFixed(1).padStart(8)}`;
  console.log(`  ${name.padEnd(24)}${figures}: ${verdict(ours / theirs, '≤', goal)}`);
}

const read = async ({ server, headers }: Subject, path: string, query: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/api${path}?${new URLSearchParams(query)}`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<{ results: { id: number | string }[] }>;
};

/** Composites by when they changed last: their first page, and the one that begins as far in as the 4,000th. */
async function measureComposites(bench: Subject): Promise<void> {
  const { pool } = bench.server.database;
  const { orgId } = bench.membership;
  const grouped = `select item_id, status, license_id, unit_of_measure, count(*) as packages, sum(quantity) as quantity,
      max(last_activity_at) as place from packages where org_id = $1 and status <> 'INACTIVE' group by 1, 2, 3, 4`;
  const named = (page: string) => ({
    text: `select page.*, item.name, item.category_name, license.license_number, brand.name as brand_name
       from (${page}) as page join tracking_items item on item.org_id = $1 and item.id = page.item_id
       join licenses license on license.id = page.license_id left join brands brand on brand.id = item.brand_id
      order by page.place desc, page.item_id desc`,
    values: [orgId],
  });
  const query = { orgId: String(orgId), usState: 'CA' };
  for (const page of [0, DEEP]) {
    const offset = Math.min(page, Math.floor((ITEMS * 4) / 5 / PAGE) - 2) * PAGE;
    const [last] =
      offset === 0
        ? []
        : (
            await pool.query(
              `select * from (${grouped}) as g order by place desc, item_id desc offset ${offset - 1} limit 1`,
              [orgId],
            )
          ).rows;
    const after = last && {
      afterKey: compositeKey({
        itemId: Number(last.item_id),
        status: last.status,
        licenseId: Number(last.license_id),
        unit: last.unit_of_measure,
      }),
    };
    const behind = last ? `where (place, item_id) < ('${last.place.toISOString()}', ${last.item_id})` : '';
    const [mine, theirs] = await inTurn(
      async () => String((await read(bench, inventory.composite.path, { ...query, ...after })).results.length),
      async () =>
        String(
          (
            await pool.query(
              named(`select * from (${grouped}) as g ${behind} order by place desc, item_id desc limit ${PAGE}`),
            )
          ).rows.length,
        ),
    );
    say(page === 0 ? 'composites' : `composites, page ${offset / PAGE + 1}`, mine.ms, theirs.ms, GOALS.list);
  }
}

/** A scanned tag to its row, and why a package holds what it does, each over a page of orders. */
async function measureCalls(bench: Subject): Promise<void> {
  const orgId = String(bench.membership.orgId);
  const { rows } = await bench.server.database.pool.query(
    `select pack.id, pack.label from packages pack join product_items m on m.org_id = $1 and m.item_id = pack.item_id
      where pack.org_id = $1 and pack.status = 'ACTIVE' limit 1`,
    [orgId],
  );
  const body = JSON.stringify({ orgId: Number(orgId), filters: {} });
  const orderPage = async () => {
    const headers = { ...bench.headers, 'content-type': 'application/json' };
    const answer = await fetch(`${bench.server.url}/api${orders.search.path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return String(((await answer.json()) as { results: unknown[] }).results.length);
  };
  const scan = { orgId, usState: 'CA', packageLabelSearchTerm: rows[0].label, includeInactive: 'true' };
  const [scanned, page] = await inTurn(
    async () => String((await read(bench, inventory.list.path, scan)).results.length),
    orderPage,
  );
  say('scan, over orders', scanned.ms, page.ms, GOALS.scan);
  const [told, again] = await inTurn(async () => {
    await read(bench, inventory.get.path.replace(':id', rows[0].id));
    return '';
  }, orderPage);
  say('story, over orders', told.ms, again.ms, GOALS.drawer);
}
