import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Db } from '../db/client';
import { idempotencyKeys } from '../db/schema';

/** A person's key, what it was sent with, and a name for this one sending of it. */
export interface KeyedRequest {
  userId: string;
  key: string;
  endpoint: string;
  requestHash: string;
  holder: string;
}

/** The row of a key. */
export const ofKey = ({ userId, key }: Pick<KeyedRequest, 'userId' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** How long a holder that stopped keeps its key from others, and how often one at work says that it still is. */
const LEASE = sql`interval '15 seconds'`;
const RENEW_MS = 4_000;
/** How often somebody who waits for a key looks again, and when they are told to come back. */
const LOOK_MS = { first: 20, most: 250 };
const MOST_WAIT_MS = 60_000;

const isFree = or(isNull(idempotencyKeys.leasedUntil), lt(idempotencyKeys.leasedUntil, sql`now()`)) as SQL;

/** What is kept of a key that was already answered. */
export type Answered = { reply: unknown };

/**
 * Holds a request's key, alone among all processes, and gives null; or, where it was answered, that answer. While
 * somebody else holds it, waits for theirs. Keeps no connection: a lease on the key's row, which `holdWhile` renews,
 * lapses by itself where a process died. Raises KEY_REUSED for another request's key, UNAVAILABLE after a minute.
 */
export async function takeLease(db: Db, request: KeyedRequest): Promise<Answered | null> {
  const { holder, userId, key, endpoint, requestHash } = request;
  const leased = { holder, leasedUntil: sql`now() + ${LEASE}` };
  const begin = async () => {
    const row = { userId, key, endpoint, requestHash, ...leased };
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
    if (kept && kept.status !== null) return { reply: kept.reply };
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

/** Raises KEY_REUSED unless the kept row is of the same request. */
export function assertSame(kept: { endpoint: string; requestHash: string }, request: KeyedRequest): void {
  if (kept.endpoint === request.endpoint && kept.requestHash === request.requestHash) return;
  throw new DomainError(
    'KEY_REUSED',
    'An earlier attempt with different details already went through. Check what was saved, then try again if you still need to.',
  );
}

/** What is told to whoever asks for something another request with the same key is still doing. */
export const stillUnderWay = () =>
  new DomainError('UNAVAILABLE', 'We’re still working on this request. Try again in a moment.');

/** The key's row while this request holds it; nobody at all once the lease was lost to another. */
export const heldBy = (request: Pick<KeyedRequest, 'userId' | 'key' | 'holder'>) =>
  and(ofKey(request), eq(idempotencyKeys.holder, request.holder));

/** Works while the lease is renewed. A renewal that fails is left to the next; `heldBy` says whether it was in time. */
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

/** Leaves a key to whoever asks next. */
export async function endLease(db: Db, request: KeyedRequest): Promise<void> {
  await db.update(idempotencyKeys).set({ holder: null, leasedUntil: null }).where(heldBy(request));
}
