import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { read } from '../../../domain/access/ability';
import { exportCall, facetsCall, searchCall } from '../../../domain/contract/list';
import { choices, dates, defineFilters, dollars, flag, ids, text } from '../../../domain/filters';

const filters = defineFilters({
  name: text('Name'),
  locked: flag('Locked'),
  spent: dollars('Spent'),
  joined: dates('Joined'),
  zoneIds: ids('Zones', 'zones'),
  kinds: choices('Kind', [
    { value: 'SHOP', label: 'Shop' },
    { value: 'LAB', label: 'Lab' },
  ]),
});
const options = {
  summary: 'Search customers',
  filters,
  sorts: ['name', 'joined'],
  sortBy: 'name',
  sortDesc: false,
  row: z.strictObject({ id: z.number() }),
  requires: read('CUSTOMERS'),
} as const;

describe('a list searched by POST', () => {
  const search = searchCall('/customers/search', options);

  test('takes its filters, scope, page and sort', () => {
    expect(search.body.parse({ orgId: 1, filters: { spentFrom: '5' } })).toEqual({
      orgId: 1,
      filters: { spentFrom: '5' },
      page: 0,
      itemsPerPage: 25,
      sortBy: 'name',
      sortDesc: false,
    });
    expect(search.body.safeParse({ orgId: 1, filters: { color: 'green' } }).success).toBe(false);
  });

  test('has an export of the same search, with columns by id, on plans with exports', () => {
    const file = exportCall('/customers/export', {
      summary: 'Customers as csv',
      of: search,
      columns: { name: 1, spent: 2 },
    });
    const asked = file.body.parse({ orgId: 1 });
    expect(asked).toMatchObject({ filters: {}, headers: ['name', 'spent'] });
    expect(file.body.safeParse({ orgId: 1, headers: ['color'] }).success).toBe(false);
    expect(file.requires).toMatchObject({ kind: 'on-plan', slug: 'csv-export' });
  });

  test('must have every facet its filters name, or doesn’t compile', () => {
    const named = { summary: 'What customers can be narrowed by', filters, requires: read('CUSTOMERS') };
    const call = facetsCall('/customers/facets', { ...named, returns: z.strictObject({ zones: z.array(z.any()) }) });
    expect(call.method).toBe('GET');
    // @ts-expect-error the filter on zones takes its choices from `zones`
    facetsCall('/customers/facets', { ...named, returns: z.strictObject({ statuses: z.array(z.any()) }) });
  });
});
