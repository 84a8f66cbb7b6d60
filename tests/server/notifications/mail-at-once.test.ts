import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { heldLetters, notificationSettings } from '../../../server/db/schema';
import { openApp, type TestApp } from '../../support/app';
import { makeMember, makeOrder, makeSeller } from '../../support/factories';
import { heldOf, lettersOf, sendDue, subjectsOf, work } from '../../support/notifications/held';

const atOnce = await openApp();
const without = await openApp({ environment: { FEED: 'false', FEED_MAIL_MINUTES: '10' } });

async function placed(app: TestApp) {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const [rep, other] = [await makeMember(db, seller), await makeMember(db, seller)];
  await db
    .insert(notificationSettings)
    .values({ userId: other.user.id, choices: { NEW_BUYER_ORDER: { byEmail: false } } });
  const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: [rep.orgUserId, other.orgUserId] });
  await work(app, { name: 'order-placed', data: { orgId: seller.org.id, orderId: order.id } });
  return { seller, rep, other, order, subject: `New order ${order.orderNumber} from ${order.customerName}` };
}

test.each([
  ['with 0 minutes', atOnce],
  ['without the feed', without],
])('%s a letter leaves at once, but to who wants none, and nothing is held', async (_, app) => {
  const { rep, other, subject } = await placed(app);
  expect(await subjectsOf(app, rep.user)).toEqual([subject]);
  expect(await subjectsOf(app, other.user)).toEqual([]);
  expect(await heldOf(app, rep.user)).toEqual([]);
});

test('without the feed letters say nothing of its settings', async () => {
  const { rep } = await placed(without);
  expect((await lettersOf(without, rep.user))[0]?.text).not.toContain('unsubscribe');
});

test('what was held before the feed was switched off leaves by itself', async () => {
  const { db } = without.database;
  const { seller, other, order } = await placed(without);
  const data = { orgId: seller.org.id, orderId: order.id, orgUserId: other.orgUserId };
  await db.delete(notificationSettings).where(eq(notificationSettings.userId, other.user.id));
  const held = {
    userId: other.user.id,
    key: 'NEW_BUYER_ORDER',
    type: 'NEW_BUYER_ORDER',
    orgId: seller.org.id,
  } as const;
  const letter = { ...held, subject: `order:${order.id}`, payload: {}, event: 'one', dueAt: new Date() };
  await db.insert(heldLetters).values({ ...letter, job: { name: 'order-letter', data } });
  await sendDue(without, 0.1);
  expect(await subjectsOf(without, other.user)).toHaveLength(1);
  expect(await heldOf(without, other.user)).toEqual([]);
});
