import { and, asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approvals } from '../../../../domain/carts/approvals/contract';
import { carts } from '../../../../domain/carts/contract';
import {
  approvalRequests,
  auditLog,
  carts as cartRows,
  companyPaymentOptions,
  orderLineItems,
  orders,
  orderTransitions,
  orgUsers,
  products,
  soldLines,
  stockMovements,
} from '../../../../server/db/schema';
import {
  app,
  approve,
  ask,
  buyer,
  clerk,
  colleague,
  db,
  decline,
  eachWithBuyers,
  fill,
  get,
  owner,
  placed,
  product,
  rule,
  seller,
  waiting,
  withdraw,
} from '../../../support/carts/approving';
import { checkoutBody } from '../../../support/carts/buying';
import { countWaiting } from '../../../support/cluster';
import { makeMember, makeProduct, only } from '../../../support/factories';
import { lettersTo } from '../../../support/letters';
import { both } from '../../../support/permissions';
import { strangerTo } from '../../../support/seller-app';

await eachWithBuyers();

/** Everything an order is, without what tells two orders apart. */
async function describeOrder(id: number) {
  const plain = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, value]) =>
          !['id', 'orderId', 'orderNumber', 'orderLineItemId', 'lineItemId'].includes(name) && !(value instanceof Date),
      ),
    );
  const own = { org: seller.org.id };
  const [order] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, own.org), eq(orders.id, id)));
  const of = async (
    table: typeof orderLineItems | typeof orderTransitions | typeof soldLines | typeof stockMovements,
  ) =>
    (
      await db()
        .select()
        .from(table)
        .where(and(eq(table.orgId, own.org), eq(table.orderId, id)))
    )
      .map((row) => JSON.stringify(plain(row)))
      .sort();
  return {
    order: plain(order ?? {}),
    lines: await of(orderLineItems),
    transitions: await of(orderTransitions),
    sold: await of(soldLines),
    stock: await of(stockMovements),
  };
}

