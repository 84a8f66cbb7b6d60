import { eq } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../domain/bulk/contract';
import { customers as customerContract } from '../../../domain/customers/contract';
import { CustomerEdit } from '../../../domain/customers/customer';
import { customerImports as contract } from '../../../domain/customers/import-contract';
import { customerManagers, customers, offerCustomers, orgUsers } from '../../../server/db/schema';
import { makeOffer } from '../../support/deals/factories';
import {
  makeBuyer,
  makeCompany,
  makeCustomer,
  makeCustomerStatus,
  makeMember,
  makeOrder,
  makeSeller,
  makeServiceZone,
} from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
let scope: { orgId: number; companyId: number };

beforeAll(async () => {
  scope = { orgId: seller.org.id, companyId: seller.company.id };
});

const kept = async (id: number) => (await app.database.db.select().from(customers).where(eq(customers.id, id)))[0];

test('a preview says what would happen and writes nothing; applying does exactly that', async () => {
  const { db } = app.database;
  const buyer = await makeBuyer(db);
  const status = await makeCustomerStatus(db, seller);
  const known = await makeCustomer(db, seller, { buyer, notes: 'Old' });
  const rows = [
    { licenseNumber: buyer.license.licenseNumber, notes: 'New', customerStatus: status.name.toUpperCase() },
    { name: 'Fresh Fields', email: 'buy@fresh.example', managers: seller.owner.user.email, creditLimitUsd: '$1,500' },
    { name: 'Nobody', licenseNumber: 'NOT-A-LICENSE' },
    { licenseNumber: buyer.license.licenseNumber, notes: 'Again' },
  ];
  const preview = await owner.expectOk(contract.preview, { body: { ...scope, rows } });
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['update', 'create', 'refused', 'refused']);
  expect(await kept(known.id)).toMatchObject({ notes: 'Old', version: 0 });

  const applied = await owner.expectOk(contract.apply, { body: { ...scope, fileName: 'shops.csv', rows } });
  expect(applied.rows.map(({ verdict }) => verdict)).toEqual(preview.rows.map(({ verdict }) => verdict));
  expect(await kept(known.id)).toMatchObject({ notes: 'New', customerStatusId: status.id, version: 1 });
  const fresh = await owner.expectOk(customerContract.get, { params: { id: applied.rows[1]?.customerId ?? 0 } });
  expect(fresh).toMatchObject({
    name: 'Fresh Fields',
    creditLimitUsd: '1500.00',
    managerIds: [seller.owner.orgUserId],
  });
  const again = await owner.expectOk(contract.preview, { body: { ...scope, rows } });
  expect(again.rows.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged', 'refused', 'refused']);
});

test('a customer of a name written in another way is the same one, of its own company alone', async () => {
  const { db } = app.database;
  const known = await makeCustomer(db, seller, { name: 'Ann’s  CAF\u00c9 West', email: 'ann@example.com' });
  const other = await makeSeller(db);
  await makeCustomer(db, other, { name: 'Over the Hill' });
  const rows = [
    { row: 2, name: " ann's cafe\u0301 west", phone: '510' },
    { row: 5, name: 'Ann’s Café West', email: 'second@example.com' },
    { row: 6, name: 'over the hill' },
    { row: 8, name: 'OVER THE\u00a0HILL' },
  ];
  const { rows: shown } = await owner.expectOk(contract.preview, { body: { ...scope, rows } });
  expect(shown.map(({ row, verdict, customerId, reasons }) => [row, verdict, customerId, ...reasons])).toEqual([
    [2, 'update', known.id],
    [5, 'create', null, expect.stringMatching(/^There is a customer of this name with the email ann@example\.com\./)],
    [6, 'create', null],
    [8, 'refused', null, 'Same customer as row 6'],
  ]);
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows } });
  expect(applied.rows.map(({ row, verdict }) => [row, verdict])).toEqual(
    shown.map(({ row, verdict }) => [row, verdict]),
  );
  const again = await owner.expectOk(contract.preview, { body: { ...scope, rows } });
  expect(again.rows.map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
    ['refused', '2 customers have this name. Add its email or license number'],
    ['unchanged'],
    ['unchanged'],
    ['refused', 'Same customer as row 6'],
  ]);
  expect(await kept(known.id)).toMatchObject({ name: 'Ann’s  CAFÉ West', phone: '510' });
  const lost = { ...scope, rows: [{ name: 'Lost \ufffd' }] };
  expect(await owner.call(contract.preview, { body: lost })).toMatchObject({ status: 400 });
});

