import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { licenseSyncs } from '../../../server/db/schema';
import { openStage } from '../../support/stage';

const SELLER = 'owner@fernhollow.example';
const BUYER = 'buyer@harborvine.example';
const BUYING_OWNER = 'owner@harborvine.example';
const OFFERER = 'owner@tidemark.example';
const ROW = '[role="row"][data-r="0"]';
const SPARES = `Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })`;

const stage = openStage();

// A check of licenses, due every quarter of an hour, is news for which what was asked ahead is dropped.
beforeAll(async () => {
  await stage.database.database.db.delete(licenseSyncs);
});

/** What a page asks for, by method and path. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return asked;
}

describe('the record a list leads to', () => {
  let page: Page;
  let asked: string[];
  let order: string;
  let number: string;
  const ofOrder = () => asked.filter((one) => one === order);
  const link = () => page.locator(`${ROW} a`).first();

  const openList = async (opened: Page) => {
    page = opened;
    await link().waitFor();
    order = `GET /api/seller${await link().getAttribute('href')}`;
    number = (await link().textContent()) ?? '';
    asked = askedBy(page);
  };

  describe('is asked for', () => {
    beforeEach(async () => openList(await stage.visit(SELLER, '/orders')));

    /** Has the platform not answer for the record anymore: what is shown of it came before. */
    const silence = () => page.route(`**${order.replace('GET ', '')}`, () => {});
    const opened = async () => {
      await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
      await page.getByRole('region', { name: 'Comments' }).waitFor();
    };

    it('when the pointer rests on its link, and opens with that', async () => {
      const came = page.waitForResponse((reply) => reply.url().endsWith(order.replace('GET ', '')));
      await link().hover();
      await came;
      await silence();
      await link().click();
      await opened();
    });

    it('when its row has the keyboard, and opens with that', async () => {
      const came = page.waitForResponse((reply) => reply.url().endsWith(order.replace('GET ', '')));
      await page.locator(`${ROW} [role="gridcell"]`).nth(2).focus();
      await came;
      await silence();
      await page.keyboard.press('Enter');
      await opened();
    });

    it('again once something changed meanwhile, and opens as it is now', async () => {
      await link().hover();
      await expect.poll(ofOrder).toHaveLength(1);
      const other = await stage.visit(SELLER, (await link().getAttribute('href')) ?? '');
      await other.getByLabel('New comment').fill('Please call before you come');
      // The list reads its rows again once it has heard.
      const heard = page.waitForResponse((reply) => reply.url().endsWith('/api/leaflink/orders'));
      await other.getByLabel('New comment').press('Control+Enter');
      await heard;
      await link().click();
      await page.getByText('Please call before you come').waitFor();
    });

    it('not while the pointer only passes over it', async () => {
      // In one go: a slow machine would rest on the way.
      await link().evaluate((element) => {
        element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        document.querySelector('h1')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      });
      await page.waitForTimeout(400);
      expect(ofOrder()).toEqual([]);
    });
  });

  it.each([
    { what: 'a price schedule', who: SELLER, list: '/inventory/pricing', asks: /\/price-schedules\/\d+$/ },
    { what: 'one’s own offer', who: OFFERER, list: '/deals/ours', asks: /\/deals\/[\w-]{36}$/ },
    { what: 'another’s offer', who: BUYER, list: '/deals', asks: /\/deals\/[\w-]{36}$/ },
    { what: 'a brand', who: SELLER, list: '/account/manage/brands', asks: /\/orgs\/\d+\/brands\/\d+$/ },
    { what: 'a company', who: SELLER, list: '/account/manage/companies', asks: /\/companies\/\d+$/ },
    {
      what: 'a buyer company',
      who: BUYING_OWNER,
      list: '/account/manage/buyer-companies',
      asks: /\/buyer-companies\/\d+$/,
    },
  ])('is asked for when the pointer rests on the link to $what', async ({ who, list, asks }) => {
    page = await stage.visit(who, list);
    await link().waitFor();
    const came = page.waitForResponse((reply) => asks.test(new URL(reply.url()).pathname));
    await link().hover();
    expect((await came).status()).toBe(200);
    expect(new URL(page.url()).pathname).toBe(list);
  });

  it('comes with its code already there once the list is at rest', async () => {
    const opened = await stage.visit(SELLER, '/orders', { isNew: true });
    const scripts = askedBy(opened);
    await expect.poll(() => scripts.some((one) => one.includes('/OrderShow-'))).toBe(true);
  });

  it('is asked for when it is opened alone, where data is to be saved', async () => {
    const opened = await stage.visit(SELLER, '/health', { isNew: true });
    await opened.addInitScript({ content: SPARES });
    asked = askedBy(opened);
    await opened.goto('/orders');
    await openList(opened);
    const early = asked;
    await link().hover();
    await page.waitForTimeout(3000);
    expect(ofOrder()).toEqual([]);
    expect(early.filter((one) => one.includes('/OrderShow-'))).toEqual([]);
    await link().click();
    await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();
    expect(ofOrder()).toHaveLength(1);
  });
});
