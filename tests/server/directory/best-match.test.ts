import { beforeAll, describe, expect, test } from 'vitest';
import { MOST_LISTINGS } from '../../../domain/directory/best-match';
import { directory } from '../../../domain/directory/contract';
import type { ListingSort } from '../../../domain/directory/sorts';
import { licenses } from '../../../server/db/schema';
import { type Random, randomFrom } from '../../../server/seed/random';
import { type Registered, sampleRegister } from '../../../server/seed/specs/register';
import { openApp, type TestCaller } from '../../support/app';
import { makeLicense, makeOrg, type OrgFixture } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;
const DAY = 86_400_000;
let visitor: TestCaller;
let org: OrgFixture;

beforeAll(async () => {
  visitor = app.withToken(null);
  org = await makeOrg(db(), { name: 'Holder' });
});

const type = 'license' as const;
const complete = (searchString: string) =>
  visitor.expectOk(directory.autocomplete, { query: { searchString, directoryListingTypes: [type] } });
const search = (query: { searchTerm?: string; sort?: ListingSort; page?: number; itemsPerPage?: number }) =>
  visitor.expectOk(directory.search, { query: { ...query, directoryListingTypes: [type] } });
const said = async (typed: string) => (await complete(typed)).map(({ name, why }) => [name, why]);
const license = (values: Partial<typeof licenses.$inferInsert>) =>
  makeLicense(db(), org, { dba: null, ...values } as Parameters<typeof makeLicense>[2]);

describe('the best match', () => {
  test('of a license number is that license, in whatever punctuation, whole before begun', async () => {
    await license({ name: 'Wren Supply', usState: 'OR', licenseNumber: '050 20022233' });
    await license({ name: 'Lark Supply', usState: 'OR', licenseNumber: '050 2002223344' });
    for (const typed of ['050 20022233', '05020022233', '050-2002.2233', ' 050/20022233 ']) {
      expect((await said(typed)).slice(0, 2)).toEqual([
        ['Wren Supply', 'license number'],
        ['Lark Supply', 'number begins'],
      ]);
    }
    await license({ name: 'Swift Supply', usState: 'IL', licenseNumber: '284.000991-AUDO' });
    expect(await said('284000991audo')).toEqual([['Swift Supply', 'license number']]);
  });

  test('is a name’s beginning, then another name it trades under, then a city; and says so', async () => {
    await license({ name: 'Petrel Trading', city: 'Oakland' });
    await license({ name: 'North Star', dba: 'Petrel House', city: 'Oakland' });
    await license({ name: 'South Star', city: 'Petrel Bay' });
    await license({ name: 'Petrel', city: 'Oakland' });
    await license({ name: 'Old Petrel', city: 'Oakland' });
    expect(await said('petrel')).toEqual([
      ['Petrel', 'name'],
      ['Petrel Trading', 'name begins'],
      ['Petrel House', 'DBA'],
      ['Old Petrel', 'word in name'],
      ['South Star', 'city'],
    ]);
    expect(await said('bay star')).toEqual([['South Star', 'words']]);
    expect((await said('petrl'))[0]).toEqual(['Petrel', 'similar spelling']);
    const business = await makeOrg(db(), { name: 'Shearwater Group' });
    await makeLicense(db(), business, { name: 'Unit Nine', dba: null });
    expect(await said('shearwater')).toEqual([['Unit Nine', 'business']]);
  });

  test('among equal ones is checked, then fresh, then valid', async () => {
    const at = (days: number) => new Date(Date.now() - days * DAY);
    const checkedFrom = 'STATE_REGISTER' as const;
    await license({ name: 'Gannet A', city: 'unchecked' });
    await license({ name: 'Gannet B', city: 'stale', checkedAt: at(40), checkedFrom });
    await license({ name: 'Gannet C', city: 'lapsed', checkedAt: at(1), checkedFrom, expiresOn: '2020-01-31' });
    await license({ name: 'Gannet D', city: 'fresh', checkedAt: at(1), checkedFrom, expiresOn: '2090-01-31' });
    const found = await complete('gannet');
    expect(found.map(({ license: of }) => [of?.city, of?.standing])).toEqual([
      ['fresh', 'FRESH'],
      ['lapsed', 'EXPIRED'],
      ['stale', 'STALE'],
      ['unchecked', 'UNKNOWN'],
    ]);
    expect(found[0]?.license).toMatchObject({ checkedFrom, expiresOn: '2090-01-31' });
    expect(found[3]?.license).toMatchObject({ checkedAt: null, checkedFrom: null });
  });

  test('never finds a license that isn’t public', async () => {
    await license({ name: 'Secret Skua', licenseNumber: 'SKUA-777123', isPublic: false });
    expect(await complete('skua')).toEqual([]);
    expect(await complete('SKUA-777123')).toEqual([]);
  });
});

