import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { message } from '../../support/chat/messages';
import { openStage } from '../../support/stage';

/** Olivia Marsh, connected with Nathan Brooks, Marcus Bell and Samuel Okafor. */
const OLIVIA = 'owner@fernhollow.example';
const NATHAN = 'buyer@harborvine.example';
const MARCUS = 'owner@tidemark.example';
const LIST = '/profile/connections/connected';

const { visit } = openStage();

const button = (page: Page, name: string) => page.getByRole('button', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Message ${name}` });
const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const withConnections = (page: Page) => conversations(page).getByRole('list', { name: 'Connections' });
const person = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function write(page: Page, to: string, text: string): Promise<void> {
  await field(page, to).fill(text);
  await page.keyboard.press('Enter');
  await message(page, text).waitFor();
}

/** Opens the conversation with a connection from the list of connections. */
async function openFromConnections(email: string, name: string): Promise<Page> {
  const page = await visit(email, LIST);
  await button(page, `Message ${name}`).click();
  await field(page, name).waitFor();
  return page;
}

it('connections write to each other until they no longer are, and then read what they wrote', async () => {
  const nathan = await visit(NATHAN, '/chat/messages');
  await field(nathan, 'general').waitFor();
  await nathan.getByText('No messages with connections yet.').waitFor();

  const olivia = await visit(OLIVIA, LIST);
  const started: string[] = [];
  olivia.on('request', (request) => request.url().endsWith('/start-chat') && started.push(request.url()));
  await button(olivia, 'Message Nathan Brooks').dblclick();
  await olivia.waitForURL('**/chat/messages/*');
  await write(olivia, 'Nathan Brooks', 'Gelato is back on Monday');
  expect(started).toHaveLength(1);

  const item = withConnections(nathan).getByRole('link', { name: /Olivia Marsh/ });
  await item.and(nathan.getByRole('link', { name: '1 unread' })).waitFor();
  await nathan
    .getByRole('link', { name: /^Messages\b.*1 unread/ })
    .first()
    .waitFor();
  await item.click();
  await message(nathan, 'Gelato is back on Monday').waitFor();
  await write(nathan, 'Olivia Marsh', 'Put me down for two cases');
  await message(olivia, 'Put me down for two cases').waitFor();
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [400, 'dark'],
  ] as const) {
    await olivia.setViewportSize({ width, height: 900 });
    await olivia.emulateMedia({ colorScheme });
    expect(await axeFindings(olivia)).toEqual([]);
    expect(await scrollsSideways(olivia)).toBe(false);
  }
  await olivia.setViewportSize({ width: 1440, height: 900 });

  // A third person doesn't have it.
  const path = new URL(olivia.url()).pathname;
  const colleague = await visit('manager@fernhollow.example', path);
  await colleague.getByText('We can’t find this conversation').waitFor();

  const beside = await visit(NATHAN, LIST);
  await button(beside, 'Remove Olivia Marsh').click();
  await beside.getByRole('dialog').getByRole('button', { name: 'Remove connection' }).click();
  for (const [page, name] of [
    [olivia, 'Nathan Brooks'],
    [nathan, 'Olivia Marsh'],
  ] as const) {
    await page.getByText(`You can’t message ${name} because you’re no longer connected.`).waitFor();
    expect(await field(page, name).count()).toBe(0);
    await message(page, 'Put me down for two cases').waitFor();
    await withConnections(page).waitFor({ state: 'detached' });
  }
  await olivia.reload();
  await message(olivia, 'Gelato is back on Monday').waitFor();
  expect(await field(olivia, 'Nathan Brooks').count()).toBe(0);
  expect(await axeFindings(olivia)).toEqual([]);
  await olivia.getByText('No longer connected (1)').click();
  await conversations(olivia)
    .getByRole('link', { name: /Nathan Brooks/ })
    .waitFor();
});

it('a conversation opens from the card, and goes with a block from its menu', async () => {
  const olivia = await visit(OLIVIA, LIST);
  await person(olivia, 'Marcus Bell').getByRole('link').click();
  await button(olivia, 'Message Marcus Bell').click();
  await write(olivia, 'Marcus Bell', 'One more thing');
  const marcus = await openFromConnections(MARCUS, 'Olivia Marsh');
  await message(marcus, 'One more thing').waitFor();

  await button(olivia, 'Actions for Marcus Bell').click();
  await olivia.getByRole('menuitem', { name: 'Mute' }).click();
  await withConnections(olivia).getByText('Muted').waitFor();
  await button(olivia, 'Actions for Marcus Bell').click();
  await olivia.getByRole('menuitem', { name: 'Block' }).click();
  await olivia.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  for (const page of [olivia, marcus]) await withConnections(page).waitFor({ state: 'detached' });
  await marcus.getByText('We can’t find this conversation').waitFor();
  await marcus.reload();
  await marcus.getByText('We can’t find this conversation').waitFor();
  expect(await marcus.getByText('One more thing').count()).toBe(0);
});

it('whoever is no longer a connection when asked is said so, once', async () => {
  const olivia = await visit(OLIVIA, LIST);
  await olivia.route('**/start-chat', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'CONFLICT', userFriendlyMessage: 'You can message Samuel Okafor once you’re connected.' },
    }),
  );
  await button(olivia, 'Message Samuel Okafor').click();
  await olivia.getByText('You can message Samuel Okafor once you’re connected.').waitFor();
  expect(new URL(olivia.url()).pathname).toBe(LIST);
});
