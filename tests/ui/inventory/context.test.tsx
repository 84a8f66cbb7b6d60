import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bulkActs } from '../../../domain/bulk/contract';
import { heldItems } from '../../../domain/inventory/items/held-items-contract';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { packageSearches } from '../../../domain/inventory/packages/saved-searches';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { organization as organizationCalls } from '../../../domain/organization/contract';
import type { Organization } from '../../../domain/organization/organization';
import { selectOrganization } from '../../../src/providers/session/session-store';
import { items } from '../../../src/resources/catalogue/items';
import { inventory } from '../../../src/resources/inventory/packages';
import { both, entry, heading, openAt, whole, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import { license, NO_FACETS } from './licenses';
import '../../../src/ui/theme';

const brand = (id: number, name: string) => ({
  id,
  orgId: 1,
  name,
  slug: name.toLowerCase(),
  profileImageUri: null,
  states: ['CA'],
  disabled: false,
  review: null,
});

const EMPTY = { results: [], resultCount: 0, page: 0 };

let mine: Pick<Organization, 'licenses' | 'brands'> & Partial<Organization>;
beforeEach(() => {
  world.features = { INVENTORY: both, ITEM_BRANDING: both };
  mine = {
    licenses: [license(1), license(2), license(3, 'CO')],
    brands: [brand(11, 'Heron'), brand(12, 'Ambercrest')],
  };
  const { net } = world;
  net.on(organizationCalls.full, ({ headers }) =>
    reply(organizationCalls.full, { ...whole(Number(headers.get('Org-Id'))), ...mine }),
  );
  net.on(calls.list, () => reply(calls.list, EMPTY));
  net.on(calls.facets, () => reply(calls.facets, NO_FACETS));
  net.on(packageSearches.list, () => reply(packageSearches.list, []));
  net.on(packageBulk.locations, () => reply(packageBulk.locations, []));
  net.on(bulkActs.list, () => reply(bulkActs.list, []));
  net.on(reconciliation.summary, () => reply(reconciliation.summary, { open: 0 }));
  net.on(heldItems.list, () => reply(heldItems.list, EMPTY));
  net.on(heldItems.facets, () => reply(heldItems.facets, { licenses: [], brands: [], categories: [] }));
});

const asked = (path: string) =>
  world.net.sent
    .filter((one) => one.path === path)
    .map(({ search }) => Object.fromEntries(new URLSearchParams(search)));
const last = (path: string) => asked(path).at(-1);
const open = (path = '/inventory') => openAt(path, [inventory, items]);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const state = () => page.getByRole('combobox', { name: 'State' });

/** Chooses in the panel of licenses or brands. */
async function pick(opener: string | RegExp, ...names: string[]) {
  await button(opener).click();
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).click();
  await button('Apply').click();
}

