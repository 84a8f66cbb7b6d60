import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { orders } from '../../../domain/orders/contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import { savedSearches as contract } from '../../../domain/orders/saved-searches';
import { MOST_SAVED_VIEWS } from '../../../domain/views/saved-view';
import { auditLog, organizations, savedSearches } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { type MemberFixture, makeMember, makeOrder, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
let colleague: MemberFixture;

beforeAll(async () => {
  colleague = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
});
beforeEach(() => app.database.db.delete(savedSearches));

const scope = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const scopeOfView = () => ({ companyId: seller.company.id });
const searchFor = (filters: OrderFilters) => ({ filters, sortBy: 'totalUsd' as const, sortDesc: false });
const unpaid = searchFor({ paid: false, statuses: ['SHIPPED', 'DELIVERED'], createdRel: 'LAST_30_DAYS' });
const save = (caller: TestCaller, name: string, search: object = unpaid, idempotencyKey?: string) =>
  caller.call(
    contract.create,
    { body: { ...scope(), name, search: search as typeof unpaid } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const saved = async (caller: TestCaller, name: string) => {
  const answer = await save(caller, name);
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const change = (
  caller: TestCaller,
  id: number,
  body: Partial<{ name: string; search: object; version: number; isShared: boolean }>,
) =>
  caller.call(contract.update, {
    params: { id },
    body: { name: 'Unpaid', search: unpaid, version: 0, ...body } as never,
  });
const list = (caller: TestCaller) => caller.expectOk(contract.list, { query: scope() });
const names = async (caller: TestCaller) => (await list(caller)).map(({ name }) => name);

async function onPlan<T>(plan: string, work: () => Promise<T>): Promise<T> {
  const { db } = app.database;
  const set = (plan: string) => db.update(organizations).set({ plan }).where(eq(organizations.id, seller.org.id));
  await set(plan);
  try {
    return await work();
  } finally {
    await set('ENTERPRISE');
  }
}

describe('a saved search', () => {
  test('is shared with whoever sees the company, who use it and can’t change it, until its owner stops that', async () => {
    const { id } = await saved(owner, 'Unpaid');
    const other = await app.as(colleague.user, seller.org);
    expect(await list(other)).toEqual([]);
    await change(owner, id, { isShared: true });
    await saved(other, 'Zoo');
    expect(await list(other)).toMatchObject([
      { name: 'Zoo', isMine: true },
      { id, name: 'Unpaid', isMine: false, isShared: true, search: unpaid },
    ]);
    expect((await change(other, id, { name: 'Mine now', version: 1 })).status).toBe(404);
    expect((await other.call(contract.remove, { params: { id } })).status).toBe(404);
    const stranger = await makeSeller(app.database.db);
    const theirs = await app.as(stranger.owner.user, stranger.org);
    const query = { orgId: stranger.org.id, companyId: stranger.company.id };
    expect(await theirs.expectOk(contract.list, { query })).toEqual([]);
    const elsewhere = await makeMember(app.database.db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
      companyIds: [],
    });
    const unassigned = await app.as(elsewhere.user, seller.org);
    expect((await unassigned.call(contract.list, { query: scope() })).status).toBe(404);
    await change(owner, id, { name: 'Owed', version: 1 });
    expect(await names(other)).toEqual(['Zoo', 'Owed']);
    await change(owner, id, { isShared: false, version: 2 });
    expect(await names(other)).toEqual(['Zoo']);
  });

  test('is saved as is, listed by name ignoring case, and finds what the same search finds', async () => {
    await makeOrder(app.database.db, seller, { status: 'SHIPPED' });
    await saved(owner, 'unpaid');
    await saved(owner, 'Big ones');
    const [, second] = await list(owner);
    expect(await names(owner)).toEqual(['Big ones', 'unpaid']);
    expect(second?.search).toEqual(unpaid);
    const again = await owner.expectOk(orders.search, { body: { ...scope(), ...second?.search } });
    expect(again.resultCount).toBe(1);
  });

  test('keeps how it is shown, and becomes a list again', async () => {
    const view = { report: 'REVENUE', interval: 'WEEK' };
    const { body } = await save(owner, 'Weekly revenue', { ...unpaid, view });
    expect(body).toMatchObject({ search: { ...unpaid, view } });
    expect((await list(owner))[0]?.search).toEqual({ ...unpaid, view });
    await change(owner, (body as { id: number }).id, { name: 'Unpaid', search: unpaid });
    expect((await list(owner))[0]?.search).toEqual(unpaid);
  });

  test('remembers columns and page size, which older ones lack, and refuses what no grid has', async () => {
    const layout = {
      grid: 'orders',
      order: ['totalUsd'],
      hidden: { status: true },
      pinned: {},
      widths: { totalUsd: 90 },
    };
    const search = { ...unpaid, itemsPerPage: 100, layout: { ...layout, density: 'compact' } };
    await save(owner, 'Narrow', search);
    await saved(owner, 'Older');
    expect((await list(owner)).map((one) => one.search)).toEqual([search, unpaid]);
    for (const wrong of [{ itemsPerPage: 9 }, { layout: { ...search.layout, widths: { totalUsd: 1 } } }]) {
      expect((await save(owner, 'Wrong', { ...unpaid, ...wrong })).status).toBe(400);
    }
  });

  test('opens by its id for its owner, and for whoever sees the company once it is shared', async () => {
    const { id } = await saved(owner, 'Unpaid');
    const other = await app.as(colleague.user, seller.org);
    const elsewhere = await makeSeller(app.database.db);
    const stranger = await app.as(elsewhere.owner.user, elsewhere.org);
    const { user } = await makeMember(app.database.db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
      companyIds: [],
    });
    const unassigned = await app.as(user, seller.org);
    const opened = async (by: TestCaller) => (await by.call(contract.get, { params: { id } })).status;
    expect(await owner.expectOk(contract.get, { params: { id } })).toMatchObject({ id, search: unpaid, isMine: true });
    expect(await opened(other)).toBe(404);
    await change(owner, id, { isShared: true });
    expect(await other.expectOk(contract.get, { params: { id } })).toMatchObject({ isMine: false, ...scopeOfView() });
    for (const one of [stranger, unassigned]) expect(await opened(one)).toBe(404);
    await owner.expectOk(contract.remove, { params: { id } });
    expect(await opened(other)).toBe(404);
  });

  test('is renamed and changed, and every change is audited', async () => {
    const { id } = await saved(owner, 'Unpaid');
    const renamed = await change(owner, id, { name: ' Owed to us ' });
    expect(renamed.body).toMatchObject({ name: 'Owed to us', search: unpaid, version: 1 });
    const narrowed = searchFor({ paid: false });
    await change(owner, id, { name: 'Owed to us', search: narrowed, version: 1 });
    expect(await list(owner)).toMatchObject([
      { id, name: 'Owed to us', search: narrowed, version: 2, isShared: false },
    ]);
    await owner.expectOk(contract.remove, { params: { id } });
    expect(await list(owner)).toEqual([]);
    const entries = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)));
    expect(entries.map(({ endpoint }) => endpoint.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT', 'DELETE']);
  });

  test('with a name one already has, ignoring case, is refused on the name', async () => {
    await saved(owner, 'Unpaid');
    const other = await saved(owner, 'Paid');
    for (const answer of [await save(owner, ' UNPAID '), await change(owner, other.id, { name: 'unPaid' })]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: { name: 'You already have a saved search called “Unpaid”' } });
    }
    expect(await names(owner)).toEqual(['Paid', 'Unpaid']);
    expect((await change(owner, other.id, { name: 'PAID' })).status).toBe(200);
  });

  test('with one name is saved once when saved twice at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => save(owner, 'Unpaid')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await names(owner)).toEqual(['Unpaid']);
  });

  test('resent with its key is the same one', async () => {
    const key = crypto.randomUUID();
    const [first, second] = [await save(owner, 'Unpaid', unpaid, key), await save(owner, 'Unpaid', unpaid, key)];
    expect(second.body).toEqual(first.body);
    expect(await names(owner)).toEqual(['Unpaid']);
  });

  test.each([
    ['no name', { name: '  ' }, 'name'],
    ['a name too long', { name: 'x'.repeat(81) }, 'name'],
    ['a filter there is not', { search: searchFor({ color: 'green' } as never) }, 'search.filters'],
    ['ends that cross', { search: searchFor({ totalFrom: '9', totalTo: '3' }) }, 'search.filters.totalFrom'],
    ['a view that isn’t text', { search: { ...unpaid, view: { report: 7 } } }, 'search.view.report'],
    ['a sort there is not', { search: { ...unpaid, sortBy: 'mood' } }, 'search.sortBy'],
  ])('with %s is refused on its field', async (_what, wrong, field) => {
    const { id } = await saved(owner, 'Kept');
    const { name, search } = { name: 'Unpaid', search: unpaid, ...wrong };
    for (const answer of [await save(owner, name, search), await change(owner, id, wrong)]) {
      expect(answer.status).toBe(400);
      expect(Object.keys((answer.body as { errors: object }).errors)).toContain(field);
    }
    expect(await names(owner)).toEqual(['Kept']);
  });

  test('changed in another tab meanwhile isn’t overwritten: the second is told', async () => {
    const { id } = await saved(owner, 'Unpaid');
    await change(owner, id, { name: 'Owed' });
    const late = await change(owner, id, { name: 'Debts' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ internalCode: ERROR_CODES.STALE, errorObject: { currentVersion: 1 } });
    expect(await names(owner)).toEqual(['Owed']);
  });

  test('is one of at most a hundred', async () => {
    const { orgId, companyId } = scope();
    const { orgUserId } = seller.owner;
    const many = Array.from({ length: MOST_SAVED_VIEWS - 1 }, (_, n) => `Search ${n}`);
    await app.database.db
      .insert(savedSearches)
      .values(many.map((name) => ({ orgId, companyId, orgUserId, list: 'orders', name, search: unpaid })));
    const answers = await Promise.all([save(owner, 'One more'), save(owner, 'And another')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ ok }) => !ok)?.body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('Delete one to save another'),
    });
    expect(await list(owner)).toHaveLength(MOST_SAVED_VIEWS);
  });
});

