import type { World } from '../world';
import { buying, org, selling } from './inputs';
import type { Extras, Samples } from './sample';

const terms = (w: World) => ({
  quantity: '50',
  smallestQuantity: '5',
  askingPrice: '11.00',
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  audience: 'CUSTOMERS' as const,
  customerIds: [w.customerId],
  packageIds: [w.deals.lotId],
});

/** Valid calls of deals. */
export const dealSamples = {
  offers: {
    search: { as: 'buyer', input: (w) => ({ body: { orgId: buying(w).orgId } }) },
    own: { as: 'seller', input: (w) => ({ body: selling(w) }) },
    lots: { as: 'seller', input: (w) => ({ query: { ...org(w), productId: w.productId } }) },
    products: { as: 'seller', input: (w) => ({ body: selling(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { offerUuid: w.deals.offers.forPartners } }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), productId: w.productId, ...terms(w) } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { offerUuid: w.deals.offers.changed },
        body: { version: 0, ...terms(w), packageIds: [] },
      }),
    },
    close: { as: 'seller', input: (w) => ({ params: { offerUuid: w.deals.offers.closed }, body: { version: 0 } }) },
  },
  bids: {
    search: { as: 'buyer', input: (w) => ({ body: { orgId: buying(w).orgId } }) },
    orders: { as: 'buyer', input: (w) => ({ body: { orgId: buying(w).orgId } }) },
    place: {
      as: 'buyer',
      input: (w) => ({
        params: { offerUuid: w.deals.offers.open },
        body: { match: false, licenseId: w.buyer.license.id, counterOfferPrice: '8.50', quantity: '10' },
      }),
    },
    counter: {
      as: 'seller',
      input: (w) => ({
        params: w.deals.bids.countered,
        body: { version: 0, counterOfferPrice: '9.50', quantity: '10' },
      }),
    },
    accept: { as: 'seller', input: (w) => ({ params: w.deals.bids.accepted, body: { version: 0 } }) },
    end: { as: 'seller', input: (w) => ({ params: w.deals.bids.ended, body: { version: 0 } }) },
  },
} satisfies Partial<Samples>;

/** Ids that these calls take besides. */
export const dealExtras: Extras = {
  offers: {
    update: {
      calls: [
        (w) => ({
          params: { offerUuid: w.deals.offers.changed },
          body: { version: 0, ...terms(w) },
        }),
      ],
    },
  },
};
