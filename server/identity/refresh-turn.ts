import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt } from 'jose';
import type { Db } from '../db/client';
import { oidcPayloads } from '../db/schema/identity';
import { clientOf, hashed, open, type RefreshedTokens, type Spender, seal } from './refresh-grace';

const MODEL = 'RefreshTurn';
/** How long an exchange is waited for: one that takes longer is of a process that ended. */
const UNDER_WAY_MS = 15_000;
/** How long its result stays for those who wait. */
const SHARED_MS = 30_000;
const PAUSE_MS = 50;

type Exchanged = RefreshedTokens | null;

/**
 * Runs one exchange at a time for each spender, whichever process is asked: one that is asked while another exchanges, as
 * two tabs do whose requests are balanced, has its result or makes its own attempt once it failed. Asked by somebody else,
 * it is an exchange like any other; so is one asked for once another is over. No connection is held meanwhile.
 */
export async function inTurn(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  spender: Spender,
  exchange: () => Promise<Exchanged>,
): Promise<Exchanged> {
  for (;;) {
    const turn = await takeTurn(db, spender);
    if (turn === 'another’s') return exchange();
    if (turn === 'ours') {
      const tokens = await exchange().catch(async (error: unknown) => {
        await db.delete(oidcPayloads).where(of(spender));
        throw error;
      });
      // The answer is good without being shared.
      await share(db, spender, tokens).catch((error: unknown) => log.error(error, 'a refresh isn’t shared'));
      return tokens;
    }
    const shared = await waitFor(db, spender);
    if (shared !== undefined) return shared;
  }
}

const of = ({ refreshToken }: Spender) => and(eq(oidcPayloads.model, MODEL), eq(oidcPayloads.id, hashed(refreshToken)));
const within = (ms: number) => new Date(Date.now() + ms);

/**
 * Whose turn it is: ours, also when the same spender's last exchange is over, so that of two that ask for its lost answer
 * one waits; the same spender's at another process; or another spender's, whom nobody waits for.
 */
async function takeTurn(db: Db, spender: Spender): Promise<'ours' | 'theirs' | 'another’s'> {
  const client = clientOf(spender);
  const values = { payload: { client }, uid: null, expiresAt: within(UNDER_WAY_MS) };
  const taken = await db
    .insert(oidcPayloads)
    .values({ model: MODEL, id: hashed(spender.refreshToken), ...values })
    .onConflictDoUpdate({
      target: [oidcPayloads.model, oidcPayloads.id],
      set: values,
      setWhere: sql`${oidcPayloads.expiresAt} <= now()
        or (${oidcPayloads.payload}->>'client' = ${client} and ${oidcPayloads.payload}->>'sealed' is not null)`,
    })
    .returning({ id: oidcPayloads.id });
  if (taken.length > 0) return 'ours';
  const found = await readTurn(db, spender);
  return found === null || found.client === client ? 'theirs' : 'another’s';
}

async function readTurn(db: Db, spender: Spender): Promise<{ client: string; sealed?: string } | null> {
  const [found] = await db
    .select({ payload: oidcPayloads.payload })
    .from(oidcPayloads)
    .where(and(of(spender), gt(oidcPayloads.expiresAt, sql`now()`)));
  return found === undefined ? null : (found.payload as { client: string; sealed?: string });
}

/** Shares a result with those who wait, sealed with the spent token; it ends with its session. */
async function share(db: Db, spender: Spender, tokens: Exchanged): Promise<void> {
  const { sub, sid } = tokens === null ? {} : decodeJwt(tokens.accessToken);
  const sealed = seal(spender.refreshToken, JSON.stringify(tokens));
  await db
    .update(oidcPayloads)
    .set({
      payload: { client: clientOf(spender), sealed },
      uid: typeof sid === 'string' ? sid : null,
      accountId: sub ?? null,
      expiresAt: within(SHARED_MS),
    })
    .where(of(spender));
}

/** The result of the exchange under way; undefined when it failed, or its process ended. */
async function waitFor(db: Db, spender: Spender): Promise<Exchanged | undefined> {
  for (;;) {
    await pause(PAUSE_MS);
    const found = await readTurn(db, spender);
    if (found === null) return undefined;
    if (found.sealed !== undefined) return JSON.parse(open(spender.refreshToken, found.sealed)) as Exchanged;
  }
}
