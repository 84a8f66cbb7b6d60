import { expect, test } from 'vitest';
import { bidFilters, dealOrderFilters, openOfferFilters, ownOfferFilters } from '../../../domain/deals/filters';
import type { FilterSet } from '../../../domain/filters';

/** Filters by name, with their label and the choices people read. */
const offered = ({ fields }: { fields: FilterSet['fields'] }) =>
  fields.map((field) => [
    field.id,
    field.label,
    ...(field.kind === 'choices' ? [field.options.map(({ value, label }) => `${value}: ${label}`)] : []),
  ]);

test('offers of others are found by what and whose they are', () => {
  expect(offered(openOfferFilters)).toEqual([['search', 'Product, brand or seller']]);
});

test('one’s own offers are found by how they stand and who sees them too', () => {
  expect(offered(ownOfferFilters)).toEqual([
    ['search', 'Product or brand'],
    ['statuses', 'Status', ['OPEN: Open', 'FILLED: Sold', 'CLOSED: Closed', 'EXPIRED: Ended']],
    ['audiences', 'Shown to', ['EVERYBODY: Everybody', 'PARTNERS: Partners', 'CUSTOMERS: Chosen customers']],
  ]);
});

test('bids are found by whose they are and how they stand, orders by who bought', () => {
  expect(offered(bidFilters)).toEqual([
    ['search', 'Product or brand'],
    ['sides', 'Bids', ['BUYER: Ours', 'SELLER: On our offers']],
    [
      'statuses',
      'Status',
      ['OPEN: Open', 'ACCEPTED: Accepted', 'DECLINED: Declined', 'WITHDRAWN: Withdrawn', 'EXPIRED: Expired'],
    ],
  ]);
  expect(offered(dealOrderFilters)).toEqual([
    ['search', 'Product or brand'],
    ['sides', 'Orders', ['BUYER: We bought', 'SELLER: We sold']],
  ]);
});
