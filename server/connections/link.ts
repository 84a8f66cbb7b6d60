import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { connections as contract } from '../../domain/connections/contract';
import { badInput, DomainError, notFound } from '../../domain/errors';
import { confirmedEmail } from '../brands/read-invites';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { users } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { areBlocked, isHiddenFrom } from '../db/visibility';
import type { Verb } from '../implement';
import { connectionLetter } from '../mail/letters';
import { countEmail } from '../mail/limits';
import { provingMail } from '../mail/mail-proof';
import { connectWith } from './connect';
import { findConnections, findPeople, withPerson } from './read-connections';

export const getConnectionLink: Verb<typeof contract.link> = async ({ db, person, services }) => {
  const { connectionCode } = await findUser(db, eq(users.id, person.userId));
  return { link: `${services.config.publicUrl}/connect?code=${connectionCode}` };
};

/**
 * Emails the caller's link, and replies the same whether or not the email has an account. FORBIDDEN until the caller's
 * own email is confirmed, BAD_INPUT for their own, TOO_MANY after too many.
 */
export const sendConnectionLink: Verb<typeof contract.sendLink> = async (ctx, { query }) => {
  const { person } = ctx;
  const email = query.email.toLowerCase();
  const own = await confirmedEmail(ctx);
  if (own === null) throw new DomainError('FORBIDDEN', 'Confirm your email first, then send the link again.');
  if (email === own) throw badInput({ email: 'This is your own email' });
  await countEmail(ctx, email);
  await ctx.enqueue({ name: 'connection-invitation', data: { userId: person.userId, email } });
  await ctx.audit({ orgId: NO_ORGANIZATION, id: null, after: { email } });
  return { ok: true };
};

export const getConnectionInvite: Verb<typeof contract.byCode> = async ({ db, person }, { params: { code } }) => {
  const { id } = await ownerOf(db, code, person.userId);
  const invitingUser = (await findPeople(db, [id])).get(id);
  if (!invitingUser) throw notFound('Invitation');
  if (id === person.userId) return { inviteCode: code, invitingUser, status: 'OWN' };
  const [connection] = await findConnections(db, person.userId, withPerson(id));
  return { inviteCode: code, invitingUser, status: connection?.status === 'ACCEPTED' ? 'ACCEPTED' : 'INVITED' };
};

/** Connects at once, however often it is sent. CONFLICT for one's own link. */
export const acceptConnectionInvite: Verb<typeof contract.acceptCode> = async (ctx, { params }) => {
  const { id } = await ownerOf(ctx.db, params.code, ctx.person.userId);
  if (id === ctx.person.userId) {
    throw new DomainError('CONFLICT', 'This is your own link. Send it to someone you want to connect with.');
  }
  return connectWith(ctx, id);
};

/** Emails a person's link, unless their account was deleted meanwhile, or they and the recipient are hidden by a block. */
export async function mailConnectionLink(
  { database: { db }, mail, config }: Services,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [sender] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, connectionCode: users.connectionCode })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!sender) return;
  const [recipient] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), isNull(users.deletedAt)));
  if (recipient && (await areBlocked(db, userId, recipient.id))) return;
  const query = new URLSearchParams({
    invite_code: sender.connectionCode,
    invite_type: 'CONNECTION_INVITE',
    invited_email: email,
  });
  const link = provingMail(`${config.publicUrl}/accept-invite?${query}`, email, config);
  await mail.send(connectionLetter(email, `${sender.firstName} ${sender.lastName}`, link));
}

/** NOT_FOUND also for someone hidden from the reader by a block. */
async function ownerOf(db: Db, code: string, readerId: string) {
  return findUser(db, and(eq(users.connectionCode, code), not(isHiddenFrom(readerId, users.id))));
}

async function findUser(db: Db, where: SQL | undefined) {
  const [user] = await db
    .select({ id: users.id, connectionCode: users.connectionCode })
    .from(users)
    .where(and(where, isNull(users.deletedAt)));
  if (!user) throw notFound('Invitation');
  return user;
}
