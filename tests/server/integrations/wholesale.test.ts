import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { wholesale } from '../../../domain/integrations/contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { organization } from '../../../domain/organization/contract';
import { auditLog, companies, marketplaceMoves, orders, wholesaleSyncs } from '../../../server/db/schema';
import { Overcrowded } from '../../../server/http-client';
import { acquireTurn } from '../../../server/integrations/acquire-turn';
import { demoWholesaleKey } from '../../../server/sandbox/demo-keys';
import { recordsOf } from '../../../server/sandbox/records';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { sentMoves, toggleKey, whileOut } from '../../support/integrations/sandboxes';

const WRONG = 'nobody-ever-had-this-key';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let ordered = 0;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
});

const key = (access: 'READ' | 'WRITE') => demoWholesaleKey(seller.org.id, 'CA', access);
const connect = (apiKey: string, stateAbbv = 'CA', caller = owner) =>
  caller.call(wholesale.connect, {
    params: { orgId: seller.org.id },
    body: { orgId: seller.org.id, stateAbbv, apiKey },
  });
const syncs = () => owner.expectOk(wholesale.syncs, { params: { orgId: seller.org.id } });
const disable = async (caller = owner, id?: number) =>
  caller.call(wholesale.disable, { params: { orgId: seller.org.id, id: id ?? (await syncs())[0]?.id ?? 0 } });

/** An order that came from the wholesale marketplace. */
async function marketplaceOrder(values: Partial<Parameters<typeof makeOrder>[2]> = {}) {
  const externalId = `WM-${seller.org.id}-${++ordered}`;
  const { order } = await makeOrder(app.database.db, seller, {
    orderSource: 'WHOLESALE_MARKETPLACE',
    externalId,
    ...values,
  });
  return { id: order.id, orderNumber: order.orderNumber, externalId };
}
const move = (id: number, status: OrderStatus, caller = owner) =>
  caller.call(orderCalls.transition, { params: { id }, body: { status } });
const movesOf = (orderId: number) =>
  app.database.db.select().from(marketplaceMoves).where(eq(marketplaceMoves.orderId, orderId));
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
const isTold = (externalId: string, actions: string[]) =>
  waitFor(async () => expect(await sentMoves(app, externalId)).toEqual(actions));
const isDone = (orderId: number) =>
  waitFor(async () => expect((await movesOf(orderId)).map(({ state }) => state)).not.toContain('PENDING'));

