import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, failsUntilClick } from '../../support/browser';
import { BUYER as BUYER_NAME, placeOrder } from '../../support/demo';
import { pagesOf } from '../../support/files/pdf';
import { dialog } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const BUYER = 'buyer@harborvine.example';

const stage = openStage();
const { visit } = stage;
const place = (wanted: Parameters<typeof placeOrder>[1]) => placeOrder(stage.database.database.db, wanted);
const panel = (page: Page, title: string) => page.getByRole('region', { name: title });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The pages of the pdf that something downloads. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Uint8Array);
  return pagesOf(new Blob(chunks as BlobPart[]));
}

async function print(page: Page, entry: string): Promise<string[]> {
  await button(page, 'Print').click();
  return downloaded(page, () => page.getByRole('menuitem', { name: entry }).click());
}

it('orders are printed from the list and their page, and mailed with a wrong address said first', async () => {
  const [first, second] = [await place({ status: 'ACCEPTED' }), await place({ status: 'ACCEPTED' })];
  const page = await visit(OWNER, '/orders');
  for (const { orderNumber } of [first, second])
    await page
      .getByRole('row', { name: `order ${orderNumber}` })
      .getByRole('checkbox')
      .click();
  expect((await print(page, 'Pick list')).join(' ')).toContain('Pick list of 2 orders');
  await page.goto(`/orders/${first.id}`);
  expect((await print(page, 'Invoice'))[0]).toContain(`Invoice ${first.orderNumber}`);

  await button(page, 'Print').click();
  await page.getByRole('menuitem', { name: 'Email to customer…' }).click();
  const to = dialog(page).getByRole('textbox', { name: 'To' });
  await to.fill('shop@example.com, nonsense');
  await button(page, 'Send email').click();
  await page.getByText('“nonsense” isn’t an email address').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await to.fill('shop@example.com');
  await button(page, 'Send email').click();
  await panel(page, 'Emailed documents').getByText('to shop@example.com').waitFor();
  const kept = await downloaded(page, () => panel(page, 'Emailed documents').getByRole('button').first().click());
  expect(kept[0]).toContain(`Invoice ${first.orderNumber}`);

  const reader = await visit(VIEWER, `/orders/${first.id}`);
  await button(reader, 'Print').click();
  await reader.getByRole('menuitem', { name: 'Packing slip' }).waitFor();
  expect(await reader.getByRole('menuitem', { name: 'Email to customer…' }).count()).toBe(0);
});

it('an order links its customer and products, and the stock beside its lines follows its status', async () => {
  const { id } = await place({ status: 'ACCEPTED', buyer: BUYER_NAME });
  const page = await visit(OWNER, `/orders/${id}`);
  const lines = panel(page, 'Line items 1');
  const stock = lines.getByText('1,000 units available');
  await stock.waitFor();
  await button(page, 'Fulfill').click();
  await page.getByText('Order status updated').first().waitFor();
  await stock.waitFor({ state: 'detached' });
  await lines.getByRole('rowheader').getByRole('link').click();
  await page.waitForURL(/\/inventory\/products\/\d+/);
  await page.goBack();
  await panel(page, 'Customer')
    .getByRole('link', { name: /^Harbor & Vine/ })
    .click();
  await page.waitForURL(/\/network\/customers\/\d+/);

  const reader = await visit(BUYER, `/orders/purchases/${id}`);
  await reader.getByRole('rowheader').waitFor();
  expect(await reader.getByRole('rowheader').getByRole('link').count()).toBe(0);
});

