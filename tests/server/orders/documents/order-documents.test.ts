import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { formatUsd, subtract } from '../../../../domain/money';
import { orderMails, orders } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
import { pagesOf, seenIn } from '../../../support/files/pdf';
import { lettersTo } from '../../../support/letters';
import { openSellerApp } from '../../../support/seller-app';

const { print, markPrinted, mail, mailed, mailedFile, purchaseInvoice } = contract.orderDocuments;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const READ = { read: true, write: false };

async function anOrder() {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  const cases = await makeProduct(db, seller, {
    name: 'Crème brûlée vape, Łódź edition',
    sellInBulk: true,
    sellInUnitOfMeasure: 'Case',
    unitMultiplier: '24',
  });
  const jar = await makeProduct(db, seller, { name: 'Gelato jar' });
  const { order } = await makeOrder(db, seller, {
    buyer,
    customer,
    status: 'ACCEPTED',
    discountType: '%',
    discount: '0.125',
    paidUsd: '20.00',
    paymentDueDate: '2026-04-15',
    lines: [
      { product: cases, quantity: '3', unitPrice: '216.75', notes: 'Newest batch' },
      { product: jar, quantity: '1', unitPrice: '0.00', isSample: true },
    ],
  });
  return { order, buyer, customer, cases, jar };
}

const printed = async (kind: 'INVOICE' | 'PACKING_SLIP' | 'PICK_LIST', ...orderIds: number[]) =>
  pagesOf(await owner.expectOk(print, { body: { kind, orderIds } }));

test('an invoice says what the order’s page says, to the cent', async () => {
  const { order } = await anOrder();
  const shown = await owner.expectOk(contract.orders.get, { params: { id: order.id } });
  const [page = '', ...more] = await printed('INVOICE', order.id);
  expect(more).toEqual([]);
  const expected = [
    `Invoice ${order.orderNumber}`,
    shown.sellerCompany.name,
    shown.customer.name,
    shown.buyerLicense?.license.licenseNumber,
    'Crème brûlée vape, Łódź edition',
    '3 cases',
    '72 units, 24 per case',
    '“Newest batch”',
    'Sample',
    '04/15/2026',
    ...shown.lineItems.flatMap(({ orderedUnitPrice, total }) => [formatUsd(orderedUnitPrice), formatUsd(total)]),
    `Subtotal ${formatUsd(shown.subtotalUsd)}`,
    `Discount (12.5%) -${formatUsd(shown.orderDiscountUsd)}`,
    `Total ${formatUsd(shown.totalUsd)}`,
    `Paid ${formatUsd(shown.paidUsd)}`,
    `Balance ${formatUsd(subtract(shown.totalUsd, shown.paidUsd))}`,
    'Page 1 of 1',
  ];
  for (const text of expected) expect(page).toContain(text);
});

test.each([
  ['SUBMITTED', ['Subtotal $180.00', 'Discount -$18.00', 'Total $162.00', 'On backorder, not invoiced yet -$108.00']],
  ['ACCEPTED', ['Subtotal $60.00', 'Discount -$6.00', 'Total $54.00', 'On backorder, not invoiced yet']],
] as const)(
  'the paper of an order that is %s, of which some waits, has the balance of its page',
  async (status, sums) => {
    const product = await makeProduct(db, seller, { quantity: '100' });
    const lines = [
      { product, quantity: '3', unitPrice: '20.00' },
      { product, quantity: '6', unitPrice: '20.00', isBackorder: true },
    ];
    const { order } = await makeOrder(db, seller, { status, lines, discount: '18.00', paidUsd: '20.00' });
    const [page] = await printed('INVOICE', order.id);
    for (const text of [...sums, 'Paid $20.00', 'Balance $34.00']) expect(page).toContain(text);
  },
);

test.each([
  ['INVOICE', 'DRAFT', 'Invoice (draft)'],
  ['INVOICE', 'SUBMITTED', 'Invoice (not accepted yet)'],
  ['INVOICE', 'BACKORDER', 'Invoice (backorder)'],
  ['INVOICE', 'ACCEPTED', 'Invoice'],
  ['INVOICE', 'COMPLETE', 'Invoice'],
  ['INVOICE', 'CANCELLED', 'Invoice (cancelled)'],
  ['PACKING_SLIP', 'SUBMITTED', 'Packing slip'],
  ['PICK_LIST', 'ACCEPTED', 'Pick list'],
] as const)('a %s of an order that is %s is titled “%s”, on paper and as a file', async (kind, status, title) => {
  const { order } = await makeOrder(db, seller, { status, lines: [{ product: await makeProduct(db, seller) }] });
  const file = await owner.expectOk(print, { body: { kind, orderIds: [order.id] } });
  const { info, pages } = await seenIn(new Uint8Array(await file.arrayBuffer()));
  const whole = `${title} ${order.orderNumber}`;
  expect(info).toMatchObject({ Title: whole, Author: seller.company.name });
  expect(pages[0]?.pieces.map(({ text }) => text).join(' ')).toContain(whole);
});

