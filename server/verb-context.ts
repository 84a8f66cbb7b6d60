import type { Membership } from '../domain/access/roles';
import type { Ctx, Person, Services } from './context';
import type { Db } from './db/client';
import { auditLog } from './db/schema';
import { publish } from './live/publish';
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
  step: <T>(db: Db, name: string, work: (tx: Db) => Promise<T>) => Promise<T>;
}

/** The context a verb runs in, and whether it has left an entry in the audit log. */
export type VerbContext = Ctx & { readonly isAudited: boolean };

export function contextOf(origin: Origin, db: Db, now = new Date(), audited = { value: false }): VerbContext {
  const { services, person, membership } = origin;
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
    publish: (event) => publish(db, origin.tab === undefined ? event : { ...event, by: origin.tab }),
    enqueue: (job) => services.jobs.enqueue(db, job),
    audit: async (entry) => {
      audited.value = true;
      await db.insert(auditLog).values({
        orgId: entry.orgId ?? membership?.orgId ?? null,
        actorUserId: person?.userId ?? null,
        impersonatorUserId: person?.impersonator?.id ?? null,
        endpoint: origin.endpoint,
        entity: entry.entity ?? origin.entity ?? 'unknown',
        entityId: entry.id === null ? null : String(entry.id),
        before: entry.before ?? null,
        after: entry.after ?? null,
        requestId: origin.requestId,
      });
    },
    step: (name, work) => origin.step(db, name, (tx) => work(contextOf(origin, tx, now, audited))),
  };
}
