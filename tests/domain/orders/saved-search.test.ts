import { describe, expect, test } from 'vitest';
import type { OrderFilters } from '../../../domain/orders/filters';
import { orderViews } from '../../../domain/orders/saved-searches';
import { isSameLayout, isSameSearch, type ViewLayout } from '../../../domain/views/saved-view';

const search = (filters: OrderFilters, sort = {}) => ({
  filters,
  sortBy: 'created' as const,
  sortDesc: true,
  ...sort,
});

describe('two searches', () => {
  test.each<[string, OrderFilters, OrderFilters]>([
    ['whatever the order filters were set in', { paid: true, totalFrom: '5' }, { totalFrom: '5', paid: true }],
    ['whatever the order choices were made in', { statuses: ['DRAFT', 'SHIPPED'] }, { statuses: ['SHIPPED', 'DRAFT'] }],
    ['with blank filters or without', { customerSearch: '', brandIds: [], paid: undefined }, {}],
  ])('are the same %s', (_what, one, other) => {
    expect(isSameSearch(search(one), search(other))).toBe(true);
  });

  test.each<[string, ReturnType<typeof search>, ReturnType<typeof search>]>([
    ['one more filter', search({ paid: true }), search({ paid: true, manual: true })],
    ['“no” for “not asked”', search({ paid: false }), search({})],
    ['another choice', search({ brandIds: [1, 2] }), search({ brandIds: [1, 3] })],
    ['another sort', search({}), search({}, { sortBy: 'totalUsd' })],
    ['the other direction', search({}), search({}, { sortDesc: false })],
  ])('differ by %s', (_what, one, other) => {
    expect(isSameSearch(one, other)).toBe(false);
  });
});

describe('a saved page size', () => {
  const sized = (itemsPerPage?: number) => ({ ...search({}), itemsPerPage });
  test('is part of the search, unless none was saved', () => {
    expect(isSameSearch(sized(50), sized(50))).toBe(true);
    expect(isSameSearch(sized(50), sized(25))).toBe(false);
    expect(isSameSearch(sized(), sized(100))).toBe(true);
  });
});

describe('two layouts', () => {
  const plain: Omit<ViewLayout, 'grid'> = { order: [], hidden: {}, pinned: {}, widths: {}, density: 'comfortable' };
  test('are the same whatever the order columns were changed in, and differ by any column or the density', () => {
    expect(isSameLayout({ ...plain, hidden: { a: true, b: true } }, { ...plain, hidden: { b: true, a: true } })).toBe(
      true,
    );
    for (const change of [{ order: ['a'] }, { hidden: { a: true } }, { pinned: { a: true } }, { widths: { a: 90 } }]) {
      expect(isSameLayout(plain, { ...plain, ...change })).toBe(false);
    }
    expect(isSameLayout(plain, { ...plain, density: 'compact' })).toBe(false);
  });
});

describe('a saved search', () => {
  test('has a name of 1 to 80 characters, without surrounding blanks', () => {
    const named = (name: string) => orderViews.draft.safeParse({ name, search: search({}) });
    expect(named(` ${'x'.repeat(80)} `).data?.name).toBe('x'.repeat(80));
    expect(named(' \t ').error?.issues[0]?.message).toBe('Enter a name');
    expect(named('x'.repeat(81)).error?.issues[0]?.message).toBe('Must be 80 characters or fewer');
  });

  test('accepts nothing that isn’t part of a search', () => {
    const named = (search: object) => orderViews.draft.safeParse({ name: 'Late', search }).success;
    expect(named(search({ createdRel: 'LAST_7_DAYS' }))).toBe(true);
    expect(named({ ...search({}), page: 3 })).toBe(false);
    expect(named(search({ totalFrom: '10', totalTo: '5' }))).toBe(false);
  });
});

describe('a search saved for an older list', () => {
  test('keeps its filters when its columns or page size make no sense', () => {
    const kept = { ...search({ paid: true }), itemsPerPage: 7, layout: { grid: 'orders', order: 'all' } };
    expect(orderViews.read(kept)).toEqual(search({ paid: true }));
  });

  test('is read as far as the list still supports it', () => {
    const kept = {
      filters: { paid: true, color: 'green', statuses: ['LOST'], totalFrom: 'abc' },
      sortBy: 'created',
      sortDesc: false,
    };
    expect(orderViews.read(kept)).toEqual({ filters: { paid: true }, sortBy: 'created', sortDesc: false });
  });

  test('uses the default sort if its sort is gone, and shows all if none of its filters remain', () => {
    expect(orderViews.read(search({ paid: true }, { sortBy: 'mood', sortDesc: false }))).toEqual(
      search({ paid: true }),
    );
    expect(orderViews.read(null)).toEqual(search({}));
  });
});