test.each([
  ['INVOICE', 'Invoices of 2 orders'],
  ['PACKING_SLIP', 'Packing slips of 2 orders'],
  ['PICK_LIST', 'Pick list of 2 orders'],
] as const)('a file of several orders, each as %s, is titled “%s”', async (kind, title) => {
  const [one, other] = [await anOrder(), await anOrder()];
  const file = await owner.expectOk(print, { body: { kind, orderIds: [one.order.id, other.order.id] } });
  expect((await seenIn(new Uint8Array(await file.arrayBuffer()))).info).toMatchObject({ Title: title });
});

test('several orders are one file: each begins on its own page, and long ones number their pages', async () => {
  const { order } = await anOrder();
  const product = await makeProduct(db, seller);
  const long = await makeOrder(db, seller, { lines: Array.from({ length: 60 }, () => ({ product, quantity: '1' })) });
  const pages = await printed('PACKING_SLIP', order.id, long.order.id);
  expect(pages[0]).toContain(`Packing slip ${order.orderNumber}`);
  expect(pages[1]).toContain(`Packing slip ${long.order.orderNumber}`);
  expect(pages.at(-1)).toContain(`Page ${pages.length - 1} of ${pages.length - 1}`);
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.join(' ')).not.toContain('$');
});

test('a pick list adds up what several orders need of a product, and leaves out backorders', async () => {
  const { order, cases, customer } = await anOrder();
  const later = await makeProduct(db, seller, { name: 'Sold out tincture' });
  const other = await makeOrder(db, seller, {
    customer,
    lines: [
      { product: cases, quantity: '2' },
      { product: later, quantity: '5', isBackorder: true },
    ],
  });
  const text = (await printed('PICK_LIST', order.id, other.order.id)).join(' ');
  expect(text).toContain('120 units');
  expect(text).toContain(`${other.order.orderNumber} ${customer.name}: 2 cases (48 units, 24 per case)`);
  expect(text).not.toContain('Sold out tincture');
});

