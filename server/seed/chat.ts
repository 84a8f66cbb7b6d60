import { DEFAULT_CHANNEL_NAME, nameKey, SERVICE_CHANNEL_TYPE } from '../../domain/chat/channel';
import { orgIdOf } from './parties/organizations';
import { type Said, TALKS, type Talk } from './specs/chat-talk';
import { daysBefore, nextId, type World } from './world';

const OPENED_DAYS_AGO = 400;
const MINUTE_MS = 60_000;

/** Fixed, so a demo link survives reseeding. */
const idOf = (kind: string, index: number) => `5eed0000-0000-4000-${kind}-${String(index + 1).padStart(12, '0')}`;

/** Channels with their messages: on the platform, and in the local chat service. */
export function addChat(world: World): void {
  const { now, rows } = world;
  const known = new Set(rows.orgUsers.map(({ userId }) => userId));
  for (const user of rows.users.filter(({ id }) => known.has(id))) {
    const name = `${user.firstName} ${user.lastName}`;
    rows.sandboxChatUsers.push({ id: user.id ?? '', name, createdAt: daysBefore(now, OPENED_DAYS_AGO) });
  }
  for (const talk of TALKS) addTalk(world, talk);
}

function addTalk(world: World, talk: Talk): void {
  const { now, rows } = world;
  const orgId = orgIdOf(talk.org);
  const people = peopleOf(world, orgId, talk.people);
  const id = idOf('9000', rows.chatChannels.length);
  const cid = `${SERVICE_CHANNEL_TYPE}:${id}`;
  const createdAt = daysBefore(now, OPENED_DAYS_AGO);
  const isDefault = talk.name === DEFAULT_CHANNEL_NAME;
  const [first] = people.values();
  rows.chatChannels.push({
    id,
    orgId,
    channelType: 'TEAM',
    name: talk.name,
    uniqueKey: nameKey(talk.name),
    topic: talk.topic,
    isPrivate: talk.isPrivate ?? false,
    isDefault,
    createdByUserId: first ?? null,
    syncedRevision: 0,
    createdAt,
  });
  rows.sandboxChatChannels.push({
    cid,
    data: { name: talk.name, topic: talk.topic, org_id: orgId },
    createdById: first ?? null,
    createdAt,
    updatedAt: createdAt,
  });
  const positions = talk.said.map((said) => addMessage(world, cid, people, said));
  for (const [who, userId] of people) {
    const role = userId === first && !isDefault ? 'owner' : 'member';
    rows.chatMembers.push({ orgId, channelId: id, userId, role, joinedAt: createdAt });
    const lastRead = positions[positions.length - 1 - (talk.unread?.[who] ?? 0)] ?? 0;
    rows.sandboxChatMembers.push({ cid, userId, lastRead, lastReadAt: now, createdAt });
  }
}

/** User ids by the part of the email before the @, in the given order. */
function peopleOf({ rows }: World, orgId: number, asked: Talk['people']): Map<string, string> {
  const team = new Map(
    rows.orgUsers.flatMap(({ orgId: org, email, userId }) =>
      org === orgId && userId ? [[email.split('@')[0] ?? '', userId] as const] : [],
    ),
  );
  return asked ? new Map(asked.map((who) => [who, personOf(team, who)])) : team;
}

function personOf(people: ReadonlyMap<string, string>, who: string): string {
  const userId = people.get(who);
  if (!userId) throw new Error(`no demo person is ${who} there`);
  return userId;
}

function addMessage({ now, rows }: World, cid: string, people: ReadonlyMap<string, string>, said: Said): number {
  const position = nextId(rows.sandboxChatMessages);
  const id = idOf('a000', position);
  const createdAt = new Date(now.getTime() - said.minutesAgo * MINUTE_MS);
  const userId = personOf(people, said.by);
  rows.sandboxChatMessages.push({ position, id, cid, userId, text: said.text, createdAt, updatedAt: createdAt });
  for (const who of said.likedBy ?? []) {
    const at = new Date(createdAt.getTime() + MINUTE_MS);
    rows.sandboxChatReactions.push({ messageId: id, userId: personOf(people, who), type: 'like', createdAt: at });
  }
  return position;
}
