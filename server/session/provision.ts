import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { SaidOfPerson } from '../../domain/session/claims';
import {
  emailKept,
  emailMissing,
  emailUnconfirmed,
  LINK_DEAD,
  LINKED,
  type SignInAnswer,
  type SignInResult,
} from '../../domain/session/sign-in';
import { howToCome } from '../../domain/session/sign-up';
import { isAdmitted } from '../access/admission';
import { markPersonChanged } from '../chat/mark-person';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import { users } from '../db/schema';
import { subjectHash } from './delete-account';

type User = typeof users.$inferSelect;

/** Somebody as an outside issuer just gave them, by their `users.subject`. */
export type Comer = SaidOfPerson & { readonly subject: string; readonly issuedAt: Date };

type Outside = NonNullable<Services['identity']['outside']>;
type Entered = { status: 'SIGNED_IN'; notice: string | null } | Extract<SignInResult, { status: 'LINK' }>;

/**
 * Lets somebody in who signed in at an outside issuer, in the caller's transaction: finds their account and takes over
 * what changed at the issuer, or begins it. An email's account that is signed in to in another way isn't theirs until
 * they come back with the code of a link emailed there. FORBIDDEN, with what to do, for whom no account can begin.
 */
export async function enter(
  ctx: Ctx,
  outside: Outside,
  comer: Comer,
  { returnTo, linkCode }: Pick<SignInAnswer, 'returnTo' | 'linkCode'>,
): Promise<Entered> {
  const { db, services } = ctx;
  const { company, oidc, signUp } = services.config;
  const { subject, email } = comer;
  const isConfirmed = comer.isConfirmed ?? oidc.emailsConfirmed;
  const known = await lockUser(db, eq(users.subject, subject));
  if (known) return { status: 'SIGNED_IN', notice: await takeOver(ctx, outside, known, { ...comer, isConfirmed }) };

  if (await wasDeletedSince(db, comer)) throw new DomainError('SIGNED_OUT', 'This account no longer exists.');
  if (email === null) throw new DomainError('FORBIDDEN', emailMissing(company.supportEmail));
  // An unconfirmed email may be anybody's.
  if (!isConfirmed) throw new DomainError('FORBIDDEN', emailUnconfirmed(email));
  const holder = await lockUser(db, sql`lower(${users.email}) = lower(${email})`);
  if (holder && !isWaiting(holder)) {
    if (linkCode !== undefined) return link(ctx, outside, holder, comer, linkCode);
    const ticket = await outside.offerLink(db, { userId: holder.id, subject });
    return { status: 'LINK', email: holder.email, ticket };
  }

  if (!(await isAdmitted(db, signUp, email, returnTo ?? null))) {
    throw new DomainError('FORBIDDEN', howToCome(signUp, company.supportEmail) ?? '');
  }
  const person = {
    subject,
    email,
    emailVerifiedAt: ctx.now,
    firstName: comer.firstName ?? '',
    lastName: comer.lastName ?? '',
  };
  if (holder) {
    await db
      .update(users)
      .set({ ...person, updatedAt: ctx.now })
      .where(eq(users.id, holder.id));
  } else {
    // Their other tab may be quicker.
    await db.insert(users).values(person).onConflictDoNothing();
    const begun = await lockUser(db, eq(users.subject, subject));
    if (!begun) throw new DomainError('CONFLICT', 'Someone else just signed in with this email. Sign in again.');
  }
  await outside.keepLastSaid(db, subject, comer);
  return { status: 'SIGNED_IN', notice: null };
}

/**
 * Takes over what the issuer changed since the last sign-in. Names edited here stay until the issuer gives others; the
 * email is always the issuer's, unless it isn't confirmed or another account has it. Returns what to tell the person.
 */
