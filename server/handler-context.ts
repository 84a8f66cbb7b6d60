import type { Membership } from '../domain/access/roles';
import type { Ctx, Person, Services } from './context';
import type { Db } from './db/client';
import { NO_ORGANIZATION } from './db/schema/tenant';
import { type Outbox, openOutbox } from './outbox';
import { denial } from './refusals';

/** For whom and from where a verb runs: an incoming call, or a job that continues one. */
export interface Origin {
  services: Services;
  person: Person | null;
  membership: Membership | null;
  timeZone: string;
  /** The calling browser tab's name, so it recognizes events of its own changes. */
  tab?: string | undefined;
  log: Ctx['log'];
  gone: AbortSignal;
  /** Its audit data: the call, the kind of record, and which one. */
  endpoint: string;
  entity: string | undefined;
  requestId: string;
  /** Runs a step in a transaction of its own; null if all of the work runs in one. */
  step: (<T>(db: Db, name: string, work: (tx: Db) => Promise<Worked<T>>) => Promise<T>) | null;
}

/** A transaction's result, and what must be sent before it commits. */
export interface Worked<T> {
  result: T;
  outbox: Pick<Outbox, 'send'>;
}

/** A verb's context, whether it has left an audit entry, and what to send at the end. */
export type HandlerContext = Ctx & { readonly isAudited: boolean; readonly outbox: Pick<Outbox, 'send'> };

export function handlerContextOf(origin: Origin, db: Db, now = new Date(), audited = { value: false }): HandlerContext {
  const { services, person, membership, step: runStep } = origin;
  const outbox = openOutbox(db, services.jobs);
  // Outside a transaction there is no commit to wait for.
  const leave = async () => (db === services.database.db ? outbox.send() : undefined);
  const ctx: HandlerContext = {
    get person() {
      if (!person) throw denial({ kind: 'signed-out' });
      return person;
    },
    get membership() {
      if (!membership) throw denial({ kind: 'not-member' });
      return membership;
    },
    get isAudited() {
      return audited.value;
    },
    membershipOrNull: membership,
    db,
    now,
    timeZone: origin.timeZone,
    services,
    log: origin.log,
    gone: origin.gone,
    outbox,
    publish: (event) => {
      outbox.publish(origin.tab === undefined ? event : { ...event, by: origin.tab });
      return leave();
    },
    enqueue: (job) => {
      outbox.enqueue(job);
      return leave();
    },
    audit: async (entry) => {
      audited.value = true;
      outbox.audit({
        orgId: entry.orgId ?? membership?.orgId ?? NO_ORGANIZATION,
        actorUserId: person?.userId ?? null,
        impersonatorUserId: person?.impersonator?.id ?? null,
        endpoint: origin.endpoint,
        entity: entry.entity ?? origin.entity ?? 'unknown',
        entityId: entry.id === null ? null : String(entry.id),
        before: entry.before ?? null,
        after: entry.after ?? null,
        requestId: origin.requestId,
      });
      await leave();
    },
    step: (name, work) => {
      if (runStep === null) return work(ctx);
      return runStep(db, name, async (tx) => {
        const own = handlerContextOf(origin, tx, now, audited);
        return { result: await work(own), outbox: own.outbox };
      });
    },
  };
  return ctx;
}