describe('approving', () => {
  test('places the order that would have been placed without the rule, whatever is in the cart', async () => {
    const others = [
      product,
      await makeProduct(db(), seller, { wholesalePrice: '3.35', quantity: '10000' }),
      await makeProduct(db(), seller, {
        wholesalePrice: '12.00',
        quantity: '10000',
        sellInBulk: true,
        unitMultiplier: '12',
      }),
    ];
    const line = fc.record({
      at: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 9 }),
      notes: fc.string({ maxLength: 8, unit: 'grapheme-ascii' }),
    });
    const carted = fc.record({
      lines: fc.uniqueArray(line, { minLength: 1, selector: ({ at }) => at }),
      notes: fc.constantFrom('', 'Ring twice'),
      payment: fc.nat(seller.paymentOptions.length - 1),
    });
    // The first order also makes the customer.
    await clerk.checkout([await fill('1')]);
    const place = async ({ lines, notes, payment }: typeof carted extends fc.Arbitrary<infer C> ? C : never) => {
      const filled = await clerk.fill(
        seller,
        lines.map(({ at, quantity, notes: said }) => ({
          product: others[at] ?? product,
          quantity: String(quantity),
          notes: said,
        })),
      );
      const cart = await clerk.caller.expectOk(carts.update, {
        params: { id: filled.cart.id },
        body: { orderNotes: notes, deliveryPreferences: notes },
      });
      const body = checkoutBody(buyer, [cart]);
      const chosen = cart.availablePaymentOptions[payment]?.id ?? 0;
      const sent = { ...body, carts: body.carts.map((one) => ({ ...one, companyPaymentOptionId: chosen })) };
      return { cart, result: await clerk.caller.expectOk(carts.checkout, { body: sent }) };
    };
    await fc.assert(
      fc.asyncProperty(carted, async (wanted) => {
        await rule({ aboveUsd: null });
        const direct = only((await place(wanted)).result.createdOrders);
        await rule({ aboveUsd: '0.00' });
        const { cart, result } = await place(wanted);
        const approved = await approve(only(result.askedCarts).approvalId, cart.cart.total);
        if (!approved.ok) throw new Error(JSON.stringify(approved.body));
        expect(await describeOrder(approved.body.id)).toEqual(await describeOrder(direct.id));
      }),
      { numRuns: 12 },
    );
    expect((await placed()).every(({ createdByUserId }) => createdByUserId === clerk.user.id)).toBe(true);
  });

  test('is kept in the audit log under who approved, and told to who asked', async () => {
    await rule();
    const { id } = await ask();
    const approved = await approve(id);
    expect(approved.ok).toBe(true);
    const log = await db().select().from(auditLog).where(eq(auditLog.orgId, buyer.org.id)).orderBy(asc(auditLog.id));
    const asker = `${clerk.user.firstName} ${clerk.user.lastName}`;
    expect(log.filter(({ endpoint }) => endpoint.includes('/approve'))).toEqual([
      expect.objectContaining({ entity: 'order', actorUserId: buyer.owner.user.id }),
      // What became of the cart, for colleagues who have it open.
      expect.objectContaining({ entity: 'cart', actorUserId: buyer.owner.user.id }),
      expect.objectContaining({
        entity: 'order-approval',
        actorUserId: buyer.owner.user.id,
        after: expect.objectContaining({ status: 'APPROVED', askedBy: asker }),
      }),
    ]);
    const order = only(await placed());
    const [letter] = await lettersTo(app, clerk.user.email, 1);
    expect(letter?.text).toContain(order.orderNumber);
    expect(await get(id)).toMatchObject({ status: 'APPROVED', placed: { id: order.id }, now: null });
    expect(await clerk.list()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('shows what changed since and is refused as checkout is', async () => {
    await rule();
    const { id } = await ask();
    await db().update(products).set({ wholesalePrice: '25.00' }).where(eq(products.id, product.id));
    expect((await get(id)).now).toEqual({
      totalUsd: '250.00',
      changes: [`${product.name}: $25.00 each. It was $20.00.`, 'The total is now $250.00. It was $200.00.'],
    });
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('$250.00') },
    });
    await db().execute(sql`update product_stock set quantity = 3 where product_id = ${product.id}`);
    expect((await get(id)).now?.changes.join(' ')).toMatch(/3/);
    expect((await approve(id, '250.00')).status).toBe(409);
    await db().execute(sql`update product_stock set quantity = 1000 where product_id = ${product.id}`);
    const options = db().update(companyPaymentOptions).set({ removed: true });
    await options.where(eq(companyPaymentOptions.companyId, seller.company.id));
    expect((await get(id)).now?.changes.join(' ')).toMatch(/no longer offered/);
    expect((await approve(id, '250.00')).status).toBe(409);
    expect(await placed()).toEqual([]);
    await db()
      .update(companyPaymentOptions)
      .set({ removed: false })
      .where(eq(companyPaymentOptions.companyId, seller.company.id));
    expect((await approve(id, '250.00')).ok).toBe(true);
    expect(only(await placed()).totalUsd).toBe('250.00');
  });

  test('is for those who approve: neither the asker, a reader, nor another organization', async () => {
    await rule();
    const { id } = await ask();
    expect((await approve(id, '200.00', clerk)).status).toBe(403);
    expect((await decline(id, 'No', clerk)).status).toBe(403);
    const stranger = await strangerTo({ app });
    expect((await stranger.call(approvals.get, { params: { id } })).status).toBe(404);
    expect((await stranger.call(approvals.approve, { params: { id }, body: { expectedTotal: '200.00' } })).status).toBe(
      404,
    );
    const elsewhere = await makeMember(db(), buyer.org, {
      features: { PURCHASE_ORDERS: both, EDIT_ORGANIZATION: both },
    });
    const unassigned = await app.as(elsewhere.user, buyer.org);
    expect((await unassigned.call(approvals.get, { params: { id } })).status).toBe(404);
    await rule({ approverIds: [clerk.orgUserId] });
    expect((await approve(id, '200.00', clerk)).ok).toBe(true);
  });

  test('is refused once the person who asked can’t order anymore', async () => {
    await rule();
    const { id } = await ask();
    await db().execute(sql`update org_users set status = 'REMOVED' where id = ${clerk.orgUserId}`);
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('can’t place orders') },
    });
    expect((await decline(id)).ok).toBe(true);
  });

  test('is refused once the person who asked doesn’t buy for the license anymore', async () => {
    await rule();
    const { id } = await ask();
    await db().update(orgUsers).set({ licenseIds: [] }).where(eq(orgUsers.id, clerk.orgUserId));
    expect((await approve(id)).body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('can’t place orders for this license anymore. Decline this'),
    });
    expect((await decline(id)).ok).toBe(true);
    expect(await lettersTo(app, clerk.user.email, 0)).toEqual([]);
  });

  test('waits for those who are named since, who hear of it', async () => {
    const [boss, next] = [await colleague(), await colleague()];
    await rule({ approverIds: [boss.orgUserId] });
    const { id } = await ask();
    await rule({ approverIds: [next.orgUserId] });
    const [letter] = await lettersTo(app, next.user.email, 1);
    expect(letter?.subject).toContain('asks you to approve an order');
    const [cart] = await clerk.list();
    expect(cart?.approval?.asked).toEqual([expect.stringContaining(next.user.lastName)]);
    expect((await approve(id, '200.00', next)).ok).toBe(true);
  });

  test('sent again with its key gets the same reply', async () => {
    await rule();
    const { id } = await ask();
    const key = { idempotencyKey: crypto.randomUUID() };
    const send = () =>
      owner.caller.expectOk(approvals.approve, { params: { id }, body: { expectedTotal: '200.00' } }, key);
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await placed()).toHaveLength(1);
  });

  test('twice at once places one order', async () => {
    const boss = await colleague();
    await rule({ approverIds: [buyer.owner.orgUserId, boss.orgUserId] });
    const { id } = await ask();
    const answers = await Promise.all([
      approve(id),
      approve(id, '200.00', boss),
      approve(id),
      approve(id, '200.00', boss),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.flatMap((one) => (one.ok ? [] : [one.body.userFriendlyMessage]))).toEqual(
      Array(3).fill(expect.stringMatching(/already approved/)),
    );
    expect(await placed()).toHaveLength(1);
  });

  test.each([
    ['approved', approve],
    ['declined', decline],
    ['withdrawn', withdraw],
  ])('is settled once: what was settled while it waited for its cart isn’t %s', async (_, act) => {
    await rule();
    const { id, cart } = await ask();
    const own = and(eq(cartRows.orgId, buyer.org.id), eq(cartRows.id, cart.cart.id));
    const answer = await db().transaction(async (tx) => {
      await tx.select().from(cartRows).where(own).for('update');
      const late = act(id);
      await expect.poll(() => countWaiting(app.database)).toBe(1);
      await tx
        .update(approvalRequests)
        .set({ status: 'WITHDRAWN' })
        .where(and(eq(approvalRequests.orgId, buyer.org.id), eq(approvalRequests.id, id)));
      await tx.update(cartRows).set({ approvalId: null }).where(own);
      return { late };
    });
    expect(await answer.late).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('withdrawn') },
    });
    expect(await placed()).toEqual([]);
  });

  test('while it is withdrawn and changed ends as one of the two', async () => {
    await rule();
    for (let round = 0; round < 4; round += 1) {
      const before = (await placed()).length;
      const { id } = await ask();
      const change = withdraw(id).then(() => clerk.add(seller, [{ product, quantity: '7' }]));
      const [approved, changed] = await Promise.all([approve(id), change]);
      const after = await placed();
      expect(after.length - before).toBe(approved.ok ? 1 : 0);
      if (approved.ok) expect(after.at(-1)?.totalUsd).toBe('200.00');
      else expect(approved.status).toBe(409);
      expect(changed.cart?.cart.total).toBe('140.00');
      await clerk.caller.expectOk(carts.remove, {
        params: { id: changed.cart?.cart.id ?? 0 },
        query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id },
      });
    }
  });
});
