import { PICTURE } from '../../files/pictures';
import { CODE } from '../claims-world';
import { nothing, org } from './inputs';
import type { Samples } from './sample';

const REASON = 'The number is on our wall';

/** Valid calls about whose a license is. */
export const claimSamples = {
  licenseDisputes: {
    list: { as: 'seller', input: nothing, shared: true },
    create: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), state: 'CA', licenseNumber: w.claims.takenNumber, reason: REASON } }),
    },
    attach: { as: 'seller', input: (w) => ({ params: { id: w.claims.disputeIds.own }, file: PICTURE }) },
    review: { as: 'support', input: nothing, shared: true },
    see: { as: 'support', input: (w) => ({ params: { id: w.claims.disputeIds.own } }), shared: true },
    document: { as: 'support', input: (w) => ({ params: { id: w.claims.disputeIds.dismissed } }), shared: true },
    uphold: {
      as: 'support',
      input: (w) => ({ params: { id: w.claims.disputeIds.upheld }, body: { reason: REASON } }),
      shared: true,
    },
    dismiss: {
      as: 'support',
      input: (w) => ({ params: { id: w.claims.disputeIds.dismissed }, body: { reason: REASON } }),
      shared: true,
    },
  },
  licenseProofs: {
    ways: { as: 'seller', input: (w) => ({ params: { id: w.seller.license.id } }) },
    sendCode: { as: 'seller', input: (w) => ({ params: { id: w.claims.licenseIds.registered } }) },
    enterCode: {
      as: 'seller',
      input: (w) => ({ params: { id: w.claims.licenseIds.coded }, body: { code: CODE } }),
    },
    sendDocument: { as: 'seller', input: (w) => ({ params: { id: w.claims.licenseIds.plain }, file: PICTURE }) },
    review: { as: 'support', input: nothing, shared: true },
    document: { as: 'support', input: (w) => ({ params: { id: w.claims.proofIds.accepted } }), shared: true },
    accept: { as: 'support', input: (w) => ({ params: { id: w.claims.proofIds.accepted } }), shared: true },
    decline: {
      as: 'support',
      input: (w) => ({ params: { id: w.claims.proofIds.declined }, body: { reason: REASON } }),
      shared: true,
    },
  },
} satisfies Partial<Samples>;
