import { z } from 'zod';
import { Id, Version } from '../contract/endpoint';
import { ORDER_SORTS } from './contract';
import { orderFilters } from './filters';

/** Saved searches one person may keep for a company. */
export const MOST_SAVED_SEARCHES = 100;

/** What is shown of the sales orders and in which order; the page and the columns are not part of it. */
export const OrderSearch = z.strictObject({
  filters: orderFilters.schema,
  sortBy: z.enum(ORDER_SORTS),
  sortDesc: z.boolean(),
});
export type OrderSearch = z.infer<typeof OrderSearch>;

export const SavedSearchName = z
  .string()
  .trim()
  .min(1, 'Give the search a name')
  .max(80, 'Must be 80 characters or fewer');

export const SavedSearchDraft = z.object({ name: SavedSearchName, search: OrderSearch });

/** A search of the sales orders, kept by one person for one company. */
export const SavedSearch = z.strictObject({
  id: Id,
  name: z.string(),
  search: OrderSearch,
  version: Version,
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Whether two searches show the same orders in the same order. Blank filters, and in what order they were set, do not count. */
export function isSameSearch(a: OrderSearch, b: OrderSearch): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ filters, sortBy, sortDesc }: OrderSearch): string {
  const set = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) => [field, Array.isArray(value) ? [...value].map(String).sort() : value] as const)
    .sort(([one], [other]) => one.localeCompare(other));
  return JSON.stringify([set, sortBy, sortDesc]);
}
