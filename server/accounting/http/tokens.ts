import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { accountingConnections } from '../../db/schema';
import { transact } from '../../db/transact';
import { openHttpClient } from '../../http-client';
import { places, type Vault } from '../../integrations/credential-encryption';
import { publish } from '../../live/publish';
import type { Log } from '../../log';
import { type BooksOf, BooksRefused, type BooksTokens } from '../books';
import { silenceOf } from './refusals';

/** A token is renewed so long before it ends, so that none ends on its way. */
const AHEAD_MS = 120_000;
/** Longer than a renewal takes with the service's time limit; whoever has it longer is gone. */
const HELD = sql`now() + interval '45 seconds'`;
const LOOK_MS = 100;
const PATIENCE_MS = 30_000;
const SAVES = 5;

const TokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number(),
  x_refresh_token_expires_in: z.coerce.number(),
  /** When it ends whatever is done; older replies don't say. */
  x_refresh_token_hard_expires_in: z.coerce.number().nullish(),
});
const Kept = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** A token and whose books it opens. `sealed` tells it from the one that replaces it. */
export type Access = { accessToken: string; externalCompanyId: string; sealed: string };

type Row = Pick<
  typeof accountingConnections.$inferSelect,
  'externalCompanyId' | 'sealedTokens' | 'accessExpiresAt' | 'state' | 'problem'
>;

export type TokenKeeper = ReturnType<typeof openTokens>;

/** How tokens are encrypted for a connection. */
export const sealTokens = (
  vault: Vault,
  { orgId, connectionId }: BooksOf,
  { accessToken, refreshToken }: Pick<BooksTokens, 'accessToken' | 'refreshToken'>,
): string => vault.seal(JSON.stringify({ accessToken, refreshToken }), places.accounting(orgId, connectionId));

/**
 * Gets, renews and gives up a connection's tokens. One process renews at a time, by a lease in the database that no
 * transaction holds over the call; the others wait for what it stores. What was renewed is stored before it is used.
 */
