import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { licenses, orgUsers } from '../../../server/db/schema';
import { makeLicense, makeMember, makeSeller, unique } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { licenseImports, licenses: calls } = contract;
const { app, seller, owner } = await openSellerApp();
const db = () => app.database.db;
const body = (rows: object[]) => ({ body: { orgId: seller.org.id, rows } });
const held = () => db().$count(licenses, eq(licenses.orgId, seller.org.id));

test('a file of licenses is checked row by row, then added; what is there already stays', async () => {
  const other = await makeSeller(db());
  const theirs = await makeLicense(db(), other, { usState: 'CA' });
  const number = `C11-${unique()}-LIC`;
  const rows = [
    {
      licenseNumber: number.toLowerCase(),
      name: 'Cedar Farm',
      state: 'california',
      licenseType: 'Cultivator',
      city: 'Ukiah',
    },
    { licenseNumber: number, name: 'Cedar again', state: 'CA' },
    { licenseNumber: seller.license.licenseNumber, name: 'Ours', state: seller.license.usState },
    { licenseNumber: theirs.licenseNumber, name: 'Theirs', state: 'CA' },
    { licenseNumber: 'X-1', name: '', state: 'ZZ', licenseType: 'Spaceport', postalCode: '9' },
  ];
  const before = await held();
  const previewed = await owner.expectOk(licenseImports.preview, body(rows));
  expect(previewed.rows.map(({ verdict, reasons }) => [verdict, reasons.length])).toEqual([
    ['create', 0],
    ['refused', 1],
    ['unchanged', 1],
    ['refused', 1],
    ['refused', 4],
  ]);
  expect(await held()).toBe(before);
  expect((await owner.expectOk(licenseImports.apply, body(rows))).rows).toEqual(previewed.rows);
  expect(await held()).toBe(before + 1);
  const { results } = await owner.expectOk(calls.search, {
    body: { orgId: seller.org.id, filters: { searchTerm: number.toUpperCase() } },
  });
  expect(results).toMatchObject([
    { licenseNumber: number.toUpperCase(), name: 'Cedar Farm', licenseType: 'CULTIVATOR', address: { city: 'Ukiah' } },
  ]);
});

test('someone who sees only assigned licenses is assigned those they import', async () => {
  const features = { MANAGE_LICENSES: { read: true, write: true }, CLAIM_LICENSE: { read: true, write: true } };
  const clerk = await makeMember(db(), seller, { features });
  const caller = await app.as(clerk.user, seller.org);
  await caller.expectOk(
    licenseImports.apply,
    body([{ licenseNumber: `C11-${unique()}-LIC`, name: 'Oak', state: 'CA' }]),
  );
  const [row] = await db()
    .select({ licenseIds: orgUsers.licenseIds })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, seller.org.id), eq(orgUsers.id, clerk.orgUserId)));
  expect(row?.licenseIds).toHaveLength(1);
});

test('only people who may add licenses import them, for their own organization', async () => {
  const rows = [{ licenseNumber: 'C11-1', name: 'Oak', state: 'CA' }];
  const clerk = await makeMember(db(), seller, { features: { MANAGE_LICENSES: { read: true, write: true } } });
  const caller = await app.as(clerk.user, seller.org);
  expect((await caller.call(licenseImports.apply, body(rows))).status).toBe(403);
  const other = await makeSeller(db());
  const stranger = await app.as(other.owner.user, other.org);
  expect((await stranger.call(licenseImports.preview, body(rows))).status).toBe(404);
});
