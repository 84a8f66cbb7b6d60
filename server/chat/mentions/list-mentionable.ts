import { and, not } from 'drizzle-orm';
import type { chat } from '../../../domain/chat/contract';
import { notFound } from '../../../domain/errors';
import { isOneOf } from '../../db/page';
import { users } from '../../db/schema';
import { isHiddenFrom } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findChannelPeople } from './people-of-channel';

/** Whom the caller can mention in a channel: the others in it, but those either of them blocked. NOT_FOUND. */
export const listMentionable: Verb<typeof chat.mentionable> = async ({ db, membership, person }, { params }) => {
  const channel = await findChannelPeople(db, params.cid);
  const isIn = channel?.people.some(
    ({ userId, orgId }) => userId === person.userId && (orgId === null || orgId === membership.orgId),
  );
  if (!channel || !isIn) throw notFound('Channel');
  const ids = channel.people.map(({ userId }) => userId);
  const seen = await db
    .select({ userId: users.id })
    .from(users)
    .where(and(isOneOf(users.id, ids), not(isHiddenFrom(person.userId, users.id))));
  const open = new Set(seen.map(({ userId }) => userId));
  return channel.people
    .filter(({ userId }) => userId !== person.userId && open.has(userId))
    .map(({ orgId: _, ...one }) => one)
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName));
};