export function openTokens(config: Config['accounting'], db: Db, vault: Vault, log: Log) {
  const service = openHttpClient({ name: 'accounting service', log });
  const authorization = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`;
  const headers = { accept: 'application/json', authorization };

  const post = (what: string, tenant: string | number, url: string, form: Record<string, string>) =>
    service.fetch({ what, tenant }, url, { method: 'POST', headers, body: new URLSearchParams(form) });

  /** Raises AUTH when it is refused for good, and TRANSIENT. */
  async function ask(what: string, tenant: string | number, form: Record<string, string>): Promise<BooksTokens> {
    try {
      const response = await post(what, tenant, config.tokenUrl, form);
      if (!response.ok) {
        const { error } = z
          .object({ error: z.string() })
          .catch({ error: '' })
          .parse(await response.json().catch(() => null));
        if (error === 'invalid_grant')
          throw new BooksRefused('AUTH', 'The accounting service no longer lets Verdant in.');
        throw service.unavailable(`it answered ${response.status} ${error}`);
      }
      const given = await service.read(response, TokenReply);
      const now = Date.now();
      const ahead = (seconds: number) => new Date(now + seconds * 1_000);
      const ends = given.x_refresh_token_hard_expires_in;
      return {
        accessToken: given.access_token,
        refreshToken: given.refresh_token,
        accessExpiresAt: ahead(given.expires_in),
        refreshExpiresAt: ahead(given.x_refresh_token_expires_in),
        endsAt: ends === null || ends === undefined ? null : ahead(ends),
      };
    } catch (error) {
      throw silenceOf(error, false);
    }
  }

  const isIt = ({ orgId, connectionId }: BooksOf) =>
    and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, connectionId));

  async function read(of: BooksOf): Promise<Row & { sealedTokens: string }> {
    const { externalCompanyId, sealedTokens, accessExpiresAt, state, problem } = accountingConnections;
    const [row] = await db
      .select({ externalCompanyId, sealedTokens, accessExpiresAt, state, problem })
      .from(accountingConnections)
      .where(isIt(of));
    if (!row || row.state === 'ENDED') throw new BooksRefused('ENDED', 'This company isn’t connected to its books.');
    if (row.state === 'REFUSED' || row.sealedTokens === null)
      throw new BooksRefused('AUTH', row.problem ?? 'The books need to be connected again.');
    return { ...row, sealedTokens: row.sealedTokens };
  }

  const open = (of: BooksOf, sealed: string) =>
    Kept.parse(JSON.parse(vault.open(sealed, places.accounting(of.orgId, of.connectionId))));

  const accessOf = (of: BooksOf, row: Row & { sealedTokens: string }): Access => ({
    accessToken: open(of, row.sealedTokens).accessToken,
    externalCompanyId: row.externalCompanyId,
    sealed: row.sealedTokens,
  });

  /** A token that works for a while yet. Raises ENDED, AUTH and TRANSIENT. */
  async function access(of: BooksOf): Promise<Access> {
    const row = await read(of);
    const until = row.accessExpiresAt?.getTime() ?? 0;
    return until > Date.now() + AHEAD_MS ? accessOf(of, row) : renew(of, row.sealedTokens);
  }

  /** A newer token than `seen`, which was refused or ends: renewed here, or by whoever does it already. */
  async function renew(of: BooksOf, seen: string): Promise<Access> {
    const giveUp = Date.now() + PATIENCE_MS;
    for (;;) {
      const row = await read(of);
      if (row.sealedTokens !== seen) return accessOf(of, row);
      const holder = randomUUID();
      const free = or(isNull(accountingConnections.renewingUntil), lt(accountingConnections.renewingUntil, sql`now()`));
      const held = await db
        .update(accountingConnections)
        .set({ renewingUntil: HELD, renewingBy: holder })
        .where(and(isIt(of), free, eq(accountingConnections.sealedTokens, seen)))
        .returning({ id: accountingConnections.id });
      if (held.length > 0) return renewHeld(of, seen, holder);
      if (Date.now() > giveUp) throw new BooksRefused('TRANSIENT', 'The books’ sign-in is being renewed.');
      await pause(LOOK_MS);
    }
  }

  async function renewHeld(of: BooksOf, seen: string, holder: string): Promise<Access> {
    const mine = and(isIt(of), eq(accountingConnections.renewingBy, holder));
    const letGo = () => db.update(accountingConnections).set({ renewingUntil: null, renewingBy: null }).where(mine);
    try {
      const tokens = await exchangeHeld(of, seen);
      await save(of, seen, holder, tokens);
    } catch (error) {
      if (error instanceof BooksRefused && error.fault === 'AUTH') await refuse(of, seen, error.message);
      throw error;
    } finally {
      await letGo();
    }
    return accessOf(of, await read(of));
  }

  /** Refused once, what is stored is read again and tried once more: another process may have renewed it. */
  async function exchangeHeld(of: BooksOf, seen: string): Promise<BooksTokens> {
    const form = (sealed: string) => ({ grant_type: 'refresh_token', refresh_token: open(of, sealed).refreshToken });
    try {
      return await ask('renew token', of.orgId, form(seen));
    } catch (error) {
      if (!(error instanceof BooksRefused) || error.fault !== 'AUTH') throw error;
      const now = await read(of);
      return ask('renew token again', of.orgId, form(now.sealedTokens));
    }
  }

  /** The former token may be good for nothing by now: what replaces it is stored whatever it takes. */
  async function save(of: BooksOf, seen: string, holder: string, tokens: BooksTokens): Promise<void> {
    const { accessExpiresAt, refreshExpiresAt, endsAt } = tokens;
    const { state, sealedTokens, renewingBy } = accountingConnections;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await db
          .update(accountingConnections)
          .set({
            sealedTokens: sealTokens(vault, of, tokens),
            accessExpiresAt,
            refreshExpiresAt,
            ...(endsAt === null ? {} : { endsAt }),
            updatedAt: sql`now()`,
          })
          // Only a person who disconnected or connected anew meanwhile goes first; a text encrypted anew is the same.
          .where(and(isIt(of), eq(state, 'ACTIVE'), or(eq(sealedTokens, seen), eq(renewingBy, holder))));
        return;
      } catch (error) {
        if (attempt >= SAVES) throw error;
        await pause(attempt * LOOK_MS);
      }
    }
  }

  /** They refused it for good: a person must connect again. */
  async function refuse(of: BooksOf, seen: string, problem: string): Promise<void> {
    await transact(db, async (tx) => {
      const refused = await tx
        .update(accountingConnections)
        .set({
          state: 'REFUSED',
          problem: `${problem} Connect the books again.`,
          checkedAt: sql`now()`,
          updatedAt: sql`now()`,
        })
        .where(and(isIt(of), eq(accountingConnections.state, 'ACTIVE'), eq(accountingConnections.sealedTokens, seen)))
        .returning({ id: accountingConnections.id });
      if (refused.length > 0)
        await publish(tx, { topic: 'integrations', kind: 'changed', id: of.connectionId, orgIds: [of.orgId] });
    });
  }

  return {
    access,
    renew,
    exchange: (input: { code: string; returnTo: string }) =>
      ask('exchange code', 'exchange', {
        grant_type: 'authorization_code',
        code: input.code,
        redirect_uri: input.returnTo,
      }),
    async revoke(of: BooksOf): Promise<void> {
      const [row] = await db
        .select({ sealedTokens: accountingConnections.sealedTokens })
        .from(accountingConnections)
        .where(isIt(of));
      if (!row?.sealedTokens) return;
      try {
        await post('revoke token', of.orgId, config.revokeUrl, { token: open(of, row.sealedTokens).refreshToken });
      } catch (error) {
        throw silenceOf(error, false);
      }
    },
  };
}
