import { eq, sql } from 'drizzle-orm';
import papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { headingOf } from '../../../../domain/csv';
import { ERROR_CODES } from '../../../../domain/errors';
import { BUYER_ORDER_SORTS, orders as calls, ORDER_SORTS, purchaseOrders } from '../../../../domain/orders/contract';
import { BUYER_ORDER_COLUMNS, LINE_COLUMNS, ORDER_COLUMNS } from '../../../../domain/orders/export';
import { orderExports as contract } from '../../../../domain/orders/export-contract';
import type { OrderFilters } from '../../../../domain/orders/filters';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import { openBatches } from '../../../../server/db/batches';
import { licenses, organizations } from '../../../../server/db/schema';
import { openApp, type TestCaller } from '../../../support/app';
import { countWaiting } from '../../../support/cluster';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../../support/factories';

const MANY = 2_500;

const app = await openApp();
let seller: SellerFixture;
let buyer: BuyerFixture;
let owner: TestCaller;
/** With two line items of different brands and products. */
let mixed: { id: number; orderNumber: string };

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  buyer = await makeBuyer(db);
  owner = await app.as(seller.owner.user, seller.org);
  const flower = await makeProduct(db, seller, { name: 'Blue Dream 3.5 g', quantity: '100' });
  const risky = await makeProduct(db, seller, { name: '=HYPERLINK("http://x.example","Open")', quantity: '100' });
  const made = await makeOrder(db, seller, {
    buyer,
    customerName: '+1 Cafe, "Main" St',
    status: 'SHIPPED',
    createdAt: new Date('2026-03-08T05:30:00Z'),
    shipDate: '2026-03-10',
    paidUsd: '70.00',
    lines: [
      { product: flower, quantity: '2', unitPrice: '25.00' },
      { product: risky, quantity: '1.5', unitPrice: '10.00', notes: '@home' },
    ],
  });
  mixed = made.order;
  await db.execute(sql`
    insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd,
      total_usd, invoiced_usd, paid_usd, ship_date, payment_due_date, created_at)
    select ${seller.org.id}, ${seller.company.id}, ${made.customer.id}, 'Shop ' || n % 40, (600000 + n)::text,
      (array['SUBMITTED', 'ACCEPTED', 'COMPLETE'])[n % 3 + 1], 'MANUAL', n % 70, n % 70, n % 70, n % 5,
      case when n % 4 > 0 then date '2026-01-01' + n % 9 end, case when n % 2 > 0 then date '2026-02-01' + n % 30 end,
      timestamptz '2026-01-01 12:00:00Z' + n % 700 * interval '1 hour'
    from generate_series(1, ${MANY}::int) n`);
});

const scope = () => ({ orgId: seller.org.id, companyId: seller.company.id });
type Body = Omit<Parameters<typeof exported>[1], 'orgId'>;
const exported = (caller: TestCaller, body: object, headers: Record<string, string> = {}) =>
  caller.call(contract.orders, { body: { ...scope(), ...body } }, { headers });
async function rowsOf(answer: Awaited<ReturnType<typeof exported>>): Promise<string[][]> {
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return papa.parse<string[]>(answer.body, { skipEmptyLines: true }).data;
}
const rows = async (body: Body, headers = {}) => rowsOf(await exported(owner, body, headers));

/** Order numbers of all pages of the exported search. */
async function searched(body: { filters?: OrderFilters; sortBy?: (typeof ORDER_SORTS)[number]; sortDesc?: boolean }) {
  const numbers: string[] = [];
  for (let page = 0; ; page++) {
    const { results } = await owner.expectOk(calls.search, { body: { ...scope(), ...body, page, itemsPerPage: 250 } });
    numbers.push(...results.map(({ orderNumber }) => orderNumber));
    if (results.length < 250) return numbers;
  }
}

async function onPlan<T>(org: { id: number }, plan: string, work: () => Promise<T>): Promise<T> {
  const set = (plan: string) => app.database.db.update(organizations).set({ plan }).where(eq(organizations.id, org.id));
  await set(plan);
  try {
    return await work();
  } finally {
    await set('ENTERPRISE');
  }
}

