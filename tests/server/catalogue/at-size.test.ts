import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { enlarge, LARGE, numbered, padded } from '../../support/large-organization';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const orgId = seller.org.id;

test('an organization with 200 licenses, 300 brands and 80 people pages, searches and sorts each of them right', async () => {
  const { tag } = await enlarge(app.database.db, seller.org);
  const search = (body: object) =>
    owner.expectOk(contract.licenses.search, { body: { orgId, filters: { searchTerm: `SZ${tag}` }, ...body } });
  const seen = new Set<number>();
  for (const page of numbered(4)) {
    const { results, resultCount } = await search({ page, itemsPerPage: 50, sortBy: 'name', sortDesc: true });
    expect(resultCount).toBe(LARGE.licenses);
    expect(results.map(({ name }) => name)).toEqual(
      numbered(50).map((at) => `Size ${padded(LARGE.licenses - page * 50 - at)}`),
    );
    for (const { id } of results) seen.add(id);
  }
  expect(seen.size).toBe(LARGE.licenses);
  const inColorado = { searchTerm: `SZ${tag}`, usStates: ['CO' as const] };
  expect((await search({ filters: inColorado })).resultCount).toBe(LARGE.licenses / 4);
  const byNumber = await search({ filters: { searchTerm: `sz${tag}-017` } });
  expect(byNumber.results.map(({ licenseNumber }) => licenseNumber)).toEqual([`SZ${tag}-017`]);

  const people = await owner.expectOk(contract.organization.users, { params: { orgId }, query: {} });
  const named = people.filter(({ firstName }) => firstName === 'Person');
  expect(named).toHaveLength(LARGE.people);
  expect(new Set(named.map(({ id }) => id)).size).toBe(LARGE.people);

  const whole = await owner.expectOk(contract.organization.full, { params: { orgId } });
  expect(whole.brands.filter(({ slug }) => slug.startsWith(`size-${tag}-`)).map(({ name }) => name)).toEqual(
    numbered(LARGE.brands).map((at) => `Brand ${padded(at)}`),
  );
});
