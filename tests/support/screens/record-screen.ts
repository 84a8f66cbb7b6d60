import type { Page } from 'playwright';
import { expect } from 'vitest';
import { axeFindings } from '../browser';
import { namesIn } from './ordered-list';

/** Waits for a page's title. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

export const dialog = (page: Page) => page.getByRole('dialog');

/** A panel of a record's page, by its title. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Waits until a text is shown. */
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** The form with a record's own fields. */
export const details = (page: Page) => page.getByRole('form', { name: 'Details' });

/** Adds the location "Drying barn", at first with a ZIP code that is refused at its field. */
export async function addLocation(page: Page): Promise<void> {
  await panel(page, 'Locations').getByRole('button', { name: 'Add location' }).click();
  await dialog(page).getByLabel('Name').fill('Drying barn');
  await dialog(page).getByLabel('Street address').fill('12 Ridge Road');
  await dialog(page).getByLabel('City').fill('Arcata');
  await dialog(page).getByLabel('ZIP code').fill('955');
  await dialog(page).getByRole('button', { name: 'Add location' }).click();
  await dialog(page).getByText('Enter a ZIP code, such as 94612').waitFor();
  await dialog(page).getByLabel('ZIP code').fill('95521');
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Add location' }).click();
  await expect.poll(async () => (await namesIn(page, 'Locations')).at(-1)).toBe('Drying barn');
}