describe('an export of sales orders', () => {
  const filters: readonly OrderFilters[] = [
    {},
    { statuses: ['ACCEPTED', 'COMPLETE'], totalFrom: '20', hasShipDate: true },
    { paid: true, createdFrom: '2026-01-05', createdTo: '2026-01-20' },
    { customerSearch: 'shop 1' },
  ];
  test.each(filters)('has the search’s matches with %j, in the same order', async (filters) => {
    const [, ...found] = await rows({ filters, headers: ['orderNumber'] });
    const wanted = await searched({ filters });
    expect(wanted.length).toBeGreaterThan(50);
    expect(found.map(([number]) => number)).toEqual(wanted);
  });

  const sorts = ORDER_SORTS.flatMap((sortBy) => [
    { sortBy, sortDesc: true },
    { sortBy, sortDesc: false },
  ]);
  test.each(sorts)('has every order once, sorted by: %j', async (sort) => {
    const [, ...found] = await rows({ ...sort, headers: ['orderNumber'] });
    expect(found.map(([number]) => number)).toEqual(await searched(sort));
    expect(found).toHaveLength(MANY + 1);
  });

  test('has the requested columns in order, with the grid’s headers', async () => {
    const [heads, row] = await rows({
      filters: { sellerOrderNumber: mixed.orderNumber },
      headers: ['totalUsd', 'orderNumber', 'balance', 'status', 'shipDate', 'paymentDueDate', 'lineItemCount'],
    });
    expect(heads).toEqual(['Total', 'Order', 'Balance', 'Status', 'Ship date', 'Due date', 'Lines']);
    expect(row).toEqual(['65.00', mixed.orderNumber, '-5.00', ORDER_STATUSES.SHIPPED.label, '03/10/2026', '', '2']);
    const [all] = await rows({ filters: { sellerOrderNumber: mixed.orderNumber } });
    expect(all).toEqual(Object.values(ORDER_COLUMNS).map((column) => headingOf(column, 'UTC')));
  });

  test('shows dates in the reader’s zone, and is named by their day', async () => {
    const body = { filters: { sellerOrderNumber: mixed.orderNumber }, headers: ['created'] };
    expect(await rows(body, { timezone: 'America/Denver' })).toEqual([['Created (Denver time)'], ['03/07/2026']]);
    expect((await rows(body, { timezone: 'Europe/Berlin' }))[1]).toEqual(['03/08/2026']);
    const nameToday = () => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
      return `attachment; filename="${day.slice(2).replaceAll('-', '')}_orders.csv"`;
    };
    const before = nameToday();
    const answer = await exported(owner, body, { timezone: 'Pacific/Kiritimati' });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect([before, nameToday()]).toContain(answer.headers.get('content-disposition'));
  });

  test('has only headers when nothing matches, whatever page was open', async () => {
    expect(await rows({ filters: { customerSearch: 'nobody' }, headers: ['orderNumber'] })).toEqual([['Order']]);
    expect(await rows({ page: 40, itemsPerPage: 25, headers: ['orderNumber'] })).toHaveLength(MANY + 2);
  });

  test.each([
    ['a column there is not', { headers: ['margin'] }],
    ['no column', { headers: [] }],
    ['a filter there is not', { filters: { color: 'green' } }],
  ])('with %s is refused before anything is sent', async (_what, body) => {
    const answer = await exported(owner, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.BAD_INPUT });
  });
});

