import type { Locator, Page } from 'playwright';

/** The last message with a text in the open conversation, with its actions and reactions; the list of conversations shows its words as well. */
export const message = (page: Page, text: string): Locator =>
  page.getByRole('region').getByRole('listitem').filter({ hasText: text }).last();
