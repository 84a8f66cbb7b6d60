import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Db } from '../db/client';
import { signingKeys } from '../db/schema/identity';

/** RS256 is the fastest to verify of what every OpenID client supports. */
export const ALGORITHM = 'RS256';

const LOCK = 7_215_001;
const ROTATE_AFTER_DAYS = 90;
/** By then every process has read the new key. */
const PUBLISH_AHEAD_MINUTES = 10;
/** Longer than what they signed is good for: tokens an hour, the cookie of a session thirty days. */
const KEEP_RETIRED_DAYS = { signature: 2, cookie: 31 } as const;
type Purpose = keyof typeof KEEP_RETIRED_DAYS;
const MAKE = { signature: newSignatureKey, cookie: newCookieKey } as const;

export type SigningKey = { readonly kid: string; readonly jwk: JWK; readonly signsFrom: Date };

/** The current keys: the signing key first, then those that only verify. */
export type KeySet = { readonly signature: readonly SigningKey[]; readonly cookies: readonly string[] };

/** Reads the shared keys, creating the first of each kind in an empty database. */
export async function loadKeys(db: Db): Promise<KeySet> {
  const rows = await readKeys(db);
  if (hasBoth(rows)) return toKeySet(rows);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const existing = await readKeys(tx);
    if (!existing.some((row) => row.purpose === 'signature'))
      await tx.insert(signingKeys).values(await newSignatureKey());
    if (!existing.some((row) => row.purpose === 'cookie')) await tx.insert(signingKeys).values(newCookieKey());
    return toKeySet(await readKeys(tx));
  });
}

/**
 * Adds a key of each purpose whose newest is 90 days old, or of both immediately with `force`; it signs after ten
 * minutes, and older ones verify until what they signed has expired. Returns whether a key was added.
 */
export async function rotateSigningKeys(db: Db, { force = false } = {}): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const rotated = await rotate(tx, 'signature', force);
    return (await rotate(tx, 'cookie', force)) || rotated;
  });
}

async function rotate(tx: Db, purpose: Purpose, force: boolean): Promise<boolean> {
  const young = gt(signingKeys.createdAt, sql`now() - make_interval(days => ${ROTATE_AFTER_DAYS})`);
  const fresh = await tx
    .select({ kid: signingKeys.kid })
    .from(signingKeys)
    .where(and(eq(signingKeys.purpose, purpose), young))
    .limit(1);
  if (fresh.length > 0 && !force) return false;
  await tx
    .update(signingKeys)
    .set({ expiresAt: sql`now() + make_interval(days => ${KEEP_RETIRED_DAYS[purpose]})` })
    .where(and(eq(signingKeys.purpose, purpose), isNull(signingKeys.expiresAt)));
  await tx.insert(signingKeys).values({
    ...(await MAKE[purpose]()),
    signsFrom: sql`now() + make_interval(mins => ${PUBLISH_AHEAD_MINUTES})`,
  });
  return true;
}

/**
 * Replaces all keys at once, for when one has leaked: what they signed is refused within a minute, when every process has
 * read them again. The app renews its tokens by itself; whoever is signing in begins again.
 */
export async function replaceSigningKeys(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    await tx.delete(signingKeys);
    await tx.insert(signingKeys).values([await newSignatureKey(), newCookieKey()]);
  });
}

/** The public keys, by id, for verification. */
export async function publicKeys(keys: KeySet): Promise<ReadonlyMap<string, CryptoKey>> {
  const entries = keys.signature.map(async ({ kid, jwk }): Promise<[string, CryptoKey]> => {
    const { kty, n, e } = jwk;
    return [kid, (await importJWK({ kty, n, e } as JWK, ALGORITHM)) as CryptoKey];
  });
  return new Map(await Promise.all(entries));
}

/** The current private signing key. */
export async function activeSigner(keys: KeySet): Promise<{ kid: string; key: CryptoKey }> {
  const active = keys.signature[0];
  if (!active) throw new Error('no signing key in the database');
  return { kid: active.kid, key: (await importJWK(active.jwk, ALGORITHM)) as CryptoKey };
}

type Row = typeof signingKeys.$inferSelect;

function readKeys(db: Db): Promise<Row[]> {
  return db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.expiresAt), gt(signingKeys.expiresAt, sql`now()`)))
    .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid));
}

function hasBoth(rows: readonly Row[]): boolean {
  return rows.some((row) => row.purpose === 'signature') && rows.some((row) => row.purpose === 'cookie');
}

function toKeySet(rows: readonly Row[]): KeySet {
  return {
    signature: inTurn(rows, 'signature').map(({ kid, privateJwk, signsFrom }) => {
      return { kid, jwk: privateJwk as JWK, signsFrom };
    }),
    cookies: inTurn(rows, 'cookie').map(({ privateJwk }) => String(privateJwk.k)),
  };
}

/** The one that signs now first, then older ones, then those that other processes may not have read yet. */
function inTurn(rows: readonly Row[], purpose: Purpose): Row[] {
  const now = Date.now();
  const newestFirst = rows
    .filter((row) => row.purpose === purpose)
    .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime());
  const isReady = ({ signsFrom }: Row) => signsFrom.getTime() <= now;
  return [...newestFirst.filter(isReady), ...newestFirst.filter((row) => !isReady(row))];
}

async function newSignatureKey(): Promise<typeof signingKeys.$inferInsert> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  const kid = randomUUID();
  const jwk = await exportJWK(privateKey);
  return { kid, purpose: 'signature', privateJwk: { ...jwk, kid, alg: ALGORITHM, use: 'sig' } };
}

function newCookieKey(): typeof signingKeys.$inferInsert {
  return {
    kid: randomUUID(),
    purpose: 'cookie',
    privateJwk: { kty: 'oct', k: randomBytes(32).toString('base64url') },
  };
}