test('licenses are sorted by name, city, number and last checked', async () => {
  const at = (days: number) => ({
    checkedAt: new Date(Date.now() - days * DAY),
    checkedFrom: 'TRACKING_SYSTEM' as const,
  });
  await license({ name: 'Tern B', city: 'Alameda', licenseNumber: 'T-3', ...at(5) });
  await license({ name: 'Tern C', city: '', licenseNumber: 'T-1', ...at(2) });
  await license({ name: 'Tern A', city: 'Berkeley', licenseNumber: 'T-2' });
  const sorted = async (sort: ListingSort) =>
    (await search({ searchTerm: 'tern', sort })).results.map(({ name }) => name.slice(-1)).join('');
  expect(await sorted('name')).toBe('ABC');
  expect(await sorted('city')).toBe('BAC');
  expect(await sorted('licenseNumber')).toBe('CAB');
  expect(await sorted('lastChecked')).toBe('CBA');
});

describe('in a register of 3,000 licenses', () => {
  let register: Registered[];
  const PER_ORG = 60;

  beforeAll(async () => {
    register = sampleRegister(3_000, { today: '2026-11-01' });
    for (let from = 0; from < register.length; from += PER_ORG) {
      const { id: orgId } = await makeOrg(db(), { name: `Register Holder ${from}` });
      await db()
        .insert(licenses)
        .values(
          register.slice(from, from + PER_ORG).map(({ lineOne, ...one }) => ({
            ...one,
            orgId,
            licenseeName: one.name,
            addressLineOne: lineOne,
          })),
        );
    }
  });

  test('95 % of 500 that are known are among the first three: typed right, mistyped, by number', async () => {
    const random = randomFrom(500);
    const missed: string[] = [];
    for (let at = 0; at < 500; at++) {
      const wanted = random.pick(register);
      const known = wanted.dba !== null && random.chance(0.5) ? wanted.dba : wanted.name;
      const typed =
        at % 5 < 2
          ? known.toLowerCase()
          : at % 5 < 4
            ? mistyped(known, random)
            : punctuated(wanted.licenseNumber, random);
      const first = (await complete(typed)).slice(0, 3);
      if (!first.some(({ license: of }) => of?.licenseNumber === wanted.licenseNumber))
        missed.push(`${typed} (${known})`);
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(25);
  });

  test('results end at 1,000, page by page, and say there are more', async () => {
    const itemsPerPage = 250;
    const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => search({ sort: 'name', page, itemsPerPage })));
    expect(pages.map(({ results }) => results.length)).toEqual([250, 250, 250, 250, 0]);
    expect(new Set(pages.map(({ resultCount }) => resultCount))).toEqual(new Set([MOST_LISTINGS + 1]));
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(MOST_LISTINGS);
  });
});

/** A name with one typing error: a letter missing, doubled, another one, or two swapped. */
function mistyped(name: string, { int, pick }: Random): string {
  const words = name.toLowerCase().split(' ');
  const which = pick(words.flatMap((word, at) => (/^[a-z]{4,}$/.test(word) ? [at] : [])));
  const word = words[which] ?? '';
  const at = int(1, word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
  const changed = pick([
    before + after,
    before + letter + letter + after,
    `${before}x${after}`,
    before + (after[0] ?? '') + letter + after.slice(1),
  ]);
  return words.map((one, place) => (place === which ? changed : one)).join(' ');
}

/** A number with other marks between its parts, in small letters. */
const punctuated = (number: string, { pick }: Random): string =>
  number.toLowerCase().replace(/[^a-z0-9]/g, () => pick([' ', '-', '.', '', '/', '–']));
