import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { connections, notificationGroups, notifications, orders, users } from '../../../server/db/schema';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { makeUser } from '../../support/factories';
import { makeNotification } from '../../support/notifications/feeds';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';

const stage = openStage();
const db = () => stage.database.database.db;
const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const button = (page: Page, name: string | RegExp) => menu(page).getByRole('button', { name });

async function ownerAlone(): Promise<string> {
  const [found] = await db().select({ id: users.id }).from(users).where(eq(users.email, OWNER));
  const userId = found?.id ?? '';
  await db().delete(notificationGroups).where(eq(notificationGroups.userId, userId));
  await db().delete(notifications).where(eq(notifications.userId, userId));
  return userId;
}

async function tellOfOrder(userId: string) {
  const order = await placeOrder(db(), { status: 'SUBMITTED' });
  const { id: orderId, orgId, companyId } = order;
  const payload = { orderId, companyId };
  await makeNotification(db(), userId, { type: 'NEW_BUYER_ORDER', orgId, subject: `order:${orderId}`, payload });
  return order;
}

async function tellOfInvite(userId: string): Promise<number> {
  const { id: invitingUserId } = await makeUser(db(), { firstName: 'Ruth', lastName: 'Okafor' });
  const invite = { invitingUserId, invitedUserId: userId, status: 'INVITED' as const, invitedAt: new Date() };
  const [made] = await db()
    .insert(connections)
    .values({ ...invite, createdAt: new Date() })
    .returning({ id: connections.id });
  const connectionId = made?.id ?? 0;
  await makeNotification(db(), userId, {
    type: 'CONNECTION_INVITE_RECEIVED',
    orgId: null,
    subject: `connection:${connectionId}`,
    payload: { connectionId, invitingUserId },
  });
  return connectionId;
}

const statusOf = async (id: number) =>
  (await db().select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

it('an invite and an order are accepted in the bell, and another order is put away', async () => {
  const userId = await ownerAlone();
  const page = await stage.visit(OWNER, '/profile');
  const connectionId = await tellOfInvite(userId);
  const order = await tellOfOrder(userId);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await button(page, 'Accept: Ruth Okafor wants to connect').waitFor();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await button(page, 'Accept: Ruth Okafor wants to connect').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }

  await button(page, 'Accept: Ruth Okafor wants to connect').click();
  await page.getByText('You’re connected.').waitFor();
  await button(page, `Accept: Order ${order.orderNumber}`).click();
  await menu(page).getByText('Accepted', { exact: true }).nth(1).waitFor();
  const [connection] = await db().select().from(connections).where(eq(connections.id, connectionId));
  expect([connection?.status, await statusOf(order.id)]).toEqual(['ACCEPTED', 'ACCEPTED']);

  await button(page, `Snooze Order ${order.orderNumber}`).click();
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
  await menu(page).getByText(order.orderNumber).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  if (!(await menu(page).isVisible())) await page.getByRole('button', { name: /^Notifications/ }).click();
  await menu(page).getByText(order.orderNumber).waitFor();
});

it('who is told too late that somebody else was faster reads so in the entry', async () => {
  const userId = await ownerAlone();
  const order = await tellOfOrder(userId);
  const page = await stage.visit(OWNER, '/profile');
  // What is read from then on comes too late: it would take the button away before it is pressed.
  let isLate = false;
  const pressed = Promise.withResolvers<void>();
  await page.route('**/users/me/notifications*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    if (!isLate) return route.fulfill({ response });
    await pressed.promise;
    return route.continue();
  });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await button(page, `Accept: Order ${order.orderNumber}`).waitFor();
  isLate = true;
  await db()
    .update(orders)
    .set({ status: 'REJECTED', version: order.version + 1 })
    .where(eq(orders.id, order.id));
  await button(page, `Accept: Order ${order.orderNumber}`).click();
  await menu(page).getByRole('alert').getByText('Someone else just changed this order.').waitFor();
  pressed.resolve();
  await button(page, `Accept: Order ${order.orderNumber}`).waitFor({ state: 'detached' });
  expect(await statusOf(order.id)).toBe('REJECTED');
});
