import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { message } from '../../support/chat/messages';
import { openStage } from '../../support/stage';

/** Olivia Marsh owns Fernhollow, where Marcus Webb works; Dana Reyes is an owner of Northwater, which invited Fernhollow. */
const OLIVIA = 'owner@fernhollow.example';
const MANAGER = 'admin@fernhollow.example';
const NORTHWATER = 'owner@northwater.example';

const { visit } = openStage();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page) => page.getByRole('textbox', { name: /^Message / });
const partners = (page: Page) => page.getByRole('list', { name: 'Partners' });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function act(page: Page, name: string, label: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: label }).click();
}

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
  await message(page, text).waitFor();
}

async function looksRight(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [400, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

it('organizations invite each other, accept, decline and ignore; what expired says so, and nothing is sent without an organization', async () => {
  const olivia = await visit(OLIVIA, '/chat/browse-invites');
  await row(olivia, 'Live resin').getByText('Waiting for you').waitFor();
  await row(olivia, 'Packaging').getByText('Expired').waitFor();
  await row(olivia, 'Trim room').getByText('Ignored').waitFor();
  await looksRight(olivia);

  await button(olivia, 'Invite an organization').click();
  const form = olivia.getByRole('dialog', { name: 'Invite an organization' });
  await form.getByLabel('Topic').fill('Menus');
  await form.getByRole('button', { name: 'Send invite' }).click();
  await form.getByText('Choose an organization').waitFor();
  expect(await form.getByLabel('Topic').inputValue()).toBe('Menus');
  await form.getByRole('combobox', { name: 'Organization' }).fill('northw');
  await olivia.locator('.ant-select-item-option', { hasText: 'Northwater' }).first().click();
  await form.getByRole('button', { name: 'Send invite' }).click();
  await row(olivia, 'Menus').getByText('Invited').waitFor();

  const theirs = await visit(NORTHWATER, '/chat/browse-invites');
  await act(theirs, 'Menus', 'Decline');
  await row(theirs, 'Menus').waitFor({ state: 'detached' });
  await row(olivia, 'Menus').waitFor({ state: 'detached' });

  await act(olivia, 'Packaging', 'Send again');
  await row(olivia, 'Packaging').getByText('Invited').waitFor();
  await row(theirs, 'Packaging').getByText('Waiting for you').waitFor();
  await act(theirs, 'Packaging', 'Ignore');
  await row(theirs, 'Packaging').getByText('Ignored').waitFor();
  await row(olivia, 'Packaging').getByText('Invited').waitFor();
  await act(theirs, 'Packaging', 'Accept');
  await theirs.waitForURL('**/chat/messages/*');
  await field(theirs).waitFor();
  await row(olivia, 'Packaging').waitFor({ state: 'detached' });
});

it('two organizations and three people write live, with their organization’s name; people, pause, leave and offline', async () => {
  const olivia = await visit(OLIVIA, '/chat/browse-invites');
  await act(olivia, 'Live resin', 'Accept');
  await olivia.waitForURL('**/chat/messages/*');
  await write(olivia, 'Glad to be here');
  const path = new URL(olivia.url()).pathname;

  const dana = await visit(NORTHWATER, path);
  await message(dana, 'Glad to be here').waitFor();
  await message(dana, 'Glad to be here').getByText('Fernhollow').waitFor();
  await write(dana, 'Welcome. Our menu comes on Monday');
  await message(olivia, 'Our menu comes on Monday').getByText('Northwater').waitFor();

  // Somebody who isn't in it may join, since their role browses partner channels.
  const manager = await visit(MANAGER, '/chat/browse-network-channels');
  await act(manager, 'Live resin', 'Join');
  await manager.waitForURL(`**${path}`);
  await message(manager, 'Our menu comes on Monday').waitFor();
  await write(manager, 'I’ll handle deliveries');
  await message(dana, 'I’ll handle deliveries').waitFor();
  await looksRight(dana);

  await button(dana, /^Actions for/).click();
  await dana.getByRole('menuitem', { name: 'People' }).click();
  const people = dana.getByRole('dialog');
  await people
    .getByRole('region', { name: /Fernhollow/ })
    .getByText('Olivia Marsh')
    .waitFor();
  expect(await people.getByRole('button', { name: 'Remove Olivia Marsh' }).count()).toBe(0);
  expect(await axeFindings(dana)).toEqual([]);
  await dana.keyboard.press('Escape');

  // A pause reaches everybody at once, and only who paused resumes.
  await button(dana, /^Actions for/).click();
  await dana.getByRole('menuitem', { name: 'Pause channel' }).click();
  await manager.getByText(/paused this channel\. Only they can resume it\./).waitFor();
  expect(await field(manager).count()).toBe(0);
  await message(manager, 'Our menu comes on Monday').waitFor();
  await button(dana, /^Actions for/).click();
  await dana.getByRole('menuitem', { name: 'Resume channel' }).click();
  await field(manager).waitFor();

  // Written offline, sent on return.
  await olivia.context().setOffline(true);
  await field(olivia).fill('Written in the tunnel');
  await olivia.keyboard.press('Enter');
  await message(olivia, 'Written in the tunnel')
    .getByText(/Not sent yet/)
    .waitFor();
  await olivia.context().setOffline(false);
  await message(dana, 'Written in the tunnel').waitFor();

  await button(manager, /^Actions for/).click();
  await manager.getByRole('menuitem', { name: 'Leave' }).click();
  await manager.waitForURL('**/chat/messages/*');
  await expect.poll(() => partners(manager).getByText('Live resin').count()).toBe(0);
  await message(dana, 'I’ll handle deliveries').getByText('Former member').waitFor();
});

it('the other side of an order is written to from the order, or invited', async () => {
  const buyer = await visit('buyer@harborvine.example', '/orders/purchases');
  await row(buyer, 'Fernhollow').first().getByRole('link').first().click();
  await buyer.getByRole('link', { name: 'Message the seller' }).click();
  await buyer.getByRole('heading', { level: 1, name: 'Fernhollow Farms' }).waitFor();
  await message(buyer, 'Held until Thursday').getByText('Fernhollow Farms').waitFor();
});