describe('connecting a state', () => {
  test.each(['READ', 'WRITE'] as const)('finds out that a key may %s', async (access) => {
    expect(await connect(key(access))).toMatchObject({
      status: 200,
      body: { stateAbbv: 'CA', access, isActive: true, keyLastFour: key(access).slice(-4), problem: null },
    });
  });

  test('refuses a wrong key on its field, and saves nothing', async () => {
    expect(await connect(WRONG)).toMatchObject({
      status: 400,
      body: { errors: { apiKey: 'The wholesale marketplace doesn’t accept this key' } },
    });
    expect(await syncs()).toEqual([]);
  });

  test('is limited to states the organization sells in', async () => {
    expect(await connect(key('READ'), 'TX')).toMatchObject({
      status: 400,
      body: { errors: { stateAbbv: 'Your organization doesn’t sell in Texas' } },
    });
  });

  test('keeps the old key when the marketplace is down', async () => {
    await connect(key('READ'));
    await whileOut(app, 'wholesale', async () => {
      expect((await connect(key('WRITE'))).status).toBe(503);
    });
    expect(await syncs()).toMatchObject([{ access: 'READ', keyLastFour: key('READ').slice(-4) }]);
  });

  test('replaces a key, and deletes it when disabled', async () => {
    await connect(key('READ'));
    await connect(key('WRITE'));
    expect(await syncs()).toMatchObject([{ access: 'WRITE' }]);
    expect(await disable()).toMatchObject({ status: 200, body: { isActive: false, keyLastFour: null } });
    const [row] = await app.database.db.select().from(wholesaleSyncs).where(eq(wholesaleSyncs.orgId, seller.org.id));
    expect(row?.sealedKey).toBeNull();
  });

  test('uses the company’s prices from there until it is disabled or the company disconnects', async () => {
    const { db } = app.database;
    const isLinked = async () => {
      const { companies: own } = await owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
      return own.find(({ companyId }) => companyId === seller.company.id)?.isMarketplaceLinked;
    };
    const sever = (marketplaceLinkSevered: boolean) =>
      db.update(companies).set({ marketplaceLinkSevered }).where(eq(companies.id, seller.company.id));
    expect(await isLinked()).toBe(false);
    await connect(key('READ'));
    expect(await isLinked()).toBe(true);
    await sever(true);
    expect(await isLinked()).toBe(false);
    await sever(false);
    await disable();
    expect(await isLinked()).toBe(false);
  });

  test('requires write on the organization, a plan that includes it, and one’s own organization', async () => {
    const reader = await makeMember(app.database.db, seller, {
      features: { EDIT_ORGANIZATION: { read: true, write: false } },
    });
    const caller = await app.as(reader.user, seller.org);
    expect((await connect(key('WRITE'), 'CA', caller)).status).toBe(403);
    expect((await caller.call(wholesale.syncs, { params: { orgId: seller.org.id } })).status).toBe(200);

    const starter = await makeSeller(app.database.db, { plan: 'STARTER' });
    const answer = await (await app.as(starter.owner.user, starter.org)).call(wholesale.connect, {
      params: { orgId: starter.org.id },
      body: { orgId: starter.org.id, stateAbbv: 'CA', apiKey: key('WRITE') },
    });
    expect(answer).toMatchObject({ status: 403, body: { internalCode: ERROR_CODES.UPGRADE_REQUIRED } });

    await connect(key('READ'));
    const elsewhere = await makeSeller(app.database.db);
    const stranger = await app.as(elsewhere.owner.user, elsewhere.org);
    expect((await stranger.call(wholesale.syncs, { params: { orgId: seller.org.id } })).status).toBe(404);
    const [theirs] = await syncs();
    const foreign = { params: { orgId: elsewhere.org.id, id: theirs?.id ?? 0 } };
    expect((await stranger.call(wholesale.disable, foreign)).status).toBe(404);
  });

  test('never reveals a key', async () => {
    const said = [await connect(key('WRITE')), await syncs(), await connect(`${key('WRITE')}x`)];
    const audited = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    const kept = await app.database.db.select().from(wholesaleSyncs).where(eq(wholesaleSyncs.orgId, seller.org.id));
    expect(audited).toHaveLength(1);
    for (const text of [said, audited, kept].map((found) => JSON.stringify(found))) {
      expect(text).not.toContain(key('WRITE'));
    }
  });
});

