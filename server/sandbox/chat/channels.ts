import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FIRST_MESSAGES } from '../../../domain/chat/channel';
import type { Db } from '../../db/client';
import {
  sandboxChatChannels as channels,
  sandboxChatMembers as members,
  sandboxChatUsers as users,
} from '../../db/schema/sandbox/chat';
import { type Asker, badRequest, missing } from './account';
import { publishChatEvent } from './events';
import { assertReads, cidOf, type Parts, personOf, serve } from './serve';
import { readChannel, readMembers, readMessages, type Stretch } from './store';
import { askPresence } from './told-of-presence';

const MOST = 300;
const id = z.string().max(255);
const Messages = z.object({
  limit: z.number().int().min(0).max(MOST).default(FIRST_MESSAGES),
  id_lt: id.optional(),
  id_lte: id.optional(),
  id_gt: id.optional(),
  id_gte: id.optional(),
  id_around: id.optional(),
});
const In = z.object({ $in: z.array(id).max(MOST) });
const Query = z.object({
  filter_conditions: z.strictObject({
    type: id.optional(),
    cid: In.optional(),
    id: In.optional(),
    members: In.optional(),
  }),
  limit: z.number().int().min(1).max(30).default(10),
  offset: z.number().int().min(0).max(1000).default(0),
  message_limit: z.number().int().min(0).max(MOST).default(FIRST_MESSAGES),
  presence: z.boolean().default(false),
});
const Data = z.record(z.string(), z.unknown());
const Update = z.object({
  data: Data.optional(),
  add_members: z.array(id).optional(),
  remove_members: z.array(id).optional(),
});

const Payload = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('This is not valid JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      type: id,
      id,
      limit: z.number().max(100).default(100),
      offset: z.number().default(0),
      filter_conditions: z.object({ user_id: In.optional() }).default({}),
    }),
  );

