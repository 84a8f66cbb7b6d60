import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const MANAGER = 'manager@fernhollow.example';
const REPORT = '/orders?report=REVENUE&createdRel=LAST_90_DAYS';

const { visit } = openStage();

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });
const row = (page: Page, name: string) => grid(page, 'Scheduled emails').getByRole('row').filter({ hasText: name });

async function act(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^(More|Actions)/ })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

it('a report is emailed by keyboard, with a mistake at its field, and arrives with the figures of the screen', async () => {
  const page = await visit(MANAGER, REPORT);
  await grid(page, 'Revenue by month').waitFor();
  const revenue = (await page.locator('[data-part=totals] [data-c]').nth(1).textContent()) ?? '';
  expect(revenue).toMatch(/^\$[\d,]+\.\d\d$/);
  await page.getByRole('button', { name: 'Email…' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Email this report' });
  await form.getByText('Revenue by month · Created: Last 90 days').waitFor();
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type('Friday figures');
  await page.keyboard.press('Enter');
  await form.getByText('Choose at least one person').waitFor();
  const people = form.getByRole('combobox', { name: 'Send to' });
  await people.focus();
  await page.keyboard.type('o');
  // Enter chooses what is found by then.
  await expect.poll(() => people.getAttribute('aria-activedescendant')).toBeTruthy();
  await page.keyboard.press('Enter');
  await form.getByRole('list', { name: 'Send to chosen' }).waitFor();
  await name.focus();
  await page.keyboard.press('Enter');
  await page.getByText('“Friday figures” is emailed every Monday at 7 AM.').waitFor();

  await page.goto('/orders/emailed-reports');
  await row(page, 'Friday figures').waitFor();
  await act(page, 'Friday figures', 'Send me one now');
  await page.getByText('We emailed it to you.').waitFor();
  const mail = await page.context().newPage();
  const letter = mail
    .locator('article')
    .filter({ hasText: `To ${MANAGER}` })
    .filter({ hasText: 'Friday figures' });
  await expect
    .poll(async () => {
      await mail.goto('/sandbox/mailbox');
      return letter.count();
    })
    .toBe(1);
  expect(await letter.textContent()).toContain(`Revenue: ${revenue}`);
  expect(await letter.getByRole('link', { name: /revenue\.csv$/ }).count()).toBe(1);
  await letter.getByRole('link', { name: /report=REVENUE/ }).click();
  await grid(mail, 'Revenue by month').waitFor();
});

it('a saved search is emailed from its menu, with the orders of the screen, and stops when it is deleted', async () => {
  const page = await visit(MANAGER, '/orders?customerSearch=a&sortBy=totalUsd');
  const saved = page.getByRole('button', { name: /^Saved searches/ });
  const choose = async (entry: RegExp) => {
    await saved.click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await grid(page, 'Sales orders').waitFor();
  await choose(/^Save this search/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Biggest of A');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Saved searches: Biggest of A' }).waitFor();
  const first = await grid(page, 'Sales orders').locator('[data-part=body] a').first().textContent();

  await choose(/^Email “Biggest of A” to yourself/);
  const form = page.getByRole('dialog', { name: 'Email “Biggest of A”' });
  await form.getByText('Orders · Customer: a').waitFor();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 800 });
  await form.getByRole('button', { name: 'Schedule emails' }).click();
  await page.getByText('“Biggest of A” is emailed every Monday at 7 AM.').waitFor();

  await page.goto('/orders/emailed-reports');
  await row(page, 'Biggest of A').getByText('Saved search “Biggest of A”').waitFor();
  await act(page, 'Biggest of A', 'Send me one now');
  await page.getByText('We emailed it to you.').waitFor();
  const mail = await page.context().newPage();
  const letter = mail
    .locator('article')
    .filter({ hasText: `To ${MANAGER}` })
    .filter({ hasText: 'Saved search “Biggest of A”' });
  await expect
    .poll(async () => {
      await mail.goto('/sandbox/mailbox');
      return letter.count();
    })
    .toBe(1);
  expect(await letter.textContent()).toContain(`${first} |`);
  await letter.getByRole('link', { name: /openSearch=/ }).click();
  await mail.getByRole('button', { name: 'Saved searches: Biggest of A' }).waitFor();

  await act(page, 'Biggest of A', 'Open the search');
  await page.getByRole('button', { name: 'Saved searches: Biggest of A' }).waitFor();
  await choose(/^Delete “Biggest of A”/);
  await page.getByRole('button', { name: 'Delete search' }).click();
  await page.getByRole('button', { name: 'Saved searches', exact: true }).waitFor();
  await page.goto('/orders/emailed-reports');
  await row(page, 'Biggest of A').getByText('Stopped: the saved search was deleted.').waitFor();
  await act(page, 'Biggest of A', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => row(page, 'Biggest of A').count()).toBe(0);
});

it('scheduled emails are changed, paused, left and removed, wide and small, and leave axe nothing to report', async () => {
  const page = await visit(OWNER, '/orders/emailed-reports');
  await act(page, 'Monday revenue', 'Edit');
  const form = page.getByRole('dialog', { name: 'Edit Monday revenue' });
  await form.getByRole('combobox', { name: 'Send', exact: true }).selectOption({ label: 'Every month' });
  await form.getByRole('combobox', { name: 'On the' }).selectOption({ label: '31st' });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 800 });
  await form.getByRole('button', { name: 'Save' }).click();
  await row(page, 'Monday revenue').getByText('Monthly on the 31st or last day at 7 AM').waitFor();
  await act(page, 'Monday revenue', 'Pause');
  await row(page, 'Monday revenue').getByText('Paused').waitFor();
  await act(page, 'Monday revenue', 'Resume');
  await expect.poll(() => row(page, 'Monday revenue').getByText('Paused').count()).toBe(0);

  const reader = await visit(MANAGER, '/orders/emailed-reports');
  for (const width of [1440, 360]) {
    await reader.setViewportSize({ width, height: 800 });
    await reader.getByText('Monday revenue').first().waitFor();
    expect(await axeFindings(reader)).toEqual([]);
    expect(await scrollsSideways(reader)).toBe(false);
  }
  await reader.setViewportSize({ width: 1440, height: 800 });
  await act(reader, 'Monday revenue', 'Stop getting it');
  await reader.getByRole('button', { name: 'Stop getting it' }).click();
  await expect.poll(() => row(reader, 'Monday revenue').count()).toBe(0);

  await page.reload();
  await row(page, 'Monday revenue')
    .getByText(/stopped getting it\./)
    .waitFor();
  await act(page, 'Monday revenue', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => row(page, 'Monday revenue').count()).toBe(0);
});
