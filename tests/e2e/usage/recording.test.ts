import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { recordingChunks, recordings, usageEvents } from '../../../server/db/schema';
import { axeFindings } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';
import { agreeToUsage, memberOf, unpacked } from '../../support/usage/recordings';

const EMAIL = 'owner@fernhollow.example';
const stage = openStage({ environment: () => ({ USAGE: 'true' }) });
const db = () => stage.database.database.db;

const owner = () => memberOf(db(), EMAIL);
const mark = (page: Page) => page.getByRole('region', { name: 'Recording', exact: true });
/** What is stored so far, as text. */
async function storedText(): Promise<string> {
  const chunks = await db().select().from(recordingChunks);
  return JSON.stringify(chunks.map(({ events }) => unpacked(events)));
}
/** Requests for the recorder and of measuring, by a page opened anew. */
function watchRequests(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/recorder-|\/usage\/|Usage-/.test(pathname)) found.push(pathname);
  });
  return found;
}

test('a person and their organization agree on their screens; then it records, is watched, stopped and deleted', async () => {
  const page = await stage.visit(EMAIL, '/account/manage');
  const panel = page.getByRole('region', { name: 'Recording and use' });
  await panel.getByLabel('Our people may allow').selectOption('RECORDINGS');
  await panel.getByRole('button', { name: 'Save choice' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await mark(page).count()).toBe(0);

  await page.goto('/profile/settings');
  const section = page.getByRole('region', { name: 'Recording and use' });
  await section.getByLabel('Let Verdant measure').selectOption('RECORDINGS');
  await section.getByRole('button', { name: 'Save choice' }).click();
  await mark(page).getByText('Recording', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto('/orders');
  await heading(other, 'Sales Orders');
  await mark(other).waitFor();
  await expect.poll(storedText, { timeout: 30_000 }).toContain('"textContent":"Sales Orders"');
  expect(await storedText()).not.toMatch(/\$\d|@\w|fernhollow/i);
  await expect
    .poll(async () => (await db().select().from(usageEvents)).map(({ detail }) => detail), { timeout: 30_000 })
    .toContainEqual({ screen: 'orders' });

  await mark(other).getByRole('button', { name: 'Stop' }).click();
  await other.getByText('Recording is off.').waitFor();
  await mark(other).waitFor({ state: 'detached' });
  await mark(page).waitFor({ state: 'detached' });
  await other.close();

  await page.goto('/profile/recordings');
  const items = page.getByRole('list', { name: 'Recordings' }).getByRole('link', { name: /^Watch/ });
  await items.first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await items.first().click();
  const player = page.frameLocator('iframe');
  await player.getByText('Sales Orders', { exact: true }).first().waitFor({ state: 'attached' });
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await page
    .getByRole('button', { name: 'Pause' })
    .or(page.getByRole('button', { name: 'Play' }))
    .waitFor();

  await page.goto('/profile/recordings');
  const before = (await db().select().from(recordings)).length;
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete recording' }).click();
  await page.getByText('Recording deleted.').waitFor();
  expect(await db().select().from(recordings)).toHaveLength(before - 1);
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('a browser with %s is asked nothing and sends nothing, and settings say why', async (name, value) => {
  await agreeToUsage(db(), await owner());
  const page = await stage.visit(EMAIL, '/orders', { isNew: true });
  await page.addInitScript(
    ([property, given]) => Object.defineProperty(Navigator.prototype, property as string, { get: () => given }),
    [name, value] as const,
  );
  const sent = watchRequests(page);
  await page.goto('/profile/settings');
  await page.getByText('This browser asks sites not to track you').waitFor();
  expect(await page.getByLabel('Let Verdant measure').count()).toBe(0);
  expect(sent.filter((path) => !path.includes('UsageSettings'))).toEqual([]);
  expect(await mark(page).count()).toBe(0);
});

test('support staff give a reason to watch, which the person then sees', async () => {
  const { userId, orgId } = await owner();
  await db().insert(recordings).values({ userId, orgId, endedAt: new Date() });
  const page = await stage.visit('support@verdant.example', `/support/recordings?userId=${userId}`);
  await page
    .getByRole('button', { name: /^Watch/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Watch recording' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  await dialog.getByLabel('Reason').fill('Ticket 4711: the list stays empty');
  await dialog.getByRole('button', { name: 'Watch recording' }).click();
  await page.getByText('Nothing to play').waitFor();
  const own = await stage.visit(EMAIL, '/profile/recordings');
  await own.getByText('Ticket 4711: the list stays empty').waitFor();
});
