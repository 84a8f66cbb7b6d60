import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { oidcPayloads, users } from '../db/schema/identity';
import { hashed } from './refresh-grace';

/** What lets an account be signed in to in another way: a ticket asks for the email, its code does it. */
type Model = 'LinkTicket' | 'LinkCode';

const LIFE = { LinkTicket: '1 hour', LinkCode: '1 hour' } satisfies Record<Model, string>;

/** An account, and the `users.subject` it would have from then on. */
export type AccountLink = { readonly userId: string; readonly subject: string };

/** Stores a link under a secret of 36 characters, of which the database has only the hash. It ends with the account. */
export async function issueLink(db: Db, model: Model, { userId, subject }: AccountLink): Promise<string> {
  const secret = randomUUID();
  const [owner] = await db.select({ accountId: users.subject }).from(users).where(eq(users.id, userId));
  await db.insert(oidcPayloads).values({
    model,
    id: hashed(secret),
    payload: { userId, subject },
    accountId: owner?.accountId ?? null,
    expiresAt: sql`now() + ${LIFE[model]}::interval`,
  });
  return secret;
}

/** The link of a secret; null for none, or an expired one. */
export async function findLink(db: Db, model: Model, secret: string): Promise<AccountLink | null> {
  const [found] = await db
    .select({ payload: oidcPayloads.payload })
    .from(oidcPayloads)
    .where(
      and(eq(oidcPayloads.model, model), eq(oidcPayloads.id, hashed(secret)), gt(oidcPayloads.expiresAt, sql`now()`)),
    );
  return found ? (found.payload as AccountLink) : null;
}

/** Ends all that a former way to sign in left: its sessions, tokens and emailed links. */
export async function endFormerWay(db: Db, subject: string): Promise<void> {
  await db.delete(oidcPayloads).where(eq(oidcPayloads.accountId, subject));
}

const SAID = 'LastSaid';

/** The names an outside issuer gave for somebody at their last sign-in, by their `users.subject`. */
export type LastSaid = { readonly firstName: string | null; readonly lastName: string | null };

export async function readLastSaid(db: Db, subject: string): Promise<LastSaid | null> {
  const [found] = await db
    .select({ payload: oidcPayloads.payload })
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.model, SAID), eq(oidcPayloads.id, subject)));
  return found ? (found.payload as LastSaid) : null;
}

/** Kept until the account is deleted or signed in to in another way. */
export async function keepLastSaid(db: Db, subject: string, { firstName, lastName }: LastSaid): Promise<void> {
  const payload = { firstName, lastName };
  await db
    .insert(oidcPayloads)
    .values({ model: SAID, id: subject, accountId: subject, payload })
    .onConflictDoUpdate({ target: [oidcPayloads.model, oidcPayloads.id], set: { payload } });
}
