import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { howToCome, type SignUpMode } from '../../domain/session/sign-up';
import type { Db } from '../db/client';
import { users } from '../db/schema/identity';
import type { Mail } from '../mail';
import { forgetAccountEmails } from '../mail/account-emails';
import { alreadyRegisteredLetter, linkLetter, notAdmittedLetter, resetLetter, verifyLetter } from '../mail/letters';
import type { JobData, JobRequest } from '../queues';
import { issueLink } from './account-links';
import { markVerified, type User } from './accounts';
import {
  findSignUp,
  inspectCode,
  issueCode,
  keepSignUp,
  latestSignUp,
  lockUser,
  redeemCode,
  type SignUp,
} from './codes';

/** Sends an email by a job, in the caller's transaction: nobody waits for the mail server. */
export type SendLater = (db: Db, job: JobRequest) => Promise<void>;

type Post = { readonly db: Db; readonly sendLater: SendLater };

const enqueue = ({ db, sendLater }: Post, data: JobData<'identity-letter'>) =>
  sendLater(db, { name: 'identity-letter', data });

/** Emails a person the link that confirms their email and sign-up (the latest unless given). Valid for 24 hours. */
export async function sendVerification(post: Post, { id: userId }: Pick<User, 'id'>, signUp?: SignUp): Promise<void> {
  const named = signUp === undefined ? {} : { signUpId: await keepSignUp(post.db, userId, signUp) };
  await enqueue(post, { userId, about: 'VERIFY', ...named });
}

/** Emails a person the link to choose a new password, valid for one hour; earlier links stop working. */
export const sendPasswordReset = (post: Post, { id: userId }: Pick<User, 'id'>): Promise<void> =>
  enqueue(post, { userId, about: 'RESET' });

/** Emails a person the link that lets another identity, by its `users.subject`, sign in to their account, for one hour. */
export const sendLink = (post: Post, { id: userId }: Pick<User, 'id'>, subject: string): Promise<void> =>
  enqueue(post, { userId, about: 'LINK', subject });

/** Emails the owner of an account that someone tried to sign up with its email. */
export const sendAlreadyRegistered = (post: Post, { id: userId }: Pick<User, 'id'>): Promise<void> =>
  enqueue(post, { userId, about: 'ALREADY_REGISTERED' });

/** Emails the owner of an address that someone tried to sign up with it, and what to do if it was them. */
export const sendNotAdmitted = (post: Post, email: string): Promise<void> =>
  enqueue(post, { email, about: 'NOT_ADMITTED' });

type Tools = {
  database: { db: Db };
  mail: Mail;
  config: {
    publicUrl: string;
    signUp: SignUpMode;
    company: { supportEmail: string };
    oidc: { embedded: boolean };
  };
};

/**
 * Sends one of these, unless the account was deleted, its email confirmed or its password moved to an outside issuer
 * meanwhile. Each try has a link of its own, so it is a letter of its own.
 */
export async function mailIdentity(
  { database: { db }, mail, config }: Tools,
  job: JobData<'identity-letter'>,
): Promise<void> {
  const { publicUrl } = config;
  if (job.about === 'NOT_ADMITTED') {
    const why = howToCome(config.signUp, config.company.supportEmail) ?? '';
    return mail.send(notAdmittedLetter({ email: job.email, firstName: '' }, why, publicUrl));
  }
  const { userId, about } = job;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (user === undefined) return;
  if (job.about === 'LINK') {
    const code = await issueLink(db, 'LinkCode', { userId, subject: job.subject });
    return mail.send(linkLetter(user, `${publicUrl}/link-account?code=${code}`, idOf(code)));
  }
  if (!config.oidc.embedded && about !== 'VERIFY') return;
  if (about === 'ALREADY_REGISTERED') {
    const links = { signIn: `${publicUrl}/login`, forgot: `${publicUrl}/oidc/forgot-password` };
    return mail.send(alreadyRegisteredLetter(user, links));
  }
  if (about === 'RESET') {
    const code = await issueCode(db, userId, 'reset');
    await mail.send(resetLetter(user, `${publicUrl}/oidc/reset-password?code=${code}`, idOf(code)));
    return forgetAccountEmails(db, userId);
  }
  if (user.emailVerifiedAt !== null) return;
  const { signUpId } = job;
  const confirmed = signUpId === undefined ? await latestSignUp(db, userId) : await findSignUp(db, userId, signUpId);
  const code = await issueCode(db, userId, 'verify', confirmed);
  const query = new URLSearchParams({ invite_code: code, invite_type: 'VERIFY_EMAIL', invited_email: user.email });
  if (confirmed?.returnTo) query.set('redirect', confirmed.returnTo);
  await mail.send(verifyLetter({ ...user, ...confirmed }, `${publicUrl}/accept-invite?${query}`, idOf(code)));
  await forgetAccountEmails(db, userId);
}

/** A letter's id, which must not tell its code. */
const idOf = (code: string): string => createHash('sha256').update(`letter of ${code}`).digest('hex').slice(0, 32);

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
