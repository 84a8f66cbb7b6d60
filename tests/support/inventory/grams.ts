import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PackageList } from '../../../domain/inventory/judge-package';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import type { Db } from '../../../server/db/client';
import { orders, trackingDifferences, transferPackages, transfers } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { followDeliveries } from '../../../server/inventory/stock/departures';
import { storePackages } from '../../../server/inventory/tracking/store-packages';
import type { TestApp, TestCaller } from '../app';
import type { CustomerFixture } from '../customers/factories';
import {
  type BuyerFixture,
  type ItemFixture,
  makeBuyer,
  makeItem,
  makeOrder,
  makeProduct,
  only,
  type SellerFixture,
  unique,
} from '../factories';
import { readLedger } from '../orders/ledger';

type There = {
  id: number;
  label: string;
  list: PackageList;
  quantity: number;
  sources: string[];
  buyer: BuyerFixture | null;
  modified: number;
  order: Sold | null;
};
type Sold = { id: number; buyer: BuyerFixture; quantity: number; status: OrderStatus; shipped: number };

/** A product whose packages lie at a tracking system that is told here, gram by gram. */
export async function gramWorld({ app, seller, owner }: { app: TestApp; seller: SellerFixture; owner: TestCaller }) {
  const { db } = app.database;
  const product = await makeProduct(db, seller, { inventoryManagement: 'METRC', quantity: '0' });
  const item: ItemFixture = await makeItem(db, seller, { productId: product.id });
  const buyers = [await makeBuyer(db), await makeBuyer(db)];
  const stranger = await makeBuyer(db);
  const there: There[] = [];
  const sold: Sold[] = [];
  const from = { orgId: seller.org.id, licenseId: seller.license.id };
  const customers = new Map<BuyerFixture, CustomerFixture>();
  let clock = Date.now();
  const platform = (tx: Db) => ({
    db: tx,
    person: { userId: null },
    membershipOrNull: null,
    publish: async () => {},
    enqueue: async () => {},
  });
  const put = (values: Partial<There> & { quantity: number }): There => {
    const n = unique();
    const label = `1A4060300002199${String(n).padStart(9, '0')}`;
    clock += 10;
    const one = {
      id: n,
      label,
      list: 'active' as const,
      sources: [],
      buyer: null,
      modified: clock,
      order: null,
      ...values,
    };
    there.push(one);
    return one;
  };
  const touch = (one: There, values: Partial<There>) => {
    clock += 10;
    Object.assign(one, values, { modified: clock });
  };
  const part = (whole: There, quantity: number, values: Partial<There> = {}) => {
    touch(whole, { quantity: whole.quantity - quantity });
    // One act there changes both.
    return put({ quantity, sources: [whole.label], modified: whole.modified, ...values });
  };
  const active = () => there.filter((one) => one.list === 'active' && one.quantity > 0);

  const record = (one: There) => ({
    Id: one.id,
    Label: one.label,
    Quantity: one.quantity,
    UnitOfMeasureName: 'Each',
    Item: {
      Id: item.trackingId,
      Name: item.name,
      ProductCategoryName: 'Buds (prepackaged)',
      UnitOfMeasureName: 'Each',
    },
    SourcePackageLabels: one.sources.join(','),
    FinishedDate: one.list === 'inactive' ? '2026-11-20' : null,
    LastModified: new Date(one.modified).toISOString(),
  });

  async function readDelivery(one: There): Promise<void> {
    if (one.buyer === null) return;
    const transfer = only(
      await db
        .insert(transfers)
        .values({
          ...from,
          trackingId: unique(),
          direction: 'OUTGOING',
          manifestNumber: '0000000001',
          shipperName: '',
          shipperLicense: '',
          modifiedAt: new Date(one.modified),
          seenAt: new Date(),
        })
        .returning(),
    );
    await db.insert(transferPackages).values({
      orgId: from.orgId,
      transferId: transfer.id,
      label: one.label,
      itemName: '',
      quantity: String(one.quantity),
      unitOfMeasure: 'ea',
      state: 'SHIPPED',
      recipientLicense: one.buyer.license.licenseNumber,
    });
  }

  return {
    product,
    item,
    buyers,
    /** Somebody who never orders. */
    stranger,
    there,
    sold,
    put,
    touch,
    part,
    active,
    /** Accepts an order of a buyer, as far as there is enough. */
    async order(quantity: number, buyer: BuyerFixture) {
      if ((await this.available()) < quantity) return;
      const known = customers.get(buyer);
      const { order, customer } = await makeOrder(db, seller, {
        buyer,
        ...(known && { customer: known }),
        status: 'ACCEPTED',
        lines: [{ product, quantity: String(quantity) }],
      });
      customers.set(buyer, customer);
      sold.push({ id: order.id, buyer, quantity, status: 'ACCEPTED', shipped: 0 });
    },
    async move(one: Sold, status: OrderStatus) {
      const [{ version } = { version: 0 }] = await db
        .select({ version: orders.version })
        .from(orders)
        .where(and(eq(orders.orgId, from.orgId), eq(orders.id, one.id)));
      await owner.expectOk(orderCalls.transition, { params: { id: one.id }, body: { status, version } });
      one.status = status;
    },
    /** Sends an order's goods to its buyer, as packages made of others where they hold more. */
    ship(one: Sold) {
      for (const whole of active()) {
        const missing = one.quantity - one.shipped;
        if (missing === 0) return;
        const quantity = Math.min(missing, whole.quantity);
        const leaves = { list: 'intransit' as const, buyer: one.buyer, order: one };
        if (quantity === whole.quantity) touch(whole, leaves);
        else part(whole, quantity, leaves);
        one.shipped += quantity;
      }
    },
    /** Sends so much of a package to somebody without an order. */
    sendAway(whole: There, quantity = whole.quantity) {
      const leaves = { list: 'intransit' as const, buyer: stranger };
      if (quantity >= whole.quantity) touch(whole, leaves);
      else part(whole, quantity, leaves);
    },
    comeBack(one: Sold) {
      for (const sent of there.filter(({ list, order }) => list === 'intransit' && order === one))
        touch(sent, { list: 'active', buyer: null, order: null });
      one.shipped = 0;
    },
    /** What went to somebody without an order comes back. */
    comeBackAway() {
      for (const sent of there.filter(({ buyer }) => buyer === stranger)) touch(sent, { list: 'active', buyer: null });
    },
    /** Reads the tracking system, its packages in this order, and then the deliveries. */
    async read(order: (a: There, b: There) => number = (a, b) => a.modified - b.modified) {
      for (const one of there.toSorted(order))
        await transact(db, (tx) => storePackages(platform(tx), { ...from, list: one.list }, [record(one)]));
      for (const one of there.filter(({ list }) => list === 'intransit')) await readDelivery(one);
      await transact(db, (tx) => followDeliveries(platform(tx), from.orgId));
    },
    /** A person takes over every figure of the tracking system. */
    async acceptAll() {
      const open = await db
        .select({ id: trackingDifferences.id })
        .from(trackingDifferences)
        .where(and(eq(trackingDifferences.orgId, from.orgId), isNull(trackingDifferences.settledAt)))
        .orderBy(sql`${trackingDifferences.id}`);
      for (const { id } of open) await owner.expectOk(reconciliation.accept, { params: { id } });
    },
    async available() {
      const { row } = await readLedger(db, product.id);
      return row.quantity - row.reserved;
    },
    ledger: () => readLedger(db, product.id),
    /** What is really there and no order's. */
    truth: () =>
      active().reduce((sum, one) => sum + one.quantity, 0) -
      sold.reduce((sum, one) => sum + (one.status === 'REJECTED' ? 0 : one.quantity - one.shipped), 0),
  };
}
