import type { FastifyRequest } from 'fastify';
import type { Membership } from '../../domain/access/roles';
import type { Endpoint } from '../../domain/contract/endpoint';
import { isTimeZone } from '../../domain/dates';
import type { LiveEvent } from '../../domain/live/events';
import type { AuditEntry, Ctx, Person, Services } from '../context';
import type { Db } from '../db/client';
import { auditLog } from '../db/schema';
import { publish } from '../live/publish';
import type { JobRequest } from '../queues';
import type { Caller } from './authenticate';
import { denial } from './errors';
import { type KeyedRequest, stepOnce } from './idempotency';

/** A call on its way to its verb. */
export interface Call {
  services: Services;
  endpoint: Endpoint;
  caller: Caller;
  request: FastifyRequest;
  input: unknown;
  db: Db;
  keyed: KeyedRequest | null;
  /** Fires when whoever asked waits no longer. */
  gone: AbortSignal;
}

/** The context a verb runs in, and `finish`, which makes sure that every write has left its entry in the audit log. */
export function callContext(call: Call): Ctx & { finish(): Promise<void> } {
  const audited = { value: false };
  return Object.assign(contextOn(call, call.db, new Date(), audited), {
    async finish() {
      if (call.endpoint.audit && !audited.value) await record(call, call.db, { id: null, after: call.input });
    },
  });
}

function contextOn(call: Call, db: Db, now: Date, audited: { value: boolean }): Ctx {
  const { services, caller, request, keyed, gone } = call;
  return {
    get person(): Person {
      if (!caller.person) throw denial({ kind: 'signed-out' });
      return caller.person;
    },
    get membership(): Membership {
      if (!caller.actor?.membership) throw denial({ kind: 'not-member' });
      return caller.actor.membership;
    },
    membershipOrNull: caller.actor?.membership ?? null,
    db,
    now,
    timeZone: timeZoneOf(request.headers.timezone),
    services,
    log: request.log,
    gone,
    publish: (event: LiveEvent) => publish(db, { ...event, ...tabOf(request.headers['client-id']) }),
    enqueue: (job: JobRequest) => services.jobs.enqueue(db, job),
    audit: async (entry: AuditEntry) => {
      audited.value = true;
      await record(call, db, entry);
    },
    step: (name, work) =>
      stepOnce(db, keyed && { userId: keyed.userId, key: keyed.key }, name, (tx) =>
        work(contextOn(call, tx, now, audited)),
      ),
  };
}

const TAB = /^[\w-]{1,36}$/;

/** The tab that calls, as it names itself; nothing for what is no such name. */
function tabOf(header: string | string[] | undefined): { by?: string } {
  return typeof header === 'string' && TAB.test(header) ? { by: header } : {};
}

function timeZoneOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && isTimeZone(header) ? header : 'UTC';
}

async function record({ caller, endpoint, request }: Call, db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({
    orgId: entry.orgId ?? caller.actor?.membership?.orgId ?? null,
    actorUserId: caller.person?.userId ?? null,
    impersonatorUserId: caller.person?.impersonator?.id ?? null,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    entity: entry.entity ?? endpoint.audit ?? 'unknown',
    entityId: entry.id === null ? null : String(entry.id),
    before: entry.before ?? null,
    after: entry.after ?? null,
    requestId: request.id,
  });
}
