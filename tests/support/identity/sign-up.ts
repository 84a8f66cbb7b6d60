import type { Page } from 'playwright';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { mailedLink } from '../mailbox';

/** Signs up from the page shown, up to the emailed link. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Juno');
  await page.getByLabel('Last name').fill('Alder');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Check your email').first().waitFor();
}

/** Opens the emailed link, in this or another browser, and goes on to the app. */
export async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page, email, /confirm/i));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Continue' }).click();
}
