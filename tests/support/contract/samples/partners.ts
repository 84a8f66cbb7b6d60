import { org } from './inputs';
import type { Extras, Samples } from './sample';

/** Where the two sides are told of what one of them began. */
const TOLD = ['audit_log', 'notifications', 'notification_groups', 'held_letters'];

/** Valid calls about partners. */
export const partnerSamples = {
  partners: {
    list: { as: 'seller', input: (w) => ({ query: { ...org(w), brandIds: [w.seller.brand.id] } }) },
    grant: {
      as: 'seller',
      input: (w) => ({ body: { orgId: w.buyer.org.id, brandId: w.seller.brand.id, canViewPackages: true } }),
    },
    request: {
      as: 'seller',
      input: (w) => ({ body: { brandId: w.partners.buyersBrandId, message: 'We would carry it.' } }),
      shared: true,
    },
    accept: { as: 'seller', input: (w) => ({ params: { id: w.partners.askedId }, body: { canViewPackages: true } }) },
    update: {
      as: 'seller',
      input: (w) => ({ params: { id: w.partners.agreedId }, body: { canViewPackages: true, endsAt: null } }),
    },
    ending: { as: 'seller', input: (w) => ({ params: { id: w.partners.agreedId } }) },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.partners.agreedId }, query: { status: 'ACCEPTED' } }) },
  },
} satisfies Partial<Samples>;

/** Ids that these calls take besides. */
export const partnerExtras: Extras = {
  partners: {
    grant: {
      common: { 'body.orgId': 'Any organization can be made a partner.' },
      begins: { 'body.orgId': [...TOLD, 'partner_brands'] },
    },
    request: {
      common: { 'body.brandId': 'The owner of any brand of the directory can be asked.' },
      begins: { 'body.brandId': [...TOLD, 'partner_brands'] },
    },
  },
};
