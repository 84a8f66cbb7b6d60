import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '../../../../domain/orders/status';
import { auditLog, orders } from '../../../../server/db/schema';
import { makeCustomer } from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';
import { openMerging } from '../../../support/orders/merging';
import { calls } from '../../../support/orders/order-entry';
import { memberOf } from '../../../support/seller-app';

const { app, db, seller, owner, goods, order, statusesOf } = await openMerging();

describe('orders in different statuses', () => {
  const mixed = async (first: OrderStatus, second: OrderStatus, values: Parameters<typeof order>[0] = {}) => [
    (await order({ status: first })).id,
    (await order({ status: second, ...values })).id,
  ];
  const backordered = () => ({ lines: [{ product: goods.jar, quantity: '5', isBackorder: true }] });

  test('become one with the status of the first, as the preview says, and get their own back when it is undone', async () => {
    const ids = await mixed('ACCEPTED', 'SUBMITTED', backordered());
    const [first, second] = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id);
    // A line on backorder reserves nothing until it is made an ordinary one.
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
    const preview = await owner.expectOk(calls.mergePreview, { body: { orderIds: ids } });
    expect(preview).toMatchObject({
      status: 'ACCEPTED',
      statusChange: `Order ${second?.orderNumber} is submitted, and the first, ${first?.orderNumber}, is accepted. Merging accepts it.`,
      creditStop: null,
    });
    const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
    expect(merged.status).toBe('ACCEPTED');
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
    await owner.expectOk(calls.unmerge, { body: { orderId: merged.id } });
    expect(await statusesOf(ids)).toEqual(['ACCEPTED', 'SUBMITTED']);
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
  });

  test('of which the first is submitted have to be accepted again', async () => {
    const ids = await mixed('SUBMITTED', 'ACCEPTED', backordered());
    expect((await readLedger(db, goods.jar.id)).row.reserved).toBe(10);
    const { statusChange } = await owner.expectOk(calls.mergePreview, { body: { orderIds: ids } });
    expect(statusChange).toMatch(
      /is accepted, and the first, \d+, is submitted\. Merged, it has to be accepted again\.$/,
    );
    const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
    expect(merged.status).toBe('SUBMITTED');
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
  });

  test('are accepted although what is on backorder isn’t there, which is only refused as an ordinary line', async () => {
    const ids = await mixed('ACCEPTED', 'SUBMITTED', {
      lines: [{ product: goods.jar, quantity: '91', isBackorder: true }],
    });
    const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
    const { lineItems, version, customer: placedFor } = merged;
    const answer = await owner.expectOk(calls.update, {
      params: { id: merged.id },
      body: {
        version,
        customerId: placedFor.id,
        lineItems: lineItems.map(({ id, productId, quantity }) => ({ id, productId, quantity, isBackorder: false })),
      },
    });
    expect(answer).toMatchObject({
      saveSuccessful: false,
      errorMessages: [{ message: expect.stringContaining('available') }],
    });
    expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 10 });
  });

  test('pass the same credit check as accepting them, which takes order payments to override', async () => {
    // 99.90 is owed, 10.00 more are left.
    goods.customer = await makeCustomer(db, seller, { creditLimitUsd: '109.90' });
    const ids = await mixed('ACCEPTED', 'SUBMITTED', { lines: [{ product: goods.jar, quantity: '2' }] });
    const preview = await owner.expectOk(calls.mergePreview, { body: { orderIds: ids } });
    expect(preview.creditStop).toMatchObject({ message: expect.stringContaining('credit limit'), mayOverride: true });
    const refused = await owner.call(calls.merge, { body: { orderIds: ids } });
    expect(refused).toMatchObject({ status: 409, body: { message: 'CREDIT_STOP' } });
    const overrideReason = 'They paid in cash';
    const seller2 = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: { read: true, write: true } } });
    const body = { orderIds: ids, overrideReason };
    expect((await seller2.call(calls.merge, { body })).status).toBe(403);
    expect(await statusesOf(ids)).toEqual(['ACCEPTED', 'SUBMITTED']);
    const merged = await owner.expectOk(calls.merge, { body });
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(merged.id))));
    expect(entry?.after).toMatchObject({ creditOverride: { reason: overrideReason, stop: { kind: 'limit' } } });
    // Within the limit, or with the accepted ones alone, nothing is asked.
    const small = await mixed('SUBMITTED', 'SUBMITTED');
    expect((await owner.expectOk(calls.mergePreview, { body: { orderIds: small } })).creditStop).toBeNull();
  });

  test('can’t be merged and taken apart to get round a credit limit', async () => {
    goods.customer = await makeCustomer(db, seller, { creditLimitUsd: '100.00' });
    const ids = await mixed('SUBMITTED', 'ACCEPTED');
    const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
    const other = await order({ status: 'SUBMITTED' });
    await owner.expectOk(calls.transition, { params: { id: other.id }, body: { status: 'ACCEPTED' } });
    const undone = await owner.call(calls.unmerge, { body: { orderId: merged.id } });
    expect(undone).toMatchObject({ status: 409, body: { message: 'CREDIT_STOP' } });
    expect(await statusesOf([...ids, merged.id])).toEqual(['COMBINED', 'COMBINED', 'SUBMITTED']);
    await owner.expectOk(calls.unmerge, { body: { orderId: merged.id, overrideReason: 'They paid in cash' } });
    expect(await statusesOf(ids)).toEqual(['SUBMITTED', 'ACCEPTED']);
  });
});
