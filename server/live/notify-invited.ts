import { and, isNotNull, sql } from 'drizzle-orm';
import { personalEvent } from '../../domain/live/events';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { users } from '../db/schema';

/** Publishes that invitations to these emails changed, to the people who confirmed them, and has their feed follow. */
export async function notifyInvited(
  { db, publish, enqueue }: Pick<Ctx, 'db' | 'publish' | 'enqueue'>,
  emails: readonly string[],
) {
  if (emails.length === 0) return;
  const lower = emails.map((email) => email.toLowerCase());
  const invited = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOf(sql`lower(${users.email})`, lower), isNotNull(users.emailVerifiedAt)));
  for (const { id } of invited) {
    await publish(personalEvent('invitations', id));
    await enqueue({ name: 'follow-invites', data: { userId: id } });
  }
}
