import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, get, Id, patch, post, RowId, search, Version } from '../contract/endpoint';
import { searchCall, searchOrganization } from '../contract/list';
import { lineOfText } from '../text';
import { BidDraft, BidRow, CounterDraft, DealNote, Lot, Offer, OfferChange, OfferDraft, OfferRow } from './deal';
import { bidFilters, dealOrderFilters, openOfferFilters, ownOfferFilters } from './filters';

export const OFFER_SORTS = ['created', 'endsAt', 'productName', 'askingPrice', 'quantity'] as const;
export const BID_SORTS = ['changed', 'productName', 'price', 'answerBy'] as const;
export const DEAL_ORDER_SORTS = ['changed', 'productName', 'price'] as const;

const OfferParams = z.object({ offerUuid: z.uuid('No such offer') });
const BidParams = OfferParams.extend({ bidId: Id });

/** Sellers' offers of a product at a price, to buyers who take it or bid. */
export const offers = {
  search: searchOrganization('/deals/search', {
    summary: 'Open offers of other organizations, in the states of one’s buyer licenses',
    filters: openOfferFilters,
    sorts: OFFER_SORTS,
    sortBy: 'created',
    row: OfferRow,
    days: 'reader',
    requires: read('OFFERS'),
  }),
  own: searchCall('/deals/own/search', {
    summary: 'The organization’s own offers',
    filters: ownOfferFilters,
    sorts: OFFER_SORTS,
    sortBy: 'created',
    row: OfferRow,
    requires: read('OFFERS'),
  }),
  lots: get('/deals/lots', {
    summary: 'Active packages of a product’s mapped items that aren’t in another open offer',
    query: z.object({ orgId: Id, productId: Id }),
    returns: z.array(Lot.extend({ quantity: z.string() })),
    requires: write('OFFERS'),
    refuses: ['NOT_FOUND'],
  }),
  products: search('/deals/products/search', {
    summary: 'Products of a company to offer, by name or SKU',
    body: CompanyScope.extend({ searchTerm: lineOfText().max(200).default('') }),
    returns: z.array(
      z.strictObject({
        id: RowId,
        name: z.string(),
        sku: z.string(),
        brandName: z.string(),
        unitOfMeasure: z.string(),
        wholesalePrice: z.string(),
        available: z.string().nullable(),
      }),
    ),
    requires: write('OFFERS'),
  }),
  get: get('/deals/:offerUuid', {
    summary: 'An offer, with the bids the reader takes part in and every version of each',
    params: OfferParams,
    returns: Offer,
    requires: read('OFFERS'),
  }),
  create: post('/deals', {
    summary: 'Make an offer; of a product or lots of it, until a time, to everybody, partners or chosen customers',
    body: OfferDraft,
    returns: Offer,
    requires: write('OFFERS'),
    audit: 'offer',
    idempotent: true,
    refuses: ['NOT_FOUND'],
  }),
  update: patch('/deals/:offerUuid', {
    summary: 'Change an offer; bids under way keep their own terms',
    params: OfferParams,
    body: OfferChange,
    returns: Offer,
    requires: write('OFFERS'),
    audit: 'offer',
  }),
  close: post('/deals/:offerUuid/close', {
    summary: 'Close an offer; its open bids are declined',
    params: OfferParams,
    body: z.object({ version: Version }),
    returns: Offer,
    requires: write('OFFERS'),
    audit: 'offer',
  }),
};

/** Bids on offers: taking the asking price, or a price of one's own that either side counters until one accepts. */
export const bids = {
  search: searchOrganization('/deals/bids/search', {
    summary: 'One’s own bids and those on one’s offers',
    filters: bidFilters,
    sorts: BID_SORTS,
    sortBy: 'changed',
    row: BidRow,
    days: 'reader',
    requires: read('BIDS'),
  }),
  orders: searchOrganization('/deals/orders/search', {
    summary: 'Bids that became orders, on either side',
    filters: dealOrderFilters,
    sorts: DEAL_ORDER_SORTS,
    sortBy: 'changed',
    row: BidRow,
    days: 'reader',
    requires: read('ORDERS'),
  }),
  place: post('/deals/:offerUuid/bids', {
    summary: 'Place a bid; the asking price is ordered at once',
    params: OfferParams,
    body: BidDraft,
    returns: Offer,
    requires: write('BIDS'),
    audit: 'bid',
    idempotent: true,
    refuses: ['SHORT_OF_STOCK'],
  }),
  counter: post('/deals/:offerUuid/bids/:bidId/counter', {
    summary:
      'Answer a bid; with another price or quantity, and a seller’s is held for the buyer until the time to answer is up',
    params: BidParams,
    body: CounterDraft,
    returns: Offer,
    requires: write('BIDS'),
    audit: 'bid',
    refuses: ['SHORT_OF_STOCK'],
  }),
  accept: post('/deals/:offerUuid/bids/:bidId/accept', {
    summary: 'Accept a bid; makes the order',
    params: BidParams,
    body: z.object({ version: Version }),
    returns: Offer,
    requires: write('BIDS'),
    audit: 'bid',
    idempotent: true,
    refuses: ['SHORT_OF_STOCK'],
  }),
  end: post('/deals/:offerUuid/bids/:bidId/end', {
    summary: 'Decline or withdraw a bid; as the seller, or one’s own',
    params: BidParams,
    body: z.object({ version: Version, note: DealNote }),
    returns: Offer,
    requires: write('BIDS'),
    audit: 'bid',
  }),
};
