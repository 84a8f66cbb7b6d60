import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { priceSchedules } from '../../../server/db/schema';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
const OFFERER = 'owner@tidemark.example';

const RECORDS = [
  { what: 'a sales order', who: SELLER, list: '/orders', reply: /\/seller\/orders\/\d+$/, known: 'Sold by' },
  { what: 'a purchase order', who: BUYER, list: '/orders/purchases', reply: /\/buyer-orders\/\d+$/, known: 'Seller' },
  { what: 'a customer', who: SELLER, list: '/network/customers', reply: /\/customers\/\d+$/, known: 'Credit limit' },
  { what: 'a product', who: SELLER, list: '/inventory/products', reply: /\/products\/\d+$/, known: 'On hand' },
  { what: 'a brand', who: SELLER, list: '/account/manage/brands', reply: /\/brands\/\d+$/, known: 'What buyers see' },
  {
    what: 'a price schedule',
    who: SELLER,
    list: '/inventory/pricing',
    reply: /\/price-schedules\/\d+$/,
    known: 'Product prices',
  },
  { what: 'one’s own offer', who: OFFERER, list: '/deals/ours', reply: /\/deals\/[\w-]{36}$/, known: 'Minimum order' },
  { what: 'another’s offer', who: BUYER, list: '/deals', reply: /\/deals\/[\w-]{36}$/, known: 'Minimum order' },
];

const stage = openStage();

const link = (page: Page, text?: string) => {
  const links = page.locator('[role="row"][data-r] a');
  return (text === undefined ? links : links.filter({ hasText: text })).first();
};
const heading = (page: Page) => page.locator('main h1');
const skeleton = (page: Page) => page.locator('main [aria-busy="true"] [inert]').first();
/** What can be used in the page besides its links, and sending its address, which takes nothing of the record. */
const acts = (page: Page) =>
  page.locator(
    'main :is(button, input, select, textarea, [role="button"]):not([inert] *, [aria-label="Share in a message"])',
  );

/** Keeps the platform’s replies to reads of these records back until they are let go. */
async function hold(page: Page, reply: RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => reply.test(pathname),
    async (route) => {
      if (route.request().method() === 'GET') await held.promise;
      await route.continue();
    },
  );
  return async () => {
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** What the top of a record's page says, and where. */
async function topOf(page: Page) {
  const titles = heading(page).locator('..');
  const places = [heading(page), titles.locator(':scope > :last-child'), page.locator('main nav a').first()];
  return { says: await titles.textContent(), boxes: await Promise.all(places.map((place) => place.boundingBox())) };
}

it.each(RECORDS)('$what opens with what its row says, and fills in', async ({ who, list, reply, known }) => {
  const page = await stage.visit(who, list);
  await link(page).waitFor();
  const name = (await link(page).textContent()) ?? '';
  const release = await hold(page, reply);
  await link(page).click();
  await skeleton(page).waitFor({ state: 'attached' });
  await heading(page).filter({ hasText: name }).waitFor();
  await page.getByText(known, { exact: true }).first().waitFor();
  expect(await acts(page).count()).toBe(0);
  const before = await topOf(page);

  await release();
  await skeleton(page).waitFor({ state: 'detached' });
  await acts(page).first().waitFor();
  expect(await topOf(page)).toEqual(before);
});

it('a record opened by its address alone shows that it loads', async () => {
  const page = await stage.visit(SELLER, '/orders');
  await link(page).waitFor();
  const [path, number] = [await link(page).getAttribute('href'), await link(page).textContent()];
  const release = await hold(page, /\/seller\/orders\/\d+$/);
  await page.goto(path ?? '');
  await page.getByRole('heading', { level: 1, name: 'Loading order' }).waitFor();
  await release();
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
});

it('a record that was deleted since its list was read ends in its error', async () => {
  const { db } = stage.database.database;
  const all = await db.select().from(priceSchedules).where(eq(priceSchedules.name, 'Key accounts'));
  await db.insert(priceSchedules).values(all.map(({ id: _, ...values }) => ({ ...values, name: 'About to go' })));
  const page = await stage.visit(SELLER, '/inventory/pricing');
  await link(page, 'About to go').waitFor();
  const release = await hold(page, /\/price-schedules\/\d+$/);
  await db.delete(priceSchedules).where(eq(priceSchedules.name, 'About to go'));
  await link(page, 'About to go').click();
  await heading(page).filter({ hasText: 'About to go' }).waitFor();
  await release();
  await page.getByText('This price schedule doesn’t exist, or you can’t see its company.').waitFor();
  expect(await page.getByText('About to go').count()).toBe(0);
});
