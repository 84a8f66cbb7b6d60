import { lt, sql } from 'drizzle-orm';
import { FIXED } from '../../domain/retention/periods';
import type { Db } from '../db/client';
import { daysAgo, removeOld } from '../db/remove-old';
import { mailbox, mailCodes, oidcPayloads, signInAttempts, signingKeys } from '../db/schema/identity';
import { rotateSigningKeys } from './keys';

/** Deletes what has expired and rotates the signing key when due. Safe to run any time, from any process. */
export async function purgeExpired(db: Db): Promise<void> {
  await removeOld(db, oidcPayloads, lt(oidcPayloads.expiresAt, sql`now() - interval '1 minute'`));
  await removeOld(db, oidcPayloads, lt(oidcPayloads.consumedAt, daysAgo(FIXED.usedTokens)));
  await removeOld(db, mailCodes, lt(mailCodes.expiresAt, daysAgo(FIXED.mailCodes)));
  await removeOld(db, signInAttempts, lt(signInAttempts.lastAttemptAt, daysAgo(FIXED.signInAttempts)));
  await removeOld(db, mailbox, lt(mailbox.sentAt, daysAgo(FIXED.mailbox)));
  await rotateSigningKeys(db);
  await db.delete(signingKeys).where(lt(signingKeys.expiresAt, sql`now()`));
}
