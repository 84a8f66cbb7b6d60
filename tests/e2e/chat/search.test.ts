import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { message } from '../../support/chat/messages';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const REP = 'rep2@fernhollow.example';

const { visit } = openStage();

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `Message ${name}` });
const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

async function visitChannel(email: string, name: string): Promise<Page> {
  const page = await visit(email, '/chat/browse-channels');
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await field(page, name).waitFor();
  return page;
}

async function write(page: Page, to: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await field(page, to).fill(text);
    await page.keyboard.press('Enter');
    await message(page, text).waitFor();
  }
}

it('finds a message by the keyboard, opens it where it stands, again after a reload, and says when it is gone', async () => {
  const manager = await visitChannel(MANAGER, 'Sales floor');
  await write(manager, 'Sales floor', ['The crème brûlée pallet is in bay seven']);
  const later = Array.from({ length: 45 }, (_, n) => `Filler ${n}`);
  const { pathname: cid } = new URL(manager.url());
  await write(manager, 'Sales floor', later);
  const rep = await visit(REP, '/chat/messages');
  await field(rep, 'general').waitFor();
  await rep.getByRole('heading', { name: 'general' }).focus();
  await rep.keyboard.press('/');
  const search = rep.getByRole('search', { name: 'Messages' });
  await search.getByRole('searchbox', { name: 'Search messages' }).fill('BRULEE pal');
  const found = search.getByRole('link', { name: /bay seven/ });
  await found.waitFor();
  expect(await found.locator('mark').allTextContents()).toEqual(['brûlée', 'pallet']);
  expect(await axeFindings(rep)).toEqual([]);
  await search.getByRole('searchbox').press('ArrowDown');
  await rep.keyboard.press('Enter');
  await expect.poll(() => new URL(rep.url()).pathname).toBe(cid);
  await expect.poll(() => focusedText(rep)).toContain('bay seven');
  expect(new URL(rep.url()).searchParams.has('message')).toBe(true);
  await rep.reload();
  await expect.poll(() => focusedText(rep)).toContain('bay seven');

  await rep.getByRole('button', { name: 'Latest messages' }).click();
  await message(rep, 'Filler 44').waitFor();
  const link = rep.url();
  await manager.goto(link);
  await message(manager, 'bay seven').getByRole('button', { name: 'Open Message Actions Menu' }).focus();
  await manager.keyboard.press('Enter');
  await manager.getByRole('menuitem', { name: 'Delete message' }).click();
  await manager.getByRole('button', { name: 'Delete Message' }).click();
  await message(manager, 'Message deleted').waitFor();
  await rep.goto(link);
  await rep.getByText('That message was deleted or isn’t here.').waitFor();
  await rep.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => new URL(rep.url()).search).toBe('');
});

it('the search says when nothing is found or it failed, keeps to a person and a conversation, and closes to the list', async () => {
  const owner = await visitChannel(OWNER, 'Sales floor');
  await write(owner, 'Sales floor', ['Zebra labels are here']);
  await owner.getByRole('button', { name: /^Search messages/ }).click();
  const search = owner.getByRole('search', { name: 'Messages' });
  const box = search.getByRole('searchbox');
  await box.fill('zebra');
  await search.getByRole('link', { name: /Zebra labels/ }).waitFor();
  await search.getByLabel('From').selectOption({ label: 'Priya Raman' });
  await search.getByText('No messages found').waitFor();
  await search.getByLabel('From').selectOption({ label: 'You' });
  await search.getByRole('checkbox', { name: 'In this conversation' }).check();
  await search.getByRole('link', { name: /Zebra labels/ }).waitFor();
  await owner.route('**/search?**', (route) => route.abort());
  await box.fill('zebra lab');
  await search.getByRole('button', { name: 'Try again' }).waitFor();
  await owner.unrouteAll({ behavior: 'wait' });
  await search.getByRole('button', { name: 'Try again' }).click();
  await search.getByRole('link', { name: /Zebra labels/ }).waitFor();
  await box.press('Escape');
  await conversations(owner).waitFor();
  await expect.poll(() => focusedText(owner)).toContain('Search messages');
  await owner.keyboard.press('ArrowDown');
  await owner.setViewportSize({ width: 360, height: 720 });
  expect(await scrollsSideways(owner)).toBe(false);
});

