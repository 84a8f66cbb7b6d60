import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orderComments, orders } from '../../../server/db/schema';
import { openApp, startTestApp, type TestCaller } from '../../support/app';
import { createTestDatabase } from '../../support/database';
import { makeOrder, makeSeller, type OrderFixture, type SellerFixture } from '../../support/factories';

const app = await openApp();
let seller: SellerFixture;
let order: OrderFixture;
let caller: TestCaller;

beforeAll(async () => {
  seller = await makeSeller(app.database.db);
  order = (await makeOrder(app.database.db, seller, { status: 'ACCEPTED' })).order;
  caller = await app.as(seller.owner.user, seller.org);
});

test.each([
  'a null \u0000 byte',
  'an escape \u001b[2J',
  'a bell \u0007',
  'half \ud83c of an emoji',
  '\udf3f the other half',
])('invisible text, %j, is refused on its field', async (comment) => {
  const answer = await caller.call(contract.orders.addComment, { params: { id: order.id }, body: { comment } });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { comment: 'This text has characters that can’t be saved. Type it again.' } },
  });
  expect(await app.database.db.$count(orderComments)).toBe(0);
});

test('an address with such a character isn’t found', async () => {
  const answer = await caller.call(contract.chat.deleteMessage, { params: { messageId: '\u0000' } });
  expect(answer).toMatchObject({ status: 404, body: { message: 'NOT_FOUND' } });
});

test('a field named so is refused, too', async () => {
  const search = { filters: {}, view: { 'half \ud83c': 'x' } };
  const body = { orgId: seller.org.id, companyId: seller.company.id, name: 'Mine', search };
  const answer = await caller.call(contract.savedSearches.create, { body } as never);
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { 'search.view': 'This text has characters that can’t be saved. Type it again.' } },
  });
});

test.each([
  ['lists', '[', ']', 100_000],
  ['objects', '{"a":', '1}', 35_000],
])('%s within each other as often as fit into a body are read and refused', async (_what, open, close, depth) => {
  const nested = `${open.repeat(depth)}${close[0] === '1' ? '1' : ''}${close.slice(-1).repeat(depth)}`;
  const send = (body: string) =>
    fetch(`${app.url}/api${contract.orders.addComment.path.replace(':id', String(order.id))}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.token}`,
        'org-id': String(seller.org.id),
        'content-type': 'application/json',
      },
      body,
    });
  for (const body of [nested, `{"comment":${nested}}`]) expect((await send(body)).status).toBe(400);
  // What isn't asked for is left out, however deep.
  expect((await send(`{"comment":"Call first","more":${nested}}`)).status).toBe(200);
});

test('a subject is one line', async () => {
  const answer = await caller.call(contract.orderDocuments.mail, {
    params: { id: order.id },
    body: { kinds: ['INVOICE'], recipients: ['a@example.com'], subject: 'Order\r\nBcc: b@example.com' },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: { subject: 'Must be a single line. Take out the line breaks.' } },
  });
});

test('a report to the year 9999 is refused on its field; one of 85 years is made by month, but not by week', async () => {
  const ask = (createdTo: string, interval: 'WEEK' | 'MONTH' = 'MONTH') =>
    caller.call(contract.orderReports.make, {
      body: {
        orgId: seller.org.id,
        filters: { createdFrom: '2015-01-01', createdTo },
        viewOptions: { reportType: 'REVENUE', interval },
      },
    });
  expect(await ask('9999-12-31')).toMatchObject({
    status: 400,
    body: { errors: { 'filters.createdTo': 'Must be on or before 12/31/2099' } },
  });
  expect(await ask('2099-12-31')).toMatchObject({ ok: true, body: { reportType: 'REVENUE' } });
  expect(await ask('2099-12-31', 'WEEK')).toMatchObject({ ok: true, body: { reportType: 'SKIPPED' } });
});

test('line breaks and tabs are text', async () => {
  const body = { comment: 'Dock 4:\n\tbefore noon' };
  expect(await caller.expectOk(contract.orders.addComment, { params: { id: order.id }, body })).toMatchObject(body);
});

test('an invalid date is refused on its field', async () => {
  const body = { ...contractBody(), shipDate: '0000-01-01' };
  const answer = await caller.call(contract.orders.updateBasicInfo, { params: { id: order.id }, body });
  expect(answer).toMatchObject({ status: 400, body: { errors: { shipDate: 'Must be on or after 01/01/2015' } } });
  const [kept] = await app.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(kept).toMatchObject({ shipDate: null, version: order.version });
});

test.each([
  ['amount', undefined, 'Required'],
  ['amount', 12.5, 'Must be text'],
  ['paymentType', 'CREDIT', 'Choose how the money arrived. To use the customer’s credit, apply it instead.'],
  ['paymentDate', '', 'Enter a date, such as 11/20/2026'],
  ['skipExternalPush', 'no', 'Must be yes or no'],
])('says plainly what is wrong with %s %j', async (field, value, message) => {
  const payment = { amount: '1.00', paymentType: 'CHECK', paymentDate: '2026-03-02', [field]: value };
  const answer = await caller.call(contract.orders.recordPayment, {
    params: { id: order.id },
    body: payment as never,
  });
  expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: message }, userFriendlyMessage: message } });
});

test('says plainly what is wrong with a list’s parameters', async () => {
  const asked = { orgId: seller.org.id, itemsPerPage: 10, sortBy: 'color', filters: { color: 1, statuses: 'DRAFT' } };
  const { body } = await caller.call(contract.orders.search, { body: asked as never });
  expect(body).toMatchObject({
    errors: {
      itemsPerPage: 'Must be 25 or more',
      sortBy: 'Choose one from the list',
      filters: 'Unknown field: color',
      'filters.statuses': 'Must be a list',
    },
  });
});

function contractBody() {
  const { version, shippingDetails, notes } = order;
  return { version, shippingDetails, notes, paymentDueDate: null, salesRepOrgUserIds: [] };
}

test('while the database is down, people are told so, and that their change may be saved', async () => {
  const doomed = await createTestDatabase();
  const stranded = await startTestApp({ on: doomed });
  const theirs = await makeSeller(doomed.database.db);
  const asked = await stranded.as(theirs.owner.user, theirs.org);
  await doomed.drop();
  const answer = await asked.call(contract.session.me, { query: {} });
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'UNAVAILABLE', userFriendlyMessage: expect.stringContaining('can’t reach our database') },
  });
  await stranded.close().catch(() => undefined);
});

test.each([
  ['its disk is full', '53100', 'Our database can’t save changes right now. Nothing was changed'],
  ['it has no memory left', '53200', 'Our database can’t save changes right now. Nothing was changed'],
  ['it is only being read from', '25006', 'Our database can’t save changes right now. Nothing was changed'],
  ['it has no connection to spare', '53300', 'We can’t reach our database'],
  ['it is starting', '57P03', 'We can’t reach our database'],
  ['the connection broke', '08006', 'We can’t reach our database'],
])('a refusal by the database because %s is explained', async (_why, state, words) => {
  const { db } = app.database;
  await db.execute(
    sql.raw(`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = '${state}'; end $$`),
  );
  await db.execute(sql`create trigger refuse before insert on order_comments for each row execute function refuse()`);
  const answer = await caller.call(contract.orders.addComment, { params: { id: order.id }, body: { comment: 'Hi' } });
  await db.execute(sql`drop trigger refuse on order_comments`);
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'UNAVAILABLE', userFriendlyMessage: expect.stringContaining(words) },
  });
});
