import type { Membership } from '../domain/access/roles';
import { isPersonal, type LiveEvent, type LiveTopic } from '../domain/live/events';
import { type Zones, zoneThatCounts } from '../domain/organization/day-zone';
import type { Ctx, Person, Services } from './context';
import type { Db } from './db/client';
import { NO_ORGANIZATION } from './db/schema/tenant';
import { eventsOf } from './events/of-entry';
import { tell } from './events/tell-events';
import { type Outbox, openOutbox } from './outbox';
import { denial } from './refusals';

/** For whom and from where a verb runs: an incoming call, or a job that continues one. */
export interface Origin {
  services: Services;
  person: Person | null;
  membership: Membership | null;
  timeZone: string;
  /** What decides which zone counts for another company. */
  zones: Zones;
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

/** A verb's context, what it left so far, and what to send at the end. */
export type HandlerContext = Ctx & Readonly<Left> & { readonly outbox: Pick<Outbox, 'send'> };

/** Whether there is an audit entry, and the topics of the changes published for the caller, in all steps. */
type Left = { isAudited: boolean; topics: Set<LiveTopic> };

const nothingLeft = (): Left => ({ isAudited: false, topics: new Set() });

export function handlerContextOf(origin: Origin, db: Db, now = new Date(), left = nothingLeft()): HandlerContext {
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
      return left.isAudited;
    },
    topics: left.topics,
    membershipOrNull: membership,
    personOrNull: person,
    db,
    now,
    timeZone: origin.timeZone,
    zoneOf: (companyId) => zoneThatCounts(origin.zones, companyId),
    services,
    log: origin.log,
    gone: origin.gone,
    outbox,
    publish: (event) => {
      if (isFor(event, origin)) left.topics.add(event.topic);
      outbox.publish(origin.tab === undefined ? event : { ...event, by: origin.tab });
      return leave();
    },
    tell: (...events) => tell(db, ...events),
    enqueue: (job) => {
      outbox.enqueue(job);
      return leave();
    },
    audit: async (entry) => {
      left.isAudited = true;
      const kept = {
        orgId: entry.orgId ?? membership?.orgId ?? NO_ORGANIZATION,
        actorUserId: person?.userId ?? null,
        impersonatorUserId: person?.impersonator?.id ?? null,
        apiKeyId: person?.application?.id ?? null,
        apiKeyName: person?.application?.name ?? null,
        endpoint: origin.endpoint,
        entity: entry.entity ?? origin.entity ?? 'unknown',
        entityId: entry.id === null ? null : String(entry.id),
        before: entry.before ?? null,
        after: entry.after ?? null,
        requestId: origin.requestId,
      };
      outbox.audit(kept);
      await tell(db, ...eventsOf(kept));
      await leave();
    },
    step: (name, work) => {
      if (runStep === null) return work(ctx);
      return runStep(db, name, async (tx) => {
        const own = handlerContextOf(origin, tx, now, left);
        return { result: await work(own), outbox: own.outbox };
      });
    },
  };
  return ctx;
}

/** Whether a change is for the caller too: in their organization, or their own. */
function isFor({ topic, id, orgIds, userIds }: LiveEvent, { person, membership }: Origin): boolean {
  if (isPersonal(topic)) return id === person?.userId;
  if (userIds && !userIds.includes(person?.userId ?? '')) return false;
  return membership !== null && orgIds.includes(membership.orgId);
}
