import { packed } from '../../usage/recordings';
import { nothing } from './inputs';
import type { Extras, Samples } from './sample';

/** Valid calls of what is measured. */
export const usageSamples = {
  usage: {
    mine: { as: 'seller', input: nothing, shared: true },
    agree: { as: 'seller', input: () => ({ body: { level: 'RECORDINGS' } }), shared: true },
    organization: { as: 'seller', input: nothing, shared: true },
    agreeForOrganization: { as: 'seller', input: () => ({ body: { level: 'RECORDINGS' } }), shared: true },
    send: {
      as: 'seller',
      input: () => ({ body: { events: [{ kind: 'screen', at: Date.now(), screen: 'orders/:slug' }] } }),
      shared: true,
    },
    begin: { as: 'seller', input: nothing, shared: true },
    add: {
      as: 'seller',
      input: (w) => ({ params: { id: w.recordings.id }, body: { number: 1, events: packed([]) } }),
      onesOwn: true,
    },
    recordings: { as: 'seller', input: nothing, shared: true },
    chunks: { as: 'seller', input: (w) => ({ params: { id: w.recordings.id }, query: {} }), onesOwn: true },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.recordings.otherId } }), onesOwn: true },
    forget: {
      as: 'seller',
      input: nothing,
      shared: true,
      notCalled: 'it would delete what every other sample reads; its own tests walk through it',
    },
  },
  supportRecordings: {
    list: { as: 'support', input: (w) => ({ query: { userId: w.seller.owner.user.id } }), shared: true },
    view: {
      as: 'support',
      input: (w) => ({ params: { id: w.recordings.id }, body: { reason: 'They see no orders' } }),
      shared: true,
    },
    chunks: {
      as: 'support',
      input: (w) => ({ params: { id: w.recordings.watchedId }, query: { viewId: w.recordings.viewId } }),
      shared: true,
      onesOwn: true,
    },
  },
} satisfies Pick<Samples, 'usage' | 'supportRecordings'>;

export const usageExtras = {
  supportRecordings: { list: { common: { 'query.userId': 'support staff help everybody' } } },
} satisfies Extras;
