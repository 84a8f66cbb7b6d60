import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The link in the latest email to someone with this subject, from the mailbox stand-in's page. */
export async function mailedLink(page: Page, recipient: string, subject: RegExp): Promise<string> {
  const letter = page
    .locator('article')
    .filter({ hasText: `To ${recipient}` })
    .filter({ hasText: subject })
    .first();
  await expect
    .poll(async () => {
      await page.goto('/sandbox/mailbox');
      return letter.count();
    })
    .toBe(1);
  return (await letter.getByRole('link').first().getAttribute('href')) ?? '';
}
