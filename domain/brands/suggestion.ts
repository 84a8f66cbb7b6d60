import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { textUpTo } from '../organization/company';
import { BrandName, BrandStates } from './brand';
import { invitedEmail, inviteMessage } from './invite';

/** What became of a suggested brand, with its label. */
export const SUGGESTION_STATUSES = { IN_REVIEW: 'In review', APPROVED: 'Approved', REJECTED: 'Rejected' } as const;
export type SuggestionStatus = keyof typeof SUGGESTION_STATUSES;

/** A new brand, which support staff review before it is made. */
export const BrandSuggestion = z.strictObject({
  id: Id,
  suggestedName: z.string(),
  suggestedStates: z.array(z.string()),
  /** Whether it goes to the organization that suggested it. */
  autoClaim: z.boolean(),
  /** Its owner, invited to claim it once it is approved; null without one. */
  invitedEmail: z.string().nullable(),
  invitedEmailMessage: z.string(),
  status: z.enum(Object.keys(SUGGESTION_STATUSES) as [SuggestionStatus, ...SuggestionStatus[]]),
  /** Why it was rejected. */
  reason: z.string(),
  /** The brand it became; one of the organization's own is there from the start. */
  brandId: Id.nullable(),
  created: Instant,
});
export type BrandSuggestion = z.infer<typeof BrandSuggestion>;

export const BrandSuggestionDraft = z
  .object({
    suggestedName: BrandName,
    suggestedStates: BrandStates.refine((states) => states.length > 0, 'Choose at least one state'),
    autoClaim: z.boolean().default(false),
    invitedEmail: z.union([z.literal(''), invitedEmail]).default(''),
    invitedEmailMessage: inviteMessage.default(''),
  })
  .refine(({ autoClaim, invitedEmail }) => !autoClaim || invitedEmail === '', {
    path: ['invitedEmail'],
    message: 'Claim the brand or invite its owner, not both',
  });

/** A suggestion as support staff see it. */
export const ReviewedSuggestion = BrandSuggestion.extend({
  orgName: z.string(),
  suggestedBy: z.string(),
  suggestedByEmail: z.string(),
});
export type ReviewedSuggestion = z.infer<typeof ReviewedSuggestion>;

export const Rejection = z.object({ reason: textUpTo(500).min(1, 'Enter a reason') });