it('a line tells what is new since one was here, until Escape; a button how many came further down', async () => {
  const manager = await visitChannel(MANAGER, 'Sales floor');
  await write(manager, 'Sales floor', ['Before the line']);
  const rep = await visitChannel(REP, 'Sales floor');
  await message(rep, 'Before the line').waitFor();
  await rep.goto('/chat/browse-channels');
  await rep.getByRole('heading', { name: 'Channels' }).waitFor();
  await write(manager, 'Sales floor', ['After the line', 'And one more']);
  await rep.getByRole('main').getByRole('link', { name: 'Sales floor', exact: true }).click();
  await message(rep, 'And one more').waitFor();
  const line = rep.getByText('New messages', { exact: true });
  await line.waitFor();
  const order = await rep.getByRole('main').getByRole('listitem').allTextContents();
  const at = (text: string) => order.findIndex((one) => one.includes(text));
  expect(at('New messages')).toBeGreaterThan(at('Before the line'));
  expect(at('New messages')).toBeLessThan(at('After the line'));
  await field(rep, 'Sales floor').press('Escape');
  await expect.poll(() => line.count()).toBe(0);
  await field(rep, 'Sales floor').press('Escape');
  await expect.poll(() => focusedText(rep)).toContain('Sales floor');

  await write(
    manager,
    'Sales floor',
    Array.from({ length: 30 }, (_, n) => `Long list ${n}`),
  );
  await message(rep, 'Long list 29').waitFor();
  // However many come at once, who is at the end stays there, and nothing of it is new to them.
  const isAway = () => rep.getByRole('button', { name: /New messages|new message|Latest/ }).count();
  await expect.poll(isAway).toBe(0);
  await message(rep, 'Long list 29').hover();
  // Messages that are just coming in draw the list to its end again.
  const scrolled = async () => {
    await rep.mouse.wheel(0, -500);
    return rep.getByRole('button', { name: 'Latest messages' }).count();
  };
  await expect.poll(scrolled).toBe(1);
  await write(manager, 'Sales floor', ['One further down', 'Two further down']);
  await rep.getByRole('button', { name: '2 new messages' }).click();
  await message(rep, 'Two further down').waitFor();
  await expect.poll(() => rep.getByRole('button', { name: /new message|Latest/ }).count()).toBe(0);
});

it('colleagues see who is online, and no longer once they left', async () => {
  const owner = await visit(OWNER, '/chat/messages');
  await owner.getByRole('button', { name: 'New direct message' }).click();
  await owner
    .getByRole('dialog', { name: 'Message a teammate' })
    .getByRole('button', { name: /Priya Raman/ })
    .click();
  await field(owner, 'Priya Raman').waitFor();
  const pane = owner.getByRole('region', { name: 'Priya Raman' });
  const manager = await visit(MANAGER, '/chat/messages');
  await field(manager, 'general').waitFor();
  await conversations(owner)
    .getByRole('link', { name: /Priya Raman \(online\)/ })
    .waitFor();
  await pane.getByText(/Online/).waitFor();
  await manager.goto('/marketplace');
  await manager.close({ runBeforeUnload: true });
  await expect
    .poll(
      () =>
        conversations(owner)
          .getByRole('link', { name: /\(online\)/ })
          .count(),
      { timeout: 30_000 },
    )
    .toBe(0);
});

it('an owner exports the channels, is told, and downloads the file', async () => {
  const owner = await visit(OWNER, '/account/chat-exports');
  await owner.getByText('No exports yet').waitFor();
  await owner.getByRole('button', { name: 'Export chat' }).click();
  await owner.getByText('Ready', { exact: true }).waitFor({ timeout: 30_000 });
  await owner.getByRole('button', { name: /Actions for file/ }).click();
  const download = owner.waitForEvent('download');
  await owner.getByRole('menuitem', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/_messages\.json$/);
  expect(await axeFindings(owner)).toEqual([]);
});
