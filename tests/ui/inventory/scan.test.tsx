import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bulkActs } from '../../../domain/bulk/contract';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { packageSearches } from '../../../domain/inventory/packages/saved-searches';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { organization } from '../../../domain/organization/contract';
import { inventory } from '../../../src/resources/inventory/packages';
import { both, openAt, whole, world } from '../support/app';
import { reply } from '../support/platform';
import { license, NO_FACETS } from './licenses';
import '../../../src/ui/theme';

const A = '1A4060300002199000003445';
const B = '1A4FF0100000022000000101';
const [C, D] = [`${A.slice(0, 20)}9999`, `${A.slice(0, 20)}8888`];

beforeEach(() => {
  world.features = { INVENTORY: both };
  const { net } = world;
  net.on(organization.full, () => reply(organization.full, { ...whole(1), licenses: [license(1)] }));
  net.on(calls.list, () => reply(calls.list, { results: [], resultCount: 0, page: 0 }));
  net.on(calls.facets, () => reply(calls.facets, NO_FACETS));
  net.on(packageSearches.list, () => reply(packageSearches.list, []));
  net.on(packageBulk.locations, () => reply(packageBulk.locations, []));
  net.on(bulkActs.list, () => reply(bulkActs.list, []));
  net.on(reconciliation.summary, () => reply(reconciliation.summary, { open: 0 }));
});

const asked = () =>
  world.net.sent.flatMap(({ path, search }) => {
    const tag = path === '/inventory' ? new URLSearchParams(search).get('packageLabelSearchTerm') : null;
    return tag === null ? [] : [tag];
  });

it('a tag scanned into the list’s search is found at once, and the next scan replaces it', async () => {
  await openAt('/inventory', [inventory]);
  const search = page.getByRole('searchbox', { name: 'Find or scan a tag' });
  await search.click();
  await userEvent.keyboard(`*${A.toLowerCase()}*{Tab}`);
  await expect.element(search).toHaveValue(A);
  await expect.element(search).toHaveFocus();
  await expect.poll(() => asked().at(-1)).toBe(A);
  await userEvent.keyboard(`${B}{Enter}`);
  await expect.element(search).toHaveValue(B);
  await expect.poll(() => asked().at(-1)).toBe(B);
  // Behind what it has, too.
  await userEvent.keyboard(`{End}${C}{Tab}`);
  await expect.element(search).toHaveValue(C);
  await expect.poll(() => asked().at(-1)).toBe(C);
  await userEvent.keyboard('{Tab}');
  await expect.element(search).not.toHaveFocus();
});

it('tags scanned one after the other are added, whether they end with Enter, Tab or nothing', async () => {
  await openAt('/inventory', [inventory]);
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  const tag = page.getByRole('dialog').getByLabelText('Tag', { exact: true });
  await expect.element(tag).toHaveFocus();
  await userEvent.keyboard(`${A}{Tab}`);
  await expect.element(tag).toHaveFocus();
  await userEvent.keyboard(`*${B}*{Enter}${C}${D}`);
  await expect.element(page.getByText('4 of 100 scanned, 4 not found')).toBeVisible();
  await expect.element(tag).toHaveValue('');
  expect(new Set(asked())).toEqual(new Set([A, B, C, D]));
  await userEvent.keyboard('{Tab}');
  await expect.element(tag).not.toHaveFocus();
});