test('undoing restores previous values, except for what was changed or used since, and reports each row', async () => {
  const { db } = app.database;
  const [first, second] = [
    await makeCustomer(db, seller, { phone: '1' }),
    await makeCustomer(db, seller, { phone: '2' }),
  ];
  const rows = [
    { name: first.name, phone: '11' },
    { name: second.name, phone: '22' },
    { name: 'Made and left alone' },
    { name: 'Made and ordered for' },
    { name: 'Made and offered to' },
  ];
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows } });
  const [, , alone, used, offered] = applied.rows.map(({ customerId }) => customerId ?? 0);
  const standing = await owner.expectOk(customerContract.get, { params: { id: second.id } });
  await owner.expectOk(customerContract.update, {
    params: { id: second.id },
    body: { ...CustomerEdit.parse(standing), notes: 'Changed since' },
  });
  await makeOrder(db, seller, { customer: { ...first, id: used ?? 0 } });
  const offer = await makeOffer(db, seller);
  await db.insert(offerCustomers).values({ orgId: seller.org.id, offerId: offer.id, customerId: offered ?? 0 });
  const undone = await owner.expectOk(contract.undo, { params: { id: applied.id } });
  expect(undone.rows.map(({ undo }) => undo)).toEqual(['restored', 'kept', 'removed', 'kept', 'kept']);
  expect(undone.undone).not.toBeNull();
  expect(await kept(first.id)).toMatchObject({ phone: '1', version: 2 });
  expect(await kept(second.id)).toMatchObject({ phone: '22', notes: 'Changed since' });
  expect(await kept(alone ?? 0)).toBeUndefined();
  expect(await kept(used ?? 0)).toMatchObject({ name: 'Made and ordered for' });
  expect(await kept(offered ?? 0)).toMatchObject({ name: 'Made and offered to' });
  expect(await owner.call(contract.undo, { params: { id: applied.id } })).toMatchObject({ status: 409 });
  expect(await owner.expectOk(contract.get, { params: { id: applied.id } })).toEqual(undone);
});

test('undoing from the recent changes does the same, as a job', async () => {
  const first = await makeCustomer(app.database.db, seller, { phone: '1' });
  const rows = [
    { name: first.name, phone: '11' },
    { name: 'Made for a moment' },
    { name: 'Nobody', licenseNumber: '?' },
  ];
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows } });
  expect(await undoLater(applied.id)).toMatchObject({ entity: 'customer', total: 2, succeeded: 2, failed: 0 });
  const after = await owner.expectOk(contract.get, { params: { id: applied.id } });
  expect(after.rows.map(({ undo }) => undo)).toEqual(['restored', 'removed', null]);
  expect(after.undone).not.toBeNull();
  expect(await kept(first.id)).toMatchObject({ phone: '1' });
  expect(await owner.call(contract.undo, { params: { id: applied.id } })).toMatchObject({ status: 409 });
});