describe('an order that came from the wholesale marketplace', () => {
  test('keeps its status while the key is read-only, and changes with write access', async () => {
    await connect(key('READ'));
    const order = await marketplaceOrder();
    expect(await move(order.id, 'ACCEPTED')).toMatchObject({
      status: 403,
      body: {
        internalCode: ERROR_CODES.WRITE_ACCESS_REQUIRED,
        userFriendlyMessage: expect.stringContaining('Please enable wholesale marketplace write access'),
      },
    });
    const [kept] = await app.database.db.select().from(orders).where(eq(orders.id, order.id));
    expect(kept).toMatchObject({ status: 'SUBMITTED', version: 0 });
    await connect(key('WRITE'));
    expect((await move(order.id, 'ACCEPTED')).status).toBe(200);
    await isTold(order.externalId, ['accept']);
  });

  test('is reported step by step, and shipped once, since there is no delivery there', async () => {
    await connect(key('WRITE'));
    const order = await marketplaceOrder();
    const steps = ['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'] as const;
    for (const status of steps) expect((await move(order.id, status)).status).toBe(200);
    await isTold(order.externalId, ['accept', 'fulfill', 'ship', 'complete']);
    await isDone(order.id);
    expect((await movesOf(order.id)).map(({ state }) => state)).toEqual(steps.map(() => 'SENT'));
  });

  test('delivered before shipping was reported is reported as shipped', async () => {
    await connect(key('WRITE'));
    const order = await marketplaceOrder({ status: 'SHIPPED' });
    await move(order.id, 'DELIVERED');
    await isTold(order.externalId, ['ship']);
  });

  test('never waits for the marketplace: unsent changes are shown, and sent later', async () => {
    await connect(key('WRITE'));
    const order = await marketplaceOrder();
    await whileOut(app, 'wholesale', async () => {
      expect((await move(order.id, 'ACCEPTED')).status).toBe(200);
      await waitFor(async () =>
        expect((await syncs())[0]?.undelivered).toMatchObject([
          { orderId: order.id, orderNumber: order.orderNumber, action: 'accept', isWaiting: true },
        ]),
      );
    });
    await isTold(order.externalId, ['accept']);
    await isDone(order.id);
    expect((await syncs())[0]?.undelivered).toEqual([]);
  });

  test('is reported once, despite a crash before recording it, and two concurrent tries', async () => {
    await connect(key('WRITE'));
    const order = await marketplaceOrder();
    await move(order.id, 'ACCEPTED');
    await isTold(order.externalId, ['accept']);
    await isDone(order.id);
    await app.database.db
      .update(marketplaceMoves)
      .set({ state: 'PENDING' })
      .where(eq(marketplaceMoves.orderId, order.id));
    await Promise.all([connect(key('WRITE')), connect(key('WRITE'))]);
    await isDone(order.id);
    expect(await sentMoves(app, order.externalId)).toEqual(['accept']);
  });

  test('shows what the marketplace rejects for good, and continues', async () => {
    await connect(key('WRITE'));
    const settled = await marketplaceOrder();
    const there = { action: 'complete', leaves: 'COMPLETE', orgName: seller.org.name };
    await recordsOf(app.database.db, 'wholesale').add('move', settled.externalId, there);
    expect((await move(settled.id, 'ACCEPTED')).status).toBe(200);
    await isDone(settled.id);
    expect((await syncs())[0]?.undelivered).toMatchObject([
      { orderId: settled.id, action: 'accept', isWaiting: false, problem: expect.stringContaining('isn’t allowed') },
    ]);
    expect((await move(settled.id, 'FULFILLED')).status).toBe(200);
  });

  test('waits for a key when the current one is revoked, and continues with the next', async () => {
    await connect(key('WRITE'));
    const order = await marketplaceOrder();
    await toggleKey(app, 'wholesale', key('WRITE'));
    expect((await move(order.id, 'ACCEPTED')).status).toBe(200);
    await waitFor(async () =>
      expect((await syncs())[0]).toMatchObject({
        problem: 'The wholesale marketplace no longer accepts the key. Replace it.',
      }),
    );
    await toggleKey(app, 'wholesale', key('WRITE'));
    await connect(key('WRITE'));
    await isTold(order.externalId, ['accept']);
    expect((await syncs())[0]?.problem).toBeNull();
  });

  test('continues here only, where its state isn’t connected', async () => {
    const order = await marketplaceOrder();
    expect((await move(order.id, 'ACCEPTED')).status).toBe(200);
    await connect(key('READ'));
    await disable();
    expect((await move(order.id, 'FULFILLED')).status).toBe(200);
    expect(await movesOf(order.id)).toEqual([]);
  });

  test('can be cancelled by its buyer whatever the seller’s key allows', async () => {
    await connect(key('READ'));
    const buyer = await makeBuyer(app.database.db);
    const customer = await makeCustomer(app.database.db, seller, { buyer });
    const order = await marketplaceOrder({ buyer, customer });
    const caller = await app.as(buyer.owner.user, buyer.org);
    expect((await move(order.id, 'CANCELLED', caller)).status).toBe(200);
  });
});

test('an order of our own marketplace or sales team isn’t reported to the wholesale marketplace', async () => {
  await connect(key('READ'));
  for (const orderSource of ['MARKETPLACE', 'MANUAL']) {
    const { order } = await makeOrder(app.database.db, seller, { orderSource });
    expect((await move(order.id, 'ACCEPTED')).status).toBe(200);
    expect(await movesOf(order.id)).toEqual([]);
  }
});

test('all processes together respect its rate limit', async () => {
  const { db } = app.database;
  const name = `turns-${seller.org.id}`;
  await Promise.all(Array.from({ length: 5 }, () => acquireTurn(db, name, 20)));
  const nextTurn = async () => {
    const { rows } = await db.execute<{ ms: number }>(
      sql`select (extract(epoch from next_at) * 1000)::float8 as ms from call_turns where name = ${name}`,
    );
    return rows[0]?.ms ?? 0;
  };
  const before = await nextTurn();
  await Promise.all(Array.from({ length: 4 }, () => acquireTurn(db, name, 50)));
  // Each call moves the next turn by the gap, whichever process made it.
  expect(await nextTurn()).toBeGreaterThanOrEqual(before + 200);
  await db.execute(sql`update call_turns set next_at = now() + interval '1 hour' where name = ${name}`);
  await expect(acquireTurn(db, name, 20)).rejects.toBeInstanceOf(Overcrowded);
});
