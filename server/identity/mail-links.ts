import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUserByEmail, markVerified, replacePassword, type User } from './accounts';
import {
  accountKey,
  addressKey,
  forgive,
  MAIL_ADDRESS_LIMIT,
  MAIL_LIMIT,
  mailKey,
  takeAttempt,
  waitInWords,
} from './attempts';
import { inspectCode, spendCode } from './codes';
import { sendPasswordReset, sendVerification } from './letters';
import {
  forgotPasswordPage,
  resendVerificationPage,
  resetPasswordPage,
  type Shown,
  verifyEmailPage,
} from './pages/forms';
import { deadLinkPage, linkSentPage, passwordChangedPage, verifiedPage } from './pages/messages';
import { passwordProblem } from './passwords';
import { emailProblem, formOf, type Scene, sendPage } from './scene';

type WithCode = FastifyRequest<{ Querystring: { code?: string | string[] } }>;

/** The pages mail leads to and comes from: asking for a link, choosing a password, confirming an e-mail. */
export function mountMailLinks(scope: FastifyInstance, scene: Scene): void {
  const { db, publicUrl } = scene;

  /** A page that takes an e-mail and sends a link; its answer never tells whether there is an account. */
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
        (await takeAttempt(db, addressKey(request.ip, 'mail-address'), MAIL_ADDRESS_LIMIT)) ||
        (await takeAttempt(db, mailKey(values.email), MAIL_LIMIT));
      if (wait > 0) {
        reply.header('retry-after', wait);
        return show(reply, { values, problem: `Too many mails asked for. Try again in ${waitInWords(wait)}.` }, 429);
      }
      scene.later(async () => {
        const user = await findUserByEmail(db, values.email);
        if (user) await send(user);
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
    if (found.state === 'good') return sendPage(reply, verifyEmailPage(code, found.user));
    return sendPage(reply, deadLinkPage(publicUrl, 'verify', found.state), 410);
  });

  scope.post('/verify-email', async (request, reply) => {
    const { code } = formOf(request, ['code']);
    const used = await db.transaction(async (tx) => {
      const result = await spendCode(tx, 'verify', code);
      if (result.state === 'good') await markVerified(tx, result.user.id);
      return result;
    });
    if (used.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'verify', used.state), 410);
    await forgetAttempts(used.user);
    return sendPage(reply, verifiedPage(publicUrl, used.user.email));
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
    const problem = passwordProblem(password, found.user.email);
    if (problem) {
      return sendPage(reply, resetPasswordPage(code, found.user.email, { errors: { password: problem } }), 422);
    }
    const used = await db.transaction(async (tx) => {
      const result = await spendCode(tx, 'reset', code);
      if (result.state === 'good') await replacePassword(tx, result.user, password);
      return result;
    });
    if (used.state !== 'good') return sendPage(reply, deadLinkPage(publicUrl, 'reset', used.state), 410);
    await forgetAttempts(used.user);
    return sendPage(reply, passwordChangedPage(publicUrl));
  });

  async function forgetAttempts(user: User): Promise<void> {
    await forgive(db, accountKey(user.email));
    await forgive(db, mailKey(user.email));
  }
}

function codeOf(request: WithCode): string {
  return typeof request.query.code === 'string' ? request.query.code : '';
}
