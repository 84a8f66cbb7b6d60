import { choices, dates, defineFilters, flag, text } from '../filters';
import { OWNED_FIELDS } from './owners';
import { WHOLESALE_KINDS, type WholesaleKind } from './vocabulary';

export const KIND_LABELS: Record<WholesaleKind, string> = { PRODUCT: 'Product', CUSTOMER: 'Customer', ORDER: 'Order' };

const fields = Object.values(OWNED_FIELDS).flatMap((of) => Object.entries<{ label: string }>(of));

/** Filters of conflicts with the wholesale marketplace. Without `settled`, only open ones are found. */
export const conflictFilters = defineFilters({
  searchTerm: text('Product, customer or order'),
  kinds: choices(
    'Kind',
    WHOLESALE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  ),
  fields: choices(
    'Field',
    [...new Map(fields.map(([value, { label }]) => [value, label]))].map(([value, label]) => ({ value, label })),
  ),
  found: dates('Found', { past: true }),
  settled: flag('Settled'),
});
