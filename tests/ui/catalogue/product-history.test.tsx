import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import { productDetails as calls } from '../../../domain/catalogue/contract';
import type { Product } from '../../../domain/catalogue/product-record';
import { shortMoment } from '../../../domain/dates';
import { zoneText } from '../../../domain/time-zones';
import type { Manifest } from '../../../src/providers/manifest';
import { ProductHistory } from '../../../src/resources/catalogue/products/page/ProductHistory';
import { timeZone } from '../../../src/ui/reader-dates';
import { countIn, openAt, world } from '../support/app';
import { reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

const product = { id: 7, companyId: 10 } as Product;
const history: Manifest = {
  name: 'history',
  label: 'History',
  app: 'inventory',
  requires: read('BROWSE_MY_ORDERS'),
  days: 'company',
  screens: [
    {
      path: 'history',
      title: 'History',
      load: async () => ({ default: () => <ProductHistory product={product} /> }),
    },
  ],
};

it.each([
  ['the company’s time zone', 'Pacific/Kiritimati', '2026-03-09T20:30:00.000Z'],
  ['another company’s', 'America/Los_Angeles', '2026-03-10T17:30:00.000Z'],
  ['the reader’s, where the company sets none', null, new Date('2026-03-10T10:30').toISOString()],
])('a product is seen as of a time in %s, which the field names', async (_, zone, at) => {
  countIn(zone);
  world.net.on(calls.logs, () => reply(calls.logs, { results: [], resultCount: 0, page: 0 }));
  world.net.on(calls.asOf, () => reply(calls.asOf, { at, values: null }));
  const { container } = await openAt('/history', [history]);
  const field = page.getByLabelText('As of');
  await field.fill('2026-03-10T10:30');
  await expect.element(field).toHaveAccessibleDescription(`${zoneText(zone ?? timeZone)}.`);
  await expectNoAxeFindings(container);
  await page.getByRole('button', { name: 'See it then' }).click();
  const shown = `As of ${shortMoment(at, zone ?? timeZone)}`;
  await expect.element(page.getByRole('dialog', { name: shown, exact: false })).toBeVisible();
  const asked = () => world.net.sent.find(({ path }) => path.endsWith('/as-of'));
  await expect.poll(() => new URLSearchParams(asked()?.search).get('at')).toBe(at);
});
