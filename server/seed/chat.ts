import { DEFAULT_CHANNEL_NAME, nameKey, ORG_SERVICE_TYPE, SERVICE_CHANNEL_TYPE } from '../../domain/chat/channel';
import { inviteExpiry } from '../../domain/chat/invite';
import { orgIdOf } from './parties/organizations';
import {
  PARTNER_TALKS,
  type PartnerTalk,
  type Said,
  SEEDED_INVITES,
  type SeededInvite,
  TALKS,
  type Talk,
} from './specs/chat-talk';
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
  for (const talk of PARTNER_TALKS) addPartnerTalk(world, talk);
  for (const invite of SEEDED_INVITES) addInvite(world, invite);
}

function addPartnerTalk(world: World, { orgs, topic, people: asked, said }: PartnerTalk): void {
  const { now, rows } = world;
  const [oneOrgId, otherOrgId] = [orgIdOf(orgs[0]), orgIdOf(orgs[1])];
  const people = new Map(asked.map(([org, who]) => [who, personOf(peopleOf(world, orgIdOf(org), [who]), who)]));
  const [first = ''] = people.values();
  const id = idOf('9100', rows.orgChannels.length);
  const cid = `${ORG_SERVICE_TYPE}:${id}`;
  const createdAt = daysBefore(now, OPENED_DAYS_AGO);
  const made = { oneOrgId, otherOrgId, topic, topicKey: nameKey(topic), createdByUserId: first };
  rows.orgChannels.push({ id, ...made, syncedRevision: 0, createdAt });
  const data = { name: '', topic, frozen: false, org_ids: [oneOrgId, otherOrgId] };
  rows.sandboxChatChannels.push({ cid, data, createdById: first, createdAt, updatedAt: createdAt });
  const positions = said.map((one) => addMessage(world, cid, people, one));
  const owned = new Set<string>();
  for (const [org, who] of asked) {
    const userId = personOf(people, who);
    const role = owned.has(org) ? 'member' : 'owner';
    owned.add(org);
    rows.orgChannelMembers.push({ channelId: id, orgId: orgIdOf(org), userId, role, joinedAt: createdAt });
    const lastRead = positions.at(-1) ?? 0;
    rows.sandboxChatMembers.push({ cid, userId, lastRead, lastReadAt: now, createdAt });
  }
}

function addInvite(world: World, { from, by, to, topic, daysAgo, status }: SeededInvite): void {
  const { now, rows } = world;
  const invitingOrgId = orgIdOf(from);
  const sentAt = daysBefore(now, daysAgo);
  rows.channelInvites.push({
    id: nextId(rows.channelInvites),
    invitingOrgId,
    invitedOrgId: orgIdOf(to),
    topic,
    topicKey: nameKey(topic),
    status: status ?? 'INVITED',
    invitedByUserId: personOf(peopleOf(world, invitingOrgId, [by]), by),
    sentAt,
    expiresAt: inviteExpiry(sentAt),
    createdAt: sentAt,
  });
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