it('every change is told on the order’s page, and the order then is shown beside now', async () => {
  const { id } = await place({ status: 'ACCEPTED', buyer: BUYER_NAME });
  const page = await visit(OWNER, `/orders/${id}`);
  await page.getByLabel('Notes', { exact: true }).fill('Call before delivery');
  await button(page, 'Save details').click();
  const history = panel(page, 'History');
  await history.getByText('Notes: Call before delivery').waitFor();
  await history
    .getByRole('button', { name: /^See the order then/ })
    .last()
    .click();
  const notes = dialog(page).getByRole('row', { name: /^Notes/ });
  await notes.getByText('Empty').waitFor();
  await notes.getByText('Call before delivery').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it('what a customer paid too much pays another of its orders, and can be taken back', async () => {
  const [over, open] = [
    await place({ status: 'ACCEPTED', buyer: BUYER_NAME }),
    await place({ status: 'ACCEPTED', buyer: BUYER_NAME }),
  ];
  const page = await visit(OWNER, `/orders/${over.id}`);
  await button(page, 'Record payment').click();
  await page.getByLabel('Amount').fill('100000');
  await page.getByRole('button', { name: 'Record payment' }).last().click();
  await page
    .getByRole('alert')
    .getByText(/more than the order’s balance of/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Record it anyway' }).check();
  await page.getByRole('button', { name: 'Record payment' }).last().click();
  await page.getByText(/is credit for the customer’s other orders/).waitFor();
  await page.goto(`/orders/${open.id}`);
  await page.getByRole('button', { name: /^Apply .* credit$/ }).click();
  await dialog(page).getByLabel('Amount').fill('9999999');
  await dialog(page).getByRole('button', { name: 'Apply credit' }).click();
  await dialog(page)
    .getByText(/The order’s balance is/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The whole balance: what the demo's own orders were paid too much is used first.
  await dialog(page).getByLabel('Amount').fill('200');
  await dialog(page).getByRole('button', { name: 'Apply credit' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  const payments = panel(page, 'Payments');
  const applied = payments.getByRole('row', { name: `Credit from ${over.orderNumber}` });
  await applied.getByRole('button', { name: /^Void/ }).click();
  await dialog(page).getByText(`here and on order ${over.orderNumber}`).waitFor();
  await dialog(page).getByRole('button', { name: 'Void payment' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await payments.locator('s').first().waitFor();
});

it('a buyer orders again with what differs shown first, and gets the invoice', async () => {
  const { id, orderNumber } = await place({ status: 'ACCEPTED', buyer: BUYER_NAME });
  const page = await visit(BUYER, `/orders/purchases/${id}`);
  await panel(page, 'Delivery and payment').getByText('Expected', { exact: true }).waitFor();
  expect((await downloaded(page, () => button(page, 'Invoice').click()))[0]).toContain(`Invoice ${orderNumber}`);
  await button(page, 'Order again').click();
  await dialog(page).getByText('will be added to your cart').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page)
    .getByRole('button', { name: /^Add .* to cart$/ })
    .click();
  await page.waitForURL('**/marketplace/cart');
  await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
  await page.getByRole('button', { name: 'Review order' }).waitFor();
});

it('a colleague mentioned in a comment is told at once, and finds it on the order', async () => {
  const { id, orderNumber } = await place({ status: 'ACCEPTED' });
  const [page, theirs] = [await visit(OWNER, `/orders/${id}`), await visit(VIEWER, '/orders')];
  const name = 'Martin Fuchs';
  const comments = panel(page, 'Comments');
  const box = comments.getByRole('textbox', { name: 'New comment' });
  await box.pressSequentially('@mart');
  await comments.getByRole('option', { name }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await box.press('Enter');
  await box.pressSequentially('please pack this first');
  await box.press('Control+Enter');
  await comments.getByText(`@${name} please pack this first`).waitFor();
  await theirs.getByText(`mentioned you on order ${orderNumber}: @${name} please pack this first`).waitFor();
  await theirs.getByRole('button', { name: 'Open order' }).click();
  await theirs.waitForURL(`**/orders/${id}`);
  await panel(theirs, 'Comments').getByText(`@${name}`).waitFor();
});

it('a buyer reports a problem, sees the answer as soon as it is sent, and readers can’t answer', async () => {
  const { id, orderNumber } = await place({ status: 'DELIVERED', buyer: BUYER_NAME });
  const [page, seller] = [await visit(BUYER, `/orders/purchases/${id}`), await visit(OWNER, `/orders/${id}`)];
  await button(page, 'Report a problem').click();
  const form = dialog(page);
  await form.getByRole('combobox', { name: 'Goods it is about' }).click();
  await form.getByRole('option', { name: /^10 units of / }).click();
  await form.getByRole('button', { name: 'Send report' }).click();
  await form.getByText('Choose what is wrong').waitFor();
  await form.getByText('Describe what is wrong').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('combobox', { name: 'What is wrong' }).selectOption({ label: 'Goods are damaged' });
  await form.getByLabel('What happened').fill('Two jars are cracked.');
  await form.getByRole('button', { name: 'Send report' }).click();
  await form.waitFor({ state: 'detached' });
  const [theirs, ours] = [panel(page, 'Reported problems'), panel(seller, 'Reported problems')];
  await theirs.getByText('Waiting for an answer.').waitFor();

  await ours.getByText('Two jars are cracked.').waitFor();
  const reader = await visit(VIEWER, `/orders/${id}`);
  await panel(reader, 'Reported problems').getByText('Waiting for an answer.').waitFor();
  expect(await panel(reader, 'Reported problems').getByRole('button').count()).toBe(0);
  await ours.getByRole('button', { name: 'Answer' }).click();
  expect(await axeFindings(seller)).toEqual([]);
  await dialog(seller).getByLabel('What you’ll do about it').fill('We’ll credit both jars.');
  await dialog(seller).getByRole('button', { name: 'Send answer' }).click();
  await theirs.getByText('We’ll credit both jars.').waitFor();
  await panel(seller, 'Answered problems').getByText('We’ll credit both jars.').waitFor();
  await ours.waitFor({ state: 'detached' });
  const letters = await visit(OWNER, '/sandbox/mailbox');
  await letters.getByText(`answered your report about order ${orderNumber}`).first().waitFor();
});

it('an order that cannot be read is said once, and can be tried again', async () => {
  const { id } = await place({ status: 'ACCEPTED' });
  const page = await visit(OWNER, '/orders');
  const path = `**/api/seller/orders/${id}`;
  const json = { userFriendlyMessage: 'The order is in the vault' };
  await failsUntilClick(page, path, { status: 500, json });
  await page.goto(`/orders/${id}`);
  await button(page, 'Try again').waitFor();
  await expect.poll(() => page.getByText('The order is in the vault').count()).toBe(1);
  await page.getByRole('link', { name: 'New order' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'Try again').click();
  await page.locator('h1 ~ [data-pill]').filter({ hasText: 'Accepted' }).waitFor();
});

it('an order that cannot be read offers no new order to people who can’t enter one', async () => {
  const { id } = await place({ status: 'ACCEPTED' });
  const page = await visit(VIEWER, '/orders');
  const json = { userFriendlyMessage: 'The order is in the vault' };
  await page.route(`**/api/seller/orders/${id}`, (route) => route.fulfill({ status: 500, json }));
  await page.goto(`/orders/${id}?edit`);
  await button(page, 'Try again').waitFor();
  expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0);
});

it('an order that cannot be read to be edited leaves a new draft, says why once, and is there again when it can', async () => {
  const { id } = await place({ status: 'ACCEPTED' });
  const page = await visit(OWNER, '/orders');
  const json = { userFriendlyMessage: 'The order is in the vault' };
  await failsUntilClick(page, `**/api/seller/orders/${id}`, { status: 500, json });
  await page.goto(`/orders/${id}?edit`);
  await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor();
  await expect.poll(() => page.getByText('Error fetching order detail. The order is in the vault').count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/orders/new');
  await page.getByRole('combobox', { name: /^Customer/ }).waitFor();
  await button(page, 'Try again').click();
  await button(page, 'Save order').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/orders/${id}`);
});
