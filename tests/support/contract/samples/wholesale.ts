import { THEIR_PRODUCT } from '../../wholesale/their-product';
import type { World } from '../world';
import { org } from './inputs';
import type { Extras, Samples } from './sample';

const link = (w: World) => ({ params: { ...org(w), id: w.wholesaleSyncId } });

/** Valid calls of the wholesale marketplace's match desk. */
export const wholesaleSamples = {
  wholesaleMatches: {
    settings: { as: 'seller', input: (w) => ({ ...link(w), body: { companyId: w.seller.company.id } }) },
    readNow: { as: 'seller', input: link },
    list: { as: 'seller', input: (w) => ({ ...link(w), query: {} }) },
    options: { as: 'seller', input: (w) => ({ ...link(w), query: {} }) },
    decide: {
      as: 'seller',
      input: (w) => ({
        ...link(w),
        body: {
          kind: 'PRODUCT',
          decisions: [{ externalId: THEIR_PRODUCT, state: 'MATCHED', ownId: w.productId }],
        },
      }),
    },
    acceptCertain: { as: 'seller', input: (w) => ({ ...link(w), body: { kind: 'PRODUCT' } }) },
    dryRun: { as: 'seller', input: link },
    start: { as: 'seller', input: link, notCalled: 'it takes a key, with which prices are kept there' },
    problems: { as: 'seller', input: (w) => ({ ...link(w), query: {} }) },
    retry: { as: 'seller', input: (w) => ({ ...link(w), body: { kind: 'PRODUCT', externalId: THEIR_PRODUCT } }) },
  },
} satisfies Partial<Samples>;

const THEIRS = 'the wholesale marketplace has the same ids in every shop';

export const wholesaleExtras = {
  wholesaleMatches: {
    decide: { common: { 'body.decisions[].externalId': THEIRS } },
    retry: { common: { 'body.externalId': THEIRS } },
  },
} satisfies Extras;