describe('what of the inventory is shown', () => {
  it('is at first the organization’s state, and only that is asked for', async () => {
    await open();
    await expect.element(state()).toHaveValue('CA');
    await expect.poll(() => last('/inventory/facets')).toEqual({ orgId: '1', usState: 'CA' });
    await expect.poll(() => last('/inventory')).toMatchObject({ usState: 'CA' });
    expect(last('/inventory')).not.toHaveProperty('licenseIds');
    await expectNoAxeFindings(document.body);
  });

  it('is narrowed by licenses and brands, and kept over a reload, for this person and organization', async () => {
    const first = await open();
    await pick('All licenses', 'C11-0000002-LIC');
    await expect.poll(() => last('/inventory/facets')).toEqual({ orgId: '1', usState: 'CA', licenseIds: '2' });
    await pick('All brands', 'Heron', 'Ambercrest');
    await expect.poll(() => last('/inventory')).toMatchObject({ licenseIds: '2', brandIds: '11,12' });
    await first.unmount();
    world.net.sent.length = 0;
    // As a new tab begins.
    sessionStorage.clear();
    await open();
    await expect.element(button('Only license C11-0000002-LIC')).toBeVisible();
    await expect.element(button('2 brands')).toBeVisible();
    const kept = { orgId: '1', usState: 'CA', licenseIds: '2', brandIds: '11,12' };
    await expect.poll(() => last('/inventory/facets')).toEqual(kept);
    expect(asked('/inventory/facets')[0]).toEqual(kept);
    await selectOrganization(2);
    await expect.poll(() => last('/inventory/facets')).toEqual({ orgId: '2', usState: 'CA' });
    await selectOrganization(1);
    await expect.poll(() => last('/inventory/facets')).toEqual(kept);
  });

  it('of another state begins without filters, licenses and brands', async () => {
    await open('/inventory?selectedStatuses=ON_HOLD&licenseIds=2');
    await expect.element(button('Only license C11-0000002-LIC')).toBeVisible();
    await expect.poll(() => last('/inventory')).toMatchObject({ licenseIds: '2', selectedStatuses: 'ON_HOLD' });
    expect(location.search).toBe('?selectedStatuses=ON_HOLD');
    world.net.sent.length = 0;
    state().element().focus();
    await state().selectOptions('CO');
    await expect.poll(() => last('/inventory/facets')).toEqual({ orgId: '1', usState: 'CO' });
    // Never the new state with the former filters, nor the former state without them.
    const read = asked('/inventory').map(({ usState, selectedStatuses }) => `${usState} ${selectedStatuses}`);
    expect([...new Set(read)]).toEqual(['CO undefined']);
    expect(location.search).toBe('');
    await expect.element(state()).toHaveFocus();
  });

  it('reads no facets while it is being chosen, and forgets filters that are no longer offered then', async () => {
    world.net.on(calls.facets, ({ search }) => {
      const of = new URLSearchParams(search).get('licenseIds');
      const holders = [1, 2].filter((id) => of === null || of === String(id));
      return reply(calls.facets, {
        ...NO_FACETS,
        holders: holders.map((id) => ({ id, displayName: `L${id}`, count: 1 })),
      });
    });
    await open('/inventory?selectedHolders=1');
    await expect.element(button('Held by: L1')).toBeVisible();
    await button('All licenses').click();
    const [facets, lists] = [world.net.count('/inventory/facets'), world.net.count('/inventory')];
    world.live.change({ topic: 'packages', kind: 'changed', id: 5, orgIds: [1] });
    await expect.poll(() => world.net.count('/inventory')).toBeGreaterThan(lists);
    await page.getByRole('checkbox', { name: /C11-0000002-LIC/ }).click();
    expect(world.net.count('/inventory/facets')).toBe(facets);
    await button('Apply').click();
    await expect.element(page.getByText(/We removed choices from “Held by”/)).toBeVisible();
    await expect.poll(() => location.search).toBe('');
    expect(last('/inventory/facets')).toEqual({ orgId: '1', usState: 'CA', licenseIds: '2' });
  });

  it('loses a license the person no longer sees, and says so', async () => {
    await open('/inventory?licenseIds=2');
    await expect.element(button('Only license C11-0000002-LIC')).toBeVisible();
    mine = { ...mine, licenses: [license(1), license(4), license(3, 'CO')] };
    world.live.change({ topic: 'organization', kind: 'removed', id: 2, orgIds: [1] });
    await expect.element(page.getByText(/We removed a license, brand or state from your choice/)).toBeVisible();
    await expect.element(button('All licenses')).toBeVisible();
    await expect.poll(() => last('/inventory')).not.toHaveProperty('licenseIds');
    await button('All licenses').click();
    await expect.element(page.getByRole('checkbox', { name: /C11-0000004-LIC/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('All licenses')).toHaveFocus();
  });

  it('asks nothing where there is one license, and fits a telephone where there are more', async () => {
    mine = { licenses: [license(1)], brands: [] };
    const first = await open();
    await expect.element(page.getByText('In CA, from the tracking system')).toBeVisible();
    expect(await button('All licenses').query()).toBeNull();
    await first.unmount();
    mine = { licenses: [license(1), license(2), license(3, 'CO')], brands: [brand(11, 'Heron'), brand(12, 'Amber')] };
    await page.viewport(360, 800);
    await open();
    await expect.element(button('All brands')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(360);
    await pick('All licenses', 'C11-0000002-LIC');
    await expect.element(button('Only license C11-0000002-LIC')).toBeVisible();
    await expectNoAxeFindings(document.body);
  });
});

it('whoever is assigned no license is told so', async () => {
  mine = { licenses: [], brands: [] };
  await open();
  await expect.element(page.getByText('No license is assigned to you yet')).toBeVisible();
});

it('packages are shown to an organization that only buys', async () => {
  mine = { licenses: [license(1)], brands: [], companies: [] };
  await open();
  await expect.element(heading('Packages')).toBeVisible();
  await expect.element(entry('Packages')).toBeVisible();
  await expect.poll(() => last('/inventory')).toMatchObject({ orgId: '1', usState: 'CA' });
});

it('all matching packages are changed only within what was chosen', async () => {
  const results = Array.from({ length: 25 }, (_, at) => ({
    id: `1A4060300002199${String(at).padStart(9, '0')}`,
    verdantId: at + 1,
    label: `1A4060300002199${String(at).padStart(9, '0')}`,
    verdantItemId: 1,
    itemName: 'Jar',
    category: 'Buds',
    strainName: null,
    holder: { id: 2, displayName: 'CA 2', name: 'Site 2' },
    holderLicenseId: 2,
    assignedOwner: null,
    status: 'ACTIVE' as const,
    quantity: '0',
    unitOfMeasureAbbreviation: 'ea' as const,
    currentLabTestState: 'TestPassed' as const,
    tradeSample: false,
    locationName: null,
    notes: '',
    trackingQuantity: null,
    trackingUnit: null,
    seen: null,
    metrcOwner: null,
    manifestNumber: null,
    receivedFrom: null,
    transferState: null,
    recipient: null,
    product: null,
    packaged: null,
    received: null,
    lastActivity: '2026-11-20T10:00:00Z',
  }));
  world.net.on(calls.list, () => reply(calls.list, { results, resultCount: 40, page: 0 }));
  await open('/inventory?licenseIds=2&selectedStatuses=ACTIVE');
  await page.getByRole('checkbox', { name: /page/i }).click();
  await button(/Select all 40/).click();
  await button('Change').click();
  await page.getByRole('menuitem', { name: 'Finish all that match' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Finish/ })
    .click();
  await expect
    .poll(() => world.net.sent.find(({ path }) => path === '/inventory/bulk')?.body)
    .toMatchObject({
      usState: 'CA',
      selection: { filters: { licenseIds: [2], selectedStatuses: ['ACTIVE'] } },
    });
});

const jar = {
  name: 'Jar',
  strainName: null,
  categoryName: 'Buds',
  unitOfMeasure: 'ea',
  assignedOwner: null,
} as const;
const jarHeld = { holder: { id: 1, displayName: 'CA 1', name: 'Site 1' }, rule: null, product: null, notes: '' };
const JARS = Array.from({ length: 25 }, (_, at) => ({
  ...jar,
  ...jarHeld,
  id: at + 1,
  packageCount: 0,
  quantity: '0',
}));
const showJars = () =>
  world.net.on(heldItems.list, () => reply(heldItems.list, { results: JARS, resultCount: 40, page: 0 }));

it('all matching items are assigned only for chosen licenses', async () => {
  showJars();
  world.net.on(heldItems.unassignHeld, () => reply(heldItems.unassignHeld, { changed: 40 }));
  await open('/inventory/brands');
  await expect.element(heading('Items')).toBeVisible();
  const takeAll = async () => {
    await page.getByRole('checkbox', { name: /page/i }).click();
    await button(/Select all 40/).click();
    await button('Take from brands').click();
  };
  await takeAll();
  await expect.element(page.getByRole('heading', { name: 'License selection required' })).toBeVisible();
  await button('OK').click();
  await pick('All licenses', 'C11-0000001-LIC');
  await expect.poll(() => last('/inventory-items/held')).toMatchObject({ licenseIds: '1' });
  await takeAll();
  await page.getByRole('dialog').getByRole('button', { name: 'Take from brands' }).click();
  await expect
    .poll(() => world.net.sent.findLast(({ method }) => method === 'POST')?.body)
    .toMatchObject({
      licenseIds: [1],
      excludedItemIds: [],
    });
});

it('items are assigned to a brand also while the filters’ choices can’t be read', async () => {
  showJars();
  world.net.on(heldItems.facets, () => refusal(500, 'INTERNAL', 'An error occurred'));
  world.net.on(heldItems.assignHeld, () => reply(heldItems.assignHeld, { changed: 25 }));
  await open('/inventory/brands');
  await page.getByRole('checkbox', { name: /page/i }).click();
  await button('Assign to a brand').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('heading', { name: 'Assign 25 items to a brand?' })).toBeVisible();
  await dialog.getByRole('combobox', { name: /^Brand/ }).selectOptions('Heron');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect
    .poll(() => world.net.sent.findLast(({ method }) => method === 'POST')?.body)
    .toMatchObject({ brandId: 11 });
});

it('a list of items that the choice above it leaves empty says so', async () => {
  await open('/inventory/brands?licenseIds=2');
  await expect.element(page.getByText('No items of your choice')).toBeVisible();
  await expect.element(page.getByText('Choose other licenses or brands above.')).toBeVisible();
});
