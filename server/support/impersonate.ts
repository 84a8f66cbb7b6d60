import { eq, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../../domain/errors';
import { IMPERSONATION_MINUTES, type support } from '../../domain/support/contract';
import { users } from '../db/schema';
import type { Verb } from '../implement';
import { readUsers } from './search-users';

/** A token that acts for someone and names the support person. */
export const impersonate: Verb<typeof support.impersonate> = async (ctx, { body: { userId, reason } }) => {
  const { audit, db, person, services } = ctx;
  const [target] = await db.select({ subject: users.subject }).from(users).where(eq(users.id, userId));
  const [user] = await readUsers(db, sql`${users.id} = ${userId} and ${users.deletedAt} is null`, {
    page: 0,
    itemsPerPage: 1,
  });
  if (!target || !user) throw notFound('Person');
  if (userId === person.userId) throw new DomainError('FORBIDDEN', 'You can’t act for yourself.');
  if (user.isSupport) throw new DomainError('FORBIDDEN', 'You can’t act for other support staff.');
  const token = await services.identity.issueTemporary(db, {
    subject: target.subject,
    impersonator: { subject: person.subject, sessionId: person.sessionId },
    ttlSeconds: IMPERSONATION_MINUTES * 60,
    reason,
  });
  const { expiresAt } = await services.identity.verify(token);
  await audit({ id: userId, after: { reason, email: user.email, expiresAt } });
  return { token, expiresAt: expiresAt.toISOString(), user };
};

/** Revokes the token, whoever has a copy, and records it in the audit log. */
export const stopImpersonating: Verb<typeof support.stop> = async ({ audit, db, enqueue, now, person, services }) => {
  if (!person.impersonator) throw new DomainError('CONFLICT', 'You’re not acting for anyone.');
  if (person.sessionId) await services.identity.endImpersonation(db, person.sessionId);
  await enqueue({ name: 'chat-sign-out', data: { subject: person.subject } });
  await audit({ id: person.userId, after: { stoppedAt: now } });
  return { ok: true };
};
