import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { directory } from '../../../domain/directory/contract';
import { foldText } from '../../../domain/search-text';
import { contains, statementOf } from '../../../server/db/page';
import { customers, licenses, products, strains } from '../../../server/db/schema';
import { isCluster } from '../../support/cluster';
import { makeBrand, makeBuyer, makeCustomer, makeOrder, makeProduct, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db, pool } = app.database;

test('the database folds texts as the domain does, every letter up to the symbols and some beyond', async () => {
  const codes = Array.from({ length: 0x2fff }, (_, code) => code).filter((code) => code > 0);
  const letters = [...codes, 0xff21, 0xfb01, 0x1d401, 0x1f33f].map((code) => String.fromCodePoint(code));
  const texts = [...letters, 'Crème Brûlée', 'Pin\u0303a', 'Łódź “Straße”', 'Grower’s ½ oz Δ⁹-THC', ''];
  const { rows } = await pool.query<{ text: string; folded: string }>(
    'select text, search_text(text) as folded from unnest($1::text[]) as given (text)',
    [texts],
  );
  const others = rows.filter(({ text, folded }) => folded !== foldText(text)).map(({ text }) => text.codePointAt(0));
  // A cluster's PostgreSQL asks its system for letters: one of Unicode 16 may be new to it.
  expect(others.filter((code) => !(isCluster && code === 0x1c89))).toEqual([]);
});

const NAME = 'Grower’s Crème  Brûlée';
const SEARCHES = ['creme brulee', "grower's creme", 'BRÛLÉE crème', 'cre\u0300me', '  brulee   grower’s '];
const MISSES = ['creme gelato', '%', 'brulee_'];

const lists = {
  products: async (term: string) => {
    const body = { orgId: seller.org.id, filters: { productNameSearch: term } };
    return (await owner.expectOk(contract.products.search, { body })).results.length;
  },
  customers: async (term: string) => {
    const body = { orgId: seller.org.id, filters: { searchTerm: term } };
    return (await owner.expectOk(contract.customers.search, { body })).results.length;
  },
  'orders by anything': async (term: string) => {
    const body = { orgId: seller.org.id, filters: { anySearch: term } };
    return (await owner.expectOk(contract.orders.search, { body })).results.length;
  },
  'orders by product': async (term: string) => {
    const body = { orgId: seller.org.id, filters: { productNameSearch: term } };
    return (await owner.expectOk(contract.orders.search, { body })).results.length;
  },
  licenses: async (term: string) => {
    const body = { orgId: seller.org.id, filters: { searchTerm: term } };
    return (await owner.expectOk(contract.licenses.search, { body })).results.length;
  },
  strains: async (term: string) => {
    const body = { orgId: seller.org.id, searchTerm: term, page: 0, itemsPerPage: 10 };
    return (await owner.expectOk(contract.strains.search, { body })).results.length;
  },
};

let isMade = false;
async function make() {
  if (isMade) return;
  isMade = true;
  const product = await makeProduct(db, seller, { name: NAME });
  const customer = await makeCustomer(db, seller, { name: NAME });
  await makeOrder(db, seller, { customer, lines: [{ product }] });
  await db.insert(strains).values({ orgId: seller.org.id, name: NAME, strainClassification: 'HYBRID' });
  await db.update(licenses).set({ name: NAME }).where(eq(licenses.id, seller.license.id));
  const stranger = await makeSeller(db);
  await makeProduct(db, stranger, { name: NAME });
  await makeCustomer(db, stranger, { name: NAME });
}

test.each(Object.entries(lists))(
  '%s are found whatever the accents, apostrophes, blanks and order of words; another organization’s never',
  async (_list, count) => {
    await make();
    for (const term of SEARCHES) expect([term, await count(term)]).toEqual([term, 1]);
    for (const term of MISSES) expect([term, await count(term)]).toEqual([term, 0]);
  },
);

test('a word may be in another column than the next', async () => {
  await makeProduct(db, seller, { name: 'Gelato Jar', sku: 'HERON-7' });
  expect(await lists.products('heron gelato')).toBe(1);
  expect(await lists.products('heron crème')).toBe(0);
});

// A cluster writes the function out where it asks several organizations, and its machines then know no index by it.
test.skipIf(isCluster).each([
  ['products', products, sql`products.name`, 'products_name_trgm'],
  ['customers', customers, sql`customers.name`, 'customers_name_trgm'],
])('the index of %s finds the words', async (_what, table, column, index) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off; set local enable_indexscan = off');
    const { text, values } = statementOf(sql`explain select 1 from ${table} where ${contains(column, 'crème brûlée')}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a whole SKU finds its product first in the marketplace, in any case, and only what buyers see', async () => {
  const brand = await makeBrand(db, seller, { name: 'Sku House' });
  const of = { ...seller, brand };
  await makeProduct(db, of, { name: 'QQ-7 Sampler', sku: 'OTHER-1' });
  const meant = await makeProduct(db, of, { name: 'Moon Rocks', sku: 'QQ-7' });
  await makeProduct(db, of, { name: 'Hidden', sku: 'QQ-8', listingState: 'INTERNAL' });
  const buyer = await makeBuyer(db);
  const caller = await app.as(buyer.owner.user, buyer.org);
  const search = async (searchString: string) =>
    caller.expectOk(directory.autocomplete, {
      query: { searchString, directoryListingTypes: ['brand', 'product'] },
    });
  for (const typed of ['QQ-7', 'qq-7', ' qq-7 ']) {
    const [first, second] = await search(typed);
    expect(first).toMatchObject({ id: meant.id, name: 'Moon Rocks', tagline: expect.stringContaining('QQ-7') });
    expect(second).toMatchObject({ name: 'QQ-7 Sampler' });
  }
  expect((await search('QQ-8')).map(({ name }) => name)).not.toContain('Hidden');
  expect((await search('moon'))[0]?.tagline).not.toContain('QQ-7');
});
