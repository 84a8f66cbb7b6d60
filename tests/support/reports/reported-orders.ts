import fc from 'fast-check';
import { ORDER_STATUS_IDS } from '../../../domain/orders/status';
import type { Db } from '../../../server/db/client';
import type { TestApp, TestCaller } from '../app';
import {
  makeBrand,
  makeCompany,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  type ProductFixture,
  type SellerFixture,
} from '../factories';
import { openSellerAndStranger } from '../seller-app';

/** The first day orders are created on, and how many days they spread over. */
export const FIRST = '2026-03-01';
export const DAYS = 250;

/** A list's element at a place that is there. */
export function nth<T>(all: readonly T[], at: number): T {
  const found = all[at];
  if (found === undefined) throw new Error(`There is no number ${at}`);
  return found;
}

/**
 * A seller's orders for reports, the same on every run: in any status, of three customers, with or without these reps
 * and discounts; with `beside`, the same organization by another company, some are that company's. Their products, answered here, are four of each of two brands, in units, cases, grams and pounds.
 */
export async function makeReportedOrders(
  db: Db,
  seller: SellerFixture,
  reps: number[],
  beside?: SellerFixture,
): Promise<ProductFixture[]> {
  const products: ProductFixture[] = [];
  const brand = await makeBrand(db, seller);
  const of = [seller, { ...seller, brand }];
  for (const [at, own] of of.entries()) {
    products.push(
      await makeProduct(db, own, { name: `Jar ${at}`, quantity: '100000' }),
      await makeProduct(db, own, { name: `Case of jars ${at}`, quantity: '100000', perCase: '12' }),
      await makeProduct(db, own, {
        name: `Bulk ${at}`,
        quantity: '100000',
        unitOfMeasure: 'Gram',
        sellInUnitOfMeasure: 'Gram',
      }),
      await makeProduct(db, own, {
        name: `Pound ${at}`,
        quantity: '100000',
        unitOfMeasure: 'Pound',
        sellInUnitOfMeasure: 'Pound',
      }),
    );
  }
  const customers = [await makeCustomer(db, seller), await makeCustomer(db, seller), await makeCustomer(db, seller)];
  const customerBeside = beside && (await makeCustomer(db, beside));
  const drawn = fc.sample(
    fc.record({
      minute: fc.integer({ min: 0, max: DAYS * 1440 }),
      status: fc.constantFrom(...ORDER_STATUS_IDS),
      customer: fc.nat(2),
      reps: fc.subarray(reps),
      discount: fc.constantFrom('0', '0', '0.1', '0.333'),
      lines: fc.uniqueArray(
        fc.record({
          product: fc.nat(products.length - 1),
          quantity: fc.integer({ min: 1, max: 40 }),
          cents: fc.integer({ min: 0, max: 9_999 }),
        }),
        { minLength: 1, maxLength: 4, selector: ({ product }) => product },
      ),
    }),
    { numRuns: 120, seed: 10 },
  );
  for (const { minute, status, customer, reps: salesRepOrgUserIds, discount, lines } of drawn) {
    const isBeside = beside !== undefined && customer === 2;
    await makeOrder(db, isBeside ? beside : seller, {
      customer: isBeside && customerBeside ? customerBeside : nth(customers, customer),
      status,
      salesRepOrgUserIds,
      discountType: '%',
      discount,
      createdAt: new Date(Date.parse(`${FIRST}T08:00:00Z`) + minute * 60_000),
      lines: lines.map(({ product, quantity, cents }) => ({
        product: nth(products, product),
        quantity: String(quantity),
        unitPrice: (cents / 100).toFixed(2),
      })),
    });
  }
  return products;
}

/** A product with such orders, and who asks for reports on them. */
export type ReportedWorld = {
  app: TestApp;
  seller: SellerFixture;
  owner: TestCaller;
  /** The owner; who sees only the orders they are a sales rep of; who sees those of one company. */
  callers: Record<'owner' | 'rep' | 'manager', TestCaller>;
  /** Of another organization, which has one order, of the first day. */
  stranger: { seller: SellerFixture; caller: TestCaller };
  products: ProductFixture[];
};

/** Opens one for a whole test file. */
export async function openReportedWorld(): Promise<ReportedWorld> {
  const { app, seller, owner, other, stranger: caller } = await openSellerAndStranger();
  const { db } = app.database;
  const stranger = { seller: other, caller };
  const beside = await makeCompany(db, seller);
  const [first, second] = [
    await makeMember(db, seller, {
      features: { BROWSE_MY_ORDERS: { read: true, write: true } },
      companyIds: [seller.company.id, beside.company.id],
    }),
    await makeMember(db, seller, {}),
  ];
  const manager = await makeMember(db, seller, {
    features: { BROWSE_ORDERS: { read: true, write: false } },
    companyIds: [beside.company.id],
  });
  const callers = { owner, rep: await app.as(first.user, seller.org), manager: await app.as(manager.user, seller.org) };
  const products = await makeReportedOrders(db, seller, [first.orgUserId, second.orgUserId], beside);
  await makeOrder(db, other, { createdAt: new Date(`${FIRST}T20:00:00Z`) });
  return { app, seller, owner, callers, stranger, products };
}
