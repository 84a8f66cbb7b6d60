import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { accessText, hasLostAccess } from '../../domain/access/kept-access';
import type { Membership } from '../../domain/access/roles';
import { DomainError } from '../../domain/errors';
import type { Db } from '../db/client';
import { idempotencyKeys } from '../db/schema';

/** A person's key, its request, and an id of this attempt. */
export interface KeyedRequest {
  userId: string;
  key: string;
  endpoint: string;
  requestHash: string;
  /** A stored reply is given again only while the person may do and sees as much as when it was made. */
  membership: Membership | null;
  /** A field of the reply that isn't stored with it; see `shownOnce` of its declaration. */
  shownOnce: string | null;
  holder: string;
}

/** A reply as it is stored: without what is shown once. */
export function keptReply(reply: unknown, { shownOnce }: Pick<KeyedRequest, 'shownOnce'>): unknown {
  return shownOnce === null ? reply : { ...(reply as object), [shownOnce]: null };
}

/** What a key's row keeps of its request. */
export const storedHash = ({ requestHash, membership }: Pick<KeyedRequest, 'requestHash' | 'membership'>) =>
  `${requestHash}.${accessText(membership)}`;

/** A done key's reply. FORBIDDEN once the person has lost access since: the reply may show what they no longer see. */
export function storedReply(kept: { requestHash: string; reply: unknown }, { membership }: KeyedRequest): unknown {
  if (!hasLostAccess(kept.requestHash.split('.')[1] ?? '', membership)) return kept.reply;
  throw new DomainError(
    'FORBIDDEN',
    'This was done, but your access changed since, so we can’t show it again. Reload to see what you can see now.',
  );
}

/** The key's row. */
export const ofKey = ({ userId, key }: Pick<KeyedRequest, 'userId' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** How long a dead holder blocks its key, and how often a live one renews. */
const LEASE = sql`interval '15 seconds'`;
const RENEW_MS = 4_000;
/** How often waiting requests check a key, and when they give up. */
const LOOK_MS = { first: 20, most: 250 };
const MOST_WAIT_MS = 60_000;

const isFree = or(isNull(idempotencyKeys.leasedUntil), lt(idempotencyKeys.leasedUntil, sql`now()`)) as SQL;

/** A completed key's stored reply. */
export type Answered = { requestHash: string; reply: unknown };

/**
 * Takes a request's key, exclusively across processes, and returns null; or the stored reply if it is done. If another
 * request holds it, waits for its reply. Uses no connection while held: a lease on the key's row, renewed by
 * `holdWhile`, expires if its process dies. Raises KEY_REUSED for a different request, UNAVAILABLE after a minute.
 */
export async function acquireLease(db: Db, request: KeyedRequest): Promise<Answered | null> {
  const { holder, userId, key, endpoint } = request;
  const leased = { holder, leasedUntil: sql`now() + ${LEASE}` };
  const begin = async () => {
    const row = { userId, key, endpoint, requestHash: storedHash(request), ...leased };
    const begun = await db
      .insert(idempotencyKeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    return begun.length > 0;
  };
  if (await begin()) return null;
  const patience = performance.now() + MOST_WAIT_MS;
  for (let look = LOOK_MS.first; performance.now() < patience; look = Math.min(look * 1.5, LOOK_MS.most)) {
    const [kept] = await db
      .select({ ...columns, isFree: sql<boolean>`${isFree}` })
      .from(idempotencyKeys)
      .where(ofKey(request));
    if (kept) assertSame(kept, request);
    if (kept && kept.status !== null) return { requestHash: kept.requestHash, reply: kept.reply };
    if (kept === undefined && (await begin())) return null;
    if (kept?.isFree && (await takeOver(db, request, leased))) return null;
    await pause(look);
  }
  throw stillUnderWay();
}

const { endpoint, requestHash, status, reply } = idempotencyKeys;
const columns = { endpoint, requestHash, status, reply };

async function takeOver(db: Db, request: KeyedRequest, leased: { holder: string; leasedUntil: SQL }): Promise<boolean> {
  const taken = await db
    .update(idempotencyKeys)
    .set(leased)
    .where(and(ofKey(request), isNull(idempotencyKeys.status), isFree))
    .returning({ key: idempotencyKeys.key });
  return taken.length > 0;
}

/** Raises KEY_REUSED unless the stored row is for the same request. */
export function assertSame(kept: { endpoint: string; requestHash: string }, request: KeyedRequest): void {
  if (kept.endpoint === request.endpoint && kept.requestHash.split('.')[0] === request.requestHash) return;
  throw new DomainError(
    'KEY_REUSED',
    'An earlier attempt with different details already went through. Check what was saved, then try again if you still need to.',
  );
}

/** The message when another request with the same key is still running. */
export const stillUnderWay = () =>
  new DomainError('UNAVAILABLE', 'We’re still working on this request. Try again in a moment.');

/** The key's row while this request holds it; none once the lease was lost. */
export const heldBy = (request: Pick<KeyedRequest, 'userId' | 'key' | 'holder'>) =>
  and(ofKey(request), eq(idempotencyKeys.holder, request.holder));

/**
 * Runs work while renewing the lease. A failed renewal is left to the next one; `heldBy` tells whether it was in time.
 */
export async function holdWhile<T>(db: Db, request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    const renewed = db
      .update(idempotencyKeys)
      .set({ leasedUntil: sql`now() + ${LEASE}` })
      .where(heldBy(request));
    renewed.catch(() => {});
  }, RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}

/** Releases a key for the next request. */
export async function endLease(db: Db, request: KeyedRequest): Promise<void> {
  await db.update(idempotencyKeys).set({ holder: null, leasedUntil: null }).where(heldBy(request));
}
