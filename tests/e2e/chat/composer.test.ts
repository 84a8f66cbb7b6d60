import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const { visit } = openStage();

const REP = 'rep2@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const field = (page: Page) => page.getByRole('textbox', { name: 'Message general' });
const messages = (page: Page) => page.getByRole('region', { name: 'general' }).getByRole('listitem');
const message = (page: Page, text: string) => messages(page).filter({ hasText: text }).last();
const preview = (page: Page, title: RegExp | string) => page.getByRole('dialog', { name: title });
const isFocused = (page: Page) => field(page).evaluate((element) => element === document.activeElement);

async function open(email: string, size?: { width: number; height: number }): Promise<Page> {
  const page = await visit(email, '/chat/messages');
  await field(page).waitFor();
  if (size) {
    const here = page.url();
    await page.setViewportSize(size);
    if (page.url() !== here) await page.goto(here);
    await field(page).waitFor();
  }
  return page;
}

async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

it('a command is found by the keyboard and shown to its author alone; nothing happens before it is sent', async () => {
  const rep = await open(REP);
  const manager = await open(MANAGER);
  const options = rep.getByRole('option');
  await field(rep).pressSequentially('/');
  await expect.poll(() => options.count()).toBe(5);
  await field(rep).pressSequentially('o');
  await expect.poll(() => options.count()).toBe(1);
  await rep.keyboard.press('Escape');
  await expect.poll(() => options.count()).toBe(0);
  await field(rep).fill('/');
  await expect.poll(() => options.count()).toBe(5);
  await rep.keyboard.press('ArrowDown');
  await rep.keyboard.press('ArrowUp');
  await rep.keyboard.press('Enter');
  await expect.poll(() => field(rep).inputValue()).toBe('/order ');
  await rep.getByText('Post a link to one of your orders').waitFor();

  await field(rep).pressSequentially('10');
  await rep.keyboard.press('Enter');
  await preview(rep, 'Which order?').getByRole('radio').nth(1).check();
  expect(await axeFindings(rep)).toEqual([]);
  await rep.keyboard.press('Escape');
  await expect.poll(() => isFocused(rep)).toBe(true);
  expect(await field(rep).inputValue()).toBe('/order 10');
  await rep.keyboard.press('Enter');
  await preview(rep, 'Which order?').getByRole('button', { name: 'Send', exact: true }).click();
  await messages(manager)
    .getByRole('link', { name: /\/orders\/\d+/ })
    .waitFor();
  expect(await messages(manager).filter({ hasText: '/order 10' }).count()).toBe(0);
  await expect.poll(() => field(rep).inputValue()).toBe('');

  await send(rep, '/nonsense of mine');
  await preview(rep, 'There’s no command /nonsense').getByText('Stop hearing of').waitFor();
  await rep.getByRole('button', { name: 'Send as a message' }).click();
  await message(manager, '/nonsense of mine').waitFor();

  await send(rep, '/mute 1h');
  await preview(rep, 'Mute general').getByText('Nobody else is told').waitFor();
  const item = rep.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /general/ });
  expect(await item.getByText('Muted').count()).toBe(0);
  await preview(rep, 'Mute general').getByRole('button', { name: 'Mute', exact: true }).click();
  await item.getByText('Muted').waitFor();
  await send(rep, '/mute off');
  await preview(rep, 'Unmute general').getByRole('button', { name: 'Unmute', exact: true }).click();
  await expect.poll(() => item.getByText('Muted').count()).toBe(0);
  await send(rep, '/invite @Priya');
  await preview(rep, '“Priya” is already in general').getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => isFocused(rep)).toBe(true);
  expect(
    await messages(manager)
      .filter({ hasText: /\/mute|\/invite/ })
      .count(),
  ).toBe(0);
});

it('a colleague is mentioned by the keyboard, highlighted to them, and told where; HTML stays text', async () => {
  const manager = await visit(MANAGER, '/marketplace');
  const rep = await open(REP, { width: 360, height: 740 });
  await field(rep).pressSequentially('<b>Hi</b> @Ram');
  await rep.getByRole('option', { name: /Priya Raman/ }).waitFor();
  expect(await axeFindings(rep)).toEqual([]);
  await rep.keyboard.press('Enter');
  await expect.poll(() => field(rep).inputValue()).toBe('<b>Hi</b> @Priya Raman ');
  await rep.keyboard.press('Enter');
  await message(rep, '<b>Hi</b>').locator('b', { hasText: '@Priya Raman' }).waitFor();
  expect(await scrollsSideways(rep)).toBe(false);

  await manager.getByRole('button', { name: /Notifications/ }).click();
  await manager.getByText('Jasmine Cole mentioned you').first().click();
  await manager.waitForURL(/\/chat\/messages\/[0-9a-f-]+\?message=/);
  await message(manager, '<b>Hi</b>').locator('mark', { hasText: '@Priya Raman' }).waitFor();
});

