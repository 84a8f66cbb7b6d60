import { z } from 'zod';
import { Id } from '../contract/endpoint';

/** What a person is called: by their name, or by their email while they have none. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: {
  firstName: string;
  lastName: string;
  email: string;
}): string => `${firstName} ${lastName}`.trim() || email;

/** The name that a deleted account leaves on orders, comments and history. */
export const FORMER_MEMBER = { firstName: 'Former', lastName: 'member' } as const;

/** One of the person's organizations, as far as it decides whether they can delete their account. */
export const AccountPlace = z.strictObject({
  orgId: Id,
  orgName: z.string(),
  isOwner: z.boolean(),
  /** Other people on the team who have joined. */
  otherPeople: z.number().int(),
  /** Whether a plan renews at the billing service. */
  hasPlan: z.boolean(),
});
export type AccountPlace = z.infer<typeof AccountPlace>;

/** What deleting the account would end, and what has to happen first. */
export const AccountDeletion = z.strictObject({
  places: z.array(AccountPlace),
  /** Why it can't be deleted yet, a sentence per organization; empty when it can. */
  blockers: z.array(z.string()),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** The email, typed to confirm. */
export const AccountRemoval = z.object({ email: z.string().trim().max(254) });

/** Why someone can't leave this organization by deleting their account; null when they can. */
export function deletionBlocker({ orgName, isOwner, otherPeople, hasPlan }: AccountPlace): string | null {
  if (!isOwner) return null;
  if (otherPeople > 0) return `You own ${orgName}, and others work there. Transfer ownership first.`;
  return hasPlan ? `${orgName} has a plan that renews. Cancel it under Billing first.` : null;
}

/** Whether an organization has nobody left once this person is gone. */
export const emptiesOrganization = ({ otherPeople }: AccountPlace): boolean => otherPeople === 0;
