import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { mailbox, mailCodes, oidcPayloads, signInAttempts, signingKeys } from '../db/schema/identity';
import { rotateSigningKeys } from './keys';

/** Removes what has expired and rotates the signing key when it is due. Safe to run at any time, from any process. */
export async function purgeExpired(db: Db): Promise<void> {
  await db.delete(oidcPayloads).where(lt(oidcPayloads.expiresAt, sql`now() - interval '1 minute'`));
  // A used refresh token is remembered for a day, so that whoever replays it ends the session it was stolen from.
  await db.delete(oidcPayloads).where(lt(oidcPayloads.consumedAt, sql`now() - interval '1 day'`));
  // Kept a month past their end, so that an old link is explained rather than unknown.
  await db.delete(mailCodes).where(lt(mailCodes.expiresAt, sql`now() - interval '30 days'`));
  await db.delete(signInAttempts).where(lt(signInAttempts.lastAttemptAt, sql`now() - interval '1 day'`));
  await db.delete(mailbox).where(lt(mailbox.sentAt, sql`now() - interval '30 days'`));
  await rotateSigningKeys(db);
  await db.delete(signingKeys).where(lt(signingKeys.expiresAt, sql`now()`));
}
