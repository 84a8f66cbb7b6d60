import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { mailCodes, users } from '../db/schema/identity';

export type CodeKind = 'verify' | 'reset';

const HOURS: Record<CodeKind, number> = { verify: 24, reset: 1 };
const CODE = /^[0-9a-f-]{36}$/;

/** What somebody signed up with, theirs once the link mailed for it is used. */
export type SignUp = { readonly passwordHash: string; readonly firstName: string; readonly lastName: string };

export type CodeState =
  | { readonly state: 'good'; readonly user: typeof users.$inferSelect; readonly signUp: SignUp | null }
  | { readonly state: 'used' | 'expired'; readonly user: typeof users.$inferSelect }
  | { readonly state: 'unknown' };

/**
 * Issues a code of 36 characters. Earlier unused ones that reset the person's password stop working; those that confirm
 * sign-ups go on, or whoever signs up again with an address would undo what its owner did.
 */
export async function issueCode(db: Db, userId: string, kind: CodeKind, signUp: SignUp | null = null): Promise<string> {
  const code = randomUUID();
  await db.transaction(async (tx) => {
    // Two at once take turns, or both codes would work.
    await lockUser(tx, userId);
    if (kind === 'reset') {
      await tx.update(mailCodes).set({ expiresAt: sql`now()` }).where(unused(userId, kind));
    }
    const expiresAt = sql`now() + make_interval(hours => ${HOURS[kind]})`;
    await tx.insert(mailCodes).values({ codeHash: hashCode(code), userId, kind, expiresAt, ...signUp });
  });
  return code;
}

/** Lets those who change a person's password or codes take turns. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** What a code is worth now, without using it. */
export async function inspectCode(db: Db, kind: CodeKind, code: string): Promise<CodeState> {
  if (!CODE.test(code)) return { state: 'unknown' };
  const [found] = await db
    .select({
      user: users,
      usedAt: mailCodes.usedAt,
      expired: sql<boolean>`${mailCodes.expiresAt} <= now()`,
      ...SIGN_UP,
    })
    .from(mailCodes)
    .innerJoin(users, eq(users.id, mailCodes.userId))
    .where(and(eq(mailCodes.codeHash, hashCode(code)), eq(mailCodes.kind, kind)));
  if (!found) return { state: 'unknown' };
  const { user } = found;
  if (found.usedAt) return { state: 'used', user };
  return found.expired ? { state: 'expired', user } : { state: 'good', user, signUp: signUpOf(found) };
}

/** What a person signed up with last, while they have not confirmed it. */
export async function latestSignUp(db: Db, userId: string): Promise<SignUp | null> {
  const [found] = await db
    .select(SIGN_UP)
    .from(mailCodes)
    .where(and(unused(userId, 'verify'), isNotNull(mailCodes.passwordHash)))
    .orderBy(desc(mailCodes.createdAt))
    .limit(1);
  return found ? signUpOf(found) : null;
}

/** Uses up what would confirm a person's e-mail, because it is confirmed; no password waits any longer. */
export async function endVerification(db: Db, userId: string): Promise<void> {
  await db.update(mailCodes).set({ usedAt: sql`now()` }).where(unused(userId, 'verify'));
  await db.update(mailCodes).set({ passwordHash: null }).where(ofKind(userId, 'verify'));
}

/** Uses a code up; of several who try at once exactly one gets the person it belongs to. */
export async function spendCode(db: Db, kind: CodeKind, code: string): Promise<CodeState> {
  if (!CODE.test(code)) return { state: 'unknown' };
  const used = await db
    .update(mailCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(mailCodes.codeHash, hashCode(code)),
        eq(mailCodes.kind, kind),
        isNull(mailCodes.usedAt),
        sql`${mailCodes.expiresAt} > now()`,
      ),
    )
    .returning(SIGN_UP);
  const state = await inspectCode(db, kind, code);
  const [own] = used;
  return own && state.state === 'used' ? { state: 'good', user: state.user, signUp: signUpOf(own) } : state;
}

const SIGN_UP = {
  passwordHash: mailCodes.passwordHash,
  firstName: mailCodes.firstName,
  lastName: mailCodes.lastName,
};

function signUpOf({ passwordHash, firstName, lastName }: { [key in keyof typeof SIGN_UP]: string | null }) {
  return passwordHash && firstName && lastName ? { passwordHash, firstName, lastName } : null;
}

function unused(userId: string, kind: CodeKind) {
  return and(ofKind(userId, kind), isNull(mailCodes.usedAt));
}

function ofKind(userId: string, kind: CodeKind) {
  return and(eq(mailCodes.userId, userId), eq(mailCodes.kind, kind));
}

function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
