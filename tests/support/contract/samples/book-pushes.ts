import type { World } from '../world';
import { org, selling } from './inputs';
import { categories, orderFilters } from './order-extras';
import type { Extras, Samples } from './sample';

const company = (w: World) => ({ companyId: w.seller.company.id });
const pushed = (w: World) => ({ ...company(w), orderId: w.pushed.orderId });
const failed = (w: World) => ({ ...company(w), id: w.pushed.documentId });
const range = (w: World) => ({ ...org(w), from: '2026-01-01', to: '2026-12-31', statuses: ['ACCEPTED' as const] });

/** Valid calls about what is pushed to a company's books. */
export const bookPushSamples = {
  bookPushes: {
    push: {
      as: 'seller',
      input: (w) => ({ params: company(w), body: { ...selling(w), orderIds: [w.pushed.orderId] } }),
    },
    preflight: {
      as: 'seller',
      input: (w) => ({ params: company(w), body: { ...org(w), orderIds: [w.pushed.orderId] } }),
    },
    documents: { as: 'seller', input: (w) => ({ params: pushed(w), query: org(w) }) },
    problems: { as: 'seller', input: (w) => ({ params: company(w), body: org(w) }) },
    mend: { as: 'seller', input: (w) => ({ params: failed(w), body: { ...org(w), act: 'RETRY' } }) },
    retryAll: { as: 'seller', input: (w) => ({ params: company(w), body: org(w) }) },
    previewRange: { as: 'seller', input: (w) => ({ params: company(w), body: range(w) }) },
    undo: { as: 'seller', input: (w) => ({ params: pushed(w), body: org(w) }) },
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...selling(w), selection: { ids: [w.pushed.orderId] }, act: { name: 'push' as const } },
      }),
    },
  },
} satisfies Partial<Samples>;

export const bookPushExtras = {
  bookPushes: {
    bulk: {
      calls: [
        (w: World) => ({
          body: {
            ...selling(w),
            selection: { filters: orderFilters(w), except: [w.otherOrderId] },
            act: { name: 'push' as const },
          },
        }),
      ],
      common: categories('body.selection.filters'),
    },
  },
} satisfies Extras;
