import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const FERNHOLLOW = 'owner@fernhollow.example';
const TIDEMARK = 'owner@tidemark.example';
const PARTNERS = '/network/partners';
const BRANDS = '/inventory/sharing/partners';

const stage = openStage();

const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Chooses what was found by typing. */
const choose = (page: Page, name: string) =>
  page.locator('.ant-select-item-option').filter({ hasText: name }).first().click();

/** Opens a row's menu and chooses in it. */
async function act(page: Page, name: string | RegExp, what: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function looksRight(page: Page, widths = [768, 1440]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

describe('two organizations', () => {
  it('agree on a brand, change what is seen, and end it, each seeing at once what the other did', async () => {
    const asker = await stage.visit(FERNHOLLOW, BRANDS);
    await heading(asker, 'Partner Brands');
    await row(asker, 'Current Vapor').getByText('Requested').waitFor();
    await looksRight(asker, [360, 768, 1440]);
    const owner = await stage.visit(TIDEMARK, PARTNERS);
    await heading(owner, 'Partners');
    await row(owner, 'Current Vapor').getByText('Waiting for you').waitFor();
    await looksRight(owner);

    await act(owner, 'Current Vapor', 'Accept');
    const terms = dialog(owner, 'Accept Fernhollow Farms?');
    expect(await terms.getByText('What they will see').count()).toBe(0);
    await terms.getByRole('checkbox', { name: /see your packages/ }).check();
    await terms.getByText('What they will see').waitFor();
    await terms
      .getByText(/^(No packages now\.|Current Vapor, held by )/)
      .first()
      .waitFor();
    expect(await axeFindings(owner)).toEqual([]);
    await terms.getByRole('button', { name: 'Accept request' }).click();
    await terms.waitFor({ state: 'detached' });
    await row(owner, 'Current Vapor').getByText('Yes').waitFor();
    await row(asker, 'Current Vapor').getByText('Partner', { exact: true }).waitFor();
    await row(asker, 'Current Vapor').getByText('Yes').waitFor();

    await act(owner, 'Current Vapor', 'Change what they see');
    const change = dialog(owner, 'Partner Fernhollow Farms');
    await change.getByRole('checkbox', { name: /see your packages/ }).uncheck();
    await change.getByRole('button', { name: 'Save' }).click();
    await row(asker, 'Current Vapor').getByText('No', { exact: true }).waitFor();

    await act(asker, 'Current Vapor', 'End partnership');
    const ending = dialog(asker, 'End working with Tidemark Distribution?');
    await ending.getByText('Nothing else depends on it.').waitFor();
    expect(await axeFindings(asker)).toEqual([]);
    // A failure is said in the question, and it can be answered again.
    await asker.route('**/api/inventory/partners/*', (route) => route.abort(), { times: 1 });
    await ending.getByRole('button', { name: 'End partnership' }).click();
    await ending.getByRole('alert').first().waitFor();
    await ending.getByRole('button', { name: 'End partnership' }).click();
    await ending.waitFor({ state: 'detached' });
    await row(owner, 'Current Vapor').getByText('Ended', { exact: true }).waitFor();
    await row(owner, 'Current Vapor')
      .getByText(/^Ended by them/)
      .waitFor();
  });

  it('ask and refuse, and who was refused reads when to ask again', async () => {
    const owner = await stage.visit(FERNHOLLOW, '/network');
    await heading(owner, 'Network Overview');
    await owner.getByRole('main').getByRole('link', { name: 'Brand stock' }).waitFor();
    await owner.getByRole('main').getByRole('link', { name: 'Brands shared at your licenses' }).waitFor();
    await looksRight(owner);
    await owner.getByRole('link', { name: 'Tidemark Distribution asks to work with Alpenglow Extracts' }).click();
    await heading(owner, 'Partners');
    await row(owner, 'Tidemark Distribution').waitFor();
    expect(await row(owner, 'Kind Orchard').count()).toBe(0);
    const asker = await stage.visit(TIDEMARK, BRANDS);
    await act(owner, 'Alpenglow', 'Refuse');
    await dialog(owner, 'Refuse Tidemark Distribution?').getByRole('button', { name: 'Refuse request' }).click();
    await row(asker, 'Alpenglow')
      .getByText(/^You can ask again from /)
      .waitFor();

    await button(asker, 'Ask for a brand').click();
    const form = dialog(asker, 'Ask to work with a brand');
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText('Choose a brand').first().waitFor();
    expect(await axeFindings(asker)).toEqual([]);
    await form.getByLabel('Brand').fill('alpenglow');
    await choose(asker, 'Alpenglow Extracts (Fernhollow Farms)');
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText(/Fernhollow Farms refused. You can ask again from /).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  it('add a partner by its name, whose brand is theirs to use at once', async () => {
    const owner = await stage.visit(FERNHOLLOW, PARTNERS);
    const other = await stage.visit('owner@northwater.example', BRANDS);
    await row(other, 'Kind Orchard').getByText('Requested').waitFor();
    await button(owner, 'Add partner').first().click();
    const form = dialog(owner, 'Add a partner');
    await form.getByRole('button', { name: 'Add partner' }).click();
    await form.getByText('Choose an organization').first().waitFor();
    await form.getByRole('combobox', { name: 'Brand' }).selectOption('Kind Orchard');
    await form.getByRole('combobox', { name: 'Organization' }).fill('northwater');
    await choose(owner, 'Northwater Wholesale');
    await form.getByRole('checkbox', { name: /see your packages/ }).check();
    await form
      .getByText(/^Kind Orchard, held by Fernhollow Farms/)
      .first()
      .waitFor();
    await form.getByRole('checkbox', { name: /see your packages/ }).uncheck();
    await form.getByText('What they will see').waitFor({ state: 'detached' });
    expect(await axeFindings(owner)).toEqual([]);
    await form.getByRole('button', { name: 'Add partner' }).click();
    await form.waitFor({ state: 'detached' });
    await row(other, 'Kind Orchard').getByText('Partner', { exact: true }).waitFor();
    // The notice leads there.
    await other
      .getByRole('button', { name: /notification/i })
      .first()
      .click();
    await other.getByText('You can work with Kind Orchard').first().waitFor();
  });

  it('need the plan to ask, and the request goes out once it is paid', async () => {
    const page = await stage.visit('owner@millrace.example', `${BRANDS}?new`);
    const form = dialog(page, 'Ask to work with a brand');
    await form.getByText(/comes with the .* plan/).waitFor();
    await form.getByLabel('Brand').fill('night heron');
    await choose(page, 'Night Heron (Tidemark Distribution)');
    await form.getByRole('button', { name: 'Send request' }).click();
    await dialog(page, 'Upgrade Required').getByText('“Partner network”').waitFor();
    await button(page, 'Compare Plans').click();
    await page.getByText('You were about to ask to work with a brand').waitFor();
    await button(page, /^Upgrade to /)
      .first()
      .click();
    await button(page, 'Pay').click();
    await heading(page, 'Partner Brands');
    await row(page, 'Night Heron').getByText('Requested').waitFor();
    const owner = await stage.visit(TIDEMARK, PARTNERS);
    await row(owner, 'Millrace').filter({ hasText: 'Night Heron' }).getByText('Waiting for you').waitFor();
  });
});

it('a phone shows the brands one works with, and says that the network needs a computer', async () => {
  const phone = {
    isNew: true,
    viewport: { width: 360, height: 740 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  };
  const page = await stage.visit(FERNHOLLOW, BRANDS, phone);
  await heading(page, 'Partner Brands');
  await page.getByText('Night Heron').first().waitFor();
  await looksRight(page, [360]);
  await page.goto(PARTNERS);
  await page.getByText('This page only works on a computer').waitFor();
});