async function takeOver(ctx: Ctx, outside: Outside, user: User, comer: Comer): Promise<string | null> {
  const { db, now, services } = ctx;
  const { email, firstName, lastName } = comer;
  const changes: Partial<User> = {};
  const last = await outside.readLastSaid(db, user.subject);
  if (firstName !== null && lastName !== null && (firstName !== last?.firstName || lastName !== last.lastName)) {
    if (firstName !== user.firstName) changes.firstName = firstName;
    if (lastName !== user.lastName) changes.lastName = lastName;
    await outside.keepLastSaid(db, user.subject, comer);
  }
  const isOther = email !== null && email.toLowerCase() !== user.email.toLowerCase();
  let why: 'taken' | 'unconfirmed' | null = null;
  if (email !== null && isOther && !comer.isConfirmed) why = 'unconfirmed';
  else if (email !== null && isOther && (await isTaken(db, email))) why = 'taken';
  else if (email !== null) {
    if (email !== user.email) changes.email = email;
    if (comer.isConfirmed && (isOther || user.emailVerifiedAt === null)) changes.emailVerifiedAt = now;
  }

  if (Object.keys(changes).length > 0) {
    await db
      .update(users)
      .set({ ...changes, updatedAt: now })
      .where(eq(users.id, user.id));
    if (changes.email) await moveMemberships(db, user.id, changes.email);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, user[name as keyof User]]));
    await ctx.audit({ entity: 'user', id: user.id, before, after: { ...changes, by: 'sign-in provider' } });
    if (changes.firstName !== undefined || changes.lastName !== undefined) await markPersonChanged(ctx, user.id);
  }
  return why && email ? emailKept(email, user.email, why, services.config.company.supportEmail) : null;
}

/** Letters to members go to their membership's email; one that an invitation there has stays as it is. */
async function moveMemberships(db: Db, userId: string, email: string): Promise<void> {
  await db.execute(sql`
    update org_users set email = ${email}
     where user_id = ${userId} and status = 'ACTIVE'
       and not exists (select from org_users other where other.org_id = org_users.org_id
                          and other.id <> org_users.id and lower(other.email) = lower(${email}))`);
}

/** Lets whoever has the emailed code sign in to the account from now on, and nobody as before. */
async function link(ctx: Ctx, outside: Outside, holder: User, comer: Comer, code: string): Promise<Entered> {
  const { db, now } = ctx;
  const { subject, firstName, lastName } = comer;
  const found = await outside.findLink(db, code);
  if (found?.userId !== holder.id || found.subject !== subject) throw new DomainError('FORBIDDEN', LINK_DEAD);
  await outside.endFormerWay(db, holder.subject);
  await db
    .update(users)
    .set({
      subject,
      emailVerifiedAt: holder.emailVerifiedAt ?? now,
      firstName: firstName ?? holder.firstName,
      lastName: lastName ?? holder.lastName,
      updatedAt: now,
    })
    .where(eq(users.id, holder.id));
  await outside.keepLastSaid(db, subject, comer);
  await ctx.enqueue({ name: 'chat-sign-out', data: { subject } });
  await markPersonChanged(ctx, holder.id);
  const after = { subject, proof: 'emailed link' };
  await ctx.audit({ entity: 'user', id: holder.id, before: { subject: holder.subject }, after });
  return { status: 'SIGNED_IN', notice: LINKED };
}

async function lockUser(db: Db, where: SQL): Promise<User | undefined> {
  await lockRows(db, users, where, 'update');
  const [user] = await db.select().from(users).where(where);
  return user;
}

/**
 * Whether nobody has ever signed in with an account, as `npm run support` makes one: the embedded provider, whose
 * subjects are its own ids, asks for a confirmed email.
 */
const isWaiting = ({ id, subject, emailVerifiedAt }: User): boolean => emailVerifiedAt === null && subject === id;

const isTaken = async (db: Db, email: string): Promise<boolean> =>
  (await db.$count(users, sql`lower(${users.email}) = lower(${email})`)) > 0;

/** Whether an account with this subject was deleted after the tokens were issued. */
async function wasDeletedSince(db: Db, { subject, issuedAt }: Comer): Promise<boolean> {
  const since = and(eq(users.formerSubject, subjectHash(subject)), gte(users.deletedAt, issuedAt));
  return (await db.$count(users, since)) > 0;
}
