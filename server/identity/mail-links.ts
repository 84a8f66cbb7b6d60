import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { howToCome } from '../../domain/session/sign-up';
import { isAdmitted } from '../access/admission';
import { addressKey, clearAttempts, recordAttempt, waitInWords, waitOf } from '../db/attempts';
import { confirmSignUp, findUserByEmail, matchesSignUp, replacePassword, type User } from './accounts';
import {
  ADDRESS_LIMIT,
  accountKey,
  confirmKey,
  MAIL_ADDRESS_LIMIT,
  MAIL_LIMIT,
  mailKey,
  SIGN_IN_LIMIT,
} from './attempts';
import { inspectCode, latestSignUp, lockUser, redeemCode, type SignUp } from './codes';
import { proofCookie } from './fresh-proof';
import { sendPasswordReset, sendVerification } from './letters';
import {
  forgotPasswordPage,
  resendVerificationPage,
  resetPasswordPage,
  type Shown,
  verifyEmailPage,
} from './pages/forms';
import { deadLinkPage, linkSentPage, notAdmittedPage, passwordChangedPage, verifiedPage } from './pages/messages';
import { hashPassword, passwordProblem } from './passwords';
import { emailProblem, formOf, type Scene, sendPage } from './scene';

const WRONG_PASSWORD =
  'That’s not the password you signed up with. Try again, or choose a new one. That also confirms your email.';

type WithCode = FastifyRequest<{ Querystring: { code?: string | string[] } }>;

/** The pages around emailed links: request a link, choose a password, confirm an email. */
export function mountMailLinks(scope: FastifyInstance, scene: Scene): void {
  const { db, publicUrl, signedOut } = scene;

  /** An account whose email was never confirmed begins with it, which takes what a sign-up takes. */
  const isWelcome = async (user: User, signUp?: SignUp | null) => {
    if (user.emailVerifiedAt !== null || scene.signUp === 'open') return true;
    const { returnTo = null } = signUp ?? (await latestSignUp(db, user.id)) ?? {};
    return isAdmitted(db, scene.signUp, user.email, returnTo);
  };
  const refuseSignUp = (reply: FastifyReply) =>
    sendPage(reply, notAdmittedPage(publicUrl, howToCome(scene.signUp, scene.contact) ?? ''), 403);

  /** A page that takes an email and sends a link; its reply never reveals whether there is an account. */
  function mountRequest(
    path: string,
    page: (signIn: string, shown: Shown<'email'>) => ReturnType<typeof forgotPasswordPage>,
    send: (user: User) => Promise<void>,
  ): void {
    const show = (reply: FastifyReply, shown: Shown<'email'>, status = 200) =>
      sendPage(reply, page(`${publicUrl}/login`, shown), status);

    scope.get(path, (_request, reply) => show(reply, {}));
    scope.post(path, async (request, reply) => {
      const values = formOf(request, ['email']);
      const problem = emailProblem(values.email);
      if (problem) return show(reply, { values, errors: { email: problem } }, 422);
      const wait =
        (await recordAttempt(db, addressKey(request.ip, 'mail-address'), MAIL_ADDRESS_LIMIT)) ||
        (await recordAttempt(db, mailKey(values.email), MAIL_LIMIT));
      if (wait > 0) {
        reply.header('retry-after', wait);
        return show(reply, { values, problem: `Too many emails requested. Try again in ${waitInWords(wait)}.` }, 429);
      }
      scene.later(async () => {
        const user = await findUserByEmail(db, values.email);
        if (user && (await isWelcome(user))) await send(user);
      });
      return sendPage(reply, linkSentPage(publicUrl, values.email.trim()));
    });
  }

  mountRequest('/forgot-password', forgotPasswordPage, (user) => sendPasswordReset(scene, user));
  mountRequest('/resend-verification', resendVerificationPage, async (user) => {
    if (!user.emailVerifiedAt) await sendVerification(scene, user);
  });

  scope.get('/verify-email', async (request: WithCode, reply) => {
    const code = codeOf(request);
    const found = await inspectCode(db, 'verify', code);
    if (found.state === 'good') return sendPage(reply, verifyEmailPage(code, found.user.email, {}));
    return sendPage(reply, deadLinkPage(publicUrl, 'verify', found.state), 410);
  });

  scope.post('/verify-email', async (request, reply) => {
    const { code, password } = formOf(request, ['code', 'password']);
    const found = await inspectCode(db, 'verify', code);
    if (found.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'verify', found.state), 410);
    if (!(await isWelcome(found.user, found.signUp))) return refuseSignUp(reply);
    const { email } = found.user;
    const again = (shown: Shown<'password'>, status: number) =>
      sendPage(reply, verifyEmailPage(code, email, shown), status);
    if (!password) return again({ errors: { password: 'Enter your password' } }, 422);

    const address = addressKey(request.ip);
    const wait = (await waitOf(db, address)) || (await recordAttempt(db, confirmKey(email), SIGN_IN_LIMIT));
    if (wait > 0) {
      reply.header('retry-after', wait);
      return again({ problem: `Too many attempts. Try again in ${waitInWords(wait)}.` }, 429);
    }
    if (!(await matchesSignUp(db, found.user, found.signUp, password))) {
      await recordAttempt(db, address, ADDRESS_LIMIT);
      return again({ problem: WRONG_PASSWORD }, 422);
    }
    const used = await db.transaction(async (tx) => {
      await lockUser(tx, found.user.id);
      const result = await redeemCode(tx, 'verify', code);
      if (result.state === 'good') await confirmSignUp(tx, result.user, result.signUp);
      return result;
    });
    if (used.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'verify', used.state), 410);
    await forgetAttempts(used.user);
    reply.header('set-cookie', proofCookie(used.user.subject, publicUrl, scene.cookieKeys()[0] ?? ''));
    return sendPage(reply, verifiedPage(publicUrl, used.user.email, used.signUp?.returnTo ?? null));
  });

  scope.get('/reset-password', async (request: WithCode, reply) => {
    const code = codeOf(request);
    const found = await inspectCode(db, 'reset', code);
    if (found.state === 'good') return sendPage(reply, resetPasswordPage(code, found.user.email, {}));
    return sendPage(reply, deadLinkPage(publicUrl, 'reset', found.state), 410);
  });

  scope.post('/reset-password', async (request, reply) => {
    const { code, password } = formOf(request, ['code', 'password']);
    const found = await inspectCode(db, 'reset', code);
    if (found.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'reset', found.state), 410);
    if (!(await isWelcome(found.user))) return refuseSignUp(reply);
    const problem = passwordProblem(password, found.user.email);
    if (problem) {
      return sendPage(reply, resetPasswordPage(code, found.user.email, { errors: { password: problem } }), 422);
    }
    const passwordHash = await hashPassword(password);
    const used = await db.transaction(async (tx) => {
      await lockUser(tx, found.user.id);
      const result = await redeemCode(tx, 'reset', code);
      if (result.state === 'good') await replacePassword(tx, result.user, passwordHash);
      return result;
    });
    if (used.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'reset', used.state), 410);
    await forgetAttempts(used.user);
    await signedOut(used.user.subject);
    return sendPage(reply, passwordChangedPage(publicUrl));
  });

  async function forgetAttempts(user: User): Promise<void> {
    await clearAttempts(db, accountKey(user.email));
    await clearAttempts(db, confirmKey(user.email));
    await clearAttempts(db, mailKey(user.email));
  }
}

function codeOf(request: WithCode): string {
  return typeof request.query.code === 'string' ? request.query.code : '';
}
