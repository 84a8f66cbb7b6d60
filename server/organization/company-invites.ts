import { and, eq } from 'drizzle-orm';
import type { companyInvites as contract } from '../../domain/organization/company-contract';
import type { Services } from '../context';
import { companies, companyInvites, users } from '../db/schema';
import type { Verb } from '../implement';
import { companyInvitationLetter } from '../mail/letters';
import { countEmail } from '../mail/limits';
import { provingMail } from '../mail/mail-proof';
import { findSeenCompany } from './find-company';

/** Emails a buyer an invitation to order from a company, also a second time. NOT_FOUND, TOO_MANY. */
export const inviteBuyer: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { id: companyId, orgId } = await findSeenCompany(ctx, body.companyId);
  const invitedEmail = body.invitedEmail.toLowerCase();
  await countEmail(ctx, invitedEmail);
  const sent = { invitedByUserId: ctx.person.userId, sentAt: ctx.now };
  const [made] = await ctx.db
    .insert(companyInvites)
    .values({ orgId, companyId, invitedEmail, ...sent })
    .onConflictDoUpdate({
      target: [companyInvites.orgId, companyInvites.companyId, companyInvites.invitedEmail],
      set: sent,
    })
    .returning({ id: companyInvites.id });
  const inviteId = made?.id ?? 0;
  await ctx.enqueue({ name: 'company-invitation', data: { orgId, inviteId } });
  const invite = { companyId, invitedEmail, created: ctx.now.toISOString() };
  await ctx.audit({ id: inviteId, before: null, after: invite });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: companyId, orgIds: [orgId] });
  return invite;
};

/** Emails an invitation of `inviteBuyer`. */
export async function mailCompanyInvitation(
  { database: { db }, mail, config }: Services,
  { orgId, inviteId }: { orgId: number; inviteId: number },
): Promise<void> {
  const [invite] = await db
    .select({
      email: companyInvites.invitedEmail,
      companyName: companies.name,
      firstName: users.firstName,
      lastName: users.lastName,
      replyTo: users.email,
    })
    .from(companyInvites)
    .innerJoin(companies, eq(companies.id, companyInvites.companyId))
    .innerJoin(users, eq(users.id, companyInvites.invitedByUserId))
    .where(and(eq(companyInvites.orgId, orgId), eq(companyInvites.id, inviteId)));
  if (invite === undefined) return;
  const { email, companyName, firstName, lastName, replyTo } = invite;
  const { pathname, search } = new URL(provingMail(`${config.publicUrl}/marketplace`, email, config));
  const link = `${config.publicUrl}/signup?${new URLSearchParams({ returnTo: pathname + search })}`;
  await mail.send(
    companyInvitationLetter(email, { companyName, invitedBy: `${firstName} ${lastName}`, replyTo }, link),
  );
}
