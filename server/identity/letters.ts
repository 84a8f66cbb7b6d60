import type { Db } from '../db/client';
import type { Mail } from '../mail';
import { alreadyRegisteredLetter, resetLetter, verifyLetter } from '../mail/letters';
import { markVerified, type User } from './accounts';
import { inspectCode, issueCode, latestSignUp, redeemCode, type SignUp } from './codes';

type Post = { readonly db: Db; readonly mail: Mail; readonly publicUrl: string };

/** Emails a person the link that confirms their email and sign-up (the latest unless given). Valid for 24 hours. */
export async function sendVerification({ db, mail, publicUrl }: Post, user: User, signUp?: SignUp): Promise<void> {
  const confirmed = signUp ?? (await latestSignUp(db, user.id));
  const code = await issueCode(db, user.id, 'verify', confirmed);
  const query = new URLSearchParams({ invite_code: code, invite_type: 'VERIFY_EMAIL', invited_email: user.email });
  if (confirmed?.returnTo) query.set('redirect', confirmed.returnTo);
  await mail.send(verifyLetter({ ...user, ...confirmed }, `${publicUrl}/accept-invite?${query}`));
}

/** Emails a person the link to choose a new password, valid for one hour; earlier links stop working. */
export async function sendPasswordReset({ db, mail, publicUrl }: Post, user: User): Promise<void> {
  const code = await issueCode(db, user.id, 'reset');
  await mail.send(resetLetter(user, `${publicUrl}/oidc/reset-password?code=${code}`));
}

/** Emails the owner of an account that someone tried to sign up with its email. */
export async function sendAlreadyRegistered({ mail, publicUrl }: Post, user: User): Promise<void> {
  const links = { signIn: `${publicUrl}/login`, forgot: `${publicUrl}/oidc/forgot-password` };
  await mail.send(alreadyRegisteredLetter(user, links));
}

/** Confirms a signed-in person's email with the emailed code. False for any other code. */
export async function confirmEmail(db: Db, userId: string, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await inspectCode(tx, 'verify', code);
    if (found.state !== 'good' || found.user.id !== userId) return false;
    const used = await redeemCode(tx, 'verify', code);
    if (used.state !== 'good') return false;
    await markVerified(tx, userId);
    return true;
  });
}
