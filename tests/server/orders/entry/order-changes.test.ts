import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog, orderLineItems } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeOrder } from '../../../support/factories';
import { calls, type Entry, entryOf, openEntry, type Saved } from '../../../support/orders/order-entry';

const { app, db, seller, owner, world, enter, change, saveChange, move, stockOf, strangers } = await openEntry();

describe('a change', () => {
  test('keeps the ids and prices of lines, moves them, and moves the stock by what changed', async () => {
    const order = await move(await enter(), 'ACCEPTED');
    await db.execute(`update products set wholesale_price = 11 where id = ${world.jar.id}`);
    const [first, second] = entryOf(order).lineItems;
    if (!first || !second) throw new Error('The order has two lines');
    const added = { ...first, id: null, quantity: '4' };
    const after = await saveChange(order, {
      lineItems: [second, { ...first, quantity: '5' }, added as never],
    });
    expect(after.lineItems).toMatchObject([
      { id: second.id, position: 0, quantity: '2' },
      { id: first.id, position: 1, quantity: '5', orderedUnitPrice: '10.00' },
      { quantity: '4', orderedUnitPrice: '11.00' },
    ]);
    expect(after).toMatchObject({ totalUsd: '310.00', version: order.version + 1 });
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 9 });
    const fewer = await saveChange(after, { lineItems: [second] });
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 0 });
    await move(fewer, 'FULFILLED');
    expect(await stockOf(world.cases)).toEqual({ quantity: 776, reserved: 0 });
  });

  test('may take what the order holds and what is left, and no more', async () => {
    const order = await move(await enter({ lineItems: [{ productId: world.jar.id, quantity: '60' }] }), 'ACCEPTED');
    const [line] = entryOf(order).lineItems;
    if (!line) throw new Error('The order has a line');
    const more = await saveChange(order, { lineItems: [{ ...line, quantity: '100' }] });
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 100 });
    const answer = await change(more, { lineItems: [{ ...line, quantity: '101' }] });
    expect(answer).toMatchObject({ errorMessages: [{ line: 0, message: 'Only 100 units available' }] });
    expect(await stockOf(world.jar)).toEqual({ quantity: 100, reserved: 100 });
  });

  test('of a line’s entered price goes back to the customer’s price', async () => {
    const order = await enter({ lineItems: [{ productId: world.jar.id, quantity: '1', salePrice: '7.00' }] });
    const [line] = entryOf(order).lineItems;
    if (!line) throw new Error('The order has a line');
    const after = await saveChange(order, { lineItems: [{ ...line, salePrice: null }] });
    expect(after.lineItems).toMatchObject([
      { id: line.id, orderedUnitPrice: '10.00', priceWhy: { kind: 'wholesale' } },
    ]);
  });

  test('isn’t made on an outdated version, nor with lines the order doesn’t have', async () => {
    const order = await enter();
    await saveChange(order, { notes: 'Ring twice' });
    const late = await owner.call(calls.update, { params: { id: order.id }, body: entryOf(order) });
    expect(late).toMatchObject({ status: 409, body: { message: 'STALE' } });
    const [line] = entryOf(await enter()).lineItems;
    const fresh = await enter();
    const answer = await owner.call(calls.update, {
      params: { id: fresh.id },
      body: { ...entryOf(fresh), lineItems: [line as never] },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { 'lineItems.0.id': expect.anything() } } });
  });

  test('of lines takes a permission once the order is fulfilled, and isn’t possible once it is closed', async () => {
    const rep = await makeMember(db, seller, {
      features: { BROWSE_ORDERS: { read: true, write: true } },
      companyIds: [seller.company.id],
      brandIds: [seller.brand.id],
    });
    const caller = await app.as(rep.user, seller.org);
    const order = await move(await enter(), 'ACCEPTED', 'FULFILLED');
    const [line] = entryOf(order).lineItems;
    const fewer = { ...entryOf(order), lineItems: [{ ...line, quantity: '1' }] as Entry['lineItems'] };
    const update = { params: { id: order.id }, body: fewer };
    expect((await caller.call(calls.update, update)).status).toBe(403);
    await saveChange(order, { notes: 'Basics may change' }, caller);
    const again = await owner.expectOk(calls.update, { ...update, body: { ...fewer, version: order.version + 1 } });
    expect(again).toMatchObject({ saveSuccessful: true, totalUsd: '10.00' });
    expect(await stockOf(world.jar)).toEqual({ quantity: 99, reserved: 0 });
    expect(await stockOf(world.cases)).toEqual({ quantity: 800, reserved: 0 });
    const closed = await move(await enter(), 'CANCELLED');
    const answer = await owner.call(calls.update, {
      params: { id: closed.id },
      body: { ...entryOf(closed), lineItems: [] },
    });
    expect(answer).toMatchObject({ status: 409, body: { message: 'CONFLICT' } });
  });

  test('gives an order entered by sales to another customer at their prices, a buyer’s own to nobody', async () => {
    const other = await makeCustomer(db, seller);
    const order = await enter();
    expect(await saveChange(order, { customerId: other.id })).toMatchObject({ customer: { id: other.id } });
    const buyer = await makeBuyer(db);
    const { order: bought } = await makeOrder(db, seller, { buyer, lines: [{ product: world.jar }] });
    const theirs = (await owner.expectOk(calls.get, { params: { id: bought.id } })) as Saved;
    const answer = await owner.call(calls.update, {
      params: { id: bought.id },
      body: { ...entryOf(theirs), customerId: other.id },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { customerId: expect.anything() } } });
  });

  test('is kept in the log with what it was before', async () => {
    const order = await enter();
    const [first] = entryOf(order).lineItems;
    await saveChange(order, { notes: 'Leave at the dock', lineItems: [{ ...first, quantity: '7' } as never] });
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(order.id))))
      .orderBy(asc(auditLog.id));
    const [, second] = order.lineItems;
    expect(entries.at(-1)).toMatchObject({
      before: { notes: '', lines: { [String(first?.id)]: { quantity: '3' }, [String(second?.id)]: { quantity: '2' } } },
      after: { notes: 'Leave at the dock', lines: { [String(first?.id)]: { quantity: '7' } } },
    });
  });
});

test('a draft is deleted with its lines; any other order, or another organization’s, isn’t', async () => {
  const order = await enter();
  const { stranger } = await strangers();
  const theirs = await app.as(stranger.owner.user, stranger.org);
  expect((await theirs.call(calls.remove, { params: { id: order.id } })).status).toBe(404);
  await owner.expectOk(calls.remove, { params: { id: order.id } });
  expect((await owner.call(calls.get, { params: { id: order.id } })).status).toBe(404);
  expect(await db.$count(orderLineItems, eq(orderLineItems.orderId, order.id))).toBe(0);
  const placed = await move(await enter(), 'SUBMITTED');
  expect((await owner.call(calls.remove, { params: { id: placed.id } })).status).toBe(409);
});
