import { useCallback } from 'react';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { read, write } from '../../../../domain/access/ability';
import type { BulkProgress } from '../../../../domain/bulk/bulk-act';
import { bulkCall } from '../../../../domain/bulk/bulk-call';
import { bulkActs } from '../../../../domain/bulk/contract';
import { Id } from '../../../../domain/contract/endpoint';
import { defineFilters, type FiltersOf, text } from '../../../../domain/filters';
import { type ListBulk, ResourceGrid, useListAddress } from '../../../../src/kit/list';
import { openAt, world } from '../../support/app';
import { reply } from '../../support/platform';
import { gridOf, type Zone, zonesApp } from './zones';

const ZONES: readonly Zone[] = [
  { id: 1, name: 'North coast', isOpen: true },
  { id: 2, name: 'Valley', isOpen: false },
  { id: 3, name: 'South coast', isOpen: true },
];
const zoneFilters = defineFilters({ q: text('Name') });

const mayChange = read('BROWSE_MY_ORDERS');
export const zoneBulkCall = bulkCall('/zones/bulk', {
  summary: 'Do the same to many zones',
  scope: { orgId: Id, companyId: Id.optional() },
  filters: zoneFilters.schema,
  acts: {
    setOpen: { title: 'Open or close', input: z.object({ isOpen: z.boolean() }), requires: mayChange },
    setColor: {
      title: 'Set color',
      input: z.object({
        color: z.string('Say which color').trim().min(1, 'Say which color').max(20, 'That is too long'),
      }),
      requires: mayChange,
    },
    merge: { title: 'Merge', input: z.object({}), requires: write('CUSTOMERS') },
  },
});

const bulk: ListBulk<Zone, typeof zoneBulkCall> = {
  call: zoneBulkCall,
  label: 'Change',
  nothingOpen: 'No change is open to these zones.',
  acts: [
    {
      act: 'setOpen',
      input: { isOpen: false },
      title: 'Close #',
      outcome: 'closed',
      isOpenTo: ({ isOpen }) => isOpen,
    },
    {
      act: 'setColor',
      asks: [{ name: 'color', label: 'Color', required: true }],
      title: 'Color #',
      outcome: ({ color }) => `colored ${color}`,
    },
    { act: 'merge', title: 'Merge #', outcome: 'merged' },
  ],
};

function ZoneList() {
  const address = useListAddress(zoneFilters);
  const { q = '' } = address.filters as FiltersOf<typeof zoneFilters>;
  return (
    <div className="page">
      <h1>Zones</h1>
      <ResourceGrid<Zone>
        {...gridOf(ZONES)}
        columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name, card: 'title' }]}
        address={address}
        matches={useCallback(({ name }: Zone) => name.toLowerCase().includes(q.toLowerCase()), [q])}
        search={{ label: 'Find a zone', field: 'q' }}
        bulk={bulk}
      />
    </div>
  );
}

const zonesScreen = zonesApp(ZoneList, { requires: mayChange });

const NOBODY = { results: [], resultCount: 0, page: 0 };

/** A bulk action as the platform returns it. */
export const actOf = (more: Partial<BulkProgress> = {}): BulkProgress => ({
  id: 7,
  entity: 'zone',
  act: 'setOpen',
  path: '/zones/bulk',
  input: { isOpen: false },
  state: 'RUNNING',
  total: 2,
  succeeded: 0,
  failed: 0,
  started: '2026-01-05T10:00:00.000Z',
  finished: null,
  undoes: null,
  canUndo: false,
  files: [],
  rows: NOBODY,
  ...more,
});

/** The list, and a platform whose actions are as last set by `tell`. */
export async function openZones(...told: BulkProgress[]) {
  const acts = new Map(told.map((act) => [act.id, act]));
  world.net.on(bulkActs.list, () =>
    reply(
      bulkActs.list,
      [...acts.values()].map(({ rows: _, files: _files, ...act }) => act),
    ),
  );
  for (const id of [7, 8]) {
    world.net.onPath(`/bulk-acts/${id}`, () => {
      const act = acts.get(id);
      return act ? reply(bulkActs.get, act) : Response.json({}, { status: 404 });
    });
  }
  world.net.on(zoneBulkCall, () => {
    acts.set(7, actOf());
    return reply(zoneBulkCall, { id: 7, total: 2 });
  });
  const { container, unmount } = await openAt('/zones', [zonesScreen]);
  return {
    container,
    unmount,
    tell: (act: BulkProgress) => {
      acts.set(act.id, act);
      world.live.change({ topic: 'bulk-acts', kind: 'changed', id: act.id, orgIds: [1] });
    },
  };
}

export const select = async (...names: string[]) => {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
};
export const choose = async (entry: string | RegExp) => {
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
export const dialog = (name: string) => page.getByRole('dialog', { name });
export const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** Requests made by the list's own call. */
export const begun = () => world.net.sent.filter(({ path }) => path === '/zones/bulk');
