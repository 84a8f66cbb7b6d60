import { useCallback } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anyOf, read } from '../../../../domain/access/ability';
import { defineFilters, flag, ids, text } from '../../../../domain/filters';
import { savedViewCalls, viewsOf } from '../../../../domain/views/saved-view';
import { ResourceGrid, useListAddress, useSavedViews } from '../../../../src/kit/list';
import { resourceOf } from '../../../../src/providers/refine/resource';
import { openAt, world } from '../../support/app';
import { refusal, reply } from '../../support/platform';
import { expectNoAxeFindings } from '../../support/render';
import '../../../../src/ui/theme';
import { gridOf, type Zone, zonesApp } from './zones';

const ZONES: readonly Zone[] = [
  { id: 41, name: 'North coast', isOpen: true },
  { id: 42, name: 'Valley 41', isOpen: false },
];
const filters = defineFilters({
  q: text('Name'),
  number: text('Number'),
  open: flag('Open'),
  zoneIds: ids('Groups', 'groups'),
});
const FACETS = { groups: [{ id: 3, name: 'Coastal' }] };
const SORTS = { by: ['name'], first: 'name', desc: true } as const;
const requires = anyOf(read('BROWSE_MY_ORDERS'), read('CUSTOMERS'));
const calls = savedViewCalls('/zones/searches', {
  views: viewsOf({ list: 'zones', filters, sorts: SORTS.by, sortBy: SORTS.first }),
  of: 'zones',
  requires,
});
const searches = resourceOf({ name: 'zone-searches', company: 'seller', ...calls });
type View = ReturnType<(typeof calls)['create']['returns']['parse']>;

function ZoneList() {
  const address = useListAddress(filters, SORTS);
  const views = useSavedViews(searches, address, 'zones');
  const { q = '', number, open } = address.filters;
  return (
    <div className="page">
      <h1>Zones</h1>
      <ResourceGrid<Zone>
        {...gridOf(ZONES)}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true, card: 'title' },
          { id: 'state', header: 'State', cell: ({ isOpen }) => (isOpen ? 'Open' : 'Closed') },
        ]}
        address={address}
        matches={useCallback(
          ({ id, name, isOpen }: Zone) =>
            name.toLowerCase().includes(q.toLowerCase()) &&
            (number === undefined || String(id) === number) &&
            (open === undefined || open === isOpen),
          [q, number, open],
        )}
        search={{ label: 'Find a zone', field: 'q', number: 'number' }}
        filters={filters}
        facets={FACETS}
        views={views}
      />
    </div>
  );
}

const zonesScreen = zonesApp(ZoneList, { requires });

const OWN = { companyId: 10, isShared: false, isMine: true, by: 'Olive Marsh' };
let kept: View[];
beforeEach(() => {
  kept = [
    { id: 5, name: 'Coast', search: { filters: { q: 'coast' }, sortBy: 'name', sortDesc: true }, version: 0, ...OWN },
  ];
  world.net.on(calls.list, () => reply(calls.list, kept));
});

const open = (address = '') => openAt(`/zones${address}`, [zonesScreen]);
const searchbox = page.getByRole('searchbox', { name: 'Find a zone' });
const names = () =>
  [...document.querySelectorAll('[role=row][data-r]:not([data-r="-1"]) [data-c="0"]')].map((cell) => cell.textContent);
const asked = () => Object.fromEntries(new URLSearchParams(location.search));
const choose = async (entry: string | RegExp) => {
  await page.getByRole('button', { name: /^Saved searches/ }).click();
  await page.getByRole('menu').getByText(entry).click();
};
const nameField = page.getByRole('textbox', { name: 'Name' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('the quick search of a list', () => {
  it('searches once typing pauses, and Back undoes it', async () => {
    await open();
    // At once: on a busy machine, keys typed one by one are searches of their own.
    await searchbox.fill('coast');
    await expect.poll(names).toEqual(['North coast']);
    expect(asked()).toEqual({ q: 'coast' });
    history.back();
    await expect.poll(names).toHaveLength(2);
    await expect.element(searchbox).toHaveValue('');
  });

  it('treats digits as a number, and stops when words follow', async () => {
    await open();
    await searchbox.fill('41');
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['North coast']);
    expect(asked()).toEqual({ number: '41' });
    await searchbox.fill('valley');
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['Valley 41']);
    expect(asked()).toEqual({ q: 'valley' });
  });

  it('leaves the other filters as they are', async () => {
    await open('?open=false');
    await searchbox.fill('coast');
    await expect.element(page.getByText('No zones match these filters')).toBeVisible();
    expect(asked()).toEqual({ open: 'false', q: 'coast' });
  });
});

