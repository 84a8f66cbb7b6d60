import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, hasFocus } from '../../support/browser';
import { imageFile, photo } from '../../support/files/pictures';
import { openStage } from '../../support/stage';

const stage = openStage();

const field = (page: Page) => page.getByRole('group', { name: 'Your picture' });
const inBar = (page: Page) => page.getByRole('button', { name: /^Account: / });
const isShown = (page: Page) =>
  inBar(page)
    .locator('img')
    .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth > 0));

it('lets a person choose, replace and remove their picture, and says what can’t be one', async () => {
  const page = await stage.visit('rep@fernhollow.example', '/profile/settings');
  const chooser = field(page).locator('input[type=file]');
  await expect.poll(() => inBar(page).textContent()).toMatch(/^[A-Z]{2}$/);

  await chooser.setInputFiles(await imageFile(new Blob(['<svg/>']), 'logo.jpg'));
  await field(page).getByText('Choose a JPEG, PNG or WebP picture of up to 10 MB').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const damaged = (await photo(900, 900)).slice(0, 3_000);
  await chooser.setInputFiles(await imageFile(damaged, 'damaged.jpg'));
  await field(page).getByText('This picture can’t be read. Choose another one').waitFor();

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose your picture' }).focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(await imageFile(await photo(900, 1200), 'me.jpg'));
  await page.getByText('Your picture saved.').waitFor();
  await expect.poll(() => isShown(page)).toEqual([true]);
  await page.reload();
  await expect.poll(() => isShown(page)).toEqual([true]);
  expect(await axeFindings(page)).toEqual([]);

  const former = await inBar(page).locator('img').getAttribute('src');
  const bytes = Buffer.from(await (await photo(640, 640)).arrayBuffer()).toString('base64');
  await page.getByRole('button', { name: 'Replace your picture' }).focus();
  await page.evaluate((data) => {
    const files = new DataTransfer();
    const file = new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], 'pasted.jpg');
    files.items.add(file);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true }));
  }, bytes);
  await expect.poll(() => inBar(page).locator('img').getAttribute('src')).not.toBe(former);

  await page.getByRole('button', { name: 'Remove your picture' }).click();
  const question = page.getByRole('dialog', { name: 'Remove your picture?' });
  await question.getByText('People see your initials instead.').waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await hasFocus(page.getByRole('button', { name: 'Choose your picture' }));
  await expect.poll(() => inBar(page).textContent()).toMatch(/^[A-Z]{2}$/);
});
