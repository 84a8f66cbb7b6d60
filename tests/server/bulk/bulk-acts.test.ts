import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { type BulkProgress, MOST_BULK_ROWS } from '../../../domain/bulk/bulk-act';
import { contract } from '../../../domain/calls';
import type { OrderStatus } from '../../../domain/orders/status';
import { auditLog, changeRows, changes, orders, orderTransitions, roles } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { countWaiting } from '../../support/cluster';
import { makeMember, makeOrder, makeSeller, makeUser, only, type SellerFixture } from '../../support/factories';
import { sweepOld } from '../../support/retention/sweep';
import { openSellerApp } from '../../support/seller-app';

const { bulk } = contract.orders;
const { get, list, stop } = contract.bulkActs;
const READ = { read: true, write: false };
const BOTH = { read: true, write: true };

const { app, seller, owner } = await openSellerApp();

type Body = Parameters<typeof owner.call<typeof bulk>>[1]['body'];

const order = async (of: SellerFixture = seller, status: OrderStatus = 'SUBMITTED') =>
  (await makeOrder(app.database.db, of, { status })).order;
const to = (status: OrderStatus, selection: Body['selection'], of: SellerFixture = seller) => ({
  body: { orgId: of.org.id, selection, act: { name: 'transition' as const, status } },
});
const statusOf = async (id: number) =>
  only(await app.database.db.select().from(orders).where(eq(orders.id, id))).status;
const movesOf = (ids: number[]) =>
  app.database.db
    .select()
    .from(orderTransitions)
    .where(and(inArray(orderTransitions.orderId, ids), isNotNull(orderTransitions.fromStatus)));

async function finished(caller: TestCaller, id: number): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const progress = await caller.expectOk(get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Locks an order against everyone else while `work` runs. */
async function whileHeld(orderId: number, work: () => Promise<void>): Promise<void> {
  await app.database.db.transaction(async (tx) => {
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.orgId, seller.org.id), eq(orders.id, orderId)))
      .for('update');
    await work();
  });
}

/** The job has reached the locked order; by the second time, somebody else waits for the job. */
const isWaitedFor = (times = 1) =>
  expect.poll(() => countWaiting(app.database), { timeout: 60_000, interval: 100 }).toBe(times);

describe('a bulk action on orders', () => {
  test('changes eligible ones, and says why not for each of the others', async () => {
    const [placed, accepted] = [await order(), await order(seller, 'ACCEPTED')];
    const { id, total } = await owner.expectOk(bulk, to('ACCEPTED', { ids: [placed.id, accepted.id] }));
    expect(total).toBe(2);
    const progress = await finished(owner, id);
    expect(progress).toMatchObject({ entity: 'order', act: 'transition', state: 'DONE', succeeded: 1, failed: 1 });
    expect(progress).toMatchObject({ path: '/leaflink/orders/bulk', input: { status: 'ACCEPTED' } });
    expect(progress.rows).toMatchObject({ resultCount: 2, page: 0 });
    expect(progress.rows.results).toEqual([
      {
        id: accepted.id,
        label: accepted.orderNumber,
        ok: false,
        message: expect.stringContaining(`Order ${accepted.orderNumber} is now accepted`),
      },
      { id: placed.id, label: placed.orderNumber, ok: true, message: null },
    ]);
    expect(await statusOf(placed.id)).toBe('ACCEPTED');
    const failed = await owner.expectOk(get, { params: { id }, query: { only: 'failed' } });
    expect(failed.rows.results.map((row) => row.id)).toEqual([accepted.id]);
  });

  test('takes all matches except the excluded ones, as of its start', async () => {
    const mine = await makeSeller(app.database.db);
    const caller = await app.as(mine.owner.user, mine.org);
    const [first, second, third] = [await order(mine), await order(mine), await order(mine)];
    await order(mine, 'CANCELLED');
    const selection = { filters: { statuses: ['SUBMITTED' as const] }, except: [second.id] };
    const { id } = await caller.expectOk(bulk, to('ACCEPTED', selection, mine));
    const later = await order(mine);
    const { rows } = await finished(caller, id);
    expect(rows.results.map((row) => row.id)).toEqual([third.id, first.id]);
    expect(await Promise.all([second, later].map((left) => statusOf(left.id)))).toEqual(['SUBMITTED', 'SUBMITTED']);
  });

  test('leaves the same history and audit entries as single changes', async () => {
    const { id: orderId } = await order();
    const { id } = await owner.expectOk(bulk, to('ACCEPTED', { ids: [orderId] }));
    await finished(owner, id);
    expect(await movesOf([orderId])).toMatchObject([{ toStatus: 'ACCEPTED', actorUserId: seller.owner.user.id }]);
    const entries = await app.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(orderId))));
    expect(entries).toMatchObject([
      { actorUserId: seller.owner.user.id, impersonatorUserId: null, requestId: `bulk-act ${id}` },
    ]);
  });

  test('starts once however often it is sent with the same key', async () => {
    const { id: orderId } = await order();
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, again] = await Promise.all(
      [1, 2].map(() => owner.expectOk(bulk, to('ACCEPTED', { ids: [orderId] }), key)),
    );
    expect(again).toEqual(first);
    await finished(owner, first?.id ?? 0);
    expect(await movesOf([orderId])).toHaveLength(1);
  });

  test('takes at most 10,000 rows, and says so', async () => {
    const mine = await makeSeller(app.database.db);
    const caller = await app.as(mine.owner.user, mine.org);
    const like = await order(mine);
    await app.database.db.execute(sql`
      insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd, total_usd, invoiced_usd)
      select ${like.orgId}, ${like.companyId}, ${like.customerId}, ${like.customerName}, 'M' || n, 'SUBMITTED', ${like.orderSource}, 0, 0, 0
        from generate_series(1, ${MOST_BULK_ROWS}) n`);
    const answer = await caller.call(bulk, to('ACCEPTED', { filters: {}, except: [] }, mine));
    expect(answer).toMatchObject({ status: 400, body: { errors: { selection: expect.stringContaining('10,000') } } });
    expect(await app.database.db.$count(changes, eq(changes.orgId, mine.org.id))).toBe(0);
  });
});