describe('an export of line items', () => {
  const lines = (body: object) => rows({ exportLineItems: true, ...body });

  test('has those of the selected orders, whatever the filters, each with its total', async () => {
    const [heads, first, second] = await lines({
      orderNumbers: [mixed.orderNumber],
      filters: { statuses: ['DRAFT'] },
    });
    expect(heads).toEqual(LINE_COLUMNS.map((column) => headingOf(column, 'UTC')));
    const column = (row: string[] | undefined, name: string) => row?.[heads?.indexOf(name) ?? -1];
    expect(column(first, 'Product')).toBe('Blue Dream 3.5 g');
    expect(['Quantity', 'Unit price', 'Total'].map((name) => column(first, name))).toEqual(['2', '25.00', '50.00']);
    expect(['Quantity', 'Unit price', 'Total'].map((name) => column(second, name))).toEqual(['1.5', '10.00', '15.00']);
  });

  test('has only those matching the filters when requested', async () => {
    const filtered = { orderNumbers: [mixed.orderNumber], filters: { productNameSearch: 'blue dream' } };
    expect(await lines(filtered)).toHaveLength(3);
    expect(await lines({ ...filtered, filterLineItems: true })).toHaveLength(2);
  });

  test('has those of every matching order but the ones left out, with SKU, license and sales reps', async () => {
    const { db } = app.database;
    const member = await makeMember(db, seller, { features: {} });
    const customer = await makeCustomer(db, seller, { buyer: await makeBuyer(db) });
    const product = await makeProduct(db, seller, { sku: 'BD-24', unitMultiplier: '24', sellInBulk: true });
    const make = () =>
      makeOrder(db, seller, {
        customer,
        salesRepOrgUserIds: [member.orgUserId],
        status: 'DELIVERED',
        lines: [{ product, quantity: '3', unitPrice: '25.00' }],
      });
    const [one, other] = [(await make()).order, (await make()).order];
    const all = { allMatching: true, filters: { statuses: ['DELIVERED'] } };
    const [heads = [], ...found] = await lines(all);
    const told = (row: readonly string[], name: string) => row[heads.indexOf(name)];
    expect(found.map((row) => told(row, 'Order'))).toEqual([one.orderNumber, other.orderNumber]);
    const [license] = await db
      .select()
      .from(licenses)
      .where(eq(licenses.id, customer.licenseId ?? 0));
    for (const row of found) {
      expect(told(row, 'SKU')).toBe('BD-24');
      expect(told(row, 'License')).toBe(license?.licenseNumber ?? 'a license');
      expect(told(row, 'Sales reps')).not.toBe('');
    }
    expect((await lines({ ...all, except: [one.id] })).slice(1).map(([number]) => number)).toEqual([other.orderNumber]);
  });

  test('is named for line items', async () => {
    const answer = await exported(owner, { exportLineItems: true, orderNumbers: [mixed.orderNumber] });
    expect(answer.headers.get('content-disposition')).toMatch(/filename="\d{6}_line_items\.csv"/);
  });

  test('of no order, or of more than a thousand, is refused', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => String(n));
    for (const [orderNumbers, message] of [
      [[], 'Select at least one order'],
      [many, 'Select up to 1,000 orders at a time'],
    ] as const) {
      const answer = await exported(owner, { exportLineItems: true, orderNumbers });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: { orderNumbers: message } });
    }
  });
});

test('text a spreadsheet would run as a formula is defused, and nothing else changes', async () => {
  const { orderNumber } = mixed;
  const [, order] = await rows({ filters: { sellerOrderNumber: orderNumber }, headers: ['customer', 'balance'] });
  expect(order).toEqual([`'+1 Cafe, "Main" St`, '-5.00']);
  const [, , line] = await rows({ exportLineItems: true, orderNumbers: [orderNumber] });
  expect(line).toContain(`'=HYPERLINK("http://x.example","Open")`);
  expect(line).toContain(`'@home`);
});

