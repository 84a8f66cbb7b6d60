import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import {
  BRAND,
  cartButton,
  checkOut,
  nameOf,
  openNotes,
  openShop,
  quantities,
  SHOPPER,
} from '../../support/carts/shopping';

const COLLEAGUE = 'owner@harborvine.example';
const { stage } = openShop();
const { visit } = stage;

const line = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).last();
const quantity = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name: `Quantity of ${name}`, exact: true });
const people = (page: Page) => page.getByRole('list', { name: 'Also in this cart' });

/** The shopper and a colleague in one cart of two lines. */
async function together(): Promise<{ mine: Page; theirs: Page; names: [string, string] }> {
  const mine = await visit(SHOPPER, BRAND);
  const names: [string, string] = [await nameOf(mine, 0), await nameOf(mine, 1)];
  await quantities(mine).nth(0).press('Enter');
  await quantities(mine).nth(1).press('Enter');
  await cartButton(mine, 2).waitFor();
  await mine.goto('/marketplace/cart');
  const theirs = await visit(COLLEAGUE, '/marketplace/cart');
  await people(mine).waitFor();
  await people(theirs).waitFor();
  return { mine, theirs, names };
}

describe('two colleagues in one cart', () => {
  it('see each other, which line the other is changing, and its new quantity, until one leaves', async () => {
    const { mine, theirs, names } = await together();
    const [first, second] = names;
    const other = (await people(mine).textContent()) ?? '';
    expect(other.length).toBeGreaterThan(3);
    expect(await people(theirs).textContent()).not.toBe(other);
    await quantity(mine, first).fill('2');
    await quantity(theirs, second).fill('3');
    await line(theirs, first).getByText('is changing this line').waitFor();
    await line(mine, second).getByText('is changing this line').waitFor();
    await expect.poll(() => quantity(theirs, first).inputValue()).toBe('2');
    await expect.poll(() => quantity(mine, second).inputValue()).toBe('3');
    expect(await axeFindings(mine)).toEqual([]);
    // As a person closes it: without unloading, a headless browser tells nobody.
    await theirs.close({ runBeforeUnload: true });
    await expect.poll(() => people(mine).count()).toBe(0);
    expect(await line(mine, second).getByText('is changing this line').count()).toBe(0);
  });

  it('are asked when both change the same line, and neither loses what they typed', async () => {
    const { mine, theirs, names } = await together();
    const [name] = names;
    // Stays unsaved until the colleague has saved theirs.
    await mine.route('**/api/carts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const { pool } = stage.database.database;
      await expect.poll(async () => (await pool.query('select from cart_items where quantity = 5')).rowCount).toBe(1);
      await route.continue();
    });
    await quantity(mine, name).fill('3');
    await quantity(theirs, name).fill('5');
    await mine.getByText(/set this to 5 while you were changing it/).waitFor();
    await expect.poll(() => quantity(mine, name).inputValue()).toBe('5');
    expect(await axeFindings(mine)).toEqual([]);
    await mine.getByRole('button', { name: 'Review order', exact: true }).click();
    await mine.getByText('Nothing was ordered. Fix the marked quantity').waitFor();
    await mine.unrouteAll({ behavior: 'wait' });
    await line(mine, name).getByRole('button', { name: 'Use 3' }).click();
    await expect.poll(() => quantity(theirs, name).inputValue()).toBe('3');
    expect(await mine.getByText(/while you were changing it/).count()).toBe(0);
  });

  it('keep what they were typing for a line the other removes', async () => {
    const { mine, theirs, names } = await together();
    const [name] = names;
    // Not saved before the line is gone.
    await mine.route('**/api/carts', async (route) => {
      if (route.request().method() === 'POST') await expect.poll(() => line(theirs, name).count()).toBe(0);
      await route.continue();
    });
    await quantity(mine, name).fill('4');
    await theirs
      .getByRole('main')
      .getByRole('button', { name: `Remove ${name}`, exact: true })
      .click();
    await mine.getByText(`removed ${name} while you were changing it`).waitFor();
    await mine.getByRole('button', { name: 'Add 4 back' }).click();
    await expect.poll(() => quantity(theirs, name).inputValue()).toBe('4');
  });

  it('keep what they were typing when the other removes the cart’s only line, and its cart with it', async () => {
    const { mine, theirs, names } = await together();
    const [name, other] = names;
    const remove = (one: string) =>
      theirs
        .getByRole('main')
        .getByRole('button', { name: `Remove ${one}`, exact: true })
        .click();
    await remove(other);
    await expect.poll(() => quantity(mine, other).count()).toBe(0);
    await mine.route('**/api/carts', async (route) => {
      if (route.request().method() === 'POST') await expect.poll(() => line(theirs, name).count()).toBe(0);
      await route.continue();
    });
    await quantity(mine, name).fill('4');
    await remove(name);
    await mine.getByText(`removed ${name} while you were changing it`).waitFor();
    await mine.getByRole('button', { name: 'Add 4 back' }).click();
    await expect.poll(() => quantity(theirs, name).inputValue()).toBe('4');
  });

  it('are not told of a removal when what they were changing was ordered', async () => {
    const { mine, theirs, names } = await together();
    const [name] = names;
    await mine.route('**/api/carts', async (route) => {
      if (route.request().method() === 'POST') {
        await theirs.getByRole('heading', { name: 'Order placed' }).waitFor();
      }
      await route.continue();
    });
    const [saved, told] = [
      mine.waitForResponse((reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/carts')),
      mine.waitForResponse('**/api/carts/*/outcome'),
    ];
    await quantity(mine, name).fill('4');
    await checkOut(theirs);
    await Promise.all([saved, told]);
    await mine.getByRole('status', { name: 'Ordered elsewhere' }).waitFor();
    expect(await mine.getByRole('button', { name: 'Add 4 back' }).count()).toBe(0);
  });

  it('are told what a list can’t add because the other has just added it', async () => {
    const mine = await visit(SHOPPER, BRAND);
    const theirs = await visit(COLLEAGUE, BRAND);
    const name = await nameOf(mine, 0);
    const id = await mine.locator('[data-product]').first().getAttribute('data-product');
    const { rows } = await stage.database.database.pool.query('select sku from products where id = $1', [id]);
    await mine.route(/\/api\/live\b/, (route) => route.abort());
    await mine.reload();
    await mine.getByRole('button', { name: 'Quick order' }).click();
    const quick = mine.getByRole('dialog');
    await quick.getByLabel('SKUs and quantities').fill(`${rows[0]?.sku}, 3`);
    await quick.getByRole('button', { name: 'Add 1 product to cart' }).waitFor();
    await quantity(theirs, name).fill('5');
    await quantity(theirs, name).press('Enter');
    await cartButton(theirs, 1).waitFor();
    await quick.getByRole('button', { name: 'Add 1 product to cart' }).click();
    await mine.getByText(new RegExp(`${name}: .* set this to 5`)).waitFor();
    await expect.poll(() => quantity(mine, name).inputValue()).toBe('5');
  });

  it('are asked when one adds what the other has added meanwhile', async () => {
    const mine = await visit(SHOPPER, BRAND);
    const theirs = await visit(COLLEAGUE, BRAND);
    const name = await nameOf(mine, 0);
    await quantity(mine, name).fill('3');
    await quantity(theirs, name).fill('5');
    await quantity(theirs, name).press('Enter');
    await mine.getByRole('button', { name: `Update cart: ${name}` }).click();
    await mine.getByText(/set this to 5 while you were changing it/).waitFor();
    await expect.poll(() => quantity(mine, name).inputValue()).toBe('5');
    await mine.getByRole('button', { name: 'Use 3' }).click();
    await expect.poll(() => quantity(theirs, name).inputValue()).toBe('3');
  });

  it('don’t undo a removal over what the other has added since', async () => {
    const { mine, theirs, names } = await together();
    const [name] = names;
    await mine
      .getByRole('main')
      .getByRole('button', { name: `Remove ${name}`, exact: true })
      .click();
    await expect.poll(() => quantity(theirs, name).count()).toBe(0);
    // Stays while the pointer is over it.
    await mine.getByText(`Removed ${name} from your cart`).hover();
    await theirs.goto(BRAND);
    await quantity(theirs, name).fill('5');
    await quantity(theirs, name).press('Enter');
    await expect.poll(() => quantity(mine, name).inputValue()).toBe('5');
    await mine.getByRole('button', { name: 'Undo', exact: true }).click();
    await mine.getByText(new RegExp(`Not put back. ${name}: .* set this to 5`)).waitFor();
    expect(await quantity(mine, name).inputValue()).toBe('5');
  });

  it('choose between what both wrote in the notes, and keep what each wrote alone', async () => {
    const { mine, theirs } = await together();
    const notes = (page: Page) => page.getByRole('textbox', { name: /^Notes for/ });
    const preferences = (page: Page) => page.getByRole('textbox', { name: 'Delivery preferences' });
    for (const page of [mine, theirs]) await openNotes(page);
    await notes(theirs).fill('Use the dock');
    await preferences(mine).fill('Mornings');
    await expect.poll(() => notes(mine).inputValue()).toBe('Use the dock');
    await expect.poll(() => preferences(theirs).inputValue()).toBe('Mornings');
    // Nothing of theirs is heard of before mine is sent.
    await mine.route('**/api/carts/*', async (route) => {
      if (route.request().method() === 'PUT') {
        const { pool } = stage.database.database;
        await expect
          .poll(async () => (await pool.query(`select from carts where order_notes = 'Use the gate'`)).rowCount)
          .toBe(1);
      }
      await route.continue();
    });
    await notes(mine).fill('Ring twice');
    await notes(theirs).fill('Use the gate');
    await mine.getByText('changed this while you were typing').waitFor();
    await mine.getByText('Now it says: “Use the gate”').waitFor();
    expect(await notes(mine).inputValue()).toBe('Ring twice');
    expect(await axeFindings(mine)).toEqual([]);
    await mine.unrouteAll({ behavior: 'wait' });
    await mine.getByRole('button', { name: /^Keep mine/ }).click();
    await expect.poll(() => notes(theirs).inputValue()).toBe('Ring twice');
    expect(await preferences(theirs).inputValue()).toBe('Mornings');
  });

  it('write a note without touching the other’s quantity, and keep it when the other removes the line', async () => {
    const { mine, theirs, names } = await together();
    const [name, other] = names;
    const dialog = mine.getByRole('dialog');
    const note = async (one: string, text: string) => {
      await mine.getByRole('button', { name: `Add note for ${one}`, exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Note' }).fill(text);
    };
    await note(name, 'In one box');
    await quantity(theirs, name).fill('5');
    await expect.poll(() => quantity(theirs, name).inputValue()).toBe('5');
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await line(theirs, name).getByText('“In one box”').waitFor();
    expect(await quantity(theirs, name).inputValue()).toBe('5');

    await note(other, 'The fresh ones');
    await theirs
      .getByRole('main')
      .getByRole('button', { name: `Remove ${other}`, exact: true })
      .click();
    await expect.poll(() => mine.locator('main li').filter({ hasText: other }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await dialog.getByText('removed this line while you were changing it').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('The fresh ones');
  });

  it('learn who placed the order, with a link to it, rather than find an empty cart', async () => {
    const { mine, theirs } = await together();
    await checkOut(theirs);
    await theirs.getByRole('heading', { name: 'Order placed' }).waitFor();
    const news = mine.getByRole('status', { name: 'Ordered elsewhere' });
    await news.getByText(/placed this order:$/).waitFor();
    expect(await mine.getByText('Your cart is empty.').count()).toBe(0);
    expect(await theirs.getByRole('status', { name: 'Ordered elsewhere' }).count()).toBe(0);
    expect(await axeFindings(mine)).toEqual([]);
    await news.getByRole('link', { name: /^Order \d+/ }).click();
    await mine.getByRole('heading', { level: 1, name: /^Order \d+/ }).waitFor();
  });
});
