import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { contract } from '../../../domain/calls';
import { companies, licenses, orgUsers, roles } from '../../../server/db/schema';
import { makeLicense, makeMember, makeSeller, unique } from '../../support/factories';
import { makeCompany } from '../../support/organization/factories';
import { openSellerApp } from '../../support/seller-app';

const { bulkActs, licenseImports, licenses: calls } = contract;
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

test('undoing an import removes its licenses, but for those used or changed since, which say so', async () => {
  const numbers = ['A', 'B', 'C', 'D'].map((letter) => `C11-${letter}${unique()}-LIC`);
  const rows = numbers.map((licenseNumber) => ({ licenseNumber, name: 'Cedar Farm', state: 'CA' }));
  const refused = { licenseNumber: 'X-1', name: '', state: 'CA' };
  await owner.expectOk(licenseImports.apply, body([...rows, refused]));
  const recent = () => owner.expectOk(bulkActs.list, { query: { path: licenseImports.apply.path } });
  const [imported] = await recent();
  expect(imported).toMatchObject({
    entity: 'license',
    act: 'import',
    total: 5,
    succeeded: 4,
    failed: 1,
    canUndo: true,
  });
  const ids = await Promise.all(numbers.map(async (number) => (await find(number))?.id ?? 0));
  const [, sold = 0, renamed = 0, assigned = 0] = ids;
  const { company } = await makeCompany(db(), seller);
  await db().update(companies).set({ licenseId: sold }).where(eq(companies.id, company.id));
  await db().update(licenses).set({ version: 1 }).where(eq(licenses.id, renamed));
  await makeMember(db(), seller, { features: {}, licenseIds: [assigned] });

  const { id } = await owner.expectOk(bulkActs.undo, { params: { id: imported?.id ?? 0 } });
  const done = await finished(id);
  expect(done).toMatchObject({ total: 4, succeeded: 1, failed: 3 });
  expect(done.rows.results.map(({ message }) => message)).toEqual([
    null,
    'It’s in use now, so it stays: 1 company that sells with it.',
    'It was changed since, so it stays as it is.',
    'It’s in use now, so it stays: 1 person assigned to it.',
  ]);
  expect(await Promise.all(numbers.map(find))).toEqual([
    undefined,
    expect.anything(),
    expect.anything(),
    expect.anything(),
  ]);
  expect((await owner.call(bulkActs.undo, { params: { id: imported?.id ?? 0 } })).status).toBe(409);
  expect((await recent()).slice(0, 2).map(({ canUndo }) => canUndo)).toEqual([false, false]);
});

test('an undo asks for what removing a license does, and is only for who imported', async () => {
  const features = { MANAGE_LICENSES: { read: true, write: false }, CLAIM_LICENSE: { read: true, write: true } };
  const clerk = await makeMember(db(), seller, { features });
  const caller = await app.as(clerk.user, seller.org);
  const number = `C11-${unique()}-LIC`;
  await caller.expectOk(licenseImports.apply, body([{ licenseNumber: number, name: 'Oak', state: 'CA' }]));
  const [imported] = await caller.expectOk(bulkActs.list, { query: { path: licenseImports.apply.path } });
  const params = { params: { id: imported?.id ?? 0 } };
  expect((await caller.call(bulkActs.undo, params)).status).toBe(403);
  expect((await owner.call(bulkActs.undo, params)).status).toBe(404);
  await db()
    .update(roles)
    .set({ features: { ...features, MANAGE_LICENSES: { read: true, write: true } } })
    .where(eq(roles.id, clerk.roleId));
  const { id } = await caller.expectOk(bulkActs.undo, params);
  expect(await finished(id, caller)).toMatchObject({ succeeded: 1, failed: 0 });
  expect(await find(number)).toBeUndefined();
});

async function find(licenseNumber: string) {
  const { results } = await owner.expectOk(calls.search, {
    body: { orgId: seller.org.id, filters: { searchTerm: licenseNumber } },
  });
  return results[0];
}

const finished = (id: number, caller = owner) =>
  vi.waitFor(async () => {
    const progress = await caller.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).toBe('DONE');
    return progress;
  }, 30_000);
