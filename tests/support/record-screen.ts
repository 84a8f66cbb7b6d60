import type { Page } from 'playwright';

/** Waits for a page's title. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

export const dialog = (page: Page) => page.getByRole('dialog');

/** A panel of a record's page, by its title. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Waits until a text is shown. */
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** The form with a record's own fields. */
export const details = (page: Page) => page.getByRole('form', { name: 'Details' });