describe('of a list that has changed', () => {
  const keep = (row: { list: string; name: string; search: object }) =>
    app.database.db
      .insert(savedSearches)
      .values({ ...scope(), orgUserId: seller.owner.orgUserId, ...row, search: row.search as typeof unpaid });

  test('is shown as far as the list still has its filters and sort', async () => {
    const filters = { paid: true, color: 'green', statuses: ['LOST'] };
    await keep({ list: 'orders', name: 'Old', search: { filters, sortBy: 'mood', sortDesc: false } });
    const [old] = await list(owner);
    expect(old?.search).toEqual({ filters: { paid: true }, sortBy: 'created', sortDesc: true });
    await owner.expectOk(orders.search, { body: { ...scope(), ...old?.search } });
  });

  test('is separate from another list’s, which can’t be seen or reached here', async () => {
    await keep({ list: 'elsewhere', name: 'Unpaid', search: unpaid });
    expect(await list(owner)).toEqual([]);
    const { id } = await saved(owner, 'Unpaid');
    const [other] = await app.database.db.select().from(savedSearches).where(eq(savedSearches.list, 'elsewhere'));
    expect((await change(owner, other?.id ?? 0, {})).status).toBe(404);
    expect((await owner.call(contract.remove, { params: { id: other?.id ?? 0 } })).status).toBe(404);
    expect((await list(owner)).map((one) => one.id)).toEqual([id]);
  });
});

