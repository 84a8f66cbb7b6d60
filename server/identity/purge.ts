import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { mailbox, mailCodes, oidcPayloads, signInAttempts, signingKeys } from '../db/schema/identity';
import { rotateSigningKeys } from './keys';

/** Deletes what has expired and rotates the signing key when due. Safe to run any time, from any process. */
export async function purgeExpired(db: Db): Promise<void> {
  await db.delete(oidcPayloads).where(lt(oidcPayloads.expiresAt, sql`now() - interval '1 minute'`));
  // Used refresh tokens are kept for a day, so a replay ends the stolen session.
  await db.delete(oidcPayloads).where(lt(oidcPayloads.consumedAt, sql`now() - interval '1 day'`));
  // Kept for a month after expiry, so an old link can be explained.
  await db.delete(mailCodes).where(lt(mailCodes.expiresAt, sql`now() - interval '30 days'`));
  await db.delete(signInAttempts).where(lt(signInAttempts.lastAttemptAt, sql`now() - interval '1 day'`));
  await db.delete(mailbox).where(lt(mailbox.sentAt, sql`now() - interval '30 days'`));
  await rotateSigningKeys(db);
  await db.delete(signingKeys).where(lt(signingKeys.expiresAt, sql`now()`));
}
