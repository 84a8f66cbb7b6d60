import { org } from './inputs';
import type { Extras, Samples } from './sample';

/** Valid calls of what messages link to and become part of. */
export const cardSamples = {
  cards: {
    read: {
      as: 'seller',
      input: (w) => ({ params: org(w), query: { refs: `order:${w.orderId},product:${w.productId}` } }),
    },
  },
  messageLinks: {
    add: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { ...w.talk, kind: 'ORDER_COMMENT', orderId: w.orderId, commentId: w.commentId },
      }),
      onesOwn: true,
    },
    ofChannel: { as: 'seller', input: (w) => ({ params: { ...org(w), cid: w.talk.cid } }), onesOwn: true },
    ofRecord: { as: 'seller', input: (w) => ({ params: org(w), query: { orderId: w.orderId } }) },
  },
} satisfies Partial<Samples>;

export const cardExtras = {
  cards: {
    read: {
      as: 'buyer',
      calls: [
        (w) => ({
          params: { orgId: w.buyer.org.id },
          query: { refs: [`product:${w.productId}`], buyerLicenseId: w.buyer.buyerLicense.id },
        }),
      ],
    },
  },
  messageLinks: {
    add: {
      calls: [
        (w) => ({ params: org(w), body: { ...w.talk, kind: 'ORDER_PROBLEM', ...w.reported } }),
        (w) => ({
          params: org(w),
          body: { ...w.talk, kind: 'INTAKE_NOTE', intakeId: w.intakeId, label: w.intakeLabels.counted },
        }),
      ],
    },
    ofRecord: { calls: [(w) => ({ params: org(w), query: { intakeId: w.intakeId } })] },
  },
} satisfies Extras;
