import type { FastifyBaseLogger } from 'fastify';
import type { Membership } from '../domain/access/roles';
import type { Told } from '../domain/events/event';
import type { LiveEvent } from '../domain/live/events';
import type { Books } from './accounting/books';
import type { Billing } from './billing/port';
import type { ChatService } from './chat/service';
import type { Config } from './config';
import type { Database, Db } from './db/client';
import type { FileStore } from './files/store';
import type { Identity } from './identity';
import type { Integrations } from './integrations';
import type { Log } from './log';
import type { Mail } from './mail';
import type { JobRequest } from './queues';

/** An API key in use. `callerId` is whose its idempotency keys are. */
export interface Application {
  id: number;
  name: string;
  callerId: string;
}

/** Who makes a call. An impersonated person is the actor; the support person is `impersonator`. */
export interface Person {
  userId: string;
  subject: string;
  displayName: string;
  isSupport: boolean;
  impersonator: { id: string; name: string } | null;
  /** The API key an application calls with, which acts as this person within the key's rights; null for people. */
  application: Application | null;
  /** The token's session; null if its issuer doesn't name one. */
  sessionId: string | null;
}

/** The process's shared services, available to every call. */
export interface Services {
  config: Config;
  database: Database;
  identity: Identity;
  mail: Mail;
  chat: ChatService;
  billing: Billing;
  files: FileStore;
  integrations: Integrations;
  /** The books of companies, at the accounting service. */
  books: Books;
  jobs: Jobs;
  log: Log;
}

/** An audit log entry as a verb records it; who, when and which call are added. */
export interface AuditEntry {
  /** The endpoint's declared kind of record by default. */
  entity?: string;
  /** The organization it belongs to; the caller's by default. */
  orgId?: number;
  id: string | number | null;
  before?: unknown;
  after?: unknown;
}

export interface Jobs {
  /** Enqueues a job in the caller's transaction: it exists only if that commits. */
  enqueue(db: Db, job: JobRequest): Promise<void>;
  close(): Promise<void>;
}

/**
 * Everything a verb may use. `person` and `membership` raise SIGNED_OUT and FORBIDDEN when missing, so a verb behind
 * `requires` can read them directly.
 */
export interface Ctx {
  readonly person: Person;
  readonly membership: Membership;
  /** The person's membership, or null for a call outside any organization. */
  readonly membershipOrNull: Membership | null;
  /** Null for a visitor of a public call. */
  readonly personOrNull: Person | null;
  /** A write's transaction; for a read, the database itself. */
  readonly db: Db;
  readonly now: Date;
  /** The IANA time zone in which the call's days count: its company's, or the reader's (`days` of its declaration). */
  readonly timeZone: string;
  /** The same for the records of one of the reader's seller companies. */
  zoneOf(companyId: number): string;
  readonly services: Services;
  readonly log: FastifyBaseLogger;
  /** Aborts when the client of a file reply is gone; never for other replies. */
  readonly gone: AbortSignal;
  /** Sends a live event when the transaction commits. */
  publish(event: LiveEvent): Promise<void>;
  /** Tells an organization's programs of an event when the transaction commits (`domain/events`). */
  tell(...events: readonly Told[]): Promise<void>;
  /** Enqueues a job in the same transaction. */
  enqueue(job: JobRequest): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  /**
   * One unit of work in its own transaction, done once per idempotency key even if the process crashes in between. Only
   * if the endpoint declares `transaction: 'each'`; in the call's transaction if it is `isOneStep`, so an error caught
   * outside must come before the step's first write. `result` must survive JSON.
   */
  step<T>(name: string, work: (ctx: Ctx) => Promise<T>): Promise<T>;
}

/** What it takes to add records to an organization, also as the owner of one that is only just beginning. */
export type MemberCtx = Pick<Ctx, 'db' | 'now' | 'membership' | 'audit' | 'publish'>;
