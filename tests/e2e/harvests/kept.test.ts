import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, EMPTY, scrollsSideways } from '../../support/browser';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WHO = 'owner@fernhollow.example';
const COLLEAGUE = 'rep@fernhollow.example';
const HARVEST = 'Blue Dream, greenhouse 2';

const stage = openStage();
const { visit } = stage;
const pool = () => stage.database.database.pool;

async function open(): Promise<{ id: number; labels: string[] }> {
  const { rows } = await pool().query<{ harvest: string; label: string }>(
    `select plant.harvest_id as harvest, plant.label from harvest_plants plant
       join harvests on harvests.org_id = plant.org_id and harvests.id = plant.harvest_id
      where harvests.name = $1 and plant.weight is null order by plant.id`,
    [HARVEST],
  );
  return { id: Number(rows[0]?.harvest), labels: rows.map(({ label }) => label) };
}

async function weightOf(label: string): Promise<number | null> {
  const { rows } = await pool().query('select weight::float8 as weight from harvest_plants where label = $1', [label]);
  return rows[0]?.weight ?? null;
}

async function weigh(page: Page, label: string, weight: string): Promise<void> {
  await page.keyboard.type(label);
  await page.keyboard.press('Enter');
  await page.keyboard.type(weight);
  await page.keyboard.press('Enter');
  await page
    .getByRole('status')
    .getByText(`Kept ${weight} g for …${label.slice(-6)}`)
    .first()
    .waitFor();
}

/** The weigh line of a page whose weights don’t reach the platform, until that is over. */
async function cutOff(page: Page, id: number): Promise<void> {
  await page.route('**/harvest-plant', (route) => route.abort());
  await page.goto(`/harvest/${id}/weigh`);
  await heading(page, 'Weigh plants');
  await page.getByLabel('Tag').focus();
}

/** Signs a window in as somebody else. A page of the app would see it and leave by itself, while the next one is opened. */
async function becomes(page: Page, tokens: string): Promise<void> {
  await page.goto(EMPTY);
  await page.evaluate((text) => localStorage.setItem('auth.tokens', text), tokens);
  await page.goto('/orders');
}

const kept = (page: Page) => page.getByRole('button', { name: /^Kept on this device/ });

it('what was weighed without a connection is sent whatever page is open, and the frame says until then that it waits', async () => {
  const { id, labels } = await open();
  const [first, second] = labels as [string, string];
  const page = await visit(WHO, '/harvest');
  await cutOff(page, id);
  await weigh(page, first, '400');
  await weigh(page, second, '410');
  await page.goto('/orders');
  await heading(page, 'Sales Orders');
  await kept(page)
    .and(page.getByRole('button', { name: '2 waiting to be sent' }))
    .waitFor();
  await page.getByRole('status').getByText('Some of your work waits on this device').waitFor({ state: 'attached' });
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await kept(page).click();
    await page.getByRole('dialog').getByText('2 weights are waiting').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await kept(page).click();
  await page.getByRole('dialog').getByRole('link', { name: HARVEST }).click();
  await heading(page, 'Weigh plants');
  await page.goto('/orders');
  await kept(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByText('Everything is sent').waitFor();
  await kept(page).waitFor({ state: 'detached' });
  expect([await weightOf(first), await weightOf(second)]).toEqual([400, 410]);
});

it('a refused one is told in the frame with the reason, and discarded there once a person has read it', async () => {
  const { id, labels } = await open();
  const [first] = labels as [string];
  const page = await visit(WHO, '/harvest');
  await page.route('**/plants/scan/**', (route) => route.abort());
  await cutOff(page, id);
  await weigh(page, '1A4060300000000000999999', '400');
  await weigh(page, first, '405');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Kept on this device (1 refused)' }).click();
  await page.getByRole('status').getByText('Refused: 1 weight.').waitFor({ state: 'attached' });
  expect(await weightOf(first)).toBe(405);
  const menu = page.getByRole('dialog');
  await menu.getByText('1A4060300000000000999999').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await menu.getByRole('button', { name: 'Discard 1A4060300000000000999999' }).click();
  await menu.getByText('Everything is sent').waitFor();
});

it('whoever signs out is told what isn’t sent; somebody else here doesn’t send it, and the same person does', async () => {
  const { id, labels } = await open();
  const [first] = labels as [string];
  const page = await visit(WHO, '/harvest');
  const tokens = await page.evaluate(() => localStorage.getItem('auth.tokens') ?? '');
  await cutOff(page, id);
  await weigh(page, first, '415');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  const question = dialog(page);
  await question.getByText(/1 weight of yours is on this device only/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await question.waitFor({ state: 'detached' });

  const other = await visit(COLLEAGUE, '/orders');
  const theirs = await other.evaluate(() => localStorage.getItem('auth.tokens') ?? '');
  await becomes(page, theirs);
  await page.getByRole('button', { name: 'Account: Caleb Winters' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await heading(page, 'Sales Orders');
  // Its code is there and has looked: a page of the app reads more than once.
  await expect.poll(() => asked.some((path) => path.includes('/acts-'))).toBe(true);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
  expect(asked.filter((path) => path.endsWith('/harvest-plant'))).toEqual([]);
  expect(await kept(page).count()).toBe(0);
  expect(await weightOf(first)).toBeNull();

  await becomes(page, tokens);
  await expect.poll(() => weightOf(first)).toBe(415);
});

it('two windows send each act once, and the second goes on when the first is gone', async () => {
  const { id, labels } = await open();
  const mine = labels.slice(0, 3);
  const page = await visit(WHO, '/harvest');
  const context = page.context();
  const sent: string[] = [];
  let isHeld = true;
  await context.route('**/harvest-plant', (route) => {
    if (isHeld) return route.abort();
    sent.push((route.request().postDataJSON() as { label: string }).label);
    return route.continue();
  });
  await page.goto(`/harvest/${id}/weigh`);
  await heading(page, 'Weigh plants');
  await page.getByLabel('Tag').focus();
  for (const [at, label] of mine.entries()) await weigh(page, label, String(420 + at));
  const other = await context.newPage();
  await other.goto('/orders');
  await other.getByRole('button', { name: '3 waiting to be sent' }).waitFor();
  await page.close();
  isHeld = false;
  await other.evaluate(() => dispatchEvent(new Event('online')));
  await kept(other).waitFor({ state: 'detached' });
  expect(sent).toEqual(mine);
  for (const [at, label] of mine.entries()) expect(await weightOf(label)).toBe(420 + at);
});
