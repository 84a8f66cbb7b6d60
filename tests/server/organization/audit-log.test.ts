import { eq } from 'drizzle-orm';
import { parse } from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog } from '../../../server/db/schema';
import { makeMember, makeOrder, makeSeller, makeUser } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { list: call, export: exported } = contract.auditLog;
const decidesOnRoles = { MANAGE_ROLES: { read: true, write: true } };

const { app, seller, owner } = await openSellerApp();

beforeAll(async () => {
  const { order } = await makeOrder(app.database.db, seller);
  await owner.expectOk(contract.orders.addComment, { params: { id: order.id }, body: { comment: 'Dock 4' } });
  const role = { name: 'Counter staff', features: {} };
  await owner.expectOk(contract.roles.create, { params: { orgId: seller.org.id }, body: role });
});

const params = () => ({ orgId: seller.org.id });

test('the owner reads who changed what, newest first', async () => {
  const { results, resultCount } = await owner.expectOk(call, { params: params(), query: {} });
  expect(resultCount).toBe(results.length);
  const { id, firstName, lastName } = seller.owner.user;
  expect(results[0]).toMatchObject({
    person: { id, name: `${firstName} ${lastName}` },
    impersonatedBy: null,
    endpoint: 'POST /orgs/:orgId/roles',
    action: 'Create a role',
    entity: 'role',
    before: null,
    after: { name: 'Counter staff' },
  });
  expect(results.map(({ id }) => id)).toEqual(results.map(({ id }) => id).sort((a, b) => b - a));
});

test('it can be filtered by kind of record, record and person', async () => {
  const all = (await owner.expectOk(call, { params: params(), query: {} })).results;
  const comment = all.find(({ entity }) => entity !== 'role');
  const query = { entity: comment?.entity ?? '', entityId: comment?.entityId ?? '', userId: seller.owner.user.id };
  expect((await owner.expectOk(call, { params: params(), query })).results).toEqual([comment]);
  const somebody = { userId: crypto.randomUUID() };
  expect((await owner.expectOk(call, { params: params(), query: somebody })).resultCount).toBe(0);
});

test('it can be filtered by several kinds of records, part of a name or email, and days', async () => {
  const find = async (query: object) =>
    (await owner.expectOk(call, { params: params(), query })).results.map(({ entity }) => entity);
  expect(await find({ entity: 'role,comment' })).toEqual(['role', 'comment']);
  const { email, firstName, lastName } = seller.owner.user;
  expect(await find({ person: email.toUpperCase() })).toEqual(['role', 'comment']);
  expect(await find({ person: `${firstName} ${lastName}`.slice(1) })).toEqual(['role', 'comment']);
  expect(await find({ person: '%' })).toEqual([]);
  expect(await find({ createdRel: 'LAST_24_HOURS' })).toEqual(['role', 'comment']);
  expect(await find({ createdTo: '2020-01-01' })).toEqual([]);
});

test('automatic changes are labeled as such', async () => {
  const { db } = app.database;
  const entry = { orgId: seller.org.id, endpoint: 'JOB reconcile-billing', entity: 'subscription', requestId: 'r' };
  await db.insert(auditLog).values(entry);
  const { results } = await owner.expectOk(call, { params: params(), query: { entity: 'subscription' } });
  expect(results).toMatchObject([{ action: 'Automatic update', person: null }]);
  await db.delete(auditLog).where(eq(auditLog.entity, 'subscription'));
});

test('the owner and admins read and export it, nobody else, whatever their role may do', async () => {
  const { db } = app.database;
  const admin = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
  const keeper = await makeMember(db, seller, { features: decidesOnRoles });
  for (const [endpoint, input] of [
    [call, { params: params(), query: {} }],
    [exported, { params: params(), query: {} }],
  ] as const) {
    expect((await (await app.as(admin.user, seller.org)).call(endpoint, input)).status).toBe(200);
    expect(await (await app.as(keeper.user, seller.org)).call(endpoint, input)).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: 'Only your organization’s owner and admins can do this.' },
    });
  }
});

test('a change names its record and what it holds by id, by the names of this organization alone', async () => {
  const { db } = app.database;
  const { order } = await makeOrder(db, seller);
  const other = await makeSeller(db);
  const entry = {
    orgId: seller.org.id,
    endpoint: 'PATCH /x',
    entity: 'order',
    requestId: 'r',
    entityId: `${order.id}`,
  };
  const ids = { salesRepOrgUserIds: [seller.owner.orgUserId, other.owner.orgUserId] };
  const [before, after] = [{ distributorId: seller.company.id }, { distributorId: other.company.id, ...ids }];
  const [kept] = await db
    .insert(auditLog)
    .values({ ...entry, before, after })
    .returning({ id: auditLog.id });
  const { results } = await owner.expectOk(call, { params: params(), query: { entity: 'order' } });
  const { firstName, lastName } = seller.owner.user;
  expect(results.find(({ id }) => id === kept?.id)?.names).toEqual({
    [`order:${order.id}`]: order.orderNumber,
    [`company:${seller.company.id}`]: seller.company.name,
    [`member:${seller.owner.orgUserId}`]: `${firstName} ${lastName}`,
  });
  const { csv } = await exportOf({ entity: 'order' });
  expect(csv[0]).toMatchObject({ Record: order.orderNumber, Before: `Distributor: ${seller.company.name}` });
  await db.delete(auditLog).where(eq(auditLog.entity, 'order'));
});

