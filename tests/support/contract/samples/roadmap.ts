import type { World } from '../world';
import type { Extras, Samples } from './sample';

const of = (id: keyof World['roadmap']) => (w: World) => ({ params: { id: w.roadmap[id] } });
const words = { title: 'Print labels from an intake', text: 'On label printers.' };

/** Valid calls of the roadmap, which all organizations see. */
export const roadmapSamples = {
  roadmap: {
    search: { as: 'seller', input: () => ({ body: {} }), shared: true },
    similar: { as: 'seller', input: () => ({ query: { title: 'Label printing' } }), shared: true },
    get: { as: 'seller', input: of('votedId'), shared: true },
    suggest: { as: 'seller', input: () => ({ body: { ...words, reason: 'We write them by hand.' } }), shared: true },
    vote: {
      as: 'seller',
      input: (w) => ({ ...of('votedId')(w), body: { reason: 'Two hours a week.' } }),
      shared: true,
    },
    unvote: { as: 'seller', input: of('votedId'), shared: true },
    follow: { as: 'seller', input: (w) => ({ ...of('votedId')(w), body: { isFollowing: true } }), shared: true },
    create: { as: 'support', input: () => ({ body: { ...words, status: 'PLANNED' } }), shared: true },
    update: {
      as: 'support',
      input: (w) => ({ ...of('changedId')(w), body: { ...words, version: 0 } }),
      shared: true,
    },
    changeStatus: {
      as: 'support',
      input: (w) => ({
        ...of('statusId')(w),
        body: { status: 'PLANNED', note: 'We start in spring.', version: 0 },
      }),
      shared: true,
    },
    merge: {
      as: 'support',
      input: (w) => ({ ...of('mergingId')(w), body: { intoId: w.roadmap.intoId, version: 0 } }),
      shared: true,
    },
    unmerge: { as: 'support', input: of('mergedId'), shared: true },
    remove: { as: 'support', input: of('removedId'), shared: true },
  },
} satisfies Partial<Samples>;

const ONE = 'the roadmap is one for all organizations';
const named = { common: { 'params.id': ONE } };

export const roadmapExtras = {
  roadmap: {
    get: named,
    vote: named,
    unvote: named,
    follow: named,
    merge: { common: { 'body.intoId': ONE } },
  },
} satisfies Extras;
