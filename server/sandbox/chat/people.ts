import { and, asc, exists, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf } from '../../db/page';
import { sandboxChatUsers as users } from '../../db/schema/sandbox/chat';
import { badRequest } from './account';
import { type Parts, personOf, serve } from './serve';
import { askPresence } from './told-of-presence';
import { toUser } from './wire';

const MOST = 100;
const Payload = z.object({
  filter_conditions: z.strictObject({ id: z.strictObject({ $in: z.array(z.string().max(255)).max(MOST) }) }),
  presence: z.boolean().default(false),
  limit: z.number().int().min(1).max(MOST).default(30),
});

/** People one shares a channel with, and whether they are online; with `presence`, one is told from then on. */
export function servePeople(parts: Parts): void {
  serve(parts, {
    method: 'GET',
    url: '/users',
    handle: async (db, { asker, query }) => {
      const me = personOf(asker);
      const { filter_conditions: filter, presence, limit } = read(query.payload);
      if (presence) await askPresence(db, me, query.connection_id);
      const shares = db
        .select({ one: sql`1` })
        .from(sql`sandbox_chat_members mine join sandbox_chat_members theirs using (cid)`)
        .where(sql`mine.user_id = ${me} and theirs.user_id = ${users}.id`);
      const rows = await db
        .select()
        .from(users)
        .where(and(isOneOf(users.id, filter.id.$in), exists(shares)))
        .orderBy(asc(users.id))
        .limit(limit);
      return { users: rows.map(toUser) };
    },
  });
}

function read(payload = ''): z.infer<typeof Payload> {
  try {
    return Payload.parse(JSON.parse(payload));
  } catch {
    throw badRequest('Name people by their ids');
  }
}
