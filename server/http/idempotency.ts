import { createHash } from 'node:crypto';
import { and, eq, notExists, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Database, Db } from '../db/client';
import { idempotencyKeys, idempotencySteps } from '../db/schema';
import { transact } from '../db/transact';

/** A person's key and what it was sent with. */
export interface KeyedRequest {
  userId: string;
  key: string;
  endpoint: string;
  requestHash: string;
}

/** A kept answer, or one just given. */
export interface KeyedReply {
  reply: unknown;
  replayed: boolean;
}

const MAX_KEY = 200;

/** Reads the header; raises BAD_INPUT for what cannot be a key. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header.length < 8 || header.length > MAX_KEY) {
    throw new DomainError('BAD_INPUT', `An Idempotency-Key has 8 to ${MAX_KEY} characters`);
  }
  return header;
}

/** Equal for equal calls: the endpoint, organization and parsed input. */
export function hashRequest(endpoint: string, orgId: number | null, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([endpoint, orgId, input]))
    .digest('base64url');
}

function ofKey({ userId, key }: KeyedRequest) {
  return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
}

function assertSame(kept: { endpoint: string; requestHash: string }, request: KeyedRequest): void {
  if (kept.endpoint === request.endpoint && kept.requestHash === request.requestHash) return;
  throw new DomainError(
    'KEY_REUSED',
    'An earlier attempt with other details already arrived. Look at what was kept, then send this again if you still want it.',
  );
}

/** Whether the key is new; then it is now kept. */
async function claim(db: Db, request: KeyedRequest): Promise<boolean> {
  const { key } = idempotencyKeys;
  const claimed = await db.insert(idempotencyKeys).values(request).onConflictDoNothing().returning({ key });
  return claimed.length > 0;
}

async function find(db: Db, request: KeyedRequest) {
  const [kept] = await db.select().from(idempotencyKeys).where(ofKey(request));
  return kept;
}

/**
 * One effect and one answer for a key, in the caller's transaction: the key's row and the effect commit together, so
 * those who come at the same time wait for that row and then read the kept answer.
 */
export async function once(tx: Db, request: KeyedRequest, work: () => Promise<unknown>): Promise<KeyedReply> {
  if (!(await claim(tx, request))) {
    const kept = await find(tx, request);
    if (!kept) throw new DomainError('UNAVAILABLE', 'The same request is still under way. Try again in a moment.');
    assertSame(kept, request);
    return { reply: kept.reply, replayed: true };
  }
  const reply = await work();
  await tx.update(idempotencyKeys).set({ status: 200, reply }).where(ofKey(request));
  return { reply, replayed: false };
}

/**
 * The same promise for work in several transactions. A lock held on a connection of its own makes those with the same
 * key wait, on every server process, and lets go by itself when the process dies; the steps already done are kept.
 */
export async function onceInSteps(
  database: Database,
  request: KeyedRequest,
  work: () => Promise<unknown>,
): Promise<KeyedReply> {
  const client = await database.claims.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`${request.userId} ${request.key}`]);
    const kept = (await claim(database.db, request)) ? undefined : await find(database.db, request);
    if (kept) assertSame(kept, request);
    if (kept?.status) return { reply: kept.reply, replayed: true };
    const reply = await work().catch(async (error: unknown) => {
      if (error instanceof DomainError) await letGo(database.db, request);
      throw error;
    });
    await database.db.update(idempotencyKeys).set({ status: 200, reply }).where(ofKey(request));
    return { reply, replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError)) broken = error as Error;
    throw error;
  } finally {
    if (!broken) await client.query('select pg_advisory_unlock_all()').catch((error: Error) => (broken = error));
    client.release(broken);
  }
}

/** Frees the key of a request that was refused before any of its steps was done, so that it can be mended. */
async function letGo(db: Db, request: KeyedRequest): Promise<void> {
  const { userId, key } = idempotencySteps;
  const steps = db
    .select({ key })
    .from(idempotencySteps)
    .where(and(eq(userId, request.userId), eq(key, request.key)));
  await db.delete(idempotencyKeys).where(and(ofKey(request), notExists(steps)));
}

/** One step of a key, done once: its result is kept in the transaction that did it. Without a key it is simply done. */
export function stepOnce<T>(
  db: Db,
  owner: { userId: string; key: string } | null,
  step: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    if (!owner) return work(tx);
    const mine = and(
      eq(idempotencySteps.userId, owner.userId),
      eq(idempotencySteps.key, owner.key),
      eq(idempotencySteps.step, step),
    );
    const [done] = await tx.select({ result: idempotencySteps.result }).from(idempotencySteps).where(mine);
    if (done) return done.result as T;
    const result = await work(tx);
    await tx.insert(idempotencySteps).values({ ...owner, step, result: result ?? null });
    return result;
  });
}

/** Forgets keys after two days, by when nobody retries. */
export async function purgeKeys(db: Db): Promise<void> {
  const old = sql`now() - interval '2 days'`;
  await db.delete(idempotencyKeys).where(sql`${idempotencyKeys.createdAt} < ${old}`);
  await db.delete(idempotencySteps).where(sql`${idempotencySteps.createdAt} < ${old}`);
}