describe('access', () => {
  test('another person in the organization can’t see or reach it, and may use its name', async () => {
    const { id } = await saved(owner, 'Unpaid');
    const other = await app.as(colleague.user, seller.org);
    expect(await list(other)).toEqual([]);
    expect((await change(other, id, { name: 'Mine now' })).status).toBe(404);
    expect((await other.call(contract.remove, { params: { id } })).status).toBe(404);
    expect((await save(other, 'Unpaid')).status).toBe(200);
    expect(await names(owner)).toEqual(['Unpaid']);
  });

  test('another organization can’t reach it or the company', async () => {
    const { id } = await saved(owner, 'Unpaid');
    const elsewhere = await makeSeller(app.database.db);
    const stranger = await app.as(elsewhere.owner.user, elsewhere.org);
    expect((await change(stranger, id, {})).status).toBe(404);
    expect((await stranger.call(contract.remove, { params: { id } })).status).toBe(404);
    expect((await save(stranger, 'Unpaid')).status).toBe(404);
    const foreign = { orgId: elsewhere.org.id, companyId: seller.company.id };
    expect((await stranger.call(contract.list, { query: foreign })).status).toBe(404);
    const body = { ...foreign, name: 'Unpaid', search: unpaid };
    expect((await stranger.call(contract.create, { body })).status).toBe(404);
    expect(await names(owner)).toEqual(['Unpaid']);
  });

  test('someone without an assigned company can’t save searches of it', async () => {
    const { user } = await makeMember(app.database.db, seller, {
      features: { BROWSE_MY_ORDERS: { read: true, write: false } },
    });
    expect((await save(await app.as(user, seller.org), 'Mine')).status).toBe(404);
  });
});

describe('the plan', () => {
  test('below Starter saving is refused with the upgrade code, after the check for order access', async () => {
    const { user } = await makeMember(app.database.db, seller, { features: {} });
    const outsider = await app.as(user, seller.org);
    await onPlan('PAYG', async () => {
      const refused = await save(owner, 'Unpaid');
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        internalCode: 986,
        errorObject: { reason: { kind: 'plan', slug: 'saved-searches', cheapestPlan: 'STARTER' } },
      });
      expect((await save(outsider, 'Unpaid')).body).toMatchObject({ internalCode: ERROR_CODES.FORBIDDEN });
    });
    expect((await onPlan('STARTER', () => save(owner, 'Unpaid'))).status).toBe(200);
  });

  test('after a downgrade existing ones can be listed and deleted, but not changed', async () => {
    const { id } = await saved(owner, 'Unpaid');
    await onPlan('FREE', async () => {
      expect(await names(owner)).toEqual(['Unpaid']);
      expect((await change(owner, id, { name: 'Owed' })).body).toMatchObject({ internalCode: 986 });
      await owner.expectOk(contract.remove, { params: { id } });
      expect(await list(owner)).toEqual([]);
    });
  });
});
