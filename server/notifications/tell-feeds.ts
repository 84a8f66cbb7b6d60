import { sql } from 'drizzle-orm';
import { personalEvent } from '../../domain/live/events';
import type { Db } from '../db/client';
import { LIVE_CHANNEL } from '../live/publish';

/** Has the screens of these people read their feed again, once the transaction is done. */
export async function tellFeeds(db: Db, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const news = [...new Set(people)].map((userId) => JSON.stringify(personalEvent('feed', userId)));
  await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, news) from unnest(${sql.param(news)}::text[]) as news`);
}
