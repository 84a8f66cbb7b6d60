import { randomUUID } from 'node:crypto';
import { nameKey } from '../../../domain/chat/channel';
import type { Db } from '../../../server/db/client';
import {
  chatChannels,
  chatMembers,
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
  const cid = `team:${id}`;
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
  return { cid: id, messageId };
}