/** Channels and their members. Only the platform's server creates and changes them. */
export function serveChannels(parts: Parts): void {
  serve(parts, {
    method: 'POST',
    url: '/users',
    serverOnly: true,
    body: z.object({ users: z.record(z.string(), z.object({ id, name: z.string(), image: z.string().optional() })) }),
    handle: async (db, { body }) => {
      for (const { id, name, image } of byId(Object.values(body.users))) {
        const row = { name, image: image ?? null };
        await db
          .insert(users)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: users.id, set: { ...row, updatedAt: new Date() } });
      }
      return { users: body.users };
    },
  });
  serve(parts, {
    method: 'PATCH',
    url: '/users',
    serverOnly: true,
    body: z.object({
      users: z.array(z.object({ id, set: z.object({ revoke_tokens_issued_before: z.coerce.date() }) })),
    }),
    handle: async (db, { body }) => {
      for (const { id, set } of byId(body.users)) {
        const revoked = { revokedBefore: set.revoke_tokens_issued_before };
        const [found] = await db.update(users).set(revoked).where(eq(users.id, id)).returning({ id: users.id });
        if (found === undefined) throw missing('User');
      }
      return { users: {} };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/channels',
    body: Query,
    handle: async (db, { asker, body, query }) => {
      if (body.presence) await askPresence(db, personOf(asker), query.connection_id);
      return queryChannels(db, asker, body);
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id/query',
    body: z.object({
      data: Data.nullish(),
      messages: Messages.optional(),
      state: z.boolean().default(true),
      presence: z.boolean().default(false),
    }),
    handle: async (db, { asker, params, body, query }) => {
      const cid = cidOf(params);
      if (asker.kind === 'server') await make(db, cid, body.data ?? {});
      await assertReads(db, asker, cid);
      if (body.presence && asker.kind === 'person') await askPresence(db, asker.userId, query.connection_id);
      return readState(db, cid, asker, body.messages ?? { limit: FIRST_MESSAGES });
    },
  });
  serve(parts, {
    method: 'PATCH',
    url: '/channels/:type/:id',
    serverOnly: true,
    body: z.object({ set: Data }),
    handle: async (db, { params, body }) => {
      const cid = cidOf(params);
      const { data } = await changeData(db, cid, body.set);
      if (data) await publishChatEvent(db, { type: 'channel.updated', cid, userId: '' });
      return { channel: await readChannel(db, cid), members: [] };
    },
  });
  serve(parts, {
    method: 'POST',
    url: '/channels/:type/:id',
    serverOnly: true,
    body: Update,
    handle: async (db, { params, body }) => {
      const cid = cidOf(params);
      // One who changes a channel's people at a time, so that two never wait for each other's members.
      await db.select({ cid: channels.cid }).from(channels).where(eq(channels.cid, cid)).for('no key update');
      await addMembers(db, cid, body.add_members ?? []);
      await removeMembers(db, cid, body.remove_members ?? []);
      return { channel: await readChannel(db, cid), members: [] };
    },
  });
  serve(parts, {
    method: 'GET',
    url: '/members',
    handle: async (db, { asker, query }) => {
      const asked = Payload.safeParse(query.payload);
      if (!asked.success) throw badRequest('Name a channel');
      await assertReads(db, asker, cidOf(asked.data));
      const { limit, offset, filter_conditions: filter } = asked.data;
      const some = { limit, offset, ...(filter.user_id ? { userIds: filter.user_id.$in } : {}) };
      return { members: (await readMembers(db, cidOf(asked.data), some)).map(({ member }) => member) };
    },
  });
  serve(parts, { method: 'POST', url: '/channels/:type/:id/stop-watching', handle: async () => ({}) });
}

/** In the order in which rows of several people are locked. */
const byId = <One extends { id: string }>(people: readonly One[]): One[] =>
  people.toSorted((a, b) => (a.id < b.id ? -1 : 1));

async function make(
  db: Db,
  cid: string,
  { created_by_id: createdBy, created_by: _, ...data }: Record<string, unknown>,
) {
  await db
    .insert(channels)
    .values({ cid, data, createdById: typeof createdBy === 'string' ? createdBy : null })
    .onConflictDoNothing();
}

/** `data` is null if nothing changed. */
async function changeData(db: Db, cid: string, set: Record<string, unknown>) {
  const [changed] = await db
    .update(channels)
    .set({ data: sql`${channels.data} || ${JSON.stringify(set)}::jsonb`, updatedAt: new Date() })
    .where(and(eq(channels.cid, cid), sql`not ${channels.data} @> ${JSON.stringify(set)}::jsonb`))
    .returning({ data: channels.data });
  return { data: changed?.data ?? null };
}

/** New members have read everything so far. */
async function addMembers(db: Db, cid: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const last = sql<number>`(select coalesce(max(m.position), 0) from sandbox_chat_messages m where m.cid = ${cid})`;
  const added = await db
    .insert(members)
    .values(ids.map((userId) => ({ cid, userId, lastRead: last })))
    .onConflictDoNothing()
    .returning({ userId: members.userId });
  for (const { userId } of added) {
    await publishChatEvent(db, { type: 'member.added', cid, userId });
    await publishChatEvent(db, { type: 'notification.added_to_channel', cid, userId, to: [userId] });
  }
}

async function removeMembers(db: Db, cid: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const removed = await db
    .delete(members)
    .where(and(eq(members.cid, cid), inArray(members.userId, [...ids])))
    .returning({ userId: members.userId });
  for (const { userId } of removed) {
    await publishChatEvent(db, { type: 'member.removed', cid, userId });
    await publishChatEvent(db, { type: 'notification.removed_from_channel', cid, userId, to: [userId] });
  }
}

/** The caller's own channels, most recent message first. */
async function queryChannels(db: Db, asker: Asker, { filter_conditions: filter, ...page }: z.infer<typeof Query>) {
  const me = personOf(asker);
  if (filter.members && !filter.members.$in.includes(me)) throw badRequest('You can only list your own channels');
  const cids = [...(filter.cid?.$in ?? []), ...(filter.id?.$in ?? []).map((one) => `${filter.type ?? 'team'}:${one}`)];
  const newest = sql`(select max(m.created_at) from sandbox_chat_messages m where m.cid = sandbox_chat_members.cid)`;
  const found = await db
    .select({ cid: members.cid })
    .from(members)
    .where(
      and(
        eq(members.userId, me),
        filter.cid || filter.id ? inArray(members.cid, cids) : undefined,
        filter.type ? sql`starts_with(${members.cid}, ${`${filter.type}:`})` : undefined,
      ),
    )
    .orderBy(desc(sql`coalesce(${newest}, ${members.createdAt})`), members.cid)
    .limit(page.limit)
    .offset(page.offset);
  const states = [];
  for (const { cid } of found) states.push(await readState(db, cid, asker, { limit: page.message_limit }));
  return { channels: states };
}

/** A channel with its people and part of its messages, as the caller sees it. */
async function readState(db: Db, cid: string, asker: Asker, stretch: Stretch) {
  const me = asker.kind === 'person' ? asker.userId : null;
  const people = await readMembers(db, cid);
  const [own] = me === null ? [] : await readMembers(db, cid, { userId: me });
  return {
    channel: await readChannel(db, cid),
    members: people.map(({ member }) => member),
    membership: own?.member,
    read: [...people.filter(({ member }) => member.user_id !== me), ...(own ? [own] : [])].map(({ read }) => read),
    messages: stretch.limit === 0 ? [] : await readMessages(db, cid, stretch, me),
    pinned_messages: [],
    watchers: [],
    watcher_count: 0,
  };
}
