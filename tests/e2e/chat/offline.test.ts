import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const { visit } = openStage();

const field = (page: Page) => page.getByRole('textbox', { name: 'Message general' });
const item = (page: Page) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /general/ });
const messages = (page: Page) => page.getByRole('region', { name: 'general' }).getByRole('listitem');
const message = (page: Page, text: string) => messages(page).filter({ hasText: text }).last();
const WAITS = 'Not sent yet. We send it once you’re back online.';

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
  await message(page, text).waitFor();
}

it('what is written offline is kept, said to be unsent, and sent in order once the connection is back', async () => {
  const rep = await visit('rep2@fernhollow.example', '/chat/messages');
  await field(rep).waitFor();
  const manager = await visit('manager@fernhollow.example', '/chat/messages');
  await field(manager).waitFor();

  await rep.context().setOffline(true);
  await rep.getByText('Reconnecting…').waitFor();
  await write(rep, 'The pallet jack is broken');
  await write(rep, 'A new one comes on Monday');
  await message(rep, 'The pallet jack is broken').getByText(WAITS).waitFor();
  await item(rep).getByText('Not sent yet: A new one comes on Monday').waitFor();
  expect(await axeFindings(rep)).toEqual([]);
  // The conversation says it already.
  expect(await rep.getByText('You’re offline').count()).toBe(0);
  expect(await item(manager).getByText('A new one comes').count()).toBe(0);

  await rep.context().setOffline(false);
  await message(manager, 'A new one comes on Monday').waitFor();
  const said = await messages(manager)
    .filter({ hasText: /pallet jack|A new one/ })
    .allTextContents();
  expect(said.map((text) => /pallet jack|A new one/.exec(text)?.[0])).toEqual(['pallet jack', 'A new one']);
  await item(rep).getByText('You: A new one comes on Monday').waitFor();
  await expect.poll(() => rep.getByText(WAITS).count()).toBe(0);
  // Each is there once, after a reload too.
  await rep.reload();
  await message(rep, 'A new one comes on Monday').waitFor();
  expect(await messages(rep).filter({ hasText: 'The pallet jack is broken' }).count()).toBe(1);
});

it('a message left unsent is still there, and sent, when its window is loaded again', async () => {
  const rep = await visit('rep2@fernhollow.example', '/chat/messages');
  await field(rep).waitFor();
  await rep.route(/\/channels\/[^/]+\/[^/]+\/message(\?|$)/, (route) => route.abort('failed'));
  await write(rep, 'Written before the tab was closed');
  await message(rep, 'Written before the tab was closed').getByText(WAITS).waitFor();
  await rep.reload();
  await message(rep, 'Written before the tab was closed').getByText(WAITS).waitFor();
  await rep.unrouteAll({ behavior: 'wait' });
  const manager = await visit('manager@fernhollow.example', '/chat/messages');
  await message(manager, 'Written before the tab was closed').waitFor();
  await expect.poll(() => rep.getByText(WAITS).count()).toBe(0);
});

it('a refused message says that it isn’t sent, and can be tried again', async () => {
  const rep = await visit('rep2@fernhollow.example', '/chat/messages');
  await field(rep).waitFor();
  await rep.route(/\/channels\/[^/]+\/[^/]+\/message(\?|$)/, (route) =>
    route.fulfill({ status: 403, json: { code: 17, message: 'not allowed', StatusCode: 403, duration: '0' } }),
  );
  await write(rep, 'Nobody may say this');
  await message(rep, 'Nobody may say this').getByText('Not sent.').waitFor();
  await item(rep).getByText('Not sent: Nobody may say this').waitFor();
  await rep.unrouteAll({ behavior: 'wait' });
  await message(rep, 'Nobody may say this').getByRole('button', { name: 'Try again' }).click();
  await item(rep).getByText('You: Nobody may say this').waitFor();
});

it('messages in a row stand under one name and picture, close together', async () => {
  const rep = await visit('rep2@fernhollow.example', '/chat/messages');
  await field(rep).waitFor();
  for (const text of ['First of three', 'Second of three', 'Third of three']) await write(rep, text);
  const tops = [];
  for (const text of ['First of three', 'Second of three', 'Third of three']) {
    await message(rep, text).getByText(text).waitFor();
    tops.push((await message(rep, text).getByText(text).first().boundingBox())?.y ?? 0);
  }
  expect(await message(rep, 'Third of three').getByText('Jasmine Cole', { exact: true }).count()).toBe(0);
  expect((tops[2] ?? 0) - (tops[1] ?? 0)).toBeLessThanOrEqual(26);
  for (const width of [1440, 768]) {
    await rep.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(rep)).toBe(false);
    expect(await axeFindings(rep)).toEqual([]);
  }
});
