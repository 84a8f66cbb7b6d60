import { randomUUID } from 'node:crypto';
import { nameKey } from '../../../domain/chat/channel';
import type { Db } from '../../../server/db/client';
import {
  channelInvites,
  chatChannels,
  chatMembers,
  orgChannelMembers,
  orgChannels,
  sandboxChatChannels,
  sandboxChatMembers,
  sandboxChatMessages,
  sandboxChatUsers,
} from '../../../server/db/schema';
import { type OrgFixture, only, type UserFixture } from '../organization/factories';

/** A channel of these people, owned by the first, with a message of theirs; here and at the chat service. */
export async function makeChannel(
  db: Db,
  {
    org,
    people,
    name = `Channel ${randomUUID().slice(0, 8)}`,
    isPrivate = false,
  }: {
    org: OrgFixture;
    people: readonly UserFixture[];
    name?: string;
    isPrivate?: boolean;
  },
): Promise<{ cid: string; messageId: string }> {
  const channel = { orgId: org.id, channelType: 'TEAM' as const, name, uniqueKey: nameKey(name), isPrivate };
  const { id } = only(
    await db
      .insert(chatChannels)
      .values({ ...channel, createdByUserId: people[0]?.id ?? null, syncedRevision: 0 })
      .returning(),
  );
  await db.insert(chatMembers).values(
    people.map((person, index) => ({
      orgId: org.id,
      channelId: id,
      userId: person.id,
      role: index === 0 ? ('owner' as const) : ('member' as const),
    })),
  );
  return { cid: id, messageId: await keepAtService(db, `team:${id}`, name, people) };
}

/** A channel and its people at the chat service, with a message of the first; the message's id. */
async function keepAtService(db: Db, cid: string, name: string, people: readonly UserFixture[]): Promise<string> {
  const messageId = randomUUID();
  await db
    .insert(sandboxChatUsers)
    .values(people.map((person) => ({ id: person.id, name: person.firstName })))
    .onConflictDoNothing();
  await db.insert(sandboxChatChannels).values({ cid, data: { name } });
  await db.insert(sandboxChatMembers).values(people.map((person) => ({ cid, userId: person.id })));
  await db
    .insert(sandboxChatMessages)
    .values({ id: messageId, cid, userId: people[0]?.id ?? '', text: 'Good morning' });
  return messageId;
}

type Side = { org: OrgFixture; people: readonly UserFixture[] };

/** A channel of two organizations with these people, the first of each owning their side; here and at the chat service. */
export async function makeOrgChannel(
  db: Db,
  { one, other, topic = `Topic ${randomUUID().slice(0, 8)}` }: { one: Side; other: Side; topic?: string },
): Promise<{ cid: string; messageId: string; topic: string }> {
  const createdByUserId = one.people[0]?.id ?? '';
  const { id } = only(
    await db
      .insert(orgChannels)
      .values({
        oneOrgId: one.org.id,
        otherOrgId: other.org.id,
        topic,
        topicKey: nameKey(topic),
        createdByUserId,
        syncedRevision: 0,
      })
      .returning(),
  );
  await db.insert(orgChannelMembers).values(
    [one, other].flatMap(({ org, people }) =>
      people.map((person, index) => ({
        channelId: id,
        orgId: org.id,
        userId: person.id,
        role: index === 0 ? ('owner' as const) : ('member' as const),
        joinedAt: new Date(),
      })),
    ),
  );
  const people = [...one.people, ...other.people];
  return { cid: id, messageId: await keepAtService(db, `network_org_to_org:${id}`, '', people), topic };
}

type Invited = Partial<typeof channelInvites.$inferInsert>;

/** An open invite of an organization to another. */
export async function makeChannelInvite(
  db: Db,
  { from, to, by }: { from: OrgFixture; to: OrgFixture; by: UserFixture },
  more: Invited = {},
): Promise<{ id: number }> {
  const topic = more.topic ?? `Topic ${randomUUID().slice(0, 8)}`;
  const sentAt = more.sentAt ?? new Date();
  return only(
    await db
      .insert(channelInvites)
      .values({
        invitingOrgId: from.id,
        invitedOrgId: to.id,
        invitedByUserId: by.id,
        expiresAt: new Date(sentAt.getTime() + 14 * 86_400_000),
        ...more,
        sentAt,
        topic,
        topicKey: nameKey(topic),
      })
      .returning({ id: channelInvites.id }),
  );
}
