import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { brands, directory } from '../../../domain/directory/contract';
import { LISTING_SORTS, type ListingSort } from '../../../domain/directory/sorts';
import { licenses } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeBrand,
  makeLicense,
  makeOrg,
  makeProduct,
  makeSeller,
  makeUser,
  type OrgFixture,
} from '../../support/factories';

const app = await openApp();
let visitor: TestCaller;
let org: OrgFixture;
const db = () => app.database.db;

beforeAll(async () => {
  visitor = await app.as(await makeUser(db()));
  org = await makeOrg(db(), { name: 'Emerald Holdings' });
  const brand = (name: string, values: object = {}) =>
    makeBrand(db(), org, { name, slug: name.toLowerCase().replace(/\W+/g, '-'), ...values });
  await brand('Mellow Sun', { featured: true });
  await brand('Sunrise Farms', { states: ['CO', 'NV'], featured: true });
  await brand('Big Sun Co');
  await brand('Unsung');
  await brand('Sundown', { disabled: true, featured: true });
  await brand('100% Pure');
  await brand('1000 Pure');
  await brand('Under_score');
});

const names = (listings: { name: string }[]) => listings.map(({ name }) => name);
const complete = (searchString: string, query: object = {}) =>
  visitor.expectOk(directory.autocomplete, { query: { searchString, ...query } });

describe('autocomplete', () => {
  test('ranks names starting with the words first, then words within, then parts of words', async () => {
    expect(names(await complete('sun'))).toEqual(['Sunrise Farms', 'Big Sun Co', 'Mellow Sun', 'Unsung']);
  });

  test('never finds a disabled brand', async () => {
    expect(names(await complete('Sundown'))).not.toContain('Sundown');
  });

  test.each(['', ','])('treats kinds and states given as %j as not given', async (directoryListingTypes) => {
    const query = { searchString: 'sun', directoryListingTypes: directoryListingTypes as never };
    expect(names(await visitor.expectOk(directory.autocomplete, { query }))).toEqual(names(await complete('sun')));
    const states = { directoryListingTypes: directoryListingTypes as never, usStates: directoryListingTypes as never };
    expect((await visitor.expectOk(directory.search, { query: states })).resultCount).toBeGreaterThan(5);
  });

  test.each([
    ['100%', ['100% Pure']],
    ['r_s', ['Under_score']],
    ['\\', []],
  ])('takes %s literally', async (typed, found) => {
    const padded = typed.length < 2 ? `${typed}${typed}` : typed;
    expect(names(await complete(padded))).toEqual(found);
  });

  test('finds brands by their organization’s name unless asked not to', async () => {
    expect(names(await complete('emerald'))).toContain('Mellow Sun');
    expect(await complete('emerald', { searchOrgNames: 'false' })).toEqual([]);
  });

  test('takes at least 2 characters', async () => {
    const answer = await visitor.call(directory.autocomplete, { query: { searchString: 's' } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { searchString: 'Type at least 2 characters' } });
  });

  test('is open to visitors, without prices', async () => {
    const query = { searchString: 'sun' };
    expect(await app.withToken(null).expectOk(directory.autocomplete, { query })).toEqual(await complete('sun'));
  });
});

describe('search', () => {
  test('lists every brand by name without a term, with its product count', async () => {
    const seller = await makeSeller(db(), { org });
    await makeProduct(db(), seller);
    await makeProduct(db(), seller, { listingState: 'BACKORDER' });
    await makeProduct(db(), seller, { listingState: 'INTERNAL' });
    const { results, resultCount, page } = await visitor.expectOk(directory.search, { query: {} });
    expect(names(results)).toEqual([...names(results)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(resultCount).toBe(results.length);
    expect(page).toBe(0);
    expect(names(results)).not.toContain('Sundown');
    expect(results.find(({ id }) => id === seller.brand.id)).toMatchObject({
      directoryListingType: 'brand',
      slug: seller.brand.slug,
      productCount: 2,
      org: { id: org.id, name: 'Emerald Holdings' },
    });
  });

  test('filters by state and kind of listing', async () => {
    const hidden = await makeLicense(db(), org, { usState: 'NV', dba: 'Hidden Desert' });
    await db().update(licenses).set({ isPublic: false }).where(eq(licenses.id, hidden.id));
    await makeLicense(db(), org, { usState: 'NV', dba: 'Desert Counter' });
    const search = (query: object) => visitor.expectOk(directory.search, { query });
    const inNevada = await search({ usStates: 'NV', directoryListingTypes: 'brand,org,license' });
    expect(names(inNevada.results)).toEqual(['Desert Counter', 'Emerald Holdings', 'Sunrise Farms']);
    expect(names((await search({ usStates: 'NV' })).results)).toEqual(['Sunrise Farms']);
    const orgs = await search({ searchTerm: 'emerald', directoryListingTypes: 'org' });
    expect(orgs.results).toMatchObject([{ id: org.id, directoryListingType: 'org', slug: null }]);
  });

  test('sorts by each field it lists, instead of the best match, and by no other', async () => {
    const [late, early] = [await makeOrg(db(), { name: 'Zinnia Group' }), await makeOrg(db(), { name: 'Aster Group' })];
    const dated = (name: string, day: number) => ({ name, createdAt: new Date(Date.UTC(2026, 0, day)) });
    await makeBrand(db(), late, dated('Quartz', 3));
    await makeBrand(db(), late, dated('Blue Quartz', 1));
    await makeBrand(db(), early, dated('Old quartz', 2));
    const sorted = async (query: { sort?: ListingSort } = {}) =>
      names((await visitor.expectOk(directory.search, { query: { searchTerm: 'quartz', ...query } })).results);
    expect(await sorted()).toEqual(['Quartz', 'Blue Quartz', 'Old quartz']);
    const fields = await app.withToken(null).expectOk(directory.sortableFields, {});
    expect(fields).toEqual([
      { key: 'name', displayName: 'Name' },
      { key: 'city', displayName: 'City' },
      { key: 'licenseNumber', displayName: 'License number' },
      { key: 'lastChecked', displayName: 'Last checked' },
    ]);
    const ofMarket = Object.keys(LISTING_SORTS) as ListingSort[];
    expect(await Promise.all(ofMarket.map((sort) => sorted({ sort })))).toEqual([
      ['Blue Quartz', 'Old quartz', 'Quartz'],
      ['Old quartz', 'Blue Quartz', 'Quartz'],
      ['Quartz', 'Old quartz', 'Blue Quartz'],
    ]);
    const refused = await visitor.call(directory.search, { query: { sort: 'slug' as ListingSort } });
    expect(refused.status).toBe(400);
  });

  test('pages without gaps or repeats', async () => {
    const crowd = await makeOrg(db());
    for (let i = 0; i < 30; i += 1) await makeBrand(db(), crowd, { name: 'Twin Peaks' });
    const pages = [];
    for (const page of [0, 1, 2]) {
      pages.push(await visitor.expectOk(directory.search, { query: { searchTerm: 'twin peaks', page } }));
    }
    expect(pages.map(({ results }) => results.length)).toEqual([25, 5, 0]);
    expect(pages.map(({ resultCount }) => resultCount)).toEqual([30, 30, 30]);
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(30);
  });
});

test('featured brands can be limited to a state, and are never disabled', async () => {
  const featured = (query: object) => visitor.expectOk(brands.featured, { query });
  expect(names(await featured({}))).toEqual(['Mellow Sun', 'Sunrise Farms']);
  expect(names(await featured({ usStateAbbv: 'co' }))).toEqual(['Sunrise Farms']);
});
