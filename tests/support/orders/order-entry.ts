import { eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { contract } from '../../../domain/calls';
import type { CallInput, CallOutput } from '../../../domain/contract/endpoint';
import { productStock } from '../../../server/db/schema';
import type { TestCaller } from '../app';
import { type CustomerFixture, makeCustomer, makeProduct, makeSeller, type ProductFixture } from '../factories';
import { openSellerApp } from '../seller-app';

/** The calls of sales orders and of entering them. */
export const calls = { ...contract.orders, ...contract.orderEntry };
type Draft = CallInput<typeof calls.create>['body'];
export type Saved = Extract<CallOutput<typeof calls.create>, { saveSuccessful: true }>;

/** An order's own entry, to change and send back. */
export const entryOf = (order: Omit<Saved, 'saveSuccessful' | 'errorMessages'>) => ({
  customerId: order.customer.id,
  orderSource: order.orderSource,
  distributorId: order.distributor?.companyId ?? null,
  salesRepOrgUserIds: order.salesReps.map(({ id }) => id),
  paymentOptionId: order.paymentOption?.id ?? null,
  paymentDueDate: order.paymentDueDate,
  shipDate: order.shipDate,
  shippingDetails: order.shippingDetails,
  notes: order.notes,
  discountType: order.discountType,
  discount: order.discount,
  lineItems: order.lineItems.map((line) => ({
    id: line.id,
    productId: line.productId,
    quantity: line.quantity,
    unitOfMeasure: line.unitOfMeasure as 'Case',
    salePrice: line.priceWhy.kind === 'entered' ? line.orderedUnitPrice : null,
    isSample: line.isSample,
    isBackorder: line.isBackorder,
    notes: line.notes,
  })),
  version: order.version,
});
export type Entry = ReturnType<typeof entryOf>;

/** A seller who enters orders, with a new customer and products before each test. */
export async function openEntry() {
  const { app, seller, owner } = await openSellerApp();
  const { db } = app.database;
  const world = {} as { customer: CustomerFixture; jar: ProductFixture; cases: ProductFixture };

  beforeEach(async () => {
    world.customer = await makeCustomer(db, seller);
    world.jar = await makeProduct(db, seller, { wholesalePrice: '10.00', quantity: '100' });
    world.cases = await makeProduct(db, seller, {
      wholesalePrice: '108.00',
      sellInBulk: true,
      sellInUnitOfMeasure: 'Case',
      unitMultiplier: '12',
      quantity: '800',
    });
  });

  const draftOf = (changes: Partial<Draft> = {}): Draft => ({
    orgId: seller.org.id,
    companyId: seller.company.id,
    customerId: world.customer.id,
    lineItems: [
      { productId: world.jar.id, quantity: '3' },
      { productId: world.cases.id, quantity: '2' },
    ],
    ...changes,
  });
  const sound = (answer: CallOutput<typeof calls.create>): Saved => {
    if (!answer.saveSuccessful) throw new Error(JSON.stringify(answer.errorMessages));
    return answer;
  };
  const change = (order: Saved, changes: Partial<Entry>, by: TestCaller = owner) =>
    by.expectOk(calls.update, { params: { id: order.id }, body: { ...entryOf(order), ...changes } });

  return {
    app,
    db,
    seller,
    owner,
    world,
    draftOf,
    change,
    enter: async (changes: Partial<Draft> = {}, by: TestCaller = owner) =>
      sound(await by.expectOk(calls.create, { body: draftOf(changes) })),
    saveChange: async (order: Saved, changes: Partial<Entry>, by: TestCaller = owner) =>
      sound(await change(order, changes, by)),
    move: async (order: Pick<Saved, 'id'>, ...statuses: ('SUBMITTED' | 'ACCEPTED' | 'FULFILLED' | 'CANCELLED')[]) => {
      for (const status of statuses)
        await owner.expectOk(calls.transition, { params: { id: order.id }, body: { status } });
      return (await owner.expectOk(calls.get, { params: { id: order.id } })) as Saved;
    },
    stockOf: async ({ id }: ProductFixture) => {
      const [row] = await db.select().from(productStock).where(eq(productStock.productId, id));
      return { quantity: Number(row?.quantity), reserved: Number(row?.reserved) };
    },
    strangers: async () => {
      const stranger = await makeSeller(db);
      return {
        stranger,
        product: await makeProduct(db, stranger),
        strangersCustomer: await makeCustomer(db, stranger),
      };
    },
  };
}
