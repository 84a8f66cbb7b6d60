import { bids as bidCalls, offers as calls } from '../../../domain/deals/contract';
import { resourceOf } from '../../providers/refine/resource';

/** Offers of other organizations; those to partners come and go with consents (`useConsentRound`). */
export const openOffers = resourceOf({
  name: 'open-offers',
  topics: ['deals'],
  list: calls.search,
});

/** A company's own offers, and any offer by its address. */
export const offers = resourceOf({
  name: 'offers',
  company: 'seller',
  topics: ['deals'],
  list: calls.own,
  one: calls.get,
  create: calls.create,
  update: calls.update,
});

/** A company's products that can be offered. */
export const offerProducts = resourceOf({
  name: 'offer-products',
  company: 'seller',
  topics: ['products'],
  list: calls.products,
});

/** Bids of both sides. */
export const bids = resourceOf({ name: 'bids', topics: ['deals'], list: bidCalls.search });

/** Bids that became orders. */
export const dealOrders = resourceOf({
  name: 'deal-orders',
  topics: ['deals', 'orders'],
  list: bidCalls.orders,
});
