import { org } from './inputs';
import type { Extras, Samples } from './sample';

/** Valid calls about shared brands. */
export const shareSamples = {
  sharedBrands: {
    list: { as: 'seller', input: (w) => ({ query: { ...org(w), licenseId: w.seller.license.id } }) },
    brandSummaries: { as: 'seller', input: (w) => ({ query: org(w) }) },
    summaries: { as: 'seller', input: (w) => ({ query: org(w) }) },
    byLicensesAndBrand: {
      as: 'seller',
      input: (w) => ({
        query: { ...org(w), licenseIds: [w.seller.license.id], brandId: w.shares.sharedBrandId },
      }),
    },
    candidates: { as: 'seller', input: (w) => ({ query: { ...org(w), licenseId: w.seller.license.id } }) },
    create: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), licenseId: w.seller.license.id, brandId: w.shares.freeBrandId } }),
    },
    enable: { as: 'seller', input: (w) => ({ params: { id: w.shares.shareId } }) },
    disable: { as: 'seller', input: (w) => ({ params: { id: w.shares.shareId } }) },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.shares.shareId } }) },
    uses: { as: 'seller', input: (w) => ({ params: { id: w.shares.shareId } }) },
    request: {
      as: 'seller',
      input: (w) => ({ query: { licenseId: w.buyer.license.id, brandId: w.shares.askableBrandId } }),
    },
    rescind: {
      as: 'seller',
      input: (w) => ({ query: { licenseId: w.buyer.license.id, brandId: w.shares.askedBrandId } }),
    },
    byCode: { as: 'seller', input: (w) => ({ params: { code: w.shares.shareCode } }), shared: true },
    open: { as: 'seller', input: (w) => ({ params: { code: w.shares.shareCode } }) },
  },
  autoSharing: {
    enable: { as: 'seller', input: (w) => ({ params: { id: w.seller.license.id } }) },
    disable: { as: 'seller', input: (w) => ({ params: { id: w.seller.license.id } }) },
  },
} satisfies Partial<Samples>;

const OTHERS_BRAND = 'the brand that is shared is another organization’s';
const OTHERS_LICENSE = 'the license that is asked is another organization’s';

/** Where the two sides have what one of them began. */
const TOLD = ['shared_brands', 'audit_log', 'notifications', 'notification_groups', 'held_letters'];

export const shareExtras: Extras = {
  sharedBrands: {
    list: {
      calls: [
        (w) => ({ query: { ...org(w), brandId: w.shares.askedBrandId } }),
        (w) => ({ query: { ...org(w), partnerBrandId: w.shares.sharedBrandId } }),
      ],
      common: { 'query.partnerBrandId': OTHERS_BRAND },
    },
    byLicensesAndBrand: {
      common: {
        'query.brandId': OTHERS_BRAND,
        'query.licenseIds[]': 'answers for those of them the caller’s shares are at',
      },
    },
    candidates: { calls: [(w) => ({ query: { ...org(w), brandId: w.shares.askedBrandId } })] },
    create: { common: { 'body.brandId': OTHERS_BRAND }, begins: { 'body.brandId': TOLD } },
    request: {
      common: { 'query.licenseId': OTHERS_LICENSE },
      begins: { 'query.licenseId': TOLD },
    },
    rescind: { common: { 'query.licenseId': OTHERS_LICENSE } },
    byCode: { common: { 'params.code': 'whoever has the link may read whose license it is of' } },
  },
};
