import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { LicenseProof } from './proof';

/** What becomes of a dispute, as shown. */
export const DISPUTE_STATES = { OPEN: 'Open', UPHELD: 'Upheld', DISMISSED: 'Dismissed' } as const;
export type DisputeState = keyof typeof DISPUTE_STATES;
const State = z.enum(Object.keys(DISPUTE_STATES) as [DisputeState, ...DisputeState[]]);

/** What is kept of a dispute’s course, as shown. */
export const DISPUTE_ACTS = {
  ASKED: 'Disputed',
  ATTACHED: 'Document added',
  SEEN: 'Seen by support',
  UPHELD: 'Upheld',
  DISMISSED: 'Dismissed',
} as const;
export type DisputeAct = keyof typeof DISPUTE_ACTS;
const Act = z.enum(Object.keys(DISPUTE_ACTS) as [DisputeAct, ...DisputeAct[]]);

/** Why somebody disputes or decides; both are kept. */
export const DisputeReason = z
  .string()
  .trim()
  .min(10, 'Write at least 10 characters')
  .max(500, 'Must be 500 characters or fewer');

/** A dispute as who disputes sees it: never who has the license. */
export const OwnDispute = z.strictObject({
  id: RowId,
  usState: z.string(),
  licenseNumber: z.string(),
  reason: z.string(),
  hasDocument: z.boolean(),
  state: State,
  /** What support staff said; empty while it is open. */
  answer: z.string(),
  created: Instant,
  decidedAt: Instant.nullable(),
});
export type OwnDispute = z.infer<typeof OwnDispute>;

/** A dispute as support staff see it. */
export const ReviewedDispute = OwnDispute.extend({
  /** Who disputes, and who has the license; null once nobody does. */
  disputer: z.strictObject({ orgName: z.string(), person: z.string(), email: z.string() }),
  holder: z
    .strictObject({ orgName: z.string(), licenseName: z.string(), since: Instant, ...LicenseProof.shape })
    .nullable(),
  log: z.array(z.strictObject({ act: Act, by: z.string(), at: Instant })),
});
export type ReviewedDispute = z.infer<typeof ReviewedDispute>;
