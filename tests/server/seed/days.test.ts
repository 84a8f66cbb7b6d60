import { describe, expect, test } from 'vitest';
import { lineBaseUnits } from '../../../domain/orders/line';
import { ORDER_STATUS_IDS, type OrderStatus } from '../../../domain/orders/status';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import { DEFAULT_ORDERS } from '../../../server/seed/arguments';
import { openWorld } from '../../../server/seed/open-world';
import { generateOrders, type SeededOrder } from '../../../server/seed/orders/orders';
import { ledgerOf } from '../../../server/seed/orders/rows';

const WAITING: readonly OrderStatus[] = [
  'DRAFT',
  'SUBMITTED',
  'ACCEPTED',
  'BACKORDER',
  'FULFILLED',
  'SHIPPED',
  'DELIVERED',
];
const SELLERS = ['Fernhollow Farms', 'Tidemark Distribution', 'Millrace Commons', 'Northwater Wholesale'];
const BUYER = 'Harbor & Vine';

/** Ends of months and years, a leap day, both clock changes, every weekday and various hours. */
const DAYS = [
  '2026-02-28T12:00:00Z',
  '2026-11-20T17:00:00Z',
  '2026-11-22T00:10:00Z',
  '2026-11-22T14:31:00Z',
  '2026-11-28T14:30:00Z',
  '2026-12-01T00:00:00Z',
  '2026-12-31T23:59:59Z',
  '2027-01-01T00:00:00Z',
  '2027-01-04T05:00:00Z',
  '2027-03-14T09:59:00Z',
  '2027-03-14T10:01:00Z',
  '2027-04-20T20:20:00Z',
  '2027-07-05T03:00:00Z',
  '2027-08-17T22:45:00Z',
  '2027-11-07T08:30:00Z',
  '2027-11-07T09:30:00Z',
  '2028-02-29T07:30:00Z',
  '2028-03-01T07:30:00Z',
  '2031-06-12T11:00:00Z',
];

function demoOf(day: string) {
  const now = new Date(day);
  const { world, products } = openWorld(now, { passwordHash: '', credentialsKey: DEVELOPMENT_CREDENTIALS_KEY });
  const orders = [...generateOrders(world, products, DEFAULT_ORDERS)];
  const idOf = (name: string) => world.rows.organizations.find((one) => one.name === name)?.id ?? 0;
  return { now, orders, idOf, world, products };
}

const statusesOf = (orders: readonly SeededOrder[], isMeant: (order: SeededOrder['order']) => boolean) =>
  orders.flatMap(({ order }) => (isMeant(order) ? order.status : []));

const ANOTHER = demoOf('2026-05-06T16:00:00Z');

const isSame = (order: SeededOrder['order'], lines: SeededOrder['lines'], other: SeededOrder | undefined) =>
  order.customerId === other?.order.customerId &&
  lines.length === other.lines.length &&
  order.totalUsd === other.order.totalUsd;

describe.each(DAYS)('the demo of %s', (day) => {
  const { now, orders, idOf, world, products } = demoOf(day);

  test('has work of every kind waiting for each seller, and most for the first', () => {
    for (const seller of SELLERS) {
      const statuses = statusesOf(orders, ({ orgId }) => orgId === idOf(seller));
      const counts = WAITING.map((status) => [status, statuses.filter((one) => one === status).length] as const);
      const least = seller === SELLERS[0] ? 2 : 1;
      expect(
        counts.filter(([, count]) => count < least),
        seller,
      ).toEqual([]);
    }
  });

  test('shows the first buyer orders in every status a buyer sees', () => {
    const statuses = new Set(statusesOf(orders, ({ buyerOrgId }) => buyerOrgId === idOf(BUYER)));
    expect(ORDER_STATUS_IDS.filter((status) => status !== 'DRAFT' && !statuses.has(status))).toEqual([]);
  });

  test('has pages of finished orders for everybody who trades', () => {
    for (const seller of SELLERS) {
      const finished = orders.filter(({ order }) => order.orgId === idOf(seller) && order.status === 'COMPLETE');
      expect(finished.length, seller).toBeGreaterThan(100);
    }
  });

  test('lets no order come to a status before it was placed or after now', () => {
    for (const { order, transitions } of orders) {
      const times = transitions.map(({ createdAt }) => (createdAt as Date).getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1), order.orderNumber).toBeLessThanOrEqual(now.getTime());
      expect(transitions.at(-1)?.toStatus).toBe(order.status);
    }
  });

  test('has in stock all that is on offer', () => {
    const ledger = ledgerOf(world, products, DEFAULT_ORDERS);
    for (const movement of orders.flatMap(({ movements }) => movements)) ledger.add(movement);
    const { stock } = ledger.close(now.getTime());
    for (const offer of world.rows.offers) {
      const held = stock.find(({ productId }) => productId === offer.productId);
      const isCounted = products.find(({ row }) => row.id === offer.productId)?.row.inventoryManagement !== 'UNLIMITED';
      const left = Number(held?.quantity) - Number(held?.reserved);
      if (isCounted) expect(left, offer.productName).toBeGreaterThanOrEqual(Number(lineBaseUnits(offer)));
    }
  });

  test('has the orders of any other day, but for the newest', () => {
    const differs = orders.filter(({ order, lines }, at) => !isSame(order, lines, ANOTHER.orders[at]));
    expect(differs.length).toBeLessThan(orders.length / 5);
  });
});
