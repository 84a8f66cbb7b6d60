import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const stage = openStage();
const main = (page: Page) => page.getByRole('main');
const plan = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Plans and prices' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

it.each([
  ['/', 'Cannabis wholesale, in one place'],
  ['/features', 'Features'],
  ['/compare', 'Pricing'],
  ['/benefits', 'Benefits'],
  ['/download', 'The mobile app'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
])('%s is whole on a phone, a tablet and a computer, light and dark', async (path, title) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await stage.stranger(path, { colorScheme });
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await scrollsSideways(page), `${width}`).toBe(false);
    }
    expect(await axeFindings(page)).toEqual([]);
  }
});

it('says on the first screen of the home page what it is for, for whom, what it costs and how to begin', async () => {
  const page = await stage.stranger('/');
  const { height } = page.viewportSize() ?? { height: 0 };
  const told = [
    page.getByRole('heading', { level: 1 }),
    page.getByText('For licensed growers, brands, distributors and shops.'),
    main(page).getByRole('link', { name: 'Get Started' }),
    main(page).getByRole('link', { name: 'See what selling costs' }),
    main(page).getByRole('heading', { name: 'For sellers' }),
  ];
  for (const part of told) {
    await part.waitFor();
    const box = await part.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  await main(page).getByRole('link', { name: 'See what selling costs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
});

it('shows what each plan costs and adds, and where to ask if prices can’t be read', async () => {
  const page = await stage.stranger('/compare');
  await plan(page, 'Free').getByText('$0.00 a month').waitFor();
  await plan(page, 'Pay-as-you-go').getByText('$49.00 a month').waitFor();
  await plan(page, 'Starter').getByText('$149.00 a month').waitFor();
  await plan(page, 'Starter').getByText('or $1,490.00 a year').waitFor();
  await plan(page, 'Starter').getByText('Price schedules').waitFor();
  await plan(page, 'Premium').getByText('Everything in Starter').waitFor();
  expect(await main(page).getByText('For prices, email').count()).toBe(0);
  await main(page).getByRole('link', { name: 'Get Started' }).click();
  await page.getByLabel('First name').waitFor();

  await page.route('**/billing/prices', (route) => route.abort());
  await page.goto('/compare');
  await main(page).getByText('For prices, email').waitFor();
  await plan(page, 'Starter').getByText('Ask us').waitFor();
  await plan(page, 'Free').getByText('$0.00 a month').waitFor();
});

it('leads from each page to the next question', async () => {
  const page = await stage.stranger('/features');
  await main(page).getByRole('link', { name: 'Benefits' }).click();
  await page.getByRole('heading', { level: 1, name: 'Benefits' }).waitFor();
  await main(page).getByRole('link', { name: 'Features' }).click();
  await page.getByRole('heading', { level: 1, name: 'Features' }).waitFor();
  await main(page).getByRole('link', { name: 'Pricing' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  await main(page).getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
});
