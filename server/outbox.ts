import { type SQLWrapper, sql } from 'drizzle-orm';
import type { LiveEvent } from '../domain/live/events';
import type { Db } from './db/client';
import type { auditLog } from './db/schema';
import { LIVE_CHANNEL } from './live/publish';

type Entry = Omit<typeof auditLog.$inferInsert, 'id' | 'createdAt'>;

/** What a transaction sends at its end: audit entries and live events. */
export type Outbox = {
  audit(entry: Entry): void;
  publish(event: LiveEvent): void;
  /**
   * Sends everything in one statement, together with another that ends the transaction, such as storing the reply under
   * a key. Must be the transaction's last step; without it nothing is saved.
   */
  send(closing?: SQLWrapper): Promise<void>;
};

/** An empty outbox for the transaction `db`. */
export function openOutbox(db: Db): Outbox {
  const entries: Entry[] = [];
  const events: LiveEvent[] = [];
  return {
    audit: (entry) => void entries.push(entry),
    publish: (event) => void events.push(event),
    async send(closing) {
      const audited = entries.length > 0 && insertEntries(entries.splice(0));
      const news = events.splice(0).map((event) => JSON.stringify(event));
      const work = [audited, closing].filter((one) => one !== undefined && one !== false);
      if (work.length === 0 && news.length === 0) return;
      const parts = work.map((one, index) => sql`${sql.raw(`part${index}`)} as ${one}`);
      const first = parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)} ` : sql``;
      await db.execute(
        sql`${first}select pg_notify(${LIVE_CHANNEL}, news) from unnest(${sql.param(news)}::text[]) as news`,
      );
    },
  };
}

const insertEntries = (entries: readonly Entry[]) => sql`(
  insert into audit_log (org_id, actor_user_id, impersonator_user_id, endpoint, entity, entity_id, before, after, request_id)
  select "orgId", "actorUserId", "impersonatorUserId", endpoint, entity, "entityId", before, after, "requestId"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry ("orgId" bigint, "actorUserId" uuid,
      "impersonatorUserId" uuid, endpoint text, entity text, "entityId" text, before jsonb, after jsonb, "requestId" text))`;
