import { and, eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import {
  accountingCustomers,
  accountingDocuments,
  accountingProducts,
  orderLineItems,
  type orders,
} from '../../../server/db/schema';
import { inBooks } from '../../support/accounting/books';
import { makeBooks } from '../../support/accounting/factories';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
/** Jobs take as long as the machine is busy. */
const PATIENCE = 60_000;
const SHOTS = process.env.SHOTS;
const stage = openStage();

type Placed = typeof orders.$inferSelect;
let placed: Placed[] = [];
let realm = '';
let connectionId = 0;

beforeAll(async () => {
  const { db } = stage.database.database;
  for (let made = 0; made < 3; made++) placed.push(await placeOrder(db, { status: 'ACCEPTED' }));
  const [first] = placed;
  if (!first) throw new Error('no order');
  ({ connectionId, realm } = await makeBooks(db, { org: { id: first.orgId }, company: { id: first.companyId } }));
  placed = placed.toReversed();
  for (const order of placed.slice(1)) await match(order);
});

/** Matches an order's customer and products, as a person does on the screens for that. */
async function match({ orgId, id, customerId }: Placed): Promise<void> {
  const { db } = stage.database.database;
  const [customer] = await inBooks({ database: stage.database.database }, realm, 'Customer');
  const [item] = await inBooks({ database: stage.database.database }, realm, 'Item');
  const of = { orgId, connectionId, externalName: 'Theirs' };
  await db.insert(accountingCustomers).values({ ...of, customerId, externalId: customer?.entityId ?? '' });
  for (const { productId } of await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), eq(orderLineItems.orderId, id))))
    await db
      .insert(accountingProducts)
      .values({ ...of, productId, externalId: item?.entityId ?? '' })
      .onConflictDoNothing();
}

const shot = async (page: Page, name: string) => {
  if (!SHOTS) return;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
  }
};

it('pushes three orders, names the one that fails, mends it, and takes one out again', async () => {
  const { db } = stage.database.database;
  const page = await stage.visit(SELLER, '/orders');
  await page.setViewportSize({ width: 1440, height: 900 });
  const [failing, second, third] = placed;
  if (!failing || !second || !third) throw new Error('no orders');
  for (const { orderNumber } of placed)
    await page.getByRole('row').filter({ hasText: orderNumber }).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Push to books' }).click();
  const dialog = page.getByRole('dialog', { name: 'Push 3 orders to the books?' });
  await dialog.getByText('2 orders can be pushed.').waitFor();
  await dialog.getByText('1 order can’t be pushed yet:').waitFor();
  await dialog.getByText(`${failing.customerName} isn’t matched with a customer in your books.`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'push-dialog');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Push 2 orders' }).click();
  const result = page.getByRole('dialog').filter({ hasText: failing.orderNumber });
  await result.getByText('isn’t matched with a customer in your books').waitFor({ timeout: PATIENCE });
  await shot(page, 'push-result');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');

  await page.goto(new URL(`/orders/${second.id}`, page.url()).href);
  const books = page.getByRole('region', { name: 'Books' });
  await books.getByText('In the books', { exact: true }).waitFor({ timeout: PATIENCE });
  await books.getByText(`Invoice ${second.orderNumber}`).waitFor();

  await page.goto(new URL(`/account/integrations/accounting/${failing.companyId}/problems`, page.url()).href);
  const row = page.getByRole('row').filter({ hasText: failing.orderNumber });
  await row.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'problems');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByText('isn’t matched with a customer').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await match(failing);
  await page.getByRole('button', { name: 'Try all again' }).click();
  await page.getByText('Everything was sent').waitFor({ timeout: PATIENCE });

  await page.goto(new URL(`/orders/${failing.id}`, page.url()).href);
  await books.getByText('In the books', { exact: true }).waitFor({ timeout: PATIENCE });
  expect(await axeFindings(page)).toEqual([]);
  await books.scrollIntoViewIfNeeded();
  await shot(page, 'order-books');
  await page.setViewportSize({ width: 1440, height: 900 });
  await books.getByRole('button', { name: 'Take out of the books' }).click();
  const asked = page.getByRole('dialog', { name: `Take order ${failing.orderNumber} out of the books?` });
  await asked.getByRole('button', { name: 'Take out of the books' }).click();
  await books.getByText('Taken out', { exact: true }).waitFor({ timeout: PATIENCE });
  await books.getByRole('button', { name: 'Push to books' }).waitFor();
  const states = await db
    .select({ state: accountingDocuments.state })
    .from(accountingDocuments)
    .where(eq(accountingDocuments.connectionId, connectionId));
  expect(states.map(({ state }) => state).sort()).toEqual(['SENT', 'SENT', 'UNDONE']);
});

it('pushes the orders of a range after a look at what that does', async () => {
  const { db } = stage.database.database;
  const late = await placeOrder(db, { status: 'ACCEPTED' });
  await match(late);
  const page = await stage.visit(SELLER, `/account/integrations/accounting/${late.companyId}/problems`);
  await page.getByRole('button', { name: 'Push a range…' }).click();
  const day = late.createdAt.toISOString().slice(0, 10);
  const dialog = page.getByRole('dialog', { name: 'Push orders of a range' });
  await dialog.getByLabel('Placed from').fill(day);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Enter a date').first().waitFor();
  await dialog.getByLabel('Placed through').fill(day);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const asked = page.getByRole('dialog', { name: 'Push these orders?' });
  expect(await axeFindings(page)).toEqual([]);
  await asked.getByRole('button', { name: /^Push \d+ orders?$/ }).click();
  const stateOf = async () =>
    (await db.select().from(accountingDocuments).where(eq(accountingDocuments.orderId, late.id)))[0]?.state;
  await expect.poll(stateOf, { timeout: PATIENCE }).toBe('SENT');
});
