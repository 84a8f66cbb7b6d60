import { inArray } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { orders } from '../../../server/db/schema';
import { type CustomerFixture, makeCustomer, makeOrder, makeProduct, type ProductFixture } from '../factories';
import { openSellerApp } from '../seller-app';

type Values = Parameters<typeof makeOrder>[2];

/** A seller whose orders are merged; before each test, with a new customer and two new products on the shelf. */
export async function openMerging() {
  const { app, seller, owner } = await openSellerApp();
  const { db } = app.database;
  const goods = {} as { customer: CustomerFixture; jar: ProductFixture; cases: ProductFixture };
  beforeEach(async () => {
    goods.customer = await makeCustomer(db, seller);
    goods.jar = await makeProduct(db, seller, { quantity: '100', wholesalePrice: '9.99' });
    goods.cases = await makeProduct(db, seller, { quantity: '600', wholesalePrice: '108.00', perCase: '12' });
  });

  /** An accepted order of ten jars, unless the values say otherwise. */
  async function order(values: Values = {}) {
    const { customer, jar } = goods;
    const lines = [{ product: jar, quantity: '10' }];
    return (await makeOrder(db, seller, { customer, status: 'ACCEPTED', lines, ...values })).order;
  }
  const statusesOf = async (ids: number[]) =>
    (await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id)).map(({ status }) => status);
  return { app, db, seller, owner, goods, order, statusesOf };
}
