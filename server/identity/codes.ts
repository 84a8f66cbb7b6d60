import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import { mailCodes, users } from '../db/schema/identity';

export type CodeKind = 'verify' | 'reset';

const HOURS: Record<CodeKind, number> = { verify: 24, reset: 1 };
const CODE = /^[0-9a-f-]{36}$/;

/** Sign-up input, which takes effect once the emailed link is used. */
export type SignUp = {
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The path in the app where it began, such as an invitation's; null for none. */
  readonly returnTo: string | null;
};

export type CodeState =
  | { readonly state: 'good'; readonly user: typeof users.$inferSelect; readonly signUp: SignUp | null }
  | { readonly state: 'used' | 'expired'; readonly user: typeof users.$inferSelect }
  | { readonly state: 'unknown' };

/**
 * Issues a code of 36 characters. Earlier unused password resets of the person stop working; sign-up confirmations
 * don't, or a repeated sign-up with an address would undo its owner's.
 */
export async function issueCode(db: Db, userId: string, kind: CodeKind, signUp: SignUp | null = null): Promise<string> {
  const code = randomUUID();
  await db.transaction(async (tx) => {
    // Serialized, or both codes would work.
    await lockUser(tx, userId);
    if (kind === 'reset') {
      await tx.update(mailCodes).set({ expiresAt: sql`now()` }).where(unused(userId, kind));
    }
    const expiresAt = sql`now() + make_interval(hours => ${HOURS[kind]})`;
    await tx.insert(mailCodes).values({ codeHash: hashCode(code), userId, kind, expiresAt, ...signUp });
  });
  return code;
}

/** Keeps a sign-up until an email asks to confirm it; its id names it, and opens nothing. */
export async function keepSignUp(db: Db, userId: string, signUp: SignUp): Promise<string> {
  return hashCode(await issueCode(db, userId, 'verify', signUp));
}

/** A sign-up that was kept, while unconfirmed. */
export async function findSignUp(db: Db, userId: string, id: string): Promise<SignUp | null> {
  const [found] = await db
    .select(SIGN_UP)
    .from(mailCodes)
    .where(and(unused(userId, 'verify'), eq(mailCodes.codeHash, id)));
  return found ? signUpOf(found) : null;
}

/** Serializes changes of a person's password or codes: locked before their codes, everywhere. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await lockRows(db, users, eq(users.id, userId));
}

/** A code's current meaning, without using it. */
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

/** A person's latest sign-up, while unconfirmed. */
export async function latestSignUp(db: Db, userId: string): Promise<SignUp | null> {
  const [found] = await db
    .select(SIGN_UP)
    .from(mailCodes)
    .where(and(unused(userId, 'verify'), isNotNull(mailCodes.passwordHash)))
    .orderBy(desc(mailCodes.createdAt))
    .limit(1);
  return found ? signUpOf(found) : null;
}

/** Uses up a person's email confirmations once confirmed; pending passwords are dropped. */
export async function endVerification(db: Db, userId: string): Promise<void> {
  await db.update(mailCodes).set({ usedAt: sql`now()` }).where(unused(userId, 'verify'));
  await db.update(mailCodes).set({ passwordHash: null }).where(ofKind(userId, 'verify'));
}

/** Uses a code; of concurrent attempts exactly one gets the person it belongs to. */
export async function redeemCode(db: Db, kind: CodeKind, code: string): Promise<CodeState> {
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
  returnTo: mailCodes.returnTo,
};

function signUpOf({ passwordHash, firstName, lastName, returnTo }: { [key in keyof typeof SIGN_UP]: string | null }) {
  return passwordHash && firstName && lastName ? { passwordHash, firstName, lastName, returnTo } : null;
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
