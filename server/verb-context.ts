import type { Membership } from '../domain/access/roles';
import type { Ctx, Person, Services } from './context';
import type { Db } from './db/client';
import { NO_ORGANIZATION } from './db/schema/tenant';
import { type Outbox, openOutbox } from './outbox';
import { denial } from './refusals';

/** On whose behalf and from where a verb is run: a call that came in, or a job that goes on with one. */
export interface Origin {
  services: Services;
  person: Person | null;
  membership: Membership | null;
  timeZone: string;
  /** The browser tab that calls, as it names itself, so that it knows the news of its own changes. */
  tab?: string | undefined;
  log: Ctx['log'];
  gone: AbortSignal;
  /** What the audit log says of it: the call, its kind of entity, and which one it was. */
  endpoint: string;
  entity: string | undefined;
  requestId: string;
  step: <T>(db: Db, name: string, work: (tx: Db) => Promise<Worked<T>>) => Promise<T>;
}

/** What was done in a transaction: its result, and what is left to send before it commits. */
export interface Worked<T> {
  result: T;
  outbox: Pick<Outbox, 'send'>;
}

/** The context a verb runs in, whether it has left an entry in the audit log, and what it leaves when it is done. */
export type VerbContext = Ctx & { readonly isAudited: boolean; readonly outbox: Pick<Outbox, 'send'> };

export function contextOf(origin: Origin, db: Db, now = new Date(), audited = { value: false }): VerbContext {
  const { services, person, membership } = origin;
  const outbox = openOutbox(db);
  // Outside a transaction there is no commit to wait for.
  const leave = async () => (db === services.database.db ? outbox.send() : undefined);
  return {
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
    enqueue: (job) => services.jobs.enqueue(db, job),
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
    step: (name, work) =>
      origin.step(db, name, async (tx) => {
        const ctx = contextOf(origin, tx, now, audited);
        return { result: await work(ctx), outbox: ctx.outbox };
      }),
  };
}