test('an entry that holds more ids than a statement has parameters is read', async () => {
  const { db } = app.database;
  const { order } = await makeOrder(db, seller);
  const after = { orderIds: [...Array.from({ length: 65_536 }, (_, at) => 1e12 + at), order.id] };
  const entry = { orgId: seller.org.id, endpoint: 'POST /x', entity: 'bulk-act', requestId: 'r', after };
  await db.insert(auditLog).values(entry);
  const { results } = await owner.expectOk(call, { params: params(), query: { entity: 'bulk-act' } });
  expect(results[0]?.names).toEqual({ [`order:${order.id}`]: order.orderNumber });
  await db.delete(auditLog).where(eq(auditLog.entity, 'bulk-act'));
});

test('a bulk action goes by its title', async () => {
  const { db } = app.database;
  const after = { entity: 'package', act: 'setLocation', input: { locationName: 'Vault' } };
  const entry = { orgId: seller.org.id, endpoint: 'POST /x', entity: 'bulk-act', requestId: 'r', after };
  await db.insert(auditLog).values(entry);
  const { csv } = await exportOf({ entity: 'bulk-act' });
  expect(csv[0]?.After).toBe('Action: Move\nDetails: Location name: Vault\nKind of record: Package');
  await db.delete(auditLog).where(eq(auditLog.entity, 'bulk-act'));
});

test('changes by support for someone are told apart, and found by either name', async () => {
  const { db } = app.database;
  const helper = await makeUser(db, { firstName: 'Odile', lastName: 'Marchetti' });
  const entry = { orgId: seller.org.id, endpoint: 'PATCH /x', entity: 'brand', requestId: 'r' };
  const by = { actorUserId: seller.owner.user.id, impersonatorUserId: helper.id };
  await db.insert(auditLog).values({ ...entry, ...by });
  const find = async (query: object) =>
    (await owner.expectOk(call, { params: params(), query })).results.map(({ entity }) => entity);
  expect(await find({ bySupport: 'true' })).toEqual(['brand']);
  expect(await find({ bySupport: 'false' })).toEqual(['role', 'comment']);
  expect(await find({ person: 'odile march' })).toEqual(['brand']);
  expect(await find({ person: seller.owner.user.email, entity: 'brand' })).toEqual(['brand']);
  await db.delete(auditLog).where(eq(auditLog.entity, 'brand'));
});

test('the export has the rows the filters show, with each field before and after', async () => {
  const { csv } = await exportOf({ entity: 'role' });
  expect(csv).toHaveLength(1);
  const { firstName, lastName } = seller.owner.user;
  expect(csv[0]).toMatchObject({
    Person: `${firstName} ${lastName}`,
    Support: '',
    Action: 'Create a role',
    Type: 'Role',
    Record: 'Counter staff',
    Before: '',
  });
  expect(csv[0]?.After).toContain('Name: Counter staff');
  expect((await exportOf({ person: 'nobody of this name' })).csv).toEqual([]);
  expect((await exportOf({})).csv.map(({ Type }) => Type)).toEqual(['Role', 'Comment']);
});

async function exportOf(query: object) {
  const { body } = await owner.call(exported, { params: params(), query });
  const { data } = parse<Record<string, string>>(String(body).replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  return { csv: data };
}

test('another organization’s log is not visible', async () => {
  const other = await makeSeller(app.database.db);
  const stranger = await app.as(other.owner.user, other.org);
  expect((await stranger.call(call, { params: params(), query: {} })).status).toBe(404);
  expect((await stranger.expectOk(call, { params: { orgId: other.org.id }, query: {} })).results).toEqual([]);
});

test('keys, codes and passwords never appear, whatever wrote them', async () => {
  const after = { name: 'Link', apiKey: 'k-1', nested: [{ inviteCode: 'c-1', usState: 'CA' }], password: 'p-1' };
  const entry = { orgId: seller.org.id, endpoint: 'POST /x', entity: 'secret-test', requestId: 'r', after };
  await app.database.db.insert(auditLog).values(entry);
  const { results } = await owner.expectOk(call, { params: params(), query: { entity: 'secret-test' } });
  expect(results[0]?.after).toEqual({ name: 'Link', nested: [{ usState: 'CA' }] });
});