test('a product many orders need goes on over pages, with every order on them and none torn by their ends', async () => {
  const { cases } = await anOrder();
  const customer = await makeCustomer(db, seller, {
    name: `Harbor Vine and Daughters${' of the Lower Valley'.repeat(3)}`,
  });
  const lines = [{ product: cases, quantity: '1', notes: 'Leave at the rear dock, ring twice and wait for a receipt' }];
  const made = await Promise.all(Array.from({ length: 45 }, () => makeOrder(db, seller, { customer, lines })));
  const pages = await printed('PICK_LIST', ...made.map(({ order }) => order.id));
  // A line may end anywhere in a name.
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  const texts = pages.map(bare);
  const names = made.map(({ order }) => bare(`${order.orderNumber} ${customer.name}: 1 case`));
  expect(names.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
  expect(texts.join('')).toContain(bare('1,080 units'));
  expect(pages.length).toBeGreaterThan(2);
});

test('nobody prints orders they don’t see, or too many at once', async () => {
  const { order } = await anOrder();
  const stranger = await makeSeller(db);
  const theirs = await makeOrder(db, stranger, { lines: [{ product: await makeProduct(db, stranger) }] });
  const refused = await owner.call(print, { body: { kind: 'INVOICE', orderIds: [order.id, theirs.order.id] } });
  expect(refused.status).toBe(404);
  const reader = await makeMember(db, seller, { features: { BROWSE_MY_ORDERS: READ } });
  const reps = await app.as(reader.user, seller.org);
  expect((await reps.call(print, { body: { kind: 'INVOICE', orderIds: [order.id] } })).status).toBe(404);
  const many = Array.from({ length: 201 }, (_, at) => at + 1);
  expect(await owner.call(print, { body: { kind: 'INVOICE', orderIds: many } })).toMatchObject({
    status: 400,
    body: { errors: { orderIds: 'Select at most 200 orders' } },
  });
});

test('a buyer gets the invoice of its own purchase order, not another’s', async () => {
  const { order, buyer } = await anOrder();
  const own = await app.as(buyer.owner.user, buyer.org);
  const [page] = await pagesOf(await own.expectOk(purchaseInvoice, { params: { orderId: order.id } }));
  expect(page).toContain(`Invoice ${order.orderNumber}`);
  const stranger = await makeBuyer(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect((await other.call(purchaseInvoice, { params: { orderId: order.id } })).status).toBe(404);
});

test('orders are marked as printed by those who may change them, and found by it', async () => {
  const { order } = await anOrder();
  const find = async () => {
    const filters = { printed: true, sellerOrderNumber: order.orderNumber };
    const { results } = await owner.expectOk(contract.orders.search, { body: { orgId: seller.org.id, filters } });
    return results.length;
  };
  expect(await find()).toBe(0);
  await owner.expectOk(markPrinted, { body: { orderIds: [order.id], printed: true } });
  expect(await find()).toBe(1);
  const viewer = await makeMember(db, seller, { features: { BROWSE_ORDERS: READ } });
  const reader = await app.as(viewer.user, seller.org);
  expect((await reader.call(markPrinted, { body: { orderIds: [order.id], printed: false } })).status).toBe(403);
  const [kept] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(kept).toMatchObject({ printed: true, version: order.version });
});

test('documents are mailed once, with what they said then, and stay with the order', async () => {
  const { order } = await anOrder();
  const recipients = [`ap-${order.id}@example.com`];
  const input = {
    params: { id: order.id },
    body: {
      kinds: ['INVOICE' as const, 'PACKING_SLIP' as const],
      recipients,
      subject: 'Your order',
      message: 'Thanks!',
    },
  };
  const key = { idempotencyKey: crypto.randomUUID() };
  const [sent, again] = [await owner.expectOk(mail, input, key), await owner.expectOk(mail, input, key)];
  expect(again.id).toBe(sent.id);
  const [letter, ...others] = await lettersTo(app, recipients[0] ?? '', 1);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ subject: 'Your order' });
  expect(letter?.text).toContain('Thanks!');
  expect(letter?.attachments.map(({ filename }) => filename)).toEqual([
    `invoice_${order.orderNumber}.pdf`,
    `packing_slip_${order.orderNumber}.pdf`,
  ]);
  const before = await pagesOf(new Blob([Buffer.from(letter?.attachments[0]?.content ?? '', 'base64')]));
  expect(before[0]).toContain('Paid $20.00');
  await owner.expectOk(contract.orders.recordPayment, {
    params: { id: order.id },
    body: { amount: '5.00', paymentType: 'CASH', paymentDate: '2026-03-02' },
  });
  const [listed] = await owner.expectOk(mailed, { params: { id: order.id } });
  expect(listed).toMatchObject({
    id: sent.id,
    recipients,
    kinds: ['INVOICE', 'PACKING_SLIP'],
    isKept: true,
    unsent: [],
  });
  const file = { params: { id: order.id, mailId: sent.id, kind: 'INVOICE' as const } };
  expect(await pagesOf(await owner.expectOk(mailedFile, file))).toEqual(before);
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect((await other.call(mailedFile, file)).status).toBe(404);
  expect((await other.call(mailed, { params: { id: order.id } })).status).toBe(404);
});

test('a mail without a proper address, or by someone who only reads, isn’t sent', async () => {
  const { order } = await anOrder();
  const body = { kinds: ['INVOICE' as const], recipients: ['not an address'], subject: 'Your order' };
  expect(await owner.call(mail, { params: { id: order.id }, body })).toMatchObject({
    status: 400,
    body: { errors: { recipients: '“not an address” isn’t an email address' } },
  });
  const viewer = await makeMember(db, seller, { features: { BROWSE_ORDERS: READ } });
  const reader = await app.as(viewer.user, seller.org);
  const refused = await reader.call(mail, {
    params: { id: order.id },
    body: { ...body, recipients: ['a@example.com'] },
  });
  expect(refused.status).toBe(403);
  expect(await db.$count(orderMails, eq(orderMails.orderId, order.id))).toBe(0);
});

test('one address isn’t flooded', async () => {
  const { order } = await anOrder();
  const recipients = [`flooded-${order.id}@example.com`];
  const body = { kinds: ['PACKING_SLIP' as const], recipients, subject: 'Your order' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 31; sent++)
    statuses.push((await owner.call(mail, { params: { id: order.id }, body })).status);
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
