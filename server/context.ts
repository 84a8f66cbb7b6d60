import type { FastifyBaseLogger } from 'fastify';
import type { Membership } from '../domain/access/roles';
import type { LiveEvent } from '../domain/live/events';
import type { Billing } from './billing/port';
import type { ChatService } from './chat/service';
import type { Config } from './config';
import type { Database, Db } from './db/client';
import type { Identity } from './identity';
import type { Integrations } from './integrations';
import type { Log } from './log';
import type { Mail } from './mail';
import type { JobRequest } from './queues';

/** Who is behind a call. An impersonated person is the actor; the support person behind them is `impersonator`. */
export interface Person {
  userId: string;
  subject: string;
  displayName: string;
  isSupport: boolean;
  impersonator: { id: string; name: string } | null;
  /** The session the token was issued in; null where its issuer does not say. */
  sessionId: string | null;
}

/** What the process holds once and lends to every call. */
export interface Services {
  config: Config;
  database: Database;
  identity: Identity;
  mail: Mail;
  chat: ChatService;
  billing: Billing;
  integrations: Integrations;
  jobs: Jobs;
  log: Log;
}

/** One entry of the audit log, as a verb records it; who, when and by which call are added. */
export interface AuditEntry {
  /** Defaults to the kind of entity the endpoint declares. */
  entity?: string;
  /** The organization it belongs to; the caller's unless said. */
  orgId?: number;
  id: string | number | null;
  before?: unknown;
  after?: unknown;
}

export interface Jobs {
  /** Leaves a job in the caller's transaction: it exists if and only if that transaction commits. */
  enqueue(db: Db, job: JobRequest): Promise<void>;
  close(): Promise<void>;
}

/**
 * All a verb may lean on. `person` and `membership` raise SIGNED_OUT and FORBIDDEN where the call has none, so a verb
 * behind `requires` reads them without asking.
 */
export interface Ctx {
  readonly person: Person;
  readonly membership: Membership;
  /** The person's membership, or null for a call outside any organization. */
  readonly membershipOrNull: Membership | null;
  /** The transaction of a write; the database itself for a read. */
  readonly db: Db;
  readonly now: Date;
  /** The reader's IANA zone, which decides where a day begins; UTC when the call names none. */
  readonly timeZone: string;
  readonly services: Services;
  readonly log: FastifyBaseLogger;
  /** Fires when whoever asked for a file waits no longer; never for other replies. */
  readonly gone: AbortSignal;
  /** Sends a live event, once the transaction commits. */
  publish(event: LiveEvent): Promise<void>;
  /** Leaves work to the jobs, in the same transaction. */
  enqueue(job: JobRequest): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  /**
   * One unit of work in a transaction of its own, done once for the caller's idempotency key even when the process
   * dies in between. Only where the endpoint declares `transaction: 'each'`. `result` must survive JSON.
   */
  step<T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
}
