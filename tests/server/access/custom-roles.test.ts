import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { makeMember, makeOrder, makeRole, makeSeller } from '../../support/factories';
import { both } from '../../support/permissions';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();

const params = (id: number) => ({ orgId: seller.org.id, id });

describe('a role’s permissions', () => {
  test('removing one applies to the very next call of everyone with the role', async () => {
    const { order } = await makeOrder(app.database.db, seller);
    const clerk = await makeMember(app.database.db, seller, {
      features: { BROWSE_ORDERS: both },
      companyIds: [seller.company.id],
    });
    const caller = await app.as(clerk.user, seller.org);
    await caller.expectOk(contract.orders.get, { params: { id: order.id } });
    const role = await owner.expectOk(contract.roles.get, { params: params(clerk.roleId) });

    await owner.expectOk(contract.roles.update, {
      params: params(role.id),
      body: { name: role.name, features: {}, version: role.version },
    });

    expect(await caller.call(contract.orders.get, { params: { id: order.id } })).toMatchObject({
      status: 403,
      body: { message: 'FORBIDDEN', userFriendlyMessage: expect.stringContaining('My sales orders') },
    });
    const me = await caller.expectOk(contract.session.membership, {});
    expect(me.orgRole.features).toEqual({});
  });

  test('a flag the organization has off keeps everyone out, including the owner', async () => {
    const plain = await makeSeller(app.database.db, { flags: [] });
    const caller = await app.as(plain.owner.user, plain.org);
    const answer = await caller.call(contract.orders.search, { body: { orgId: plain.org.id } });
    // The owner still has "my orders", which is no flag, and so sees only those.
    expect(answer).toMatchObject({ status: 200, body: { results: [] } });
  });

  test('write without the read it depends on is refused', async () => {
    const answer = await owner.call(contract.roles.create, {
      params: { orgId: seller.org.id },
      body: { name: 'Odd', features: { CUSTOMERS: { read: false, write: true } } },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { features: expect.stringMatching(/needs another one/) } },
    });
  });
});

describe('two people who edit one role', () => {
  test('the second is told, and nothing of the first is overwritten', async () => {
    const { id } = await makeRole(app.database.db, seller, { features: {}, name: 'Packers' });
    const start = await owner.expectOk(contract.roles.get, { params: params(id) });
    const edit = (name: string) => ({
      params: params(id),
      body: { name, features: {}, version: start.version },
    });
    const [first, second] = await Promise.all([
      owner.call(contract.roles.update, edit('Packing')),
      owner.call(contract.roles.update, edit('Packagers')),
    ]);
    const [won, lost] = first.ok ? [first, second] : [second, first];
    expect(won.status).toBe(200);
    expect(lost).toMatchObject({ status: 409, body: { message: 'STALE', errorObject: { currentVersion: 1 } } });
    const kept = await owner.expectOk(contract.roles.get, { params: params(id) });
    expect(won.ok && won.body.name).toBe(kept.name);
  });
});

describe('deleting a role', () => {
  test('is refused while people have it, saying how many', async () => {
    const clerk = await makeMember(app.database.db, seller, { features: {} });
    expect(await owner.call(contract.roles.remove, { params: params(clerk.roleId) })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: '1 person has this role. Give them another role first.' },
    });
  });

  test('works for an unused one, and never for a default one', async () => {
    const { id } = await makeRole(app.database.db, seller, { features: {} });
    await owner.expectOk(contract.roles.remove, { params: params(id) });
    expect((await owner.call(contract.roles.get, { params: params(id) })).status).toBe(404);
    expect((await owner.call(contract.roles.remove, { params: params(seller.owner.roleId) })).status).toBe(409);
  });
});

test('owner and admin can’t be locked out by editing their roles', async () => {
  const role = await owner.expectOk(contract.roles.get, { params: params(seller.owner.roleId) });
  const answer = await owner.call(contract.roles.update, {
    params: params(role.id),
    body: { name: role.name, features: {}, version: role.version },
  });
  expect(answer).toMatchObject({ status: 400, body: { errors: { features: expect.stringMatching(/locked out/) } } });
});
