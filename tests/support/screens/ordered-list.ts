import type { Page } from 'playwright';
import { expect } from 'vitest';
import { noDialog } from '../browser';

/** The names in an ordered list, top to bottom. */
export const namesIn = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).locator('b').allTextContents();

/** Moves an ordered list's last entry up by keyboard; returns the expected names. */
export async function moveLastUp(page: Page, list: string): Promise<string[]> {
  const before = await namesIn(page, list);
  const last = before.at(-1) ?? '';
  await noDialog(page);
  await page.getByRole('button', { name: `Move ${last}`, exact: true }).focus();
  await page.keyboard.press('Space');
  const over = (place: number) => page.getByText(`${last} is over position ${place} of ${before.length}`);
  await over(before.length).waitFor({ state: 'attached' });
  // Arrow keys are handled only after the next render.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('ArrowUp');
  await over(before.length - 1).waitFor({ state: 'attached' });
  const kept = page.waitForResponse((response) => ['PUT', 'PATCH'].includes(response.request().method()));
  await page.keyboard.press('Space');
  expect((await kept).status()).toBe(200);
  return before.toSpliced(-2, 0, last).slice(0, -1);
}
