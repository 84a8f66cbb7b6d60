import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { CODE_LENGTH_WRONG, INVITE_CODE_LENGTH } from '../invite-code';
import { textUpTo } from '../organization/company';

/** Days the link of a brand invite works. */
export const BRAND_INVITE_DAYS = 30;

export const BrandInviteCode = z.string().length(INVITE_CODE_LENGTH, CODE_LENGTH_WRONG);

/** What became of a brand invite, with its label. */
export const BRAND_INVITE_STATUSES = {
  INVITED: 'Invited',
  ACCEPTED: 'Accepted',
  INVITE_REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
} as const;
export type BrandInviteStatus = keyof typeof BRAND_INVITE_STATUSES;
export const BrandInviteStatusSchema = z.enum(
  Object.keys(BRAND_INVITE_STATUSES) as [BrandInviteStatus, ...BrandInviteStatus[]],
);

/** A brand offered to another business: whoever accepts it takes the brand over. */
export const BrandInvite = z.strictObject({
  brandInviteId: Id,
  brandId: Id,
  brandName: z.string(),
  brandImageUri: z.string().nullable(),
  /** The organization that sent it. */
  orgName: z.string(),
  invitedEmail: z.string(),
  invitedBy: z.string(),
  message: z.string(),
  status: BrandInviteStatusSchema,
  /** When it was last sent. */
  sent: Instant,
  expiresAt: Instant,
});
export type BrandInvite = z.infer<typeof BrandInvite>;

/** An invite as the invited person sees it, with the code that accepts it. */
export const ReceivedBrandInvite = BrandInvite.extend({ inviteCode: z.string() });
export type ReceivedBrandInvite = z.infer<typeof ReceivedBrandInvite>;

/** An invite as the invited person lists it. */
export const ListedBrandInvite = ReceivedBrandInvite.extend({
  /** When it was accepted, rejected or withdrawn. */
  answered: Instant.nullable(),
  /** The organization that took the brand over. */
  acceptedBy: z.strictObject({ id: Id, name: z.string() }).nullable(),
});
export type ListedBrandInvite = z.infer<typeof ListedBrandInvite>;

export const invitedEmail = z.string().trim().pipe(z.email('Enter an email address').max(254));
export const inviteMessage = textUpTo(1000);

export const BrandInviteDraft = z.object({
  brandId: Id,
  invitedEmail,
  message: inviteMessage.default(''),
});
