import { choices, defineFilters, text } from '../filters';
import { AUDIENCE_IDS, AUDIENCES, BID_STATUS_IDS, BID_STATUSES, OFFER_STATUS_IDS, OFFER_STATUSES } from './deal';

/** Offers of others. */
export const openOfferFilters = defineFilters({ search: text('Product, brand or seller') });

/** One's own offers. */
export const ownOfferFilters = defineFilters({
  search: text('Product or brand'),
  statuses: choices(
    'Status',
    OFFER_STATUS_IDS.map((value) => ({ value, label: OFFER_STATUSES[value] })),
  ),
  audiences: choices(
    'Shown to',
    AUDIENCE_IDS.map((value) => ({ value, label: AUDIENCES[value] })),
  ),
});

export const BID_SIDES = { BUYER: 'Ours', SELLER: 'On our offers' } as const;

/** Bids, from either side. */
export const bidFilters = defineFilters({
  search: text('Product or brand'),
  sides: choices(
    'Bids',
    (['BUYER', 'SELLER'] as const).map((value) => ({ value, label: BID_SIDES[value] })),
  ),
  statuses: choices(
    'Status',
    BID_STATUS_IDS.map((value) => ({ value, label: BID_STATUSES[value] })),
  ),
});

/** Orders that came from deals. */
export const dealOrderFilters = defineFilters({
  search: text('Product or brand'),
  sides: choices(
    'Orders',
    (['BUYER', 'SELLER'] as const).map((value) => ({ value, label: value === 'BUYER' ? 'We bought' : 'We sold' })),
  ),
});
