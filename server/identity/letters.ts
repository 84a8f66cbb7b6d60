import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/client';
import { users } from '../db/schema/identity';
import type { Mail } from '../mail';
import { alreadyRegisteredLetter, linkLetter, notAdmittedLetter, resetLetter, verifyLetter } from '../mail/letters';
import type { Letter } from '../mail/mail';
import type { JobData, JobRequest } from '../queues';
import { issueLink } from './account-links';
import { markVerified, type User } from './accounts';
import { inspectCode, issueCode, latestSignUp, lockUser, redeemCode, type SignUp } from './codes';

/** Takes over an email in the caller's transaction, to be sent as soon as the mail server takes it. */
export type SendLater = (db: Db, job: JobRequest) => Promise<void>;

type Post = {
  readonly db: Db;
  readonly mail: Mail;
  readonly publicUrl: string;
  /** Gets what the mail server doesn't take; without it, that is raised. */
  readonly sendLater?: SendLater | undefined;
};

/** Sends an email at once. What is tried again later is written anew, with a link that works from then on. */
async function send({ db, mail, sendLater }: Post, letter: Letter, data: JobData<'identity-letter'>): Promise<void> {
  await mail.send(letter).catch(async (error: unknown) => {
    if (sendLater === undefined) throw error;
    await sendLater(db, { name: 'identity-letter', data });
  });
}

/** Emails a person the link that confirms their email and sign-up (the latest unless given). Valid for 24 hours. */
export async function sendVerification(post: Post, user: User, signUp?: SignUp): Promise<void> {
  const { db, publicUrl } = post;
  const confirmed = signUp ?? (await latestSignUp(db, user.id));
  const code = await issueCode(db, user.id, 'verify', confirmed);
  const query = new URLSearchParams({ invite_code: code, invite_type: 'VERIFY_EMAIL', invited_email: user.email });
  if (confirmed?.returnTo) query.set('redirect', confirmed.returnTo);
  const letter = verifyLetter({ ...user, ...confirmed }, `${publicUrl}/accept-invite?${query}`);
  await send(post, letter, { userId: user.id, about: 'VERIFY' });
}

/** Emails a person the link to choose a new password, valid for one hour; earlier links stop working. */
export async function sendPasswordReset(post: Post, user: User): Promise<void> {
  const code = await issueCode(post.db, user.id, 'reset');
  const letter = resetLetter(user, `${post.publicUrl}/oidc/reset-password?code=${code}`);
  await send(post, letter, { userId: user.id, about: 'RESET' });
}

/** Emails a person the link that lets another identity, by its `users.subject`, sign in to their account, for one hour. */
export async function sendLink(post: Post, user: User, subject: string): Promise<void> {
  const code = await issueLink(post.db, 'LinkCode', { userId: user.id, subject });
  const letter = linkLetter(user, `${post.publicUrl}/link-account?code=${code}`);
  await send(post, letter, { userId: user.id, about: 'LINK', subject });
}

/** Emails the owner of an account that someone tried to sign up with its email. */
export async function sendAlreadyRegistered(post: Post, user: User): Promise<void> {
  const { publicUrl } = post;
  const links = { signIn: `${publicUrl}/login`, forgot: `${publicUrl}/oidc/forgot-password` };
  await send(post, alreadyRegisteredLetter(user, links), { userId: user.id, about: 'ALREADY_REGISTERED' });
}

/** Emails the owner of an address that someone tried to sign up with it, and what to do if it was them. Tried once. */
export async function sendNotAdmitted({ mail, publicUrl }: Post, email: string, why: string): Promise<void> {
  await mail.send(notAdmittedLetter({ email, firstName: '' }, why, publicUrl));
}

type Tools = {
  database: { db: Db };
  mail: Mail;
  config: { publicUrl: string; oidc: { embedded: boolean } };
};

/**
 * Sends one of these again, unless the account was deleted, its email confirmed or its password moved to an outside
 * issuer meanwhile.
 */
export async function mailIdentity(
  { database: { db }, mail, config: { publicUrl, oidc } }: Tools,
  { userId, about, subject }: JobData<'identity-letter'>,
): Promise<void> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (user === undefined) return;
  const post = { db, mail, publicUrl };
  if (about === 'LINK') return subject === undefined ? undefined : sendLink(post, user, subject);
  if (!oidc.embedded && about !== 'VERIFY') return;
  if (about === 'RESET') return sendPasswordReset(post, user);
  if (about === 'ALREADY_REGISTERED') return sendAlreadyRegistered(post, user);
  if (user.emailVerifiedAt === null) await sendVerification(post, user);
}

/** Confirms a signed-in person's email with the emailed code. False for any other code. */
export async function confirmEmail(db: Db, userId: string, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await inspectCode(tx, 'verify', code);
    if (found.state !== 'good' || found.user.id !== userId) return false;
    await lockUser(tx, userId);
    const used = await redeemCode(tx, 'verify', code);
    if (used.state !== 'good') return false;
    await markVerified(tx, userId);
    return true;
  });
}
