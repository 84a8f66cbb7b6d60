import { useCallback, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../../domain/access/ability';
import { defineFilters, type FiltersOf, flag, text } from '../../../../domain/filters';
import { ResourceGrid, useListAddress, useOpenRecord } from '../../../../src/kit/list';
import { Dialog } from '../../../../src/ui/Dialog';
import { openAt } from '../../support/app';
import { expectNoAxeFindings } from '../../support/render';
import '../../../../src/ui/theme';
import { gridOf, type Zone, zonesApp } from './zones';

const ZONES: readonly Zone[] = [
  { id: 1, name: 'North coast', isOpen: true },
  { id: 2, name: 'Valley', isOpen: false },
  { id: 3, name: 'South coast', isOpen: true },
];
const zoneFilters = defineFilters({ q: text('Name'), open: flag('Open') });
const matches = ({ name, isOpen }: Zone, { q = '', open }: FiltersOf<typeof zoneFilters>) =>
  name.toLowerCase().includes(q.toLowerCase()) && (open === undefined || open === isOpen);

function ZoneList() {
  const address = useListAddress(zoneFilters);
  const { open } = useOpenRecord();
  const [zones, setZones] = useState(ZONES);
  return (
    <div className="page">
      <h1>Zones</h1>
      <button type="button" onClick={() => open(null)}>
        Add zone
      </button>
      <ResourceGrid<Zone>
        {...gridOf(zones)}
        columns={[
          { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true, card: 'title' },
          { id: 'open', header: 'Open', cell: ({ isOpen }) => (isOpen ? 'Yes' : 'No') },
        ]}
        address={address}
        matches={useCallback((zone: Zone) => matches(zone, address.filters), [address.filters])}
        search={{ label: 'Find a zone', field: 'q' }}
        filters={zoneFilters}
        whyNotOpen={(zone) => (zone?.name === 'Valley' ? 'The valley is closed.' : null)}
        drawer={({ row, onClose }) => (
          <Dialog title={row ? `Edit ${row.name}` : 'New zone'} onClose={onClose}>
            <button type="button" onClick={() => setZones((now) => now.filter(({ id }) => id !== row?.id))}>
              Delete
            </button>
          </Dialog>
        )}
      />
    </div>
  );
}

const zonesScreen = zonesApp(ZoneList, { requires: read('BROWSE_MY_ORDERS') });

const open = (address = '') => openAt(`/zones${address}`, [zonesScreen]);
const dialog = (name: string) => page.getByRole('dialog', { name });
const names = () =>
  [...document.querySelectorAll('[role=row][data-r]:not([data-r="-1"]) [data-c="0"]')].map((cell) => cell.textContent);
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });

describe('a list loaded whole', () => {
  it('is searched while typing, and the address has the text', async () => {
    await open();
    await page.getByRole('searchbox', { name: 'Find a zone' }).fill('coast');
    await expect.poll(names).toEqual(['North coast', 'South coast']);
    expect(new URLSearchParams(location.search).get('q')).toBe('coast');
    await page.getByRole('searchbox', { name: 'Find a zone' }).fill('desert');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(names).toHaveLength(3);
  });

  it('is filtered and sorted by a link', async () => {
    await open('?open=true&sortBy=name&sortDesc=true');
    await expect.poll(names).toEqual(['South coast', 'North coast']);
    await page.getByRole('button', { name: 'Remove Open: Yes' }).click();
    await expect.poll(names).toEqual(['Valley', 'South coast', 'North coast']);
  });

  it('passes axe with a record open', async () => {
    const { container } = await open('?edit=1');
    await expect.element(dialog('Edit North coast')).toBeVisible();
    await expectNoAxeFindings(container);
  });
});

describe('a record beside its list', () => {
  it('opens from its row, is in the address, and Back closes it and returns focus to the row', async () => {
    await open();
    await cell('South coast').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog('Edit South coast')).toBeVisible();
    expect(location.search).toBe('?edit=3');
    history.back();
    await expect.element(dialog('Edit South coast')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.textContent).toBe('South coast');
  });

  it('returns to the previous address when closed', async () => {
    await open('?q=coast');
    await page.getByRole('button', { name: 'Add zone' }).click();
    await expect.element(dialog('New zone')).toBeVisible();
    expect(new URLSearchParams(location.search).has('new')).toBe(true);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => location.search).toBe('?q=coast');
    await expect.poll(() => document.activeElement?.textContent).toBe('Add zone');
    history.forward();
    await expect.element(dialog('New zone')).toBeVisible();
  });

  it('opens from a link, and its row has focus afterwards', async () => {
    await open('?edit=1');
    await expect.element(dialog('Edit North coast')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => location.search).toBe('');
    await expect.poll(() => document.activeElement?.textContent).toBe('North coast');
  });

  it.each([
    ['?edit=99', 'This zone doesn’t exist anymore.'],
    ['?edit=2', 'The valley is closed.'],
  ])('doesn’t open from %s, and says why', async (address, reason) => {
    await open(address);
    await expect.element(page.getByText(reason)).toBeVisible();
    expect(page.getByRole('dialog').elements()).toHaveLength(0);
    await expect.poll(() => location.search).toBe('');
  });

  it('stays open when it is deleted meanwhile', async () => {
    await open('?edit=3');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(names).toEqual(['North coast', 'Valley']);
    await expect.element(dialog('Edit South coast')).toBeVisible();
  });
});
