import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { addDays } from '../../../../domain/dates';
import { auditChanges } from '../../../../domain/organization/audit';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
import { entryOf, openEntry, type Saved } from '../../../support/orders/order-entry';

const { changes, asOf } = contract.orderHistory;
const { app, db, seller, owner, world, enter, saveChange, move, draftOf } = await openEntry();
const { recordPayment, voidPayment, updateBasicInfo, transition } = contract.orders;

const historyOf = async ({ id }: { id: number }) =>
  (await owner.expectOk(changes, { params: { id }, query: {} })).results;
const read = async ({ id }: { id: number }) => (await owner.expectOk(contract.orders.get, { params: { id } })) as Saved;

test('every change is told with who made it and both sides, newest first', async () => {
  const rep = await makeMember(db, seller, {
    features: { BROWSE_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  const order = await enter();
  const [jar, cases] = entryOf(order).lineItems;
  if (!jar || !cases) throw new Error('The order has two lines');
  const edited = await saveChange(order, {
    notes: 'Call first',
    orderSource: 'WHOLESALE_MARKETPLACE',
    discountType: '%',
    discount: '0.1',
    shipDate: '2026-12-01',
    lineItems: [{ ...jar, quantity: '5', notes: 'Newest batch' }],
  });
  await owner.expectOk(updateBasicInfo, {
    params: { id: order.id },
    body: {
      shipDate: '2026-12-03',
      paymentDueDate: null,
      shippingDetails: '',
      notes: 'Call first',
      salesRepOrgUserIds: [rep.orgUserId],
      version: edited.version,
    },
  });
  await move(order, 'SUBMITTED');
  const payment = await owner.expectOk(recordPayment, {
    params: { id: order.id },
    body: { amount: '5.00', paymentType: 'CHECK', paymentDate: '2026-03-02' },
  });
  await owner.expectOk(voidPayment, { params: { id: order.id, paymentId: payment.id }, query: {} });
  await owner.expectOk(contract.orderDocuments.markPrinted, { body: { orderIds: [order.id], printed: true } });
  await owner.expectOk(transition, {
    params: { id: order.id },
    body: { status: 'REJECTED', reason: 'Out of the delivery area' },
  });

  const history = await historyOf(order);
  const { user } = seller.owner;
  expect(history.every(({ by }) => by === `${user.firstName} ${user.lastName}`)).toBe(true);
  expect(history.map(({ status, reason, changes: made }) => ({ status, reason, changes: made }))).toEqual([
    { status: 'REJECTED', reason: 'Out of the delivery area', changes: [] },
    { status: null, reason: null, changes: [{ field: 'Printed', before: 'No', after: 'Yes' }] },
    { status: null, reason: null, changes: [{ field: 'Payment by check', before: '$5.00', after: 'Void' }] },
    { status: null, reason: null, changes: [{ field: 'Payment by check', before: '', after: '$5.00' }] },
    { status: 'SUBMITTED', reason: null, changes: [] },
    {
      status: null,
      reason: null,
      changes: [
        { field: 'Sales reps', before: '', after: `${rep.user.firstName} ${rep.user.lastName}` },
        { field: 'Ship date', before: '12/01/2026', after: '12/03/2026' },
      ],
    },
    {
      status: null,
      reason: null,
      changes: [
        { field: 'Source', before: 'Entered by sales', after: 'Wholesale marketplace' },
        { field: 'Ship date', before: '', after: '12/01/2026' },
        { field: 'Notes', before: '', after: 'Call first' },
        { field: 'Discount', before: '$0.00', after: '10%' },
        { field: 'Total', before: '$246.00', after: '$45.00' },
        { field: `${world.jar.name}, quantity`, before: '3 units', after: '5 units' },
        { field: `${world.jar.name}, note`, before: '', after: 'Newest batch' },
        { field: world.cases.name, before: '2 cases at $108.00', after: '' },
      ],
    },
    { status: 'DRAFT', reason: null, changes: [] },
  ]);
});

test('a discount from one percentage to another is told in percent, here and in the audit log', async () => {
  const order = await enter();
  const tenPercent = await saveChange(order, { discountType: '%', discount: '0.1' });
  await saveChange(tenPercent, { discountType: '%', discount: '0.15' });
  const [last] = await historyOf(order);
  expect(last?.changes).toContainEqual({ field: 'Discount', before: '10%', after: '15%' });
  const query = { entity: 'order', entityId: `${order.id}` };
  const { results } = await owner.expectOk(contract.auditLog.list, { params: { orgId: seller.org.id }, query });
  const [entry] = results;
  expect(entry && auditChanges(entry, String)).toContainEqual({ label: 'Discount', before: '10%', after: '15%' });
});

test('what the buyer does is told too, and what an order was combined from', async () => {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  const make = () => makeOrder(db, seller, { buyer, customer, lines: [{ product: world.jar }] });
  const [first, second] = [(await make()).order, (await make()).order];
  const merged = await owner.expectOk(contract.orderEntry.merge, { body: { orderIds: [first.id, second.id] } });
  const own = await app.as(buyer.owner.user, buyer.org);
  await own.expectOk(transition, { params: { id: merged.id }, body: { status: 'CANCELLED', reason: 'Ordered twice' } });
  expect(await historyOf(merged)).toMatchObject([
    { status: 'CANCELLED', reason: 'Ordered twice', by: `${buyer.owner.user.firstName} ${buyer.owner.user.lastName}` },
    { changes: [{ field: 'Combined from', after: `${first.orderNumber}, ${second.orderNumber}` }] },
  ]);
});

const step = fc.record({
  kind: fc.constantFrom('quantity', 'remove', 'add', 'note', 'dates', 'source', 'discount', 'status', 'pay'),
  at: fc.nat(5),
  to: fc.integer({ min: 1, max: 30 }),
});

async function take(order: Saved, { kind, at, to }: { kind: string; at: number; to: number }): Promise<unknown> {
  const entry = entryOf(order);
  const index = at % entry.lineItems.length;
  const without = entry.lineItems.filter((_, one) => one !== index);
  const changed = (more: object) => entry.lineItems.map((line, one) => (one === index ? { ...line, ...more } : line));
  const added = { productId: at % 2 ? world.jar.id : world.cases.id, quantity: String(to) };
  switch (kind) {
    case 'quantity':
      return saveChange(order, { lineItems: changed({ quantity: String(to) }) });
    case 'remove':
      return without.length > 0 ? saveChange(order, { lineItems: without }) : null;
    case 'add':
      return saveChange(order, { lineItems: [added as never, ...entry.lineItems] });
    case 'note':
      return saveChange(order, { notes: `Note ${to}`, lineItems: changed({ notes: `Line note ${to}` }) });
    case 'dates':
      return saveChange(order, { shipDate: addDays('2026-12-01', to) });
    case 'source':
      return saveChange(order, { orderSource: at % 2 ? 'MANUAL' : 'WHOLESALE_MARKETPLACE' });
    case 'discount':
      return saveChange(
        order,
        at % 2 ? { discountType: '%', discount: `0.${to + 10}` } : { discountType: '$', discount: `${to}` },
      );
    case 'status':
      return order.status === 'DRAFT' ? move(order, 'SUBMITTED') : null;
    default:
      if (order.status === 'DRAFT') return null;
      return owner.expectOk(recordPayment, {
        params: { id: order.id },
        // A small order may owe less.
        body: { amount: `${to}.50`, paymentType: 'CASH', paymentDate: '2026-03-02', confirmed: true },
      });
  }
}

test('an order as of any moment is what it was then, whatever was done since', async () => {
  // Each try enters one more order of them.
  world.jar = await makeProduct(db, seller, { wholesalePrice: '10.00', quantity: '100000' });
  world.cases = await makeProduct(db, seller, { wholesalePrice: '108.00', quantity: '100000' });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { id } = await enter({ lineItems: [...draftOf().lineItems, { productId: world.jar.id, quantity: '1' }] });
      const seen: { at: string; order: unknown }[] = [];
      const look = async () => {
        await wait(5);
        const at = new Date().toISOString();
        const { status, paid, fields, lines } = await owner.expectOk(asOf, { params: { id }, query: { at } });
        const is = {
          status: status.is,
          paid: paid.is,
          fields: fields.map((one) => [one.field, one.is]),
          lines: lines.map((one) => one.is),
        };
        seen.push({ at, order: is });
        await wait(5);
      };
      await look();
      for (const one of steps) {
        await take(await read({ id }), one);
        await look();
      }
      for (const { at, order } of seen) {
        const { status, paid, fields, lines } = await owner.expectOk(asOf, { params: { id }, query: { at } });
        expect({
          status: status.was,
          paid: paid.was,
          fields: fields.map((one) => [one.field, one.was]),
          lines: lines.flatMap((one) => one.was ?? []),
        }).toEqual(order);
      }
    }),
    { numRuns: 6 },
  );
});

test('nobody reads the history of an order they don’t see, or one before it was entered', async () => {
  const order = await enter();
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  const now = { at: new Date().toISOString() };
  expect((await other.call(changes, { params: { id: order.id }, query: {} })).status).toBe(404);
  expect((await other.call(asOf, { params: { id: order.id }, query: now })).status).toBe(404);
  const reps = await makeMember(db, seller, { features: { BROWSE_MY_ORDERS: { read: true, write: true } } });
  const member = await app.as(reps.user, seller.org);
  expect((await member.call(changes, { params: { id: order.id }, query: {} })).status).toBe(404);
  const early = await owner.call(asOf, { params: { id: order.id }, query: { at: '2020-01-01T00:00:00Z' } });
  expect(early).toMatchObject({ status: 400, body: { errors: { at: expect.stringContaining('entered on') } } });
  const theirs = await makeOrder(db, stranger, { lines: [{ product: await makeProduct(db, stranger) }] });
  expect((await owner.call(changes, { params: { id: theirs.order.id }, query: {} })).status).toBe(404);
});
