import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { dialog, heading, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

/** Tidemark holds licenses; Fernhollow has the brands. */
const HOLDER = 'owner@tidemark.example';
const OWNER = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
/** Whose plan has no partner network. */
const SMALL = 'owner@millrace.example';
const BRAND = 'Ridge & Valley';
const HELD = '/network/shared-brands';
const OWNED = '/network/shared-licenses';

const { visit } = openStage();

async function fits(page: Page): Promise<void> {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function act(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function find(page: Page, field: string, text: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: field }).fill(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
}

/** The list of licenses that share a brand of the owner's. */
async function openBrand(page: Page, brand: string): Promise<void> {
  await page.getByRole('link', { name: brand, exact: true }).click();
  await heading(page, `Licenses that share ${brand}`);
}

async function ask(page: Page, of: string): Promise<void> {
  await page.getByRole('button', { name: 'Ask to share' }).first().click();
  await find(page, 'License', of);
  await dialog(page).getByRole('button', { name: 'Ask to share' }).click();
  await said(page, `${BRAND} asked for.`);
}

it('a brand is asked for, shared, disabled, enabled and ended, and the other side sees each at once', async () => {
  const owner = await visit(OWNER, OWNED);
  await row(owner, 'Fernhollow').first().waitFor();
  await fits(owner);
  await openBrand(owner, BRAND);
  await said(owner, `Nobody shares ${BRAND} yet`);
  await owner.getByRole('button', { name: 'Ask to share' }).first().click();
  await dialog(owner).getByRole('button', { name: 'Ask to share' }).click();
  await dialog(owner).getByText('Choose a license').waitFor();
  await find(owner, 'License', 'Tidemark');
  expect(await axeFindings(owner)).toEqual([]);
  await dialog(owner).getByRole('button', { name: 'Ask to share' }).click();
  await row(owner, 'Tidemark Distribution').getByText('Requested').waitFor();

  const holder = await visit(HOLDER, HELD);
  await row(holder, BRAND).getByText('Requested').waitFor();
  await fits(holder);
  await act(holder, BRAND, 'Share');
  await dialog(holder).getByText('What they will see').waitFor();
  await dialog(holder).getByRole('button', { name: 'Share brand' }).click();
  await said(holder, `${BRAND} shared.`);
  await row(owner, 'Tidemark Distribution').getByText('Shared', { exact: true }).waitFor();
  await act(holder, BRAND, 'Disable');
  await row(owner, 'Tidemark Distribution').getByText('Disabled').waitFor();
  await act(holder, BRAND, 'Enable');
  await row(owner, 'Tidemark Distribution').getByText('Shared', { exact: true }).waitFor();

  await act(holder, BRAND, 'End sharing');
  await dialog(holder).getByText(`Fernhollow Farms no longer sees packages of ${BRAND} at your license.`).waitFor();
  expect(await axeFindings(holder)).toEqual([]);
  await dialog(holder).getByRole('button', { name: 'Cancel' }).click();
  await row(holder, BRAND).getByText('Shared', { exact: true }).waitFor();
  await act(holder, BRAND, 'End sharing');
  await dialog(holder).getByRole('button', { name: 'End sharing' }).click();
  await row(owner, 'Tidemark Distribution').getByText('Ended').first().waitFor();
});

it('a request is refused and can’t be repeated soon; another is withdrawn', async () => {
  const owner = await visit(OWNER, OWNED);
  await openBrand(owner, BRAND);
  await ask(owner, 'Tidemark');
  await act(owner, 'Tidemark Distribution', 'Withdraw request');
  await dialog(owner).getByRole('button', { name: 'Withdraw request' }).click();
  await row(owner, 'Tidemark Distribution').getByText('Requested').waitFor({ state: 'detached' });
  await ask(owner, 'Tidemark');
  const holder = await visit(HOLDER, HELD);
  await act(holder, BRAND, 'Refuse');
  await dialog(holder)
    .getByText(/can ask again in three weeks/)
    .waitFor();
  await dialog(holder).getByRole('button', { name: 'Refuse' }).click();
  await row(owner, 'Tidemark Distribution').getByText('Refused').first().waitFor();
  await row(owner, 'Tidemark Distribution').getByRole('button').last().click();
  const again = owner.getByRole('menuitem', { name: 'Ask again' });
  await again.getByText(/^From /).waitFor();
  expect(await again.isDisabled()).toBe(true);
});

it('a license shares by itself once its brands were named, and stops', async () => {
  const page = await visit(HOLDER, '/inventory/sharing');
  const license = page.getByRole('row').nth(1);
  await license.getByText('Off').waitFor();
  await fits(page);
  await license.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Share by itself' }).click();
  await dialog(page)
    .getByText(/Later, every other brand/)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Share by itself' }).click();
  await license.getByText('On', { exact: true }).waitFor();
  await license.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Stop sharing by itself' }).click();
  await said(page, 'no longer shares by itself.');
  await license.getByText('Off').waitFor();
});

it('a list that can’t be read anymore shows nothing of what it showed', async () => {
  const page = await visit(HOLDER, HELD);
  await row(page, 'Fernhollow').first().waitFor();
  await page.route('**/api/inventory/shared-brands?*', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  );
  await act(page, 'Kind Orchard', 'Enable');
  await page
    .getByRole('button', { name: /Try again|Retry/ })
    .first()
    .waitFor();
  expect(await row(page, 'Fernhollow').count()).toBe(0);
});

it('people without the permission are told so; a plan without the network sees, and is offered the upgrade', async () => {
  const viewer = await visit(VIEWER, HELD);
  await viewer.getByText(/You need read access to “Item sharing”/).waitFor();
  const small = await visit(SMALL, HELD);
  await small.getByRole('button', { name: 'Share a brand' }).first().click();
  await find(small, 'Brand', 'Fernhollow');
  await dialog(small).getByRole('button', { name: 'Share brand' }).click();
  await small
    .getByText(/Partner network/)
    .first()
    .waitFor();
});

it('a share’s link opens for the brand’s owner and nobody else', async () => {
  const holder = await visit(HOLDER, HELD);
  const copy = row(holder, 'Fernhollow')
    .getByRole('button', { name: /^Copy the link/ })
    .first();
  const link = (await copy.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  const path = new URL(link).pathname;
  await holder.goto(path);
  await heading(holder, 'This is your own link');
  const owner = await visit(OWNER, path);
  await heading(owner, 'Fernhollow is shared with you');
  expect(await axeFindings(owner)).toEqual([]);
  await owner.getByRole('link', { name: 'Go to shared licenses' }).click();
  await heading(owner, 'Licenses that share Fernhollow');
  const other = await visit(SMALL, path);
  await heading(other, 'This link isn’t for your organization');
});

it('in a narrow window the screens fit; a phone’s navigation has no way to the network', async () => {
  const page = await visit(OWNER, OWNED, { viewport: { width: 360, height: 740 } });
  await heading(page, 'Shared Licenses');
  expect(await scrollsSideways(page)).toBe(false);
  const phone = await visit(OWNER, '/inventory/sharing', {
    isNew: true,
    viewport: { width: 360, height: 740 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  });
  await heading(phone, 'Sharing');
  expect(await scrollsSideways(phone)).toBe(false);
  await phone.getByRole('button', { name: 'Navigation', exact: true }).click();
  const drawer = phone.getByRole('dialog', { name: 'Verdant' });
  await drawer.getByRole('link', { name: /^Network.*Get the mobile app/ }).waitFor();
  expect(await drawer.locator('a[href^="/network"]').count()).toBe(0);
});
