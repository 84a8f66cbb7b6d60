import type { Page } from 'playwright';

/** A key from one of the sandbox's pages: that of the row with these words. */
export async function sandboxKey(page: Page, path: `/sandbox/${string}`, words: RegExp): Promise<string> {
  const other = await page.context().newPage();
  await other.goto(path);
  const key = await other.getByRole('row', { name: words }).locator('code').textContent();
  await other.close();
  return key ?? '';
}
