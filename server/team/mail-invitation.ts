import { and, eq } from 'drizzle-orm';
import type { Services } from '../context';
import { organizations, orgUsers, roles, users } from '../db/schema';
import { invitationLetter } from '../mail/letters';
import { provingMail } from '../mail/mail-proof';
import { inviteLink } from './invitation';

/** Emails an invitation, unless it was accepted, cancelled or replaced meanwhile. */
export async function mailInvitation(
  { database: { db }, mail, config }: Services,
  { orgUserId, inviteCode }: { orgUserId: number; inviteCode: string },
): Promise<void> {
  const [invited] = await db
    .select({
      email: orgUsers.email,
      invitedName: orgUsers.invitedName,
      orgName: organizations.name,
      roleName: roles.name,
      firstName: users.firstName,
      lastName: users.lastName,
      replyTo: users.email,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .leftJoin(users, eq(users.id, orgUsers.invitedByUserId))
    .where(and(eq(orgUsers.id, orgUserId), eq(orgUsers.inviteCode, inviteCode), eq(orgUsers.status, 'INVITED')));
  if (!invited) return;
  const { email, invitedName, orgName, roleName, firstName, lastName, replyTo } = invited;
  const invitedBy = firstName === null ? null : `${firstName} ${lastName}`;
  await mail.send(
    invitationLetter(
      { email, firstName: invitedName ?? '' },
      { orgName, roleName, invitedBy, replyTo: replyTo ?? undefined },
      provingMail(inviteLink(config.publicUrl, { inviteCode, email }), email, config),
    ),
  );
}
