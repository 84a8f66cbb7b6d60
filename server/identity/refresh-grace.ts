import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import type { Db } from '../db/client';
import { oidcPayloads } from '../db/schema/identity';
import type { VerifiedToken } from './tokens';

const MODEL = 'RefreshGrace';
/** How long a lost answer can be asked for again. */
const GRACE_MS = 60_000;

export type RefreshedTokens = {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
};

/** Who asks: the refresh token they spent, and what their browser calls itself, which only that browser knows. */
export type Spender = { readonly refreshToken: string; readonly client: string };

export const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
/** Who spends a token, as the database knows them. */
export const clientOf = ({ client, refreshToken }: Spender) => hashed(`${client} ${refreshToken}`);
const ofToken = ({ refreshToken }: Spender) =>
  and(eq(oidcPayloads.model, MODEL), eq(oidcPayloads.id, hashed(refreshToken)));

type Exchanged = Promise<RefreshedTokens | null>;

/**
 * Runs one exchange at a time for each spender, in this process: one that asks again meanwhile, as a page reloaded just then
 * does, shares its result or error. `inTurn` does so among processes.
 */
export function oneAtATime(exchange: (spender: Spender) => Exchanged): (spender: Spender) => Exchanged {
  const underWay = new Map<string, Exchanged>();
  return (spender) => {
    const key = clientOf(spender);
    const shared = underWay.get(key) ?? exchange(spender).finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared;
  };
}

/**
 * Keeps the tokens a refresh token was exchanged for, in case the answer is lost on its way. They are sealed with the spent
 * token, of which the database has only the hash, and end with their session.
 */
export async function keepAnswer(db: Db, spender: Spender, tokens: RefreshedTokens): Promise<void> {
  const { sub, sid } = decodeJwt(tokens.accessToken);
  const values = {
    payload: {
      client: clientOf(spender),
      accessToken: hashed(tokens.accessToken),
      sealed: seal(spender.refreshToken, JSON.stringify(tokens)),
    },
    uid: typeof sid === 'string' ? sid : null,
    accountId: sub ?? null,
    expiresAt: new Date(Date.now() + GRACE_MS),
  };
  await db
    .insert(oidcPayloads)
    .values({ model: MODEL, id: hashed(spender.refreshToken), ...values })
    .onConflictDoNothing();
}

/**
 * Deletes the kept answer an access token came with, as its use shows that it arrived. Asks the database only about tokens
 * young enough to have one; meant for a token's first use in a process, not for each.
 */
export async function dropArrived(db: Db, accessToken: string, { sessionId, issuedAt }: VerifiedToken): Promise<void> {
  if (sessionId === undefined || Date.now() - issuedAt.getTime() > 2 * GRACE_MS) return;
  const cameWith = sql`${oidcPayloads.payload}->>'accessToken' = ${hashed(accessToken)}`;
  await db.delete(oidcPayloads).where(and(eq(oidcPayloads.model, MODEL), eq(oidcPayloads.uid, sessionId), cameWith));
}

/**
 * The kept tokens, once within a minute, for the browser that spent the token; null for any other, a second time, later,
 * or when either of the tokens was used since, so that the answer did arrive. The spent token is then a replayed one.
 */
export async function takeAnswer(db: Db, spender: Spender): Promise<RefreshedTokens | null> {
  const isTheirs = sql`${oidcPayloads.payload}->>'client' = ${clientOf(spender)}`;
  const [kept] = await db
    .delete(oidcPayloads)
    .where(and(ofToken(spender), isTheirs, gt(oidcPayloads.expiresAt, sql`now()`)))
    .returning({ payload: oidcPayloads.payload });
  if (kept === undefined) return null;
  const { sealed } = kept.payload as { sealed: string };
  const tokens = JSON.parse(open(spender.refreshToken, sealed)) as RefreshedTokens;
  const isUnused = and(
    eq(oidcPayloads.model, 'RefreshToken'),
    eq(oidcPayloads.id, hashed(tokens.refreshToken ?? '')),
    isNull(oidcPayloads.consumedAt),
  );
  return (await db.$count(oidcPayloads, isUnused)) === 1 ? tokens : null;
}

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'refresh grace', 32));

/** Encrypts a text with a secret that the database doesn't have. */
export function seal(secret: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

export function open(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}
