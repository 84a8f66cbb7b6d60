import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type WholesaleConflict, wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { wholesaleMatches } from '../../../domain/wholesale/match-contract';
import { wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { orders, productStock, products, wholesaleConflicts, wholesaleRecords } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { openTheirShop } from '../../support/wholesale/shop';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let there: Awaited<ReturnType<typeof openTheirShop>>;
let product: Awaited<ReturnType<typeof makeProduct>>;
let id: string;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  there = await openTheirShop(app, seller, owner);
  product = await makeProduct(app.database.db, seller, { name: 'Jar', quantity: '100' });
  id = await there.match(product);
});

const search = (caller = owner) =>
  caller.call(wholesaleDesk.conflicts, { body: { orgId: seller.org.id, syncId: there.syncId, filters: {} } });
const conflicts = async (): Promise<WholesaleConflict[]> => {
  const found = await search();
  if (!found.ok) throw new Error('not found');
  return found.body.results;
};
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });

/** A name that both sides changed. */
async function conflict(ours = 'Our jar', theirs = 'Their jar') {
  const { db } = app.database;
  const of = { orgId: seller.org.id, syncId: there.syncId, kind: 'PRODUCT', externalId: id, ownId: product.id };
  await db
    .insert(wholesaleConflicts)
    .values({ ...of, field: 'name', ours, agreed: 'Jar', theirs })
    .onConflictDoNothing();
  await db
    .update(wholesaleRecords)
    .set({ agreed: { name: 'Jar' } })
    .where(eq(wholesaleRecords.externalId, id));
  await db.update(products).set({ name: ours }).where(eq(products.id, product.id));
  const data = (await there.shop.get('product', id))?.data;
  if (data) await there.shop.put('product', id, { ...data, name: theirs });
  const [found] = await conflicts();
  if (!found) throw new Error('no conflict');
  return found;
}
const settle = (
  { id: conflictId, ours, theirs }: WholesaleConflict,
  choice: 'OURS' | 'THEIRS',
  always = false,
  caller = owner,
) =>
  caller.call(wholesaleDesk.settle, { params: { id: conflictId }, body: { choice, seen: { ours, theirs }, always } });
const nameHere = async () => {
  const [row] = await app.database.db.select().from(products).where(eq(products.id, product.id));
  return row?.name;
};

describe('a conflict', () => {
  test('shows ours, what was agreed last, and theirs', async () => {
    await conflict();
    expect(await conflicts()).toMatchObject([
      { kind: 'PRODUCT', field: 'name', ours: 'Our jar', agreed: 'Jar', theirs: 'Their jar', settled: null },
    ]);
  });

  test('settled with ours is sent there', async () => {
    const found = await conflict();
    expect(await settle(found, 'OURS')).toMatchObject({ status: 200, body: { choice: 'OURS' } });
    await waitFor(async () => expect((await there.shop.get('product', id))?.data.name).toBe('Our jar'));
    expect(await nameHere()).toBe('Our jar');
    expect(await conflicts()).toEqual([]);
  });

  test('settled with theirs is written here', async () => {
    const found = await conflict();
    await settle(found, 'THEIRS');
    await waitFor(async () => expect(await nameHere()).toBe('Their jar'));
    expect((await there.shop.get('product', id))?.data.name).toBe('Their jar');
  });

  test('that changed again is refused, and so is one that is settled', async () => {
    const found = await conflict();
    expect(await settle({ ...found, theirs: 'Another jar' }, 'OURS')).toMatchObject({ status: 409 });
    expect((await settle(found, 'OURS')).status).toBe(200);
    expect((await settle(found, 'THEIRS')).status).toBe(409);
  });

  test('can be settled by a rule, which decides the field from then on', async () => {
    const found = await conflict();
    await settle(found, 'THEIRS', true);
    const rules = await owner.expectOk(wholesaleDesk.rules, { params: { orgId: seller.org.id, id: there.syncId } });
    expect(rules.find(({ kind, field }) => kind === 'PRODUCT' && field === 'name')).toMatchObject({
      owner: 'THEIRS',
      usual: 'LAST_EDIT',
    });
  });

  test('is settled when its field gets an owner; some fields have theirs for good', async () => {
    await conflict();
    const params = { orgId: seller.org.id, id: there.syncId };
    const set = (field: string, owner_ = 'OURS' as const) =>
      owner.call(wholesaleDesk.setRule, { params, body: { kind: 'PRODUCT', field, owner: owner_ } });
    expect((await set('name')).status).toBe(200);
    expect(await conflicts()).toEqual([]);
    expect((await set('stock')).status).toBe(400);
  });

  test('of another organization isn’t found; who may only read settles nothing', async () => {
    const found = await conflict();
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    expect((await settle(found, 'OURS', false, stranger)).status).toBe(404);
    expect(
      (
        await stranger.call(wholesaleDesk.conflicts, {
          body: { orgId: other.org.id, syncId: there.syncId, filters: {} },
        })
      ).status,
    ).toBe(404);
    const reader = await makeMember(app.database.db, seller.org, { features: { EDIT_ORGANIZATION: readOnly } });
    const caller = await app.as(reader.user, seller.org);
    expect((await search(caller)).status).toBe(200);
    expect((await settle(found, 'OURS', false, caller)).status).toBe(403);
  });
});

describe('stock that is set aside', () => {
  test('is for the orders that come in from there: they take it, and what they give back is set aside again', async () => {
    const { db } = app.database;
    await owner.expectOk(wholesaleStock.push, { params: { id: product.id } });
    const stock = async () => (await db.select().from(productStock).where(eq(productStock.productId, product.id)))[0];
    expect(await stock()).toMatchObject({ quantity: '100', reserved: '50', setAside: '50' });

    await there.shop.put('customer', '7', {
      name: 'Cedar',
      licenseNumber: '',
      email: '',
      phone: '',
      address: '',
      city: '',
      state: 'CA',
    });
    const order = {
      shortId: 'A1',
      customerId: '7',
      discount: '0',
      discountType: '$' as const,
      notes: '',
      internalNotes: '',
      shipDate: null,
      paymentDueDate: null,
      reps: [],
      externalIds: {},
      createdOn: new Date().toISOString(),
      lines: [
        {
          id: 1,
          productId: id,
          quantity: '20',
          unitMultiplier: '1',
          price: '20.00',
          isSample: false,
          isBackorder: false,
          notes: '',
        },
      ],
    };
    await there.shop.put('order', 'N-1', { ...order, status: 'Submitted' });
    const read = () => owner.expectOk(wholesaleMatches.readNow, { params: { orgId: seller.org.id, id: there.syncId } });
    await read();
    await waitFor(async () => expect(await stock()).toMatchObject({ quantity: '100', reserved: '50', setAside: '30' }));
    const [made] = await db
      .select()
      .from(orders)
      .where(and(eq(orders.orgId, seller.org.id), eq(orders.externalId, 'N-1')));
    expect(made).toMatchObject({ status: 'SUBMITTED', orderSource: 'WHOLESALE_MARKETPLACE' });

    await there.shop.put('order', 'N-1', { ...order, status: 'Cancelled' });
    await read();
    await waitFor(async () => expect(await stock()).toMatchObject({ reserved: '50', setAside: '50' }));
  });
});
