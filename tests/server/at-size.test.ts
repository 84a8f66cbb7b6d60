import { expect, test } from 'vitest';
import { contract } from '../../domain/contract';
import { brands, licenses, orgUsers } from '../../server/db/schema';
import { makeRole, makeUser, unique } from '../support/factories';
import { openSellerApp } from '../support/seller-app';

const LICENSES = 200;
const BRANDS = 300;
const PEOPLE = 80;
const { app, seller, owner } = await openSellerApp();
const orgId = seller.org.id;
const numbered = (count: number) => Array.from({ length: count }, (_, at) => at);
const padded = (at: number) => String(at).padStart(3, '0');

test('an organization with 200 licenses, 300 brands and 80 people pages, searches and sorts each of them right', async () => {
  const { db } = app.database;
  const tag = unique();
  await db.insert(licenses).values(
    numbered(LICENSES).map((at) => ({
      orgId,
      licenseNumber: `SZ${tag}-${padded(at)}`,
      name: `Size ${padded(LICENSES - at)}`,
      licenseeName: 'Size',
      licenseType: at % 2 === 0 ? 'RETAILER' : 'CULTIVATOR',
      usState: at % 4 === 0 ? 'CO' : 'CA',
      addressLineOne: '',
      city: '',
      postalCode: '',
    })),
  );
  await db
    .insert(brands)
    .values(numbered(BRANDS).map((at) => ({ orgId, name: `Brand ${padded(at)}`, slug: `size-${tag}-${at}` })));
  const role = await makeRole(db, seller.org, { features: {} });
  for (const at of numbered(PEOPLE)) {
    const user = await makeUser(db, { firstName: 'Person', lastName: padded(at) });
    await db.insert(orgUsers).values({ orgId, userId: user.id, email: user.email, roleId: role.id });
  }

  const search = (body: object) =>
    owner.expectOk(contract.licenses.search, { body: { orgId, filters: { searchTerm: `SZ${tag}` }, ...body } });
  const seen = new Set<number>();
  for (const page of numbered(4)) {
    const { results, resultCount } = await search({ page, itemsPerPage: 50, sortBy: 'name', sortDesc: true });
    expect(resultCount).toBe(LICENSES);
    expect(results.map(({ name }) => name)).toEqual(
      numbered(50).map((at) => `Size ${padded(LICENSES - page * 50 - at)}`),
    );
    for (const { id } of results) seen.add(id);
  }
  expect(seen.size).toBe(LICENSES);
  const inColorado = { searchTerm: `SZ${tag}`, usStates: ['CO' as const] };
  expect((await search({ filters: inColorado })).resultCount).toBe(LICENSES / 4);
  const byNumber = await search({ filters: { searchTerm: `sz${tag}-017` } });
  expect(byNumber.results.map(({ licenseNumber }) => licenseNumber)).toEqual([`SZ${tag}-017`]);

  const people = await owner.expectOk(contract.organization.users, { params: { orgId }, query: {} });
  const named = people.filter(({ firstName }) => firstName === 'Person');
  expect(named).toHaveLength(PEOPLE);
  expect(new Set(named.map(({ id }) => id)).size).toBe(PEOPLE);

  const whole = await owner.expectOk(contract.organization.full, { params: { orgId } });
  expect(whole.brands.filter(({ slug }) => slug.startsWith(`size-${tag}-`)).map(({ name }) => name)).toEqual(
    numbered(BRANDS).map((at) => `Brand ${padded(at)}`),
  );
});
