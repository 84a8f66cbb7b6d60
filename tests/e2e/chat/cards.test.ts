import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { message } from '../../support/chat/messages';
import { openStage } from '../../support/stage';

/** Olivia Marsh sells to Nathan Brooks, and they are connected. */
const OLIVIA = 'owner@fernhollow.example';
const NATHAN = 'buyer@harborvine.example';

const stage = openStage();
const { visit } = stage;

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Message ${name}` });
const card = (page: Page, name: string) => page.getByRole('article', { name });

async function write(page: Page, to: string, text: string): Promise<void> {
  await field(page, to).fill(text);
  await page.keyboard.press('Enter');
}

/** The newest order of theirs that waits to be accepted, and another one that Nathan's team has nothing to do with. */
async function findOrders() {
  const { rows } = await stage.database.database.db.execute<{ id: number; orderNumber: string; isTheirs: boolean }>(sql`
    select orders.id::int as id, orders.order_number as "orderNumber", buyer.name is not null as "isTheirs"
      from orders
      join organizations seller on seller.id = orders.org_id and seller.name like 'Fernhollow%'
      left join organizations buyer on buyer.id = orders.buyer_org_id and buyer.name like 'Harbor%'
     where orders.status in ('SUBMITTED', 'ACCEPTED') order by orders.status desc, orders.id desc`);
  const [theirs, others] = [rows.find(({ isTheirs }) => isTheirs), rows.find(({ isTheirs }) => !isTheirs)];
  if (!theirs || !others) throw new Error('The demo data has no such orders');
  return { theirs, others };
}

/** Opens the conversation of the two, from either side. */
async function open(email: string, name: string): Promise<Page> {
  const page = await visit(email, '/profile/connections/connected');
  await page.getByRole('button', { name: `Message ${name}` }).click();
  await field(page, name).waitFor();
  return page;
}

it('an order in a message is a card to both sides that stays current, and what isn’t theirs says nothing', async () => {
  const { theirs, others } = await findOrders();
  const [olivia, nathan] = [await open(OLIVIA, 'Nathan Brooks'), await open(NATHAN, 'Olivia Marsh')];
  const asked: string[] = [];
  nathan.on('request', (request) => request.url().includes('/chat/cards') && asked.push(request.url()));
  const here = new URL(olivia.url()).origin;
  await write(olivia, 'Nathan Brooks', `See ${here}/orders/${theirs.id} and ${here}/orders/${others.id}`);
  const name = `Order ${theirs.orderNumber}`;
  for (const page of [olivia, nathan]) await card(page, name).getByText('Submitted').waitFor();
  expect(asked).toHaveLength(1);
  await card(olivia, `Order ${others.orderNumber}`).waitFor();
  await nathan.getByText('Not available to you').waitFor();
  expect(await nathan.getByText(others.orderNumber).count()).toBe(0);
  // Only its seller decides, and Nathan’s card leads to the order as he has it.
  expect(await card(nathan, name).getByRole('button').count()).toBe(0);
  expect(await card(nathan, name).getByRole('link').getAttribute('href')).toBe(`/orders/purchases/${theirs.id}`);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    await olivia.setViewportSize({ width, height: 900 });
    await olivia.emulateMedia({ colorScheme });
    expect(await axeFindings(olivia)).toEqual([]);
    expect(await scrollsSideways(olivia)).toBe(false);
  }
  await olivia.setViewportSize({ width: 1440, height: 900 });
  await card(olivia, name).getByRole('button', { name: 'Accept' }).click();
  for (const page of [olivia, nathan]) await card(page, name).getByText('Accepted').waitFor();
  expect(await card(olivia, name).getByRole('button').count()).toBe(0);
});

it('a card that can’t be read says so, and is read again', async () => {
  const { rows } = await stage.database.database.db.execute<{ id: number }>(sql`
    select max(products.id)::int as id from products join organizations on organizations.id = products.org_id
     where organizations.name like 'Fernhollow%'`);
  const olivia = await open(OLIVIA, 'Nathan Brooks');
  await olivia.route('**/chat/cards?*', (route) => route.fulfill({ status: 500, json: {} }));
  await write(olivia, 'Nathan Brooks', `Again: /inventory/products/${rows[0]?.id}`);
  const again = message(olivia, 'Again:').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await olivia.unrouteAll({ behavior: 'wait' });
  await again.click();
  await message(olivia, 'Again:').getByRole('article').waitFor();
});

it('a message becomes a problem of an order, which leads back to it; the other side never learns of it', async () => {
  const { theirs } = await findOrders();
  const nathan = await open(NATHAN, 'Olivia Marsh');
  const text = 'Two jars came cracked, see';
  await write(nathan, 'Olivia Marsh', `${text} /orders/purchases/${theirs.id}`);
  const sent = message(nathan, text);
  await sent.getByRole('article').waitFor();
  await sent.hover();
  await sent.getByRole('button', { name: 'Open Message Actions Menu' }).click();
  await nathan.getByText('Add to a record…').click();
  const dialog = nathan.getByRole('dialog', { name: 'Add to a record' });
  await dialog
    .getByRole('combobox', { name: 'As', exact: true })
    .selectOption({ label: 'Problem with a purchase order' });
  await dialog.getByText('The seller sees it, and gets it by email with your name.').waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Choose a record').waitFor();
  await dialog.getByLabel('What is wrong').selectOption({ label: 'Goods are damaged' });
  await dialog.getByRole('radio', { name: new RegExp(theirs.orderNumber) }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await sent.getByText('Reported with').waitFor();
  await sent
    .getByText('Reported with')
    .getByRole('link', { name: `Order ${theirs.orderNumber}` })
    .click();
  await nathan.waitForURL(`**/orders/purchases/${theirs.id}`);
  await nathan.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
  await nathan.getByText(text).waitFor();
  await nathan.getByRole('link', { name: 'From a message' }).click();
  await nathan.waitForURL('**/chat/messages/*?message=*');
  await message(nathan, text).waitFor();

  const olivia = await open(OLIVIA, 'Nathan Brooks');
  await message(olivia, text).getByRole('article').waitFor();
  expect(await olivia.getByText('Reported with').count()).toBe(0);
  await olivia.goto(new URL(`/orders/${theirs.id}`, olivia.url()).href);
  await olivia.getByText('Goods are damaged').waitFor();
  expect(await olivia.getByRole('link', { name: 'From a message' }).count()).toBe(0);
});

it('an order is shared in a message from its page', async () => {
  const { others } = await findOrders();
  const olivia = await visit(OLIVIA, `/orders/${others.id}`);
  await olivia.getByRole('button', { name: 'Share in a message' }).click();
  const dialog = olivia.getByRole('dialog', { name: 'Share in a message' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('Choose a conversation').waitFor();
  await dialog.getByRole('radio', { name: 'general' }).check();
  await dialog.getByLabel('Message (optional)').fill('Who takes this one?');
  expect(await axeFindings(olivia)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send' }).dblclick();
  await olivia.getByText('Sent to general.').waitFor();
  await olivia.goto(new URL('/chat/messages', olivia.url()).href);
  await message(olivia, 'Who takes this one?')
    .getByRole('article', { name: `Order ${others.orderNumber}` })
    .waitFor();
});
