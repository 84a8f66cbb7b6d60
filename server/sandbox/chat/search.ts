import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isBeginning, SEARCH_MAX, searchedWords } from '../../../domain/chat/message-search';
import type { Db } from '../../db/client';
import { messageTerms, messageWords } from '../../db/schema/sandbox/chat';
import { badRequest } from './account';
import { type Parts, personOf, serve } from './serve';
import { channelsOf, completeMessages } from './store';

const id = z.string().max(255);
const Ids = z.object({ $in: z.array(id).min(1).max(300) });
const Text = z.string().max(SEARCH_MAX);
const Payload = z.object({
  filter_conditions: z.strictObject({ members: Ids, cid: Ids.optional() }),
  query: Text.optional(),
  message_filter_conditions: z
    .strictObject({
      text: z.union([z.strictObject({ $autocomplete: Text }), z.strictObject({ $q: Text })]).optional(),
      'user.id': Ids.optional(),
      attachments: z.strictObject({ $exists: z.literal(true) }).optional(),
    })
    .optional(),
  sort: z
    .array(z.strictObject({ field: z.literal('created_at'), direction: z.literal(-1) }))
    .max(1)
    .optional(),
  limit: z.number().int().min(1).max(100).default(10),
  offset: z.number().int().min(0).max(1000).default(0),
  next: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
type Wanted = z.infer<typeof Payload>;

/** Messages of the channels somebody is in, newest first. */
export function serveSearch(parts: Parts): void {
  serve(parts, {
    method: 'GET',
    url: '/search',
    handle: async (db, { asker, query }) => {
      const me = personOf(asker);
      const wanted = read(query.payload);
      if (!wanted.filter_conditions.members.$in.includes(me)) throw badRequest('You can only search your own channels');
      if (wanted.next !== undefined && wanted.offset > 0) throw badRequest('Use an offset or next, not both');
      const positions = await find(db, me, wanted);
      const page = positions.slice(0, wanted.limit);
      const found = await completeMessages(db, page, me);
      const channels = await channelsOf(db, [...new Set(found.map(({ cid }) => cid))]);
      return {
        results: found.map((message) => ({ message: { ...message, channel: channels.get(message.cid) } })),
        ...(positions.length > page.length ? { next: String(page.at(-1)) } : {}),
      };
    },
  });
}

function read(payload = ''): Wanted {
  try {
    return Payload.parse(JSON.parse(payload));
  } catch {
    throw badRequest('This is not a search');
  }
}

/** One more than a page, by their positions, newest first. */
async function find(db: Db, me: string, wanted: Wanted): Promise<number[]> {
  const { filter_conditions: channels, message_filter_conditions: asked = {}, query, limit, offset, next } = wanted;
  const text = asked.text;
  const words = searchedWords(query ?? (text && ('$q' in text ? text.$q : text.$autocomplete)) ?? '');
  const people = asked['user.id']?.$in;
  if (words.length === 0 && people === undefined && asked.attachments === undefined) return [];
  const own = sql`own as materialized (select cid from sandbox_chat_members where user_id = ${me}
    ${channels.cid ? sql`and cid = any(${sql.param(channels.cid.$in)}::text[])` : sql``})`;
  const older = next === undefined ? sql`true` : sql`m.position < ${next}::bigint`;
  const isAsked = sql.join(
    [
      sql`m.deleted_at is null`,
      ...(people === undefined ? [] : [sql`m.user_id = any(${sql.param(people)}::text[])`]),
      ...(asked.attachments === undefined ? [] : [HAS_FILES]),
    ],
    sql` and `,
  );
  const most = offset + limit + 1;
  const read = async (statement: SQL) => {
    const { rows } = await db.execute<{ position: string }>(sql`${statement} order by position desc limit ${most}`);
    return rows.map(({ position }) => Number(position)).slice(offset);
  };
  const terms = termsOf(words);
  const hasWords = words.length === 0 ? sql`true` : sql`${messageWords(sql`m.text`)} @@ ${terms}`;
  const latest = await read(amongNewest(own, older, sql`${hasWords} and ${isAsked}`));
  if (latest.length > limit) return latest;
  if (words.length === 0 && people === undefined) return read(inChannels(own, sql`${older} and ${isAsked}`, most));
  return read(byIndex({ own, terms, people }, sql`${older} and ${isAsked}`));
}

/** As PostgreSQL looks for words: all of them, the last perhaps only begun. */
const termsOf = (words: string[]): SQL | null => {
  if (words.length === 0) return null;
  const last = words.length - 1;
  const terms = words.map((word, at) => `'${word}'${at === last && isBeginning(word) ? ':*' : ''}`);
  return sql`to_tsquery('simple', ${terms.join(' & ')})`;
};

const HAS_FILES = sql`exists (select from sandbox_chat_files file where file.message_id = m.id and file.removed_at is null)`;

/** Of the newest messages of one's channels: enough for words that are common there, of which the index has too many. */
const amongNewest = (own: SQL, older: SQL, where: SQL): SQL => sql`
  with ${own},
  newest as materialized (
    select page.position from own, lateral (
      select m.position from sandbox_chat_messages m where m.cid = own.cid and ${older}
       order by m.position desc limit ${NEWEST}) page
     order by page.position desc limit ${NEWEST})
  select m.position from newest join sandbox_chat_messages m using (position) where ${where}`;
const NEWEST = 250;

/** By the index, of which channels and authors are words too. */
const byIndex = (
  { own, terms, people }: { own: SQL; terms: SQL | null; people: string[] | undefined },
  where: SQL,
) => sql`
  with ${own},
  asked as materialized (
    select ${anyOf('c:', sql`own.cid`)} ${people === undefined ? sql`` : sql`&& (select ${anyOf('u:', sql`id`)} from unnest(${sql.param(people)}::text[]) id)`}
           ${terms === null ? sql`` : sql`&& ${terms}`} as terms from own),
  found as materialized (
    select m.position from sandbox_chat_messages m
     where ${messageTerms({ text: sql`m.text`, cid: sql`m.cid`, userId: sql`m.user_id` })} @@ (select terms from asked) and ${where})
  select position from found`;

/** Any of these, as words of the index. */
const anyOf = (kind: 'c:' | 'u:', ids: SQL): SQL =>
  sql`string_agg(quote_literal(${sql.raw(`'${kind}'`)} || ${ids}), '|')::tsquery`;

const inChannels = (own: SQL, where: SQL, most: number): SQL => sql`
  with ${own}
  select page.position from own, lateral (
    select m.position from sandbox_chat_messages m where m.cid = own.cid and ${where}
     order by m.position desc limit ${most}) page`;
