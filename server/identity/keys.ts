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
const KEEP_RETIRED_DAYS = 2;

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
 * Adds a signing key when the newest is 90 days old, or immediately with `force`; it signs after ten minutes, and older
 * ones verify for two more days. Returns whether a key was added.
 */
export async function rotateSigningKeys(db: Db, { force = false } = {}): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const fresh = await tx
      .select({ kid: signingKeys.kid })
      .from(signingKeys)
      .where(
        and(
          eq(signingKeys.purpose, 'signature'),
          gt(signingKeys.createdAt, sql`now() - make_interval(days => ${ROTATE_AFTER_DAYS})`),
        ),
      )
      .limit(1);
    if (fresh.length > 0 && !force) return false;
    await tx
      .update(signingKeys)
      .set({ expiresAt: sql`now() + make_interval(days => ${KEEP_RETIRED_DAYS})` })
      .where(and(eq(signingKeys.purpose, 'signature'), isNull(signingKeys.expiresAt)));
    await tx.insert(signingKeys).values({
      ...(await newSignatureKey()),
      signsFrom: sql`now() + make_interval(mins => ${PUBLISH_AHEAD_MINUTES})`,
    });
    return true;
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
  const now = Date.now();
  const signature = rows
    .filter((row) => row.purpose === 'signature')
    .map((row): SigningKey => ({ kid: row.kid, jwk: row.privateJwk as JWK, signsFrom: row.signsFrom }))
    .sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime());
  const ready = signature.filter((key) => key.signsFrom.getTime() <= now);
  const upcoming = signature.filter((key) => key.signsFrom.getTime() > now);
  const cookies = rows.filter((row) => row.purpose === 'cookie').map((row) => String(row.privateJwk.k));
  return { signature: [...ready, ...upcoming], cookies: cookies.reverse() };
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