it('emoji are found, counted, used in a message and as a reaction, with the keyboard and on a phone', async () => {
  const rep = await open(REP, { width: 360, height: 740 });
  await field(rep).fill('Off we go ');
  const button = rep.getByRole('button', { name: 'Emoji', exact: true });
  await button.focus();
  await rep.keyboard.press('Enter');
  const find = rep.getByPlaceholder('Find emoji');
  await rep.getByRole('button', { name: 'grinning face', exact: true }).waitFor();
  expect(await axeFindings(rep)).toEqual([]);
  expect(await scrollsSideways(rep)).toBe(false);
  await rep.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
  await find.fill('waving hand');
  await rep.getByRole('button', { name: 'waving hand', exact: true }).waitFor();
  await rep.getByRole('button', { name: 'medium skin tone', exact: true }).click();
  await find.focus();
  await rep.keyboard.press('ArrowDown');
  await rep.keyboard.press('Enter');
  await expect.poll(() => field(rep).inputValue()).toBe('Off we go 👋🏽');
  await expect.poll(() => isFocused(rep)).toBe(true);
  await field(rep).pressSequentially(' :rocket');
  await rep.getByRole('option', { name: /rocket/ }).waitFor();
  await rep.keyboard.press('Enter');
  await expect.poll(() => field(rep).inputValue()).toBe('Off we go 👋🏽 🚀 ');
  await rep.keyboard.press('Enter');
  await message(rep, 'Off we go').waitFor();
  expect(JSON.parse((await rep.evaluate(() => localStorage.getItem('EMOJI_MAP'))) ?? '')).toEqual({ '👋': 1 });

  await message(rep, 'Off we go').getByRole('button', { name: 'React' }).focus();
  await rep.keyboard.press('Enter');
  await rep.getByRole('button', { name: /Open Reaction Selector/i }).click();
  await find.fill('party popper');
  await rep.getByRole('button', { name: 'party popper', exact: true }).waitFor();
  await rep.keyboard.press('Enter');
  await message(rep, 'Off we go').getByRole('button', { name: 'Reaction list' }).filter({ hasText: '🎉' }).waitFor();
});

it('a mention and a quote that couldn’t be sent are kept over a reload, and sent whole', async () => {
  const rep = await open(REP);
  await send(rep, 'Which dock is free?');
  await message(rep, 'Which dock is free?').getByRole('button', { name: 'Open Message Actions Menu' }).focus();
  await rep.keyboard.press('Enter');
  await rep.getByRole('menuitem', { name: /Quote/ }).click();
  await expect.poll(() => isFocused(rep)).toBe(true);
  await rep.route(/\/channels\/[^/]+\/[^/]+\/message(\?|$)/, (route) => route.abort('failed'));
  await field(rep).pressSequentially('Dock 4 @Ram');
  await rep.getByRole('option', { name: /Priya Raman/ }).waitFor();
  await rep.keyboard.press('Enter');
  await rep.keyboard.press('Enter');
  const kept = message(rep, 'Dock 4');
  await kept.getByText('Not sent yet').waitFor();
  await field(rep).pressSequentially('And @Ram');
  await rep.getByRole('option', { name: /Priya Raman/ }).waitFor();
  await rep.keyboard.press('Enter');
  await expect.poll(() => field(rep).inputValue()).toBe('And @Priya Raman ');
  await rep.reload();
  await kept.locator('b', { hasText: '@Priya Raman' }).waitFor();
  await kept.getByText('Which dock is free?').waitFor();
  expect(await field(rep).inputValue()).toBe('And @Priya Raman ');
  await rep.unrouteAll({ behavior: 'wait' });
  const manager = await open(MANAGER);
  await message(manager, 'Dock 4').locator('mark', { hasText: '@Priya Raman' }).waitFor();
  await message(manager, 'Dock 4').getByText('Which dock is free?').waitFor();
  await rep.keyboard.press('Escape');
  await field(rep).press('Enter');
  await message(manager, 'And').locator('mark', { hasText: '@Priya Raman' }).waitFor();
});
