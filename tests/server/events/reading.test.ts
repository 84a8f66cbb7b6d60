import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { customers as customerCalls } from '../../../domain/customers/contract';
import { events as contract, EVENT_DAYS } from '../../../domain/events/contract';
import type { Told } from '../../../domain/events/event';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { priceSchedules } from '../../../domain/pricing/contract';
import { events, orders, orgUsers } from '../../../server/db/schema';
import { openStream, tell } from '../../../server/events/tell-events';
import { sweepRecords } from '../../../server/retention/sweep-records';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeBrand,
  makeBuyer,
  makeMember,
  makeOrder,
  makeProduct,
  makeRole,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(() => openStream(app.database.db, seller.org.id));

const db = () => app.database.db;
const told = (type: Told['type'], kind: Told['subject']['kind'], id: number | string): Promise<void> =>
  tell(db(), { type, orgId: seller.org.id, subject: { kind, id } });
const list = (caller: TestCaller, query: Record<string, string> = {}) => caller.expectOk(contract.list, { query });
const typesOf = async (caller: TestCaller, query?: Record<string, string>) =>
  (await list(caller, query)).events.map(({ type, subject }) => `${type} ${subject.id}`);

describe('the stream of an organization', () => {
  test('has what happened in it, on both sides of an order, and nothing of another’s', async () => {
    const buyer = await makeBuyer(db());
    await openStream(db(), buyer.org.id);
    const shopper = await app.as(buyer.owner.user, buyer.org);
    const { order } = await makeOrder(db(), seller, { buyer });
    await owner.expectOk(orderCalls.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } as never });
    expect(await typesOf(owner)).toEqual([`order.status_changed ${order.id}`]);
    expect(await typesOf(shopper)).toEqual([`purchase.status_changed ${order.id}`]);
    expect(await typesOf(await strangerTo({ app }))).toEqual([]);
    const [event] = (await list(owner)).events;
    expect(event).toMatchObject({
      orgId: seller.org.id,
      sequence: 1,
      subject: { kind: 'order', id: String(order.id) },
    });
    expect(event?.id).toMatch(/^evt_[0-9a-f-]{36}$/);
  });

  test('begins when somebody listens; before, nothing is kept', async () => {
    const other = await makeSeller(db());
    const stranger = await app.as(other.owner.user, other.org);
    const draft = { orgId: other.org.id, companyId: other.company.id };
    await stranger.expectOk(customerCalls.create, { body: { ...draft, name: 'Elm Street' } as never });
    expect(await list(stranger)).toEqual({ events: [], cursor: '0', hasMore: false });
    await openStream(db(), other.org.id);
    expect(await list(stranger)).toEqual({ events: [], cursor: '0', hasMore: false });
    const { id } = await stranger.expectOk(customerCalls.create, { body: { ...draft, name: 'Oak Street' } as never });
    expect(await typesOf(stranger)).toEqual([`customer.created ${id}`]);
    // Once more is the same stream.
    await openStream(db(), other.org.id);
    expect((await list(stranger)).cursor).toBe('1');
  });

  test('is read on from a cursor, by type and in pages', async () => {
    const { id } = await makeProduct(db(), seller);
    for (let n = 0; n < 3; n += 1) await told('product.updated', 'product', id);
    await told('product.archived', 'product', id);
    const first = await list(owner, { limit: '2' });
    expect(first).toMatchObject({ cursor: '2', hasMore: true });
    const rest = await list(owner, { after: first.cursor });
    expect(rest.events.map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect(rest).toMatchObject({ cursor: '4', hasMore: false });
    expect(await list(owner, { type: 'product.archived' })).toMatchObject({ events: [{ sequence: 4 }], cursor: '4' });
    expect(await list(owner, { after: 'latest' })).toEqual({ events: [], cursor: '4', hasMore: false });
  });

  test.each(['-1', 'soon', '5', '99999999999999999999'])('refuses a cursor of %s', async (after) => {
    expect(await owner.call(contract.list, { query: { after } })).toMatchObject({
      status: 400,
      body: { errors: { after: expect.any(String) } },
    });
  });

  test('keeps events for 30 days, and says so to who reads on from before', async () => {
    const { id } = await makeProduct(db(), seller);
    for (let n = 0; n < 3; n += 1) await told('product.updated', 'product', id);
    const old = sql`now() - make_interval(days => ${EVENT_DAYS + 1})`;
    await db().update(events).set({ createdAt: old }).where(sql`position <= 2 and org_id = ${seller.org.id}`);
    const quiet = { info: () => {} } as never;
    const enqueue = async () => {};
    const { config, database } = app;
    await sweepRecords(
      { config, database, log: quiet, jobs: { enqueue, close: async () => {} } },
      { orgId: seller.org.id },
    );
    expect(await owner.call(contract.list, { query: { after: '1' } })).toMatchObject({
      status: 400,
      body: {
        errors: {
          after: 'Events before 3 were removed. Read the records anew, and go on with the cursor of “latest”.',
        },
      },
    });
    expect(await list(owner, { after: '2' })).toMatchObject({ events: [{ sequence: 3 }], cursor: '3' });
    // Neither a position nor a sequence is given twice.
    await told('product.updated', 'product', id);
    expect(await list(owner)).toMatchObject({ events: [{ sequence: 3 }, { sequence: 4 }], cursor: '4' });
  });
});

