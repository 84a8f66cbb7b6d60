import { org } from './inputs';
import type { Extras, Samples } from './sample';

/** Valid calls of the network. */
export const networkSamples = {
  networkPackages: {
    search: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), filters: { brandId: [w.seller.brand.id], holders: [w.seller.license.id] } },
      }),
    },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    totals: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), filters: { brandId: [w.seller.brand.id], holders: [w.seller.license.id] } },
      }),
    },
    export: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), filters: { brandId: [w.seller.brand.id], holders: [w.seller.license.id] } },
      }),
    },
    previewPartner: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), brandId: w.seller.brand.id, partnerOrgId: w.buyer.org.id } }),
    },
    previewShare: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), brandId: w.unclaimedBrandId, licenseId: w.seller.license.id } }),
    },
    get: { as: 'seller', input: (w) => ({ params: { holderOrgId: w.seller.org.id, id: w.packageId } }) },
  },
  accessLog: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: { brandId: [w.seller.brand.id] } } }) },
  },
} satisfies Partial<Samples>;

/** Ids that these calls take besides. */
export const networkExtras: Extras = {
  networkPackages: {
    previewPartner: { common: { 'body.partnerOrgId': 'a partner is another organization' } },
    previewShare: { common: { 'body.brandId': 'a share is of another organization’s brand' } },
  },
};
