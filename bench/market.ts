import { loadavg } from 'node:os';
import { brands, directory } from '../domain/directory/contract';
import { randomFrom } from '../server/seed/random';
import { makeBuyer, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { mistyped } from './mistyped';
import { middle, verdict } from './verdict';

const LISTINGS = Number(process.env.BENCH_LISTINGS ?? 100_000);
const OF_ONE_BRAND = 1_000;
const MISTYPED = 500;
const ASKED = 150;
const GOALS = { search: 1.5, recall: 0.95, menu: 1.2 };

const FIRST =
  'Blue Purple Golden Silver Northern Southern Granddaddy Sour Sweet Royal Electric Midnight Lemon Cherry Banana Mango Wedding Birthday Girl Ice Pineapple Strawberry Papaya Forbidden Grape Tropical Alpine Desert Coastal Velvet'.split(
    ' ',
  );
const SECOND =
  'Dream Kush Diesel Cookies Gelato Cake Punch Haze Express Lights Runtz Sherbet Zkittlez Mimosa Tangie Jack Widow Cheese Glue Biscotti Pancakes Fritter Crush Cooler Cream Sunset Thunder Breath Mints Truffle'.split(
    ' ',
  );
const FORMS =
  'Eighth Jar|Half Ounce Bag|Pre-Roll|Infused Pre-Roll|Live Resin|Badder|Cartridge|Disposable Vape|Gummies|Tincture'.split(
    '|',
  );

/** Search in 100,000 listings over the same search by hand, how many mistyped names are found, and a menu with and without prices. */
export async function benchMarket(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const buyer = await makeBuyer(db);
    const token = await mintToken(db, server.config, buyer.owner.user.subject, { expiresIn: 7200 });
    const headers = {
      authorization: `Bearer ${token}`,
      'org-id': String(buyer.org.id),
      'content-type': 'application/json',
    };
    const names = await fill(server, seller);
    console.log(`Marketplace: ${LISTINGS.toLocaleString('en-US')} listings, load ${loadavg()[0]?.toFixed(1)}`);
    const random = randomFrom(14);
    const known = Array.from({ length: MISTYPED }, () => names[random.int(0, names.length - 1)] ?? '');
    const typed = known.map((name) => mistyped(name, random));
    const complete = async (searchString: string) => {
      const query = new URLSearchParams({ searchString, directoryListingTypes: 'brand,product' });
      const answer = await fetch(`${server.url}/api${directory.autocomplete.path}?${query}`, { headers });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { name: string }[];
    };
    let found = 0;
    for (const [at, text] of typed.entries())
      if ((await complete(text)).slice(0, 3).some(({ name }) => name === known[at])) found += 1;
    console.log(`  mistyped names found in the first three: ${verdict(found / MISTYPED, '≥', GOALS.recall)}`);

    for (const [what, texts] of [
      ['typed right', known.slice(0, ASKED)],
      ['mistyped', typed.slice(0, ASKED)],
    ] as const) {
      const [ours, hand] = [[] as number[], [] as number[]];
      for (const text of texts) {
        ours.push(await timed(() => complete(text)));
        hand.push(await timed(() => byHand(server, text, what === 'mistyped')));
      }
      const [mine, theirs] = [p95(ours), p95(hand)];
      console.log(
        `  ${what.padEnd(12)} p95 ${mine.toFixed(1)} ms over ${theirs.toFixed(1)}: ${verdict(mine / theirs, '≤', GOALS.search)}`,
      );
    }

    const at = (path: string) => `${server.url}/api${path.replace(':id', String(seller.brand.id))}`;
    const body = JSON.stringify({ buyerLicenseId: buyer.buyerLicense.id });
    const [priced, plain] = [[] as number[], [] as number[]];
    for (let round = 0; round < 15; round++) {
      priced.push(
        await timed(async () => (await fetch(at(brands.menu.path), { method: 'POST', headers, body })).json()),
      );
      plain.push(
        await timed(async () => (await fetch(`${at(brands.products.path)}?usStateAbbv=CA`, { headers })).json()),
      );
    }
    const ratio = middle(priced) / middle(plain);
    console.log(
      `  menu of ${OF_ONE_BRAND} products ${middle(priced).toFixed(1)} ms over ${middle(plain).toFixed(1)} without prices: ${verdict(ratio, '≤', GOALS.menu)}`,
    );
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

async function fill({ database: { pool } }: FreshServer, seller: Awaited<ReturnType<typeof makeSeller>>) {
  const { org, company, brand } = seller;
  await pool.query(
    `insert into brands (org_id, name, slug, states)
     select $1, 'Bench Brand ' || n, 'bench-' || n, '{CA}' from generate_series(1, 400) n`,
    [org.id],
  );
  await pool.query(
    `insert into products (org_id, company_id, brand_id, name, sku, category, wholesale_price, unit_of_measure,
                           sell_in_unit_of_measure, inventory_management, listing_state)
     select $1, $2, case when n <= $6::int then $3::bigint else (select min(id) from brands where slug like 'bench-%') + n % 400 end,
            $4::text[][1 + n % array_length($4::text[], 1)], 'B-' || n, 'Pre-Roll', 20, 'Unit', 'Unit', 'MANUAL', 'AVAILABLE'
       from (select row_number() over () as n from generate_series(1, $5::int)) as numbered`.replace(
      '$4::text[][',
      '($4::text[])[',
    ),
    [org.id, company.id, brand.id, allNames(), LISTINGS, OF_ONE_BRAND],
  );
  await pool.query(
    `insert into product_stock (org_id, product_id, quantity, reserved) select org_id, id, 500, 0 from products where org_id = $1
         on conflict do nothing`,
    [org.id],
  );
  await pool.query('vacuum analyze');
  return allNames();
}

const allNames = () =>
  FIRST.flatMap((first) => SECOND.flatMap((second) => FORMS.map((form) => `${first} ${second} ${form}`)));

/** What somebody would write for it: brands and products whose names have all words, or nearly. */
async function byHand({ database: { pool } }: FreshServer, text: string, nearly: boolean): Promise<unknown> {
  const words = text.split(' ').slice(0, 6);
  const has = (column: string) =>
    words
      .map((_, at) => (nearly ? `${column} %> $${at + 1}` : `${column} ilike '%' || $${at + 1} || '%'`))
      .join(' and ');
  const near = (column: string) => words.map((_, at) => `word_similarity($${at + 1}, ${column})`).join(' + ');
  await pool.query(
    `select * from (select id, name, ${near('brands.name')} as nearness from brands where not disabled and ${has('brands.name')}) as found
      order by nearness desc limit 10`,
    words,
  );
  return pool.query(
    `select products.id, products.name, brands.slug, ${near('products.name')} as nearness
       from products join brands on brands.id = products.brand_id join companies on companies.id = products.company_id
      where products.listing_state in ('AVAILABLE', 'SAMPLE', 'BACKORDER', 'UNAVAILABLE') and not brands.disabled and ${has('products.name')}
      order by nearness desc, products.name limit 10`,
    words,
  );
}