test('undoing leaves a license that has orders since, as the form would, and managers who left', async () => {
  const { db } = app.database;
  const [bought, quiet] = [await makeBuyer(db), await makeBuyer(db)];
  const gone = await makeMember(db, seller);
  const [one, other] = [await makeCustomer(db, seller), await makeCustomer(db, seller)];
  await db.insert(customerManagers).values({ orgId: seller.org.id, customerId: other.id, orgUserId: gone.orgUserId });
  const rows = [
    { name: one.name, licenseNumber: bought.license.licenseNumber },
    { name: other.name, licenseNumber: quiet.license.licenseNumber, managers: seller.owner.user.email },
  ];
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows } });
  expect(applied.rows.map(({ verdict }) => verdict)).toEqual(['update', 'update']);
  await makeOrder(db, seller, { buyer: bought, customer: { ...one, licenseId: bought.license.id } });
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
  const undone = await owner.expectOk(contract.undo, { params: { id: applied.id } });
  expect(undone.rows.map(({ undo }) => undo)).toEqual(['kept', 'restored']);
  expect((await kept(one.id))?.licenseId).toBe(bought.license.id);
  expect((await kept(other.id))?.licenseId).toBeNull();
  expect(await owner.expectOk(customerContract.get, { params: { id: other.id } })).toMatchObject({ managerIds: [] });
});

async function undoLater(importId: number) {
  const { id } = await owner.expectOk(bulkActs.undo, { params: { id: importId } });
  return vi.waitFor(async () => {
    const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).toBe('DONE');
    return progress;
  }, 30_000);
}

test('people who can’t set credit can’t import or undo it', async () => {
  const both = { read: true, write: true };
  const { user } = await makeMember(app.database.db, seller.org, {
    features: { CUSTOMERS: both },
    companyIds: [seller.company.id],
  });
  const clerk = await app.as(user, seller.org);
  const rows = [{ name: 'On terms', paymentTermsDays: 'Net 30' }, { name: 'Plain' }];
  const preview = await clerk.expectOk(contract.preview, { body: { ...scope, rows } });
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(['refused', 'create']);
  const known = await makeCustomer(app.database.db, seller);
  const applied = await owner.expectOk(contract.apply, {
    body: { ...scope, rows: [{ name: known.name, creditLimitUsd: '10' }] },
  });
  expect(await clerk.call(contract.undo, { params: { id: applied.id } })).toMatchObject({ status: 403 });
  expect(await kept(known.id)).toMatchObject({ creditLimitUsd: '10.00' });
});

test('another organization can’t see an import', async () => {
  const other = await makeSeller(app.database.db);
  const stranger = await app.as(other.owner.user, other.org);
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows: [{ name: 'Ours' }] } });
  for (const call of [contract.get, contract.undo]) {
    expect(await stranger.call(call, { params: { id: applied.id } })).toMatchObject({ status: 404 });
  }
  const theirs = { orgId: other.org.id, companyId: seller.company.id, rows: [{ name: 'X' }] };
  expect(await stranger.call(contract.apply, { body: theirs })).toMatchObject({ status: 404 });
});

test.each([
  ['another organization', async () => makeSeller(app.database.db)],
  ['another company of the organization', () => secondCompany()],
])('a status, service zone or manager that only %s has is refused by its name', async (_, makeOther) => {
  const { db } = app.database;
  const other = await makeOther();
  const [status, zone] = [await makeCustomerStatus(db, other), await makeServiceZone(db, other)];
  const rows = [
    { name: 'By status', customerStatus: status.name },
    { name: 'By zone', serviceZone: zone.name },
    ...(other.org.id === seller.org.id ? [] : [{ name: 'By manager', managers: other.owner.user.email }]),
  ];
  const preview = await owner.expectOk(contract.preview, { body: { ...scope, rows } });
  const applied = await owner.expectOk(contract.apply, { body: { ...scope, rows } });
  const refused = rows.map(() => 'refused');
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(refused);
  expect(applied.rows.map(({ verdict }) => verdict)).toEqual(refused);
});

const secondCompany = () => makeCompany(app.database.db, seller);

test('the same file sent twice at once with one key is imported once', async () => {
  const body = { ...scope, rows: [{ name: 'Only once' }] };
  const key = crypto.randomUUID();
  const answers = await Promise.all(
    [1, 2].map(() => owner.expectOk(contract.apply, { body }, { idempotencyKey: key })),
  );
  expect(answers[0]).toEqual(answers[1]);
  const found = await app.database.db.select().from(customers).where(eq(customers.name, 'Only once'));
  expect(found).toHaveLength(1);
});
