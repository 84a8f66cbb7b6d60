import { type SQLWrapper, sql } from 'drizzle-orm';
import type { LiveEvent } from '../domain/live/events';
import type { Jobs } from './context';
import type { Db } from './db/client';
import type { auditLog } from './db/schema';
import { LIVE_CHANNEL } from './live/publish';
import { newsForReaders } from './live/tell-readers';
import type { JobRequest } from './queues';

type Entry = Omit<typeof auditLog.$inferInsert, 'id' | 'createdAt'>;

/** What a transaction sends at its end: audit entries, live events, and jobs. */
export type Outbox = {
  audit(entry: Entry): void;
  publish(event: LiveEvent): void;
  enqueue(job: JobRequest): void;
  /**
   * Sends everything at once, together with a statement that ends the transaction, such as storing the reply under a key.
   * Audit entries go apart: they are a tenant's rows, keys are not. Must be the transaction's last step; without it
   * nothing is saved.
   */
  send(closing?: SQLWrapper): Promise<void>;
};

/** An empty outbox for the transaction `db`. */
export function openOutbox(db: Db, jobs: Pick<Jobs, 'enqueue'>): Outbox {
  const entries: Entry[] = [];
  const requests: JobRequest[] = [];
  const events: LiveEvent[] = [];
  return {
    audit: (entry) => void entries.push(entry),
    publish: (event) => void events.push(event),
    enqueue: (job) => void requests.push(job),
    async send(closing) {
      const work: PromiseLike<unknown>[] = requests.splice(0).map((job) => jobs.enqueue(db, job));
      if (entries.length > 0) work.push(db.execute(insertEntries(entries.splice(0))));
      const told = events.splice(0);
      const news = [...told, ...(await newsForReaders(db, told))].map((event) => JSON.stringify(event));
      if (closing !== undefined || news.length > 0) {
        const first = closing === undefined ? sql`` : sql`with closing as ${closing} `;
        work.push(
          db.execute(
            sql`${first}select pg_notify(${LIVE_CHANNEL}, news) from unnest(${sql.param(news)}::text[]) as news`,
          ),
        );
      }
      await Promise.all(work);
    },
  };
}

const insertEntries = (entries: readonly Entry[]) => sql`
  insert into audit_log (org_id, actor_user_id, impersonator_user_id, api_key_id, api_key_name, endpoint, entity, entity_id, before, after, request_id)
  select "orgId", "actorUserId", "impersonatorUserId", "apiKeyId", "apiKeyName", endpoint, entity, "entityId", before, after, "requestId"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry ("orgId" bigint, "actorUserId" uuid,
      "impersonatorUserId" uuid, "apiKeyId" bigint, "apiKeyName" text, endpoint text, entity text, "entityId" text, before jsonb, after jsonb, "requestId" text)`;