describe('a filter whose choice no longer exists', () => {
  it('leaves the address and the list, which says so', async () => {
    await open('?zoneIds=3,9&open=true');
    await expect.element(page.getByText(/^We removed choices from “Groups”/)).toBeVisible();
    await expect.poll(asked).toEqual({ zoneIds: '3', open: 'true' });
    await expect.poll(names).toEqual(['North coast']);
  });
});

describe('the saved searches of a list', () => {
  it('show what was saved, and when the list has changed since', async () => {
    await open();
    await choose('Coast');
    await expect.poll(names).toEqual(['North coast']);
    expect(asked()).toEqual({ q: 'coast', savedSearchId: '5' });
    await searchbox.fill('valley');
    await expect.element(page.getByRole('button', { name: 'Saved searches: Coast, changed' })).toBeVisible();
    await choose('All zones');
    await expect.poll(names).toHaveLength(2);
  });

  it('are saved under a name, which is required', async () => {
    world.net.on(calls.create, ({ body }) => {
      const { name, search } = calls.create.body.parse(body);
      kept = [...kept, { id: 6, name, search, version: 0, ...OWN }];
      return reply(calls.create, { id: 6, name, search, version: 0, ...OWN });
    });
    const { container } = await open('?q=valley');
    await choose('Save this search…');
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Enter a name')).toBeVisible();
    await expectNoAxeFindings(container);
    await nameField.fill('Inland');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Saved searches: Inland' })).toBeVisible();
    expect(asked()).toEqual({ q: 'valley', savedSearchId: '6' });
  });

  it('keep the typed name when the platform refuses it', async () => {
    world.net.on(calls.create, () => refusal(409, 'CONFLICT', 'You already have a search of this name.'));
    await open('?q=valley');
    await choose('Save this search…');
    await nameField.fill('Coast');
    await press('Save search');
    await expect.element(page.getByText('You already have a search of this name.')).toBeVisible();
    await expect.element(nameField).toHaveValue('Coast');
  });

  it('are deleted only after confirming', async () => {
    world.net.on(calls.remove, () => {
      kept = [];
      return reply(calls.remove, { ok: true });
    });
    await open('?q=coast&savedSearchId=5');
    await choose(/^Delete “Coast”/);
    await press('Keep search');
    expect(world.net.sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await choose(/^Delete “Coast”/);
    await press('Delete search');
    await expect.element(page.getByRole('button', { name: 'Saved searches', exact: true })).toBeVisible();
    expect(asked()).toEqual({ q: 'coast' });
  });

  it('come before anything that would move when they arrive', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.net.on(calls.list, async () => {
      await promise;
      return reply(calls.list, kept);
    });
    await open();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Loading…' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Save this search…' })).not.toBeInTheDocument();
    resolve();
    await expect.element(page.getByRole('menuitemcheckbox', { name: 'Coast' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Save this search…' })).toBeVisible();
  });

  it('that fail to load can be retried', async () => {
    let isDown = true;
    world.net.on(calls.list, () => (isDown ? refusal(409, 'CONFLICT', 'Not just now.') : reply(calls.list, kept)));
    await open();
    await page.getByRole('button', { name: /^Saved searches/ }).click();
    await expect.element(page.getByRole('menuitem', { name: /^Try again/ })).toBeVisible();
    isDown = false;
    await page.getByRole('menuitem', { name: /^Try again/ }).click();
    await page.getByRole('button', { name: /^Saved searches/ }).click();
    await expect.element(page.getByRole('menu').getByText('Coast')).toBeVisible();
  });

  it('are shared with the team by their owner, and used but not changed by others', async () => {
    kept = [...kept, { ...(kept[0] as View), id: 7, name: 'Valley', isShared: true, isMine: false, by: 'Priya Raman' }];
    const sent: unknown[] = [];
    world.net.on(calls.update, ({ body }) => {
      sent.push(body);
      return reply(calls.update, { ...(kept[0] as View), isShared: true, version: 1 });
    });
    await open('?q=coast&savedSearchId=5');
    await choose('Share “Coast” with your team');
    await expect.poll(() => sent).toMatchObject([{ name: 'Coast', isShared: true, version: 0 }]);
    await choose(/^Valley/);
    await expect.poll(asked).toMatchObject({ savedSearchId: '7' });
    await page.getByRole('button', { name: /^Saved searches/ }).click();
    await expect.element(page.getByText('Shared by Priya Raman')).toBeVisible();
    expect(page.getByText('Rename “Valley”…').query()).toBeNull();
  });

  it('have columns of their own, which are changed without changing one’s usual ones', async () => {
    const headers = () => [...document.querySelectorAll('[role=columnheader][data-c]')].map((one) => one.textContent);
    const toggleOpen = async () => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'State' }).click();
      await userEvent.keyboard('{Escape}');
    };
    const layout = { grid: 'zones', order: ['state', 'name'], hidden: {}, pinned: {}, widths: {} };
    const search = {
      ...(kept[0] as View).search,
      itemsPerPage: 50,
      layout: { ...layout, density: 'comfortable' as const },
    };
    kept = [{ ...(kept[0] as View), search }];
    world.net.on(calls.update, ({ body }) => {
      kept = [{ ...(kept[0] as View), ...calls.update.body.parse(body), isShared: false, version: 1 }];
      return reply(calls.update, kept[0] as View);
    });
    await open();
    await expect.poll(headers).toEqual(['Name', 'State']);
    await choose('Coast');
    await expect.poll(headers).toEqual(['State', 'Name']);
    expect(document.querySelector('[data-density]')?.getAttribute('data-density')).toBe('comfortable');
    expect(asked()).toEqual({ q: 'coast', itemsPerPage: '50', savedSearchId: '5' });
    await toggleOpen();
    const changed = page.getByRole('button', { name: 'Saved searches: Coast, changed' });
    await expect.element(changed).toBeVisible();
    await toggleOpen();
    await expect.element(page.getByRole('button', { name: 'Saved searches: Coast', exact: true })).toBeVisible();
    await toggleOpen();
    await choose('Reset to saved search');
    await expect.poll(headers).toEqual(['State', 'Name']);
    await toggleOpen();
    await choose('Save changes to “Coast”');
    await expect.element(page.getByRole('button', { name: 'Saved searches: Coast', exact: true })).toBeVisible();
    await expect.poll(headers).toEqual(['Name']);
    expect(kept[0]?.search.layout).toEqual({ ...layout, hidden: { state: true }, density: 'comfortable' });
    await choose('All zones');
    await expect.poll(headers).toEqual(['Name', 'State']);
  });

  it('open from a link of their own', async () => {
    world.net.on(calls.get, () => reply(calls.get, kept[0] as View));
    await open('?openSearch=5');
    await expect.element(page.getByRole('button', { name: 'Saved searches: Coast', exact: true })).toBeVisible();
    await expect.poll(names).toEqual(['North coast']);
    expect(asked()).toEqual({ q: 'coast', savedSearchId: '5' });
  });

  it('say so when a link opens one that is gone or not shared, and show all', async () => {
    world.net.on(calls.get, () => refusal(404, 'NOT_FOUND', 'Saved search not found'));
    await open('?openSearch=9');
    await expect.element(page.getByText(/was deleted, or isn’t shared with you/)).toBeVisible();
    await expect.poll(asked).toEqual({});
    await expect.poll(names).toHaveLength(2);
  });
});
