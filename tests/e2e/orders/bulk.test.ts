import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { customers, orderSalesReps, orders } from '../../../server/db/schema';
import { axeFindings, noDialog } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { pagesOf } from '../../support/files/pdf';
import { dialog } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';

const stage = openStage();
const { visit } = stage;
const db = () => stage.database.database.db;
type Wanted = Parameters<typeof placeOrder>[1];
const place = (wanted: Wanted) => placeOrder(db(), wanted);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const orderOf = async (id: number) => (await db().select().from(orders).where(eq(orders.id, id)))[0];
async function select(page: Page, placed: readonly { orderNumber: string }[]): Promise<void> {
  for (const { orderNumber } of placed)
    await page
      .getByRole('row', { name: `order ${orderNumber}` })
      .getByRole('checkbox')
      .click();
}

async function choose(page: Page, entry: string): Promise<void> {
  await button(page, 'Change').click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Reviews and starts what the open dialog asks, waits for its result, and dismisses that. */
async function carryOut(page: Page, act: string, result: string): Promise<void> {
  await dialog(page).getByRole('button', { name: act, exact: true }).click();
  await dialog(page).getByText(result).waitFor();
  await button(page, 'Done').click();
  await noDialog(page);
}

/** Undoes a dismissed bulk action, after a reload, as one of the recent ones. */
async function undoRecent(page: Page, act: string, result: string): Promise<void> {
  await page.reload();
  await button(page, 'Recent bulk actions').click();
  await button(page, `Undo: ${act}`).first().click();
  await page
    .getByRole('dialog', { name: /^Undo: / })
    .getByText(result)
    .waitFor();
}

/** An accepted order and twenty-nine more of its customer, which are numbered from 1 and have no lines. */
async function placeThirty(prefix: string) {
  const like = await place({ status: 'ACCEPTED' });
  await db().execute(sql`
    insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd, total_usd, invoiced_usd)
    select org_id, company_id, customer_id, customer_name, ${prefix} || n, status, order_source, 0, 0, 0
      from orders, generate_series(1, 29) n where org_id = ${like.orgId} and id = ${like.id}`);
  return like;
}

it('all matching orders are printed in the background, and the file waits after a reload', async () => {
  const like = await placeThirty('PR');
  const path = `/orders?customerSearch=${encodeURIComponent(like.customerName)}`;
  const page = await visit(OWNER, path);
  await page.getByRole('row', { name: 'order PR29' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
  await button(page, 'Select all 30 matching orders').click();
  await button(page, 'Print').click();
  await page.getByRole('menuitem', { name: 'Invoices of 30 orders…' }).click();
  await dialog(page).getByText('as PDF files of up to 1,000 orders each').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Print invoices of up to 30 orders' }).click();
  await dialog(page).getByText('30 orders ready to print.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const other = await visit(OWNER, '/orders');
  await page.reload();
  for (const tab of [page, other]) {
    await button(tab, 'Recent bulk actions').click();
    await button(tab, 'Show: Print invoices of 30 orders').click();
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      dialog(tab)
        .getByRole('button', { name: /^invoices_/ })
        .click(),
    ]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Uint8Array);
    expect(await pagesOf(new Blob(chunks as BlobPart[]))).toHaveLength(30);
  }
  expect(await orderOf(like.id)).toMatchObject({ printed: true });
});

it('ship dates are undone after their result was dismissed, but for an order changed since', async () => {
  const placed = [await place({ status: 'ACCEPTED' }), await place({ status: 'ACCEPTED' })];
  const [first, second] = placed;
  const page = await visit(OWNER, '/orders');
  await select(page, placed);
  await choose(page, 'Set the ship date of 2…');
  await dialog(page).getByLabel('Ship date').fill('2031-05-20');
  await button(page, 'Review').click();
  await carryOut(page, 'Set the ship date of 2 orders', '2 orders shipping on 05/20/2031.');
  expect(await orderOf(first?.id ?? 0)).toMatchObject({ shipDate: '2031-05-20' });
  await db()
    .update(orders)
    .set({ shipDate: '2031-06-01' })
    .where(eq(orders.id, second?.id ?? 0));
  await undoRecent(page, 'Set the ship date of 2 orders', 'Undone for 1 of 2 orders.');
  const refused = dialog(page).getByRole('listitem').filter({ hasText: 'Its ship date was changed since' });
  await refused.getByText(second?.orderNumber ?? '', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await orderOf(first?.id ?? 0)).toMatchObject({ shipDate: null });
  expect(await orderOf(second?.id ?? 0)).toMatchObject({ shipDate: '2031-06-01' });
  await button(page, 'Done').click();
  await button(page, 'Recent bulk actions').click();
  await dialog(page).getByText('Undone.').first().waitFor();
  await button(page, /^Show: Undo: Set the ship date/)
    .first()
    .waitFor();
  expect(await button(page, 'Undo: Set the ship date of 2 orders').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});

it('a sales rep found by name is added and taken off again, but not from an order changed since', async () => {
  const placed = [await place({ status: 'ACCEPTED' }), await place({ status: 'ACCEPTED' })];
  const [first, second] = placed.map(({ id }) => id);
  const page = await visit(OWNER, '/orders');
  await select(page, placed);
  await choose(page, 'Add a sales rep to 2…');
  await dialog(page).getByRole('combobox', { name: 'Sales rep' }).pressSequentially('jas');
  await page.locator('.ant-select-item-option', { hasText: 'Jasmine Cole' }).click();
  await button(page, 'Review').click();
  await carryOut(page, 'Add a sales rep to 2 orders', '2 orders assigned to Jasmine Cole.');
  const repsOf = (id = 0) => db().select().from(orderSalesReps).where(eq(orderSalesReps.orderId, id));
  expect(await repsOf(second)).toHaveLength(1);
  await db()
    .delete(orderSalesReps)
    .where(eq(orderSalesReps.orderId, second ?? 0));
  await undoRecent(page, 'Add a sales rep to 2 orders', 'Undone for 1 of 2 orders.');
  expect(await axeFindings(page)).toEqual([]);
  expect([await repsOf(first), await repsOf(second)]).toEqual([[], []]);
});

it('all matching orders are merged, unless there are too many', async () => {
  const page = await visit(OWNER, '/orders');
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
  await button(page, /^Select all .* matching orders$/).click();
  await button(page, 'Merge').click();
  await dialog(page).getByRole('alert').getByText('At most 50 orders can be merged at once').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const like = await placeThirty('MG');
  await db().execute(sql`
    insert into order_comments (org_id, order_id, author_user_id, comment)
    select ${like.orgId}, ${like.id}, user_id, 'Gate code 4410' from org_users where org_id = ${like.orgId} and user_id is not null limit 1`);
  await page.goto(`${new URL(page.url()).origin}/orders?customerSearch=${encodeURIComponent(like.customerName)}`);
  await page.getByRole('row', { name: 'order MG29' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all orders on this page' }).click();
  await button(page, 'Select all 30 matching orders').click();
  await button(page, 'Merge').click();
  await dialog(page).getByRole('heading', { name: 'Merge 30 orders' }).waitFor();
  await dialog(page).getByText(`Order ${like.orderNumber}`).waitFor();
  await dialog(page).getByRole('button', { name: 'Merge orders' }).click();
  await page.waitForURL(/\/orders\/\d+$/);
  expect(await orderOf(like.id)).toMatchObject({ status: 'COMBINED' });
  // What was said of one of them is read with the new one.
  await button(page, 'Show what was said and sent of the 30 combined orders').click();
  await page.getByRole('heading', { name: `Comments on order ${like.orderNumber}` }).waitFor();
  await page.getByText('Gate code 4410').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('deleted drafts come back, but for one whose customer was deleted since', async () => {
  const placed = [await place({ status: 'DRAFT' }), await place({ status: 'DRAFT' })];
  const page = await visit(OWNER, '/orders');
  await select(page, placed);
  await choose(page, 'Delete 2');
  await carryOut(page, 'Delete 2 orders', '2 orders deleted.');
  await page.getByRole('row', { name: `order ${placed[0]?.orderNumber}` }).waitFor({ state: 'detached' });
  await db()
    .delete(customers)
    .where(eq(customers.id, placed[1]?.customerId ?? 0));
  await undoRecent(page, 'Delete 2 orders', 'Undone for 1 of 2 orders.');
  await dialog(page).getByText('Its customer was deleted since.').waitFor();
  expect(await orderOf(placed[0]?.id ?? 0)).toMatchObject({ status: 'DRAFT' });
  expect(await orderOf(placed[1]?.id ?? 0)).toBeUndefined();
});

it('clones are undone, but for a draft that was changed since', async () => {
  const placed = [await place({ status: 'ACCEPTED' }), await place({ status: 'ACCEPTED' })];
  const page = await visit(OWNER, '/orders');
  await select(page, placed);
  await choose(page, 'Clone 2…');
  await dialog(page).getByLabel('Prices').selectOption('The prices of each order');
  await button(page, 'Review').click();
  await carryOut(page, 'Clone 2 orders', '2 orders copied to a new draft.');
  const draftsOf = ({ customerId }: { customerId: number }) =>
    db().select().from(orders).where(sql`${orders.customerId} = ${customerId} and ${orders.status} = 'DRAFT'`);
  const [kept] = await draftsOf(placed[0] ?? { customerId: 0 });
  await db()
    .update(orders)
    .set({ version: 1 })
    .where(eq(orders.id, kept?.id ?? 0));
  await undoRecent(page, 'Clone 2 orders', 'Undone for 1 of 2 orders.');
  await dialog(page).getByText(`Draft ${kept?.orderNumber} was changed since, so it stays.`).waitFor();
  expect((await Promise.all(placed.map(draftsOf))).map(({ length }) => length)).toEqual([1, 0]);
});
