import { bids, offers } from '../../domain/deals/contract';
import { implement } from '../implement';
import { acceptBid, counterBid, endBid, placeBid } from './bid';
import { describeOffer } from './find-offer';
import { findOfferProducts } from './offer-products';
import { allBids, dealOrders } from './read-bids';
import { openOffers, ownOffers } from './read-offers';
import { closeOffer, createOffer, listLots, updateOffer } from './write-offers';

export const dealRoutes = [
  implement(offers)({
    search: openOffers.search,
    own: ownOffers.search,
    lots: listLots,
    products: findOfferProducts,
    get: (ctx, { params: { offerUuid } }) => describeOffer(ctx, offerUuid),
    create: createOffer,
    update: updateOffer,
    close: closeOffer,
  }),
  implement(bids)({
    search: allBids.search,
    orders: dealOrders.search,
    place: placeBid,
    counter: counterBid,
    accept: acceptBid,
    end: endBid,
  }),
];