describe('who reads it is told of what they see', () => {
  test('a brand’s people of its products, sales reps of their orders, and the cursor goes on past the rest', async () => {
    const brand = await makeBrand(db(), seller.org);
    const [seen, hidden] = [await makeProduct(db(), seller), await makeProduct(db(), { ...seller, brand })];
    for (const { id } of [seen, hidden]) await told('product.updated', 'product', id);
    const limited = await memberOf({ app, seller }, { features: { PRODUCTS: readOnly } });
    expect(await typesOf(limited)).toEqual([`product.updated ${seen.id}`]);
    expect((await list(limited)).cursor).toBe('2');
    expect(await typesOf(owner)).toHaveLength(2);

    const { company } = seller;
    const rep = await makeMember(db(), seller.org, {
      features: { BROWSE_MY_ORDERS: both },
      companyIds: [company.id],
    });
    const { order: own } = await makeOrder(db(), seller, { salesRepOrgUserIds: [rep.orgUserId] });
    const { order: other } = await makeOrder(db(), seller);
    for (const { id } of [own, other]) await told('order.updated', 'order', id);
    await told('payment.recorded', 'order', own.id);
    expect(await typesOf(await app.as(rep.user, seller.org))).toEqual([`order.updated ${own.id}`]);
  });

  test('no longer, once their role lets them see it no more', async () => {
    const { user, orgUserId } = await makeMember(db(), seller.org, { defaultRoleId: 'ADMIN' });
    const admin = await app.as(user, seller.org);
    const { order } = await makeOrder(db(), seller);
    await told('order.updated', 'order', order.id);
    expect(await typesOf(admin)).toEqual([`order.updated ${order.id}`]);
    const role = await makeRole(db(), seller.org, { features: { PRODUCTS: readOnly } });
    await db().update(orgUsers).set({ roleId: role.id }).where(eq(orgUsers.id, orgUserId));
    expect(await typesOf(admin)).toEqual([]);
  });

  test('nor of what is gone', async () => {
    const { order } = await makeOrder(db(), seller, { status: 'DRAFT' });
    await told('order.updated', 'order', order.id);
    await owner.expectOk(orderCalls.remove, { params: { id: order.id } });
    expect(await db().$count(orders, eq(orders.id, order.id))).toBe(0);
    expect(await typesOf(owner)).toEqual([]);
  });
});

describe('what calls tell', () => {
  test('a customer and a price schedule, once for each change', async () => {
    const { org, company } = seller;
    const scope = { orgId: org.id, companyId: company.id };
    const made = await owner.expectOk(customerCalls.create, { body: { ...scope, name: 'Elm Street' } as never });
    const schedule = await owner.expectOk(priceSchedules.create, { body: { ...scope, name: 'Autumn' } as never });
    expect(await typesOf(owner)).toEqual([`customer.created ${made.id}`, `price_schedule.changed ${schedule.id}`]);
  });
});
