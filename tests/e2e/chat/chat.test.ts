import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { message } from '../../support/chat/messages';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const REP = 'rep2@fernhollow.example';

const { visit } = openStage();

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Message ${name}` });
const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const messagesApp = (page: Page) =>
  page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: /^Messages/ });

async function write(page: Page, to: string, text: string): Promise<void> {
  await field(page, to).fill(text);
  await page.keyboard.press('Enter');
  await message(page, text).waitFor();
}

/** Someone in a channel, ready to write. */
async function visitChannel(email: string, name: string, options?: Parameters<typeof visit>[2]): Promise<Page> {
  const page = await visit(email, '/chat/browse-channels', options);
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await field(page, name).waitFor();
  return page;
}

/** Starts from the message, which gets focus. */
async function pressAction(page: Page, text: string, act: string): Promise<void> {
  await message(page, text).getByRole('button', { name: act }).focus();
  await page.keyboard.press('Enter');
}

describe('two people on a team', () => {
  it('chat: a message arrives live and is counted, read, reacted to, edited and deleted', async () => {
    const rep = await visit(REP, '/marketplace');
    await messagesApp(rep).waitFor();
    await expect.poll(() => messagesApp(rep).textContent()).toBe('Messages');
    const manager = await visitChannel(MANAGER, 'Sales floor');
    await write(manager, 'Sales floor', 'Gelato half-ounces from Monday');

    await messagesApp(rep)
      .and(rep.getByRole('link', { name: '1 unread' }))
      .waitFor();
    await messagesApp(rep).click();
    const item = conversations(rep).getByRole('link', { name: /Sales floor/ });
    await item.and(rep.getByRole('link', { name: '1 unread' })).waitFor();
    await item.click();
    await message(rep, 'Gelato half-ounces from Monday').waitFor();
    await messagesApp(rep)
      .and(rep.getByRole('link', { name: 'Messages', exact: true }))
      .waitFor();

    await pressAction(rep, 'Gelato half-ounces from Monday', 'React');
    await rep
      .getByRole('dialog', { name: 'Reactions' })
      .getByRole('button', { name: /Thumbs up/ })
      .click();
    await message(manager, 'Gelato half-ounces from Monday').getByRole('button', { name: 'Reaction list' }).waitFor();

    await pressAction(manager, 'Gelato half-ounces from Monday', 'Open Message Actions Menu');
    await manager.getByRole('menuitem', { name: 'Edit Message' }).click();
    await manager.locator('textarea:focus').fill('Gelato half-ounces from Tuesday');
    await manager.keyboard.press('Enter');
    await message(rep, 'Gelato half-ounces from Tuesday').waitFor();

    await pressAction(manager, 'Gelato half-ounces from Tuesday', 'Open Message Actions Menu');
    await manager.getByRole('menuitem', { name: 'Delete message' }).click();
    await manager.getByRole('button', { name: 'Delete Message' }).click();
    await expect.poll(() => rep.getByText('Gelato half-ounces').count()).toBe(0);
    await message(rep, 'Message deleted').waitFor();
  });

  it('see each other typing, and start a direct conversation', async () => {
    const owner = await visit(OWNER, '/chat/messages');
    await field(owner, 'general').waitFor();
    const manager = await visit(MANAGER, '/chat/messages');
    await field(manager, 'general').waitFor();
    await owner.getByRole('button', { name: 'New direct message' }).click();
    await owner
      .getByRole('dialog', { name: 'Message a teammate' })
      .getByRole('button', { name: /Priya Raman/ })
      .click();
    await field(owner, 'Priya Raman').waitFor();
    await write(owner, 'Priya Raman', 'Do you have a minute?');
    const item = conversations(manager).getByRole('link', { name: /Olivia Marsh/ });
    await item.and(manager.getByRole('link', { name: '1 unread' })).waitFor();
    await item.click();
    await message(manager, 'Do you have a minute?').waitFor();
    await field(owner, 'Priya Raman').pressSequentially('About the');
    await manager
      .getByText(/Olivia Marsh.*typing/)
      .first()
      .waitFor();
  });

  it('miss nothing written while a new conversation loads', async () => {
    const rep = await visit(REP, '/chat/messages');
    await field(rep, 'general').waitFor();
    const written = Promise.withResolvers<void>();
    await rep.route(/\/channels\/[^/]+\/[^/]+\/query/, async (route) => {
      const response = await route.fetch();
      await written.promise;
      await route.fulfill({ response });
    });
    const manager = await visit(MANAGER, '/chat/messages');
    await manager.getByRole('button', { name: 'New direct message' }).click();
    const asked = rep.waitForRequest(/\/channels\/[^/]+\/[^/]+\/query/);
    await manager
      .getByRole('dialog', { name: 'Message a teammate' })
      .getByRole('button', { name: /Jasmine Cole/ })
      .click();
    await asked;
    await write(manager, 'Jasmine Cole', 'The van leaves at six');
    await messagesApp(rep)
      .and(rep.getByRole('link', { name: /unread/ }))
      .waitFor();
    written.resolve();
    const item = conversations(rep).getByRole('link', { name: /Priya Raman/ });
    await item.and(rep.getByRole('link', { name: '1 unread' })).waitFor();
    await item.click();
    await message(rep, 'The van leaves at six').waitFor();
  });
});

describe('channels', () => {
  it('are created, and a taken name shows on its field, keeping what was typed', async () => {
    const owner = await visit(OWNER, '/chat/browse-channels');
    await owner.getByRole('button', { name: 'New channel' }).click();
    const dialog = owner.getByRole('dialog', { name: 'New channel' });
    await dialog.getByLabel('Name').fill('Cold room');
    await dialog.getByLabel('Topic').fill('What is kept where');
    await dialog.getByLabel(/Priya Raman/).check();
    expect(await axeFindings(owner)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await field(owner, 'Cold room').waitFor();
    await owner.getByText('2 people · What is kept where').waitFor();

    const rep = await visit(REP, '/chat/browse-channels');
    await rep.getByRole('button', { name: 'New channel' }).click();
    const second = rep.getByRole('dialog', { name: 'New channel' });
    await second.getByLabel('Name').fill('COLD ROOM');
    await second.getByLabel('Topic').fill('Mine');
    await second.getByRole('button', { name: 'Create channel' }).click();
    await second.getByText('Your organization already has a channel named “COLD ROOM”').waitFor();
    await expect.poll(() => second.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => second.getByLabel('Topic').inputValue()).toBe('Mine');
    expect(await axeFindings(rep)).toEqual([]);
    await rep.keyboard.press('Escape');
    await rep.getByRole('button', { name: 'Discard and leave' }).click();

    await rep.getByRole('button', { name: 'Join Cold room' }).click();
    await rep.getByRole('main').getByRole('link', { name: 'Cold room' }).click();
    await field(rep, 'Cold room').waitFor();
    await owner.getByText('3 people · What is kept where').waitFor();
  });

  it('are renamed live by their owner, and left', async () => {
    const owner = await visitChannel(OWNER, 'Dispatch');
    const manager = await visitChannel(MANAGER, 'Dispatch');
    await manager.getByRole('button', { name: 'Actions for Dispatch' }).click();
    const rename = manager.getByRole('menuitem', { name: /Rename/ });
    await expect.poll(() => rename.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => rename.textContent()).toContain('Only a channel owner');
    await manager.keyboard.press('Escape');

    await owner.getByRole('button', { name: 'Actions for Dispatch' }).click();
    await owner.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Rename Dispatch' });
    await dialog.getByLabel('Name').fill('general');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('already has a channel named “general”').waitFor();
    await dialog.getByLabel('Name').fill('Loading dock');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await manager.getByRole('heading', { level: 1, name: 'Loading dock' }).waitFor();

    await manager.getByRole('button', { name: 'Actions for Loading dock' }).click();
    await manager.getByRole('menuitem', { name: 'Leave' }).click();
    await field(manager, 'general').waitFor();
    expect(
      await conversations(manager)
        .getByRole('link', { name: /Loading dock/ })
        .count(),
    ).toBe(0);
  });

  it('that are private don’t exist for non-members', async () => {
    const rep = await visit(REP, '/chat/messages');
    await conversations(rep)
      .getByRole('link', { name: /Sales floor/ })
      .click();
    await field(rep, 'Sales floor').waitFor();
    const path = new URL(rep.url()).pathname;
    const outsider = await visit('warehouse@fernhollow.example', path);
    await outsider.getByText('We can’t find this conversation').waitFor();
    expect(
      await conversations(outsider)
        .getByRole('link', { name: /Sales floor/ })
        .count(),
    ).toBe(0);
    const stranger = await visit('owner@tidemark.example', path);
    await stranger.getByText('We can’t find this conversation').waitFor();

    const manager = await visit(MANAGER, path);
    await manager.getByRole('button', { name: 'Actions for Sales floor' }).click();
    await manager.getByRole('menuitem', { name: 'People' }).click();
    await manager.getByRole('button', { name: 'Remove Jasmine Cole' }).click();
    await rep.getByText('We can’t find this conversation').waitFor();
    expect(
      await conversations(rep)
        .getByRole('link', { name: /Sales floor/ })
        .count(),
    ).toBe(0);
  });
});

describe('the chat', () => {
  it('works by keyboard only, from finding it to deleting a message', async () => {
    const page = await visit(OWNER, '/marketplace');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Page, record or action' }).waitFor();
    await page.keyboard.type('messages');
    await page
      .getByRole('option', { name: /Messages/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await field(page, 'general').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await field(page, 'general').focus();
    await page.keyboard.type('No mouse in sight');
    await page.keyboard.press('Enter');
    await message(page, 'No mouse in sight').getByRole('button', { name: 'React' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page
      .locator('button:focus')
      .and(page.getByRole('button', { name: 'Add files' }))
      .waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await message(page, 'No mouse in sight')
      .locator('button:focus')
      .and(page.getByRole('button', { name: 'React' }))
      .waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('[role="menuitem"]:focus').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('End');
    await page
      .locator('[role="menuitem"]:focus')
      .and(page.getByRole('menuitem', { name: 'Delete message' }))
      .waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('button', { name: 'Delete Message' });
    await question.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.focus();
    await page.keyboard.press('Enter');
    await message(page, 'Message deleted').waitFor();
    await page.locator('textarea:focus').waitFor();
  });

  it('says it is reconnecting when the connection is lost, and catches up', async () => {
    const rep = await visitChannel(REP, 'general');
    const manager = await visitChannel(MANAGER, 'general');
    await rep.context().setOffline(true);
    await rep.getByText('Reconnecting…').waitFor();
    await write(manager, 'general', 'Said while one was away');
    await rep.context().setOffline(false);
    await message(rep, 'Said while one was away').waitFor();
    await expect.poll(() => rep.getByText('Reconnecting…').count()).toBe(0);
  });

  it('disconnects after ten minutes out of sight, keeps the draft, and catches up', async () => {
    const rep = await visitChannel(REP, 'general', { isNew: true });
    await rep.clock.install();
    const open = new Set<unknown>();
    rep.on('websocket', (socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    await rep.reload();
    await field(rep, 'general').fill('Half a sentence');
    await expect.poll(() => open.size).toBe(1);
    const beSeen = (isSeen: boolean) =>
      rep.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, !isSeen);
    await beSeen(false);
    await rep.clock.fastForward('10:01');
    await expect.poll(() => open.size).toBe(0);
    const manager = await visitChannel(MANAGER, 'general');
    await write(manager, 'general', 'Said while nobody looked');
    await beSeen(true);
    await message(rep, 'Said while nobody looked').waitFor();
    await rep.reload();
    await expect.poll(() => field(rep, 'general').inputValue()).toBe('Half a sentence');
  });

  it('asks for a computer on a phone', async () => {
    const phone = await visit(OWNER, '/chat/messages', {
      viewport: { width: 390, height: 800 },
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    });
    await phone.getByText('Open Verdant on a computer to use it').waitFor();
  });

  it('passes axe and never scrolls sideways, wide and narrow, light and dark', async () => {
    const page = await visit(OWNER, '/chat/browse-channels');
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [768, 'light'],
      [400, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto('/chat/browse-channels');
      await page.getByRole('button', { name: 'New channel' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await page.getByRole('main').getByRole('link', { name: 'general', exact: true }).click();
      await field(page, 'general').waitFor();
      await message(page, 'Lunch is on me tomorrow').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
});

it('loads nothing of the chat library until opened', async () => {
  const asked: string[] = [];
  const page = await visit('viewer@fernhollow.example', '/marketplace');
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await messagesApp(page)
    .and(page.getByRole('link', { name: /unread/ }))
    .waitFor();
  expect(asked.filter((path) => path.startsWith('/sandbox/chat') || path.includes('stream-token'))).toEqual([]);
  expect(asked.filter((path) => /Conversation|MessagesPage|stream-chat/i.test(path))).toEqual([]);
});