describe('access', () => {
  test('another organization’s orders count as nonexistent', async () => {
    const stranger = await makeSeller(app.database.db);
    const theirs = await order(stranger);
    expect((await owner.call(bulk, to('ACCEPTED', { ids: [theirs.id] }))).status).toBe(404);
    const own = await order();
    const { id, total } = await owner.expectOk(bulk, to('ACCEPTED', { ids: [theirs.id, own.id] }));
    expect(total).toBe(1);
    await finished(owner, id);
    expect(await statusOf(theirs.id)).toBe('SUBMITTED');
  });

  test('only the person who started it can see and stop it', async () => {
    const { id: orderId } = await order();
    const { id } = await owner.expectOk(bulk, to('ACCEPTED', { ids: [orderId] }));
    const colleague = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
    const caller = await app.as(colleague.user, seller.org);
    expect((await caller.call(get, { params: { id }, query: {} })).status).toBe(404);
    expect((await caller.call(stop, { params: { id } })).status).toBe(404);
    expect(await caller.expectOk(list, { query: {} })).toEqual([]);
    expect((await owner.expectOk(list, { query: {} })).map((act) => act.id)).toContain(id);
    await finished(owner, id);
  });

  test('nobody starts one without the permission, and losing it stops the rest', async () => {
    const { db } = app.database;
    const sees = { companyIds: [seller.company.id], brandIds: [seller.brand.id] };
    const looking = await makeMember(db, seller, { features: { BROWSE_ORDERS: READ }, ...sees });
    const { id: orderId } = await order();
    const refused = await (await app.as(looking.user, seller.org)).call(bulk, to('ACCEPTED', { ids: [orderId] }));
    expect(refused.status).toBe(403);

    const member = await makeMember(db, seller, { features: { BROWSE_ORDERS: BOTH }, ...sees });
    const caller = await app.as(member.user, seller.org);
    const [older, newer] = [await order(), await order()];
    let id = 0;
    await whileHeld(newer.id, async () => {
      ({ id } = await caller.expectOk(bulk, to('ACCEPTED', { ids: [older.id, newer.id] })));
      await isWaitedFor();
      await db
        .update(roles)
        .set({ features: { BROWSE_ORDERS: READ } })
        .where(eq(roles.id, member.roleId));
    });
    const { rows, succeeded, failed } = await finished(caller, id);
    expect({ succeeded, failed }).toEqual({ succeeded: 1, failed: 1 });
    expect(rows.results.map(({ ok }) => ok)).toEqual([true, false]);
    expect(rows.results[1]?.message).toMatch(/permission|write/i);
    expect(await statusOf(older.id)).toBe('SUBMITTED');
  });
});

test('support staff acting for someone are named in every entry', async () => {
  const { db } = app.database;
  const staff = await makeUser(db, { isSupport: true });
  const support = await app.as(staff);
  const { token } = await support.expectOk(contract.support.impersonate, {
    body: { userId: seller.owner.user.id, reason: 'Asked to accept them' },
  });
  const acting = app.withToken(token, seller.org.id);
  const { id: orderId } = await order();
  const { id } = await acting.expectOk(bulk, to('ACCEPTED', { ids: [orderId] }));
  await finished(acting, id);
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(orderId))));
  expect(entries).toMatchObject([{ actorUserId: seller.owner.user.id, impersonatorUserId: staff.id }]);
});

test('stopping leaves the rest unchanged', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await order()).id);
  const [newest = 0] = ids.toReversed();
  let id = 0;
  let stopped: Promise<unknown> = Promise.resolve();
  await whileHeld(newest, async () => {
    ({ id } = await owner.expectOk(bulk, to('ACCEPTED', { ids })));
    await isWaitedFor();
    stopped = owner.expectOk(stop, { params: { id } });
    await isWaitedFor(2);
  });
  await stopped;
  const { state, succeeded, rows } = await finished(owner, id);
  expect(state).toBe('STOPPED');
  expect(rows.results.filter(({ ok }) => ok === null)).toHaveLength(4 - succeeded);
  expect(await movesOf(ids)).toHaveLength(succeeded);
  expect(await owner.expectOk(stop, { params: { id } })).toMatchObject({ state: 'STOPPED', succeeded });
});

test('results are kept for thirty days after the end', async () => {
  const { db } = app.database;
  const { id: orderId } = await order();
  const { id } = await owner.expectOk(bulk, to('ACCEPTED', { ids: [orderId] }));
  await finished(owner, id);
  const ended = (days: number) =>
    db
      .update(changes)
      .set({ finishedAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(changes.id, id));
  await ended(29);
  await sweepOld(app, seller.org.id);
  expect((await owner.call(get, { params: { id }, query: {} })).status).toBe(200);
  await ended(31);
  await sweepOld(app, seller.org.id);
  expect((await owner.call(get, { params: { id }, query: {} })).status).toBe(404);
  expect(
    await db.select().from(changeRows).where(eq(changeRows.changeId, id)).orderBy(asc(changeRows.position)),
  ).toEqual([]);
});