describe('who exports what', () => {
  test('a sales rep gets their own orders, and line items of no other', async () => {
    const features = { BROWSE_MY_ORDERS: { read: true, write: false } };
    const { user, orgUserId } = await makeMember(app.database.db, seller, {
      features,
      companyIds: [seller.company.id],
    });
    const { order } = await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [orgUserId] });
    const rep = await app.as(user, seller.org);
    const found = await rowsOf(await exported(rep, { headers: ['orderNumber'] }));
    expect(found).toEqual([['Order'], [order.orderNumber]]);
    const selected = { exportLineItems: true, orderNumbers: [order.orderNumber, mixed.orderNumber] };
    expect((await rowsOf(await exported(rep, selected))).map(([number]) => number)).toEqual([
      'Order',
      order.orderNumber,
    ]);
  });

  test('another organization gets nothing: no orders, company, or line items by number', async () => {
    const elsewhere = await makeSeller(app.database.db);
    const stranger = await app.as(elsewhere.owner.user, elsewhere.org);
    expect((await exported(stranger, {})).status).toBe(404);
    const foreign = { orgId: elsewhere.org.id, companyId: seller.company.id };
    expect((await stranger.call(contract.orders, { body: foreign })).status).toBe(404);
    const body = { orgId: elsewhere.org.id, exportLineItems: true, orderNumbers: [mixed.orderNumber] };
    const answer = await stranger.call(contract.orders, { body });
    expect(await rowsOf(answer)).toHaveLength(1);
  });

  test('below Starter it is refused with the upgrade code, after the check for order access', async () => {
    const { user } = await makeMember(app.database.db, seller, { features: {} });
    const outsider = await app.as(user, seller.org);
    await onPlan(seller.org, 'PAYG', async () => {
      const refused = await exported(owner, {});
      expect(refused.status).toBe(403);
      expect(refused.headers.get('content-type')).toContain('application/json');
      expect(refused.body).toMatchObject({
        internalCode: 986,
        errorObject: { reason: { kind: 'plan', slug: 'csv-export', cheapestPlan: 'STARTER' } },
      });
      expect((await exported(outsider, {})).body).toMatchObject({ internalCode: ERROR_CODES.FORBIDDEN });
    });
    expect((await onPlan(seller.org, 'STARTER', () => exported(owner, {}))).status).toBe(200);
  });
});

describe('an export of purchase orders', () => {
  test('has the matches of the buyer’s search, in its columns, with its own name', async () => {
    const caller = await app.as(buyer.owner.user, buyer.org);
    const body = { orgId: buyer.org.id, sortBy: BUYER_ORDER_SORTS[2], sortDesc: false };
    const { results } = await caller.expectOk(purchaseOrders.search, { body });
    const answer = await caller.call(contract.purchaseOrders, { body });
    const [heads, ...found] = await rowsOf(answer as never);
    expect(heads).toEqual(Object.values(BUYER_ORDER_COLUMNS).map((column) => headingOf(column, 'UTC')));
    expect(found.map(([number]) => number)).toEqual(results.map(({ orderNumber }) => orderNumber));
    expect(found).toHaveLength(1);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
  });

  test('requires the buyer’s own plan', async () => {
    const caller = await app.as(buyer.owner.user, buyer.org);
    const body = { orgId: buyer.org.id };
    const refused = await onPlan(buyer.org, 'FREE', () => caller.call(contract.purchaseOrders, { body }));
    expect(refused.body).toMatchObject({ internalCode: 986 });
  });
});

test('the API describes an export as a file', async () => {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { post: { responses: Record<string, { content: object }> } }>;
  };
  const { responses } = paths['/leaflink/orders/export']?.post ?? { responses: {} };
  expect(Object.keys(responses[200]?.content ?? {})).toEqual(['text/csv']);
  expect(Object.keys(responses[403]?.content ?? {})).toEqual(['application/json']);
});

describe('an export', () => {
  test('of more than fits in one file is refused before anything is sent', async () => {
    const query = { table: sql`orders`, where: sql`true`, keys: [sql`id`], descending: false, columns: sql`o.id` };
    const bounds = { pool: app.database.pool, gone: new AbortController().signal, tooMany: 'Narrow the filters.' };
    await expect(openBatches(query, { ...bounds, most: MANY })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'Narrow the filters.',
    });
  });

  test('leaves no running query when its reader is gone', async () => {
    const waiting = () => countWaiting(app.database);
    const other = await app.database.pool.connect();
    try {
      await other.query('begin');
      await other.query('lock table orders in access exclusive mode');
      const leaving = new AbortController();
      const reading = fetch(`${app.url}/api${contract.orders.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'org-id': String(seller.org.id),
          'content-type': 'application/json',
        },
        body: JSON.stringify(scope()),
        signal: leaving.signal,
      });
      await expect.poll(waiting).toBe(1);
      leaving.abort();
      await expect(reading).rejects.toThrow();
      await expect.poll(waiting).toBe(0);
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect((await exported(owner, {})).status).toBe(200);
  });
});
