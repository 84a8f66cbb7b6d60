import { createHash } from 'node:crypto';
import { and, eq, lt, notExists } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import { LIVE_TOPICS, type LiveTopic } from '../../domain/live/events';
import { FIXED } from '../../domain/retention/periods';
import type { Db } from '../db/client';
import { daysAgo, removeOld } from '../db/remove-old';
import { idempotencyKeys, idempotencySteps } from '../db/schema';
import { transact } from '../db/transact';
import type { Worked } from '../handler-context';
import {
  acquireLease,
  assertSame,
  endLease,
  heldBy,
  holdWhile,
  type KeyedRequest,
  keptReply,
  ofKey,
  stillUnderWay,
  storedHash,
  storedReply,
} from './key-lease';

/** A stored or new reply. */
export interface KeyedReply {
  reply: unknown;
  replayed: boolean;
  /** Topics of what it changed; not stored, so a replay names all. */
  topics: Iterable<LiveTopic>;
}

/** A call's work done, with the topics of what it changed for the caller. */
export interface Answer extends Worked<unknown> {
  topics: Iterable<LiveTopic>;
}

const replay = (reply: unknown): KeyedReply => ({ reply, replayed: true, topics: LIVE_TOPICS });

const MAX_KEY = 200;

/** Reads the header; BAD_INPUT if invalid. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header.length < 8 || header.length > MAX_KEY) {
    throw new DomainError('BAD_INPUT', `Idempotency-Key must be 8 to ${MAX_KEY} characters`);
  }
  return header;
}

/** Equal for equal calls: endpoint, organization and parsed input. */
export function hashRequest(endpoint: string, orgId: number | null, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([endpoint, orgId, input]))
    .digest('base64url');
}

/** Whether the key is new; if so it is now stored. */
async function claim(db: Db, request: KeyedRequest): Promise<boolean> {
  const { userId, key, endpoint } = request;
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId, key, endpoint, requestHash: storedHash(request) })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

async function find(db: Db, request: KeyedRequest) {
  const [kept] = await db.select().from(idempotencyKeys).where(ofKey(request));
  return kept;
}

/**
 * One effect and one reply per key, in the caller's transaction: the key's row commits with the effect, so concurrent
 * requests wait for the row and then read the stored reply.
 */
export async function once(tx: Db, request: KeyedRequest, work: () => Promise<Answer>): Promise<KeyedReply> {
  if (!(await claim(tx, request))) {
    const kept = await find(tx, request);
    if (!kept) throw stillUnderWay();
    assertSame(kept, request);
    if (kept.status === null) throw stillUnderWay();
    return replay(storedReply(kept, request));
  }
  const { result: reply, outbox, topics } = await work();
  await outbox.send(
    tx
      .update(idempotencyKeys)
      .set({ status: 200, reply: keptReply(reply, request) })
      .where(ofKey(request)),
  );
  return { reply, replayed: false, topics };
}

/**
 * The same for work in several transactions, however slow third parties are: requests with the same key wait, on every
 * server process, while one holds its lease; completed steps are stored, so after a crash another process continues
 * from there.
 */
export async function onceInSteps(db: Db, request: KeyedRequest, work: () => Promise<Answer>): Promise<KeyedReply> {
  const answered = await acquireLease(db, request);
  if (answered) return replay(storedReply(answered, request));
  try {
    const { result: reply, outbox, topics } = await holdWhile(db, request, work);
    await outbox.send();
    const kept = await db
      .update(idempotencyKeys)
      .set({ status: 200, reply: keptReply(reply, request), holder: null, leasedUntil: null })
      .where(heldBy(request))
      .returning({ key: idempotencyKeys.key });
    if (kept.length === 0) throw stillUnderWay();
    return { reply, replayed: false, topics };
  } catch (error) {
    if (error instanceof DomainError) await letGo(db, request);
    // If even that fails, the lease expires.
    await endLease(db, request).catch(() => {});
    throw error;
  }
}

/** Frees the key of a request refused before any step was done, so it can be corrected. */
async function letGo(db: Db, request: KeyedRequest): Promise<void> {
  const { userId, key } = idempotencySteps;
  const steps = db
    .select({ key })
    .from(idempotencySteps)
    .where(and(eq(userId, request.userId), eq(key, request.key)));
  await db.delete(idempotencyKeys).where(and(heldBy(request), notExists(steps)));
}

/**
 * One step of a key, done once: its result is stored in the same transaction. Without a key it simply runs. Raises
 * UNAVAILABLE if the key's lease was lost: the new holder runs the step.
 */
export function stepOnce<T>(
  db: Db,
  request: KeyedRequest | null,
  step: string,
  work: (tx: Db) => Promise<Worked<T>>,
): Promise<T> {
  return transact(db, async (tx) => {
    if (!request) {
      const { result, outbox } = await work(tx);
      await outbox.send();
      return result;
    }
    const { userId, key } = request;
    const sameStep = and(
      eq(idempotencySteps.userId, userId),
      eq(idempotencySteps.key, key),
      eq(idempotencySteps.step, step),
    );
    // A shared lock until the step is done, so nobody takes over the key midway.
    const [held] = await tx
      .select({ done: idempotencySteps.step, result: idempotencySteps.result })
      .from(idempotencyKeys)
      .leftJoin(idempotencySteps, sameStep)
      .where(heldBy(request))
      .for('share', { of: idempotencyKeys });
    if (held === undefined) throw stillUnderWay();
    if (held.done !== null) return held.result as T;
    const { result, outbox } = await work(tx);
    await outbox.send(tx.insert(idempotencySteps).values({ userId, key, step, result: result ?? null }));
    return result;
  });
}

/** Deletes keys that nobody tries again. */
export async function purgeKeys(db: Db): Promise<void> {
  await removeOld(db, idempotencyKeys, lt(idempotencyKeys.createdAt, daysAgo(FIXED.idempotencyKeys)));
  await removeOld(db, idempotencySteps, lt(idempotencySteps.createdAt, daysAgo(FIXED.idempotencyKeys)));
}
