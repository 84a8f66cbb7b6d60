import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { notificationGroups, notifications, users } from '../../../server/db/schema';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { feedRows, makeNotification } from '../../support/notifications/feeds';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
/** Sells for Tidemark and buys for Juniper Street. */
const BOTH = 'both@tidemark.example';

const stage = openStage();
const db = () => stage.database.database.db;

async function personOf(email: string): Promise<string> {
  const [found] = await db().select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!found) throw new Error(`The demo has nobody at ${email}`);
  return found.id;
}

/** An order that came in, told to a person. */
async function tellOfOrder(userId: string, seller?: string) {
  const order = await placeOrder(db(), { status: 'SUBMITTED', ...(seller ? { seller } : {}) });
  const { id: orderId, orgId, companyId } = order;
  await makeNotification(db(), userId, {
    type: 'NEW_BUYER_ORDER',
    orgId,
    subject: `order:${orderId}`,
    payload: { orderId, companyId },
  });
  return order;
}

async function emptyFeed(userId: string): Promise<void> {
  await db().delete(notificationGroups).where(eq(notificationGroups.userId, userId));
  await db().delete(notifications).where(eq(notifications.userId, userId));
}

const bell = (page: Page, name: string | RegExp = /^Notifications/) => page.getByRole('button', { name });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
/** The bell's name, as the platform counts now. */
const says = (page: Page, name: string) =>
  expect.poll(() => bell(page).getAttribute('aria-label'), { timeout: 30_000 }).toBe(name);

describe('the bell', () => {
  it('says the same in every window of a person, whatever they do in one of them', async () => {
    const userId = await personOf(OWNER);
    await emptyFeed(userId);
    const one = await stage.visit(OWNER, '/orders');
    const other = await stage.visit(OWNER, '/profile');
    await says(one, 'Notifications');
    await says(other, 'Notifications');

    await tellOfOrder(userId);
    await says(one, 'Notifications (1 new)');
    await says(other, 'Notifications (1 new)');

    await bell(one).click();
    await menu(one).getByRole('link').first().waitFor();
    await says(one, 'Notifications (unread)');
    await says(other, 'Notifications (unread)');

    await tellOfOrder(userId);
    await menu(one)
      .getByRole('button', { name: /^(Unread: )?2 new orders/ })
      .waitFor();
    await says(one, 'Notifications (unread)');
    await says(other, 'Notifications (unread)');

    await bell(other).click();
    await menu(other).getByRole('button', { name: 'Mark all as read' }).click();
    await says(other, 'Notifications');
    await says(one, 'Notifications');

    await menu(one).getByRole('button', { name: 'Remove 2 new orders' }).click();
    await menu(one).getByText('No notifications').waitFor();
    await menu(other).getByText('No notifications').waitFor();
    expect(await feedRows(db(), userId)).toEqual({ groups: [], rows: [] });
  });

  it('is used by keyboard and on any screen', async () => {
    const userId = await personOf('admin@fernhollow.example');
    await emptyFeed(userId);
    for (const _ of [1, 2, 3]) await tellOfOrder(userId);
    const page = await stage.visit('admin@fernhollow.example', '/orders');
    await heading(page, 'Sales Orders');
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await bell(page).focus();
      await page.keyboard.press('Enter');
      const entry = menu(page).getByRole('button', { name: /^(Unread: )?3 new orders/ });
      await entry.waitFor();
      if ((await entry.getAttribute('aria-expanded')) === 'false') await entry.press('Enter');
      await menu(page).getByRole('link').first().waitFor();
      const { width: shown, height } = (await menu(page).boundingBox()) ?? { width: 0, height: 0 };
      expect([shown, width === 360 || height <= 450]).toEqual([width === 360 ? 360 : 380, true]);
      expect(await scrollsSideways(page)).toBe(false);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await menu(page).waitFor({ state: 'detached' });
      await hasFocus(bell(page));
    }
  });
});

describe('an entry of another organization', () => {
  it('is opened there', async () => {
    const userId = await personOf(BOTH);
    await emptyFeed(userId);
    const order = await tellOfOrder(userId, 'Tidemark Distribution');
    const page = await stage.visit(BOTH, '/profile');
    await page.getByRole('button', { name: /^Working for/ }).click();
    await page.getByLabel('Organization', { exact: true }).selectOption('Juniper Street Collective');
    await page.getByRole('button', { name: 'Working for Juniper Street Collective' }).waitFor();
    await bell(page).click();
    await menu(page)
      .getByRole('button', { name: new RegExp(`${order.orderNumber}.*Tidemark Distribution`) })
      .click();
    await page.getByRole('button', { name: 'Working for Tidemark Distribution' }).waitFor();
    await page.waitForURL(`**/orders/${order.id}`);
    await heading(page, new RegExp(order.orderNumber));
    await expect
      // Jobs of the demo tell them of more meanwhile.
      .poll(async () => (await feedRows(db(), userId)).groups.find(({ type }) => type === 'NEW_BUYER_ORDER')?.isRead)
      .toBe(true);
  });
});
