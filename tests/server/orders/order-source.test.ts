import { describe, expect, test } from 'vitest';
import { makeBuyer, makeCustomer, makeOrder, unique } from '../../support/factories';
import { calls, entryOf, openEntry, type Saved } from '../../support/orders/order-entry';

const { db, seller, owner, world, draftOf, enter, change, saveChange, move } = await openEntry();

const read = async (id: number) => (await owner.expectOk(calls.get, { params: { id } })) as Saved;
const update = (order: Saved, changes: object) =>
  owner.call(calls.update, { params: { id: order.id }, body: { ...entryOf(order), ...changes } });

/** An order that came from the wholesale marketplace and is kept there. */
const kept = async () =>
  read(
    (
      await makeOrder(db, seller, {
        orderSource: 'WHOLESALE_MARKETPLACE',
        externalId: `WM-${unique()}`,
        lines: [{ product: world.jar }],
      })
    ).order.id,
  );

/** An order a buyer placed at checkout. */
const bought = async () =>
  read((await makeOrder(db, seller, { buyer: await makeBuyer(db), lines: [{ product: world.jar }] })).order.id);

test('an order says its people, companies and total by the names an edit sends them', async () => {
  const order = await enter();
  expect(order).toMatchObject({
    sellerCompanyId: seller.company.id,
    salesRepOrgUserIds: order.salesReps.map(({ id }) => id),
    distributorId: order.distributor?.companyId ?? null,
    expectedTotal: order.totalUsd,
  });
  expect(order.lineItems.length).toBeGreaterThan(0);
  for (const line of order.lineItems) expect(line.existingQuantity).toBe(line.quantity);
});

describe('where an order comes from', () => {
  test('is said by whoever enters it: entered by sales, or typed in from the wholesale marketplace', async () => {
    expect(await enter()).toMatchObject({ orderSource: 'MANUAL', externalId: null });
    const typedIn = await enter({ orderSource: 'WHOLESALE_MARKETPLACE' });
    expect(typedIn).toMatchObject({ orderSource: 'WHOLESALE_MARKETPLACE', externalId: null, canEditLines: true });
    expect(await saveChange(typedIn, { orderSource: 'MANUAL' })).toMatchObject({ orderSource: 'MANUAL' });
  });

  test('stays as it is when a change leaves it out', async () => {
    const typedIn = await enter({ orderSource: 'WHOLESALE_MARKETPLACE' });
    const { orderSource: _, ...rest } = entryOf(typedIn);
    const after = await owner.expectOk(calls.update, {
      params: { id: typedIn.id },
      body: { ...rest, notes: 'Dock 4' },
    });
    expect(after).toMatchObject({ notes: 'Dock 4', orderSource: 'WHOLESALE_MARKETPLACE' });
  });

  test('is the marketplace only for what a buyer placed, as the field says', async () => {
    const refusal = {
      status: 400,
      body: {
        errors: {
          orderSource: 'Choose “Entered by sales” or “Wholesale marketplace”. Marketplace orders are placed by buyers.',
        },
      },
    };
    const entered = await owner.call(calls.create, { body: draftOf({ orderSource: 'MARKETPLACE' as 'MANUAL' }) });
    expect(entered).toMatchObject(refusal);
    const order = await enter();
    expect(await update(order, { orderSource: 'MARKETPLACE' })).toMatchObject(refusal);
    expect(await read(order.id)).toMatchObject({ orderSource: 'MANUAL', version: order.version });
  });

  test('stays the buyer’s for their own order, which can otherwise be changed', async () => {
    const order = await bought();
    for (const orderSource of ['MANUAL', 'WHOLESALE_MARKETPLACE'])
      expect(await update(order, { orderSource })).toMatchObject({
        status: 400,
        body: { errors: { orderSource: 'The buyer placed this order. Its source can’t change.' } },
      });
    expect(await change(order, { notes: 'Call first' })).toMatchObject({ orderSource: 'MARKETPLACE' });
  });

  test('stays the wholesale marketplace’s for an order kept there, as do its lines and customer', async () => {
    const order = await kept();
    expect(order).toMatchObject({ externalId: expect.stringMatching(/^WM-/), canEditLines: false });
    expect(await update(order, { orderSource: 'MANUAL' })).toMatchObject({
      status: 400,
      body: { errors: { orderSource: expect.stringContaining('kept in the wholesale marketplace') } },
    });
    const other = await makeCustomer(db, seller);
    expect(await update(order, { customerId: other.id })).toMatchObject({
      status: 400,
      body: { errors: { customerId: expect.anything() } },
    });
    expect(await update(order, { lineItems: [{ productId: world.jar.id, quantity: '2' }] })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('kept in the wholesale marketplace. Change them there.') },
    });
    expect(await change(order, { shipDate: '2026-12-03' })).toMatchObject({ shipDate: '2026-12-03' });
  });

  test('doesn’t keep an order that sales typed in from another customer', async () => {
    const typedIn = await enter({ orderSource: 'WHOLESALE_MARKETPLACE' });
    const other = await makeCustomer(db, seller);
    expect(await saveChange(typedIn, { customerId: other.id })).toMatchObject({ customer: { id: other.id } });
  });
});

test('a clone is entered by sales, whatever it is a copy of', async () => {
  for (const { id } of [await bought(), await kept(), await enter({ orderSource: 'WHOLESALE_MARKETPLACE' })]) {
    const { saved } = await owner.expectOk(calls.clone, { body: { orderId: id, prices: 'current' } });
    expect(saved).toMatchObject({ saveSuccessful: true, orderSource: 'MANUAL', externalId: null });
  }
});

test('orders of one source keep it when they are merged, others become entered by sales', async () => {
  const merge = async (...sources: ('MANUAL' | 'WHOLESALE_MARKETPLACE')[]) => {
    const orderIds: number[] = [];
    for (const orderSource of sources) orderIds.push((await move(await enter({ orderSource }), 'SUBMITTED')).id);
    return owner.expectOk(calls.merge, { body: { orderIds } });
  };
  expect(await merge('WHOLESALE_MARKETPLACE', 'WHOLESALE_MARKETPLACE')).toMatchObject({
    orderSource: 'WHOLESALE_MARKETPLACE',
  });
  expect(await merge('WHOLESALE_MARKETPLACE', 'MANUAL')).toMatchObject({ orderSource: 'MANUAL' });
});
