import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { credentials, mailCodes, oidcPayloads, users } from '../db/schema/identity';
import { endVerification, type SignUp } from './codes';
import { hashPassword, passwordMatches } from './passwords';

export type User = typeof users.$inferSelect;

/** The person with this email, ignoring case. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(sameEmail(email));
  return user;
}

export async function findUserBySubject(db: Db, subject: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.subject, subject));
  return user;
}

/** The person with this id, who must exist. */
export async function findUser(db: Db, id: string): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('The account was not found');
  return user;
}

/**
 * The person with this verified email and password. Unknown people, wrong passwords and unverified emails all return
 * nothing, after the same work.
 */
export async function authenticate(db: Db, email: string, password: string): Promise<User | undefined> {
  const [found] = await db
    .select({ user: users, passwordHash: credentials.passwordHash })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(sameEmail(email));
  const matches = await passwordMatches(found?.passwordHash, password);
  return matches && found?.user.emailVerifiedAt ? found.user : undefined;
}

/**
 * Sets a password, by its hash, marks the email as verified, and ends every session from the old one; in the transaction
 * of its caller, who has locked the person before their codes.
 */
export async function replacePassword(tx: Db, user: User, passwordHash: string): Promise<void> {
  await writePassword(tx, user.id, passwordHash);
  await tx
    .update(users)
    .set({ emailVerifiedAt: user.emailVerifiedAt ?? sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, user.id));
  await endVerification(tx, user.id);
  await tx.delete(oidcPayloads).where(eq(oidcPayloads.accountId, user.subject));
}

export async function markVerified(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), sql`${users.emailVerifiedAt} is null`));
  await endVerification(db, userId);
}

/** Whether the password is that of a sign-up or, without one, of the person's account. */
export async function matchesSignUp(db: Db, user: User, signUp: SignUp | null, password: string): Promise<boolean> {
  if (signUp) return passwordMatches(signUp.passwordHash, password);
  const [kept] = await db.select().from(credentials).where(eq(credentials.userId, user.id));
  return passwordMatches(kept?.passwordHash, password);
}

/**
 * Applies a sign-up's names and password to the person, marks the email as verified and deletes their other sign-ups.
 * People already verified keep what they have.
 */
export async function confirmSignUp(db: Db, user: User, signUp: SignUp | null): Promise<void> {
  if (signUp && !user.emailVerifiedAt) {
    const { passwordHash, firstName, lastName } = signUp;
    await writePassword(db, user.id, passwordHash);
    await db.update(users).set({ firstName, lastName }).where(eq(users.id, user.id));
  }
  await markVerified(db, user.id);
}

/** Deletes everything someone signs in with: password, emailed codes, sessions and tokens. */
export async function deleteAccount(db: Db, userId: string, subject: string): Promise<void> {
  await db.delete(credentials).where(eq(credentials.userId, userId));
  await db.delete(mailCodes).where(eq(mailCodes.userId, userId));
  await db.delete(oidcPayloads).where(eq(oidcPayloads.accountId, subject));
}

type SignUpForm = { email: string; firstName: string; lastName: string; password: string; returnTo: string | null };

/**
 * Signs a person up, unverified. Their input is stored with the emailed link and takes effect through it, since anyone
 * can sign up with an email they don't own. `signUp` is null if the email is in use, `user` too if it is not and nobody
 * new `isAdmitted` with it, all after the same work; the caller replies to all alike.
 */
export async function signUp(
  db: Db,
  form: SignUpForm,
  isAdmitted: boolean,
): Promise<{ user: User; signUp: SignUp | null } | { user: null; signUp: null }> {
  const passwordHash = await hashPassword(form.password);
  const names = { firstName: form.firstName.trim(), lastName: form.lastName.trim() };
  return db.transaction(async (tx) => {
    const id = crypto.randomUUID();
    const [created] = isAdmitted
      ? await tx
          .insert(users)
          .values({ id, subject: id, email: form.email.trim(), ...names })
          .onConflictDoNothing()
          .returning()
      : [];
    const [user] = created ? [created] : await tx.select().from(users).where(sameEmail(form.email));
    if (!user && isAdmitted) throw new Error('the email was neither inserted nor found');
    const isNew = user?.emailVerifiedAt === null && !user.onboarded;
    if (!user || (isNew && !isAdmitted)) return { user: null, signUp: null };
    return { user, signUp: isNew ? { ...names, passwordHash, returnTo: form.returnTo } : null };
  });
}

async function writePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .insert(credentials)
    .values({ userId, passwordHash })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, updatedAt: sql`excluded.updated_at` } });
}

/** The condition for the person with this email, ignoring case. */
export function sameEmail(email: string) {
  return sql`lower(${users.email}) = lower(${email.trim()})`;
}
