import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus } from '../../support/browser';
import { chooseCustomer, typeLine } from '../../support/orders/entry-page';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const SKUS = ['FE-CO-P10-GEL', 'FE-CO-P55-GIRSCO', 'FE-CO-P55-WEDCAK'];

const { visit } = openStage();

const lines = (page: Page) => page.getByRole('grid', { name: 'Order lines', exact: true });
/** The names of the lines, from the first. */
const names = (page: Page) =>
  lines(page).evaluate((grid) =>
    [...grid.querySelectorAll<HTMLElement>('[data-part=body] > [data-r]')]
      .sort((a, b) => Number(a.dataset.r) - Number(b.dataset.r))
      .map((row) => row.querySelector('[data-c="1"]')?.textContent ?? ''),
  );
const handle = (page: Page, name: string) => lines(page).getByRole('button', { name: `Move ${name}, with` });

it('lines are put in order by dragging and by keyboard, and keep it once saved', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  for (const sku of SKUS) await typeLine(page, sku, '1');
  await expect.poll(async () => (await names(page)).length).toBe(SKUS.length);
  const [first = '', second = '', ...rest] = await names(page);

  const [from, to] = [await handle(page, first).boundingBox(), await handle(page, second).boundingBox()];
  if (!from || !to) throw new Error('A line has no handle');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height + 4, { steps: 4 });
  expect(await axeFindings(page)).toEqual([]);
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual([second, first, ...rest]);

  const name = lines(page).getByRole('gridcell', { name: second, exact: true });
  await name.click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => names(page)).toEqual([first, second, ...rest]);
  await hasFocus(name);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(page)).toEqual([second, first, ...rest]);
  await page.getByText(`${second} moved to place 1 of ${rest.length + 2}`).waitFor({ state: 'attached' });

  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Edit order' }).click();
  await lines(page).getByRole('row').nth(2).waitFor();
  expect(await names(page)).toEqual([second, first, ...rest]);
});

it('a draft saved while its last SKU is still being found has that line; of an unknown SKU it stays open', async () => {
  const page = await visit(OWNER, '/orders/new');
  await chooseCustomer(page);
  let found = () => {};
  const held = new Promise<void>((resolve) => {
    found = resolve;
  });
  const isSku = (body: string | null) => body?.includes('"skus"') === true;
  await page.route('**/order-line-products*', async (route) => {
    if (isSku(route.request().postData())) await held;
    await route.fallback();
  });
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  const asked = page.waitForRequest((request) => isSku(request.postData()));
  await typeLine(page, SKUS[0] ?? '', '2');
  await asked;
  const save = page.getByRole('button', { name: 'Save draft' });
  await save.click();
  await expect.poll(() => save.getAttribute('aria-busy')).toBe('true');
  found();
  await page.getByRole('heading', { level: 1, name: /^Order \d+$/ }).waitFor();
  await page
    .getByRole('region', { name: /^Line items/ })
    .getByText(SKUS[0] ?? '')
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  await page.goto('/orders/new');
  await chooseCustomer(page);
  await page.getByRole('combobox', { name: 'Product or SKU' }).focus();
  await typeLine(page, 'NO-SUCH-SKU', '2');
  await save.click();
  await page.getByText(/“NO-SUCH-SKU” isn’t the SKU or name/).waitFor();
});
