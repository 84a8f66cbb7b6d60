import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notifications as feed } from '../../../domain/notifications/contract';
import { orders as sales } from '../../../domain/orders/contract';
import { openApp } from '../../support/app';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeSeller } from '../../support/factories';
import { lettersOf, sendDue, work } from '../../support/notifications/held';
import { both } from '../../support/permissions';
import '../../support/properties';

const app = await openApp({ environment: { FEED_MAIL_MINUTES: '10' } });
const { db } = app.database;

/** What becomes of an order before its email is due. */
const fate = fc.constantFrom('waits' as const, 'accepted' as const, 'removed' as const);

test('of whatever was told, each that is left when it is due is emailed once, several in one letter, and nothing else', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 4 }), async (fates) => {
      const rep = await makeMember(db, seller, {
        features: { BROWSE_MY_ORDERS: both },
        companyIds: [seller.company.id],
      });
      const caller = await app.as(rep.user, seller.org);
      const numbers: string[] = [];
      for (const becomes of fates) {
        const { order } = await makeOrder(db, seller, { buyer, customer, salesRepOrgUserIds: [rep.orgUserId] });
        const orderId = order.id;
        const payload = { orderId, companyId: seller.company.id };
        const notice = { type: 'NEW_BUYER_ORDER', orgId: seller.org.id, subject: `order:${orderId}`, payload } as const;
        await work(
          app,
          { name: 'notify', data: { ...notice, by: null, eventId: randomUUID(), at: new Date().toISOString() } },
          { name: 'order-placed', data: { orgId: seller.org.id, orderId } },
        );
        if (becomes === 'waits') numbers.push(order.orderNumber);
        if (becomes === 'accepted') {
          await owner.expectOk(sales.transition, {
            params: { id: orderId },
            body: { status: 'ACCEPTED', version: order.version },
          });
          await work(app);
        }
        if (becomes === 'removed') {
          const { groups } = await caller.expectOk(feed.list, { query: {} });
          const activityId = Math.max(...groups.flatMap(({ activities }) => activities.map(({ id }) => id)));
          await caller.expectOk(feed.remove, { params: { activityId } });
        }
      }
      for (let times = 0; times < 2; times += 1) await sendDue(app, 11 + times);
      const letters = await lettersOf(app, rep.user);
      expect(letters).toHaveLength(Math.min(1, numbers.length));
      const text = letters.map((one) => `${one.subject} ${one.text}`).join();
      for (const number of numbers) expect(text).toContain(number);
      if (numbers.length > 1) expect(letters[0]?.subject).toBe(`${numbers.length} notifications`);
    }),
    { numRuns: 12 },
  );
});
