import { z } from 'zod';
import { HarvestBalance } from './harvest';

/** One call of a submission: what it does in words, how many records it has, and the balance after it. */
export const SubmissionStep = z.strictObject({
  kind: z.enum(['PLANTS', 'PACKAGES', 'TEST_PACKAGES', 'WASTE']),
  words: z.string(),
  records: z.number().int().positive(),
  after: HarvestBalance,
});
export type SubmissionStep = z.infer<typeof SubmissionStep>;

/** What submitting a harvest does outside, call by call. */
export const SubmissionPreview = z.strictObject({
  steps: z.array(SubmissionStep),
  /** What to think about before it is submitted, such as distributed weights. */
  warnings: z.array(z.string()),
  /** Why it can’t be submitted; null when it can. */
  problem: z.string().nullable(),
});
export type SubmissionPreview = z.infer<typeof SubmissionPreview>;
