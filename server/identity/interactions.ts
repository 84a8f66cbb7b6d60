import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { howToCome } from '../../domain/session/sign-up';
import { isAdmitted } from '../access/admission';
import { addressKey, clearAttempts, recordAttempt, waitInWords, waitOf } from '../db/attempts';
import type { Db } from '../db/client';
import { html } from '../mail/html';
import { authenticate, confirmSignUp, findUser, signUp, type User } from './accounts';
import { ADDRESS_LIMIT, accountKey, MAIL_ADDRESS_LIMIT, MAIL_LIMIT, mailKey, SIGN_IN_LIMIT } from './attempts';
import { lockUser, type SignUp } from './codes';
import { noProofCookie, provenSubject } from './fresh-proof';
import { sendAlreadyRegistered, sendNotAdmitted, sendVerification } from './letters';
import { type Shown, signInPage, signUpPage } from './pages/forms';
import { checkMailPage, lostInteractionPage, notAdmittedPage } from './pages/messages';
import { passwordProblem } from './passwords';
import { emailProblem, formOf, ownPath, RETURN_TO, type Scene, sendPage } from './scene';
import { revokeSession } from './sessions';

type Step = FastifyRequest<{ Params: { uid: string } }>;
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const NO_MATCH = html`This email and password don’t match an account. If you just signed up, first open the link we emailed you, or <a href="/oidc/resend-verification">resend it</a>.`;

/** The pages of an authorization request: sign in and sign up. */
export function mountInteractions(scope: FastifyInstance, scene: Scene): void {
  const { db, publicUrl } = scene;

  async function find(request: Step, reply: FastifyReply): Promise<Interaction | undefined> {
    try {
      const found = await scene.provider().interactionDetails(request.raw, reply.raw);
      return found.uid === request.params.uid ? found : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  /** Runs a page inside its interaction, or explains that it has expired. */
  function within(page: (request: Step, reply: FastifyReply, interaction: Interaction) => Promise<FastifyReply>) {
    return async (request: Step, reply: FastifyReply) => {
      const interaction = await find(request, reply);
      return interaction ? page(request, reply, interaction) : sendPage(reply, lostInteractionPage(publicUrl), 400);
    };
  }

  const note = howToCome(scene.signUp, scene.contact);
  const refuseSignUp = (reply: FastifyReply) => sendPage(reply, notAdmittedPage(publicUrl, note ?? ''), 403);

  const showSignIn = within(async (_request, reply, { uid, params }) =>
    sendPage(reply, signInPage(uid, { values: prefilledEmail(params), note })),
  );
  const showSignUp = within(async (_request, reply, { uid, params }) =>
    scene.signUp === 'closed'
      ? refuseSignUp(reply)
      : sendPage(reply, signUpPage(uid, { values: prefilledEmail(params), note })),
  );

  scope.get(
    '/interaction/:uid',
    within(async (request: Step, reply, { prompt, params, session }) => {
      const wantsSignUp = prompt.name === 'create' || params.screen_hint === 'signup';
      const subject = provenSubject(request.headers.cookie, scene.cookieKeys());
      if (wantsSignUp || session || subject === null) return (wantsSignUp ? showSignUp : showSignIn)(request, reply);
      const result = { login: { accountId: subject }, create: {} };
      const next = await scene.provider().interactionResult(request.raw, reply.raw, result);
      return reply.header('set-cookie', noProofCookie(publicUrl)).redirect(next, 303);
    }),
  );
  scope.get('/interaction/:uid/sign-in', showSignIn);
  scope.get('/interaction/:uid/sign-up', showSignUp);

  scope.post(
    '/interaction/:uid/sign-in',
    within(async (request, reply, interaction) => {
      const { email, password } = formOf(request, ['email', 'password']);
      const again = (shown: Shown<'email' | 'password'>, status: number) =>
        sendPage(reply, signInPage(request.params.uid, { values: { email }, note, ...shown }), status);

      const problem = emailProblem(email);
      if (problem) return again({ errors: { email: problem } }, 422);
      if (!password) return again({ errors: { password: 'Enter your password' } }, 422);

      const address = addressKey(request.ip);
      const wait = (await waitOf(db, address)) || (await recordAttempt(db, accountKey(email), SIGN_IN_LIMIT));
      if (wait > 0) {
        reply.header('retry-after', wait);
        return again({ problem: `Too many attempts. Try again in ${waitInWords(wait)}.` }, 429);
      }
      const user = await authenticate(db, email, password);
      if (!user) {
        await recordAttempt(db, address, ADDRESS_LIMIT);
        return again({ problem: NO_MATCH }, 422);
      }
      await clearAttempts(db, accountKey(email));
      await signOutOtherAccount(scene, interaction, user);
      const result = { login: { accountId: user.subject }, create: {} };
      const next = await scene.provider().interactionResult(request.raw, reply.raw, result);
      return reply.redirect(next, 303);
    }),
  );

  scope.post(
    '/interaction/:uid/sign-up',
    within(async (request, reply, interaction) => {
      const { params } = interaction;
      if (scene.signUp === 'closed') return refuseSignUp(reply);
      const form = formOf(request, ['firstName', 'lastName', 'email', 'password']);
      const { password, ...values } = form;
      const again = (shown: Shown<keyof SignUpForm>, status: number) =>
        sendPage(reply, signUpPage(request.params.uid, { values, note, ...shown }), status);

      const errors = signUpProblems(form);
      if (Object.keys(errors).length > 0) return again({ errors }, 422);

      const wait =
        (await recordAttempt(db, addressKey(request.ip, 'mail-address'), MAIL_ADDRESS_LIMIT)) ||
        (await recordAttempt(db, mailKey(form.email), MAIL_LIMIT));
      if (wait > 0) {
        reply.header('retry-after', wait);
        return again({ problem: `Too many attempts. Try again in ${waitInWords(wait)}.` }, 429);
      }
      const returnTo = ownPath(params[RETURN_TO], publicUrl);
      const admitted = await isAdmitted(db, scene.signUp, form.email, returnTo);
      const made = await signUp(db, { ...form, returnTo }, admitted);
      if (made.user && made.signUp && scene.provesMail(returnTo, form.email)) {
        await confirmNow(db, made.user, made.signUp);
        await signOutOtherAccount(scene, interaction, made.user);
        const result = { login: { accountId: made.user.subject }, create: {} };
        return reply.redirect(await scene.provider().interactionResult(request.raw, reply.raw, result), 303);
      }
      scene.later(() => {
        if (made.user === null) return sendNotAdmitted(scene, form.email.trim());
        return made.signUp ? sendVerification(scene, made.user, made.signUp) : sendAlreadyRegistered(scene, made.user);
      });
      return sendPage(reply, checkMailPage(publicUrl, form.email.trim()));
    }),
  );
}

/** Confirms a sign-up from the link of an email to its address, as the link of a confirmation would. */
async function confirmNow(db: Db, user: User, made: SignUp): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await confirmSignUp(tx, await findUser(tx, user.id), made);
  });
}

/** Signs out whoever else was signed in in this browser, as the provider would with a scripted form. */
async function signOutOtherAccount({ db, signedOut }: Scene, interaction: Interaction, user: User): Promise<void> {
  const { session } = interaction;
  if (!session || session.accountId === user.subject) return;
  await revokeSession(db, session.accountId, session.uid);
  await signedOut(session.accountId);
  interaction.session = undefined;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

function prefilledEmail({ login_hint }: Interaction['params']): { email?: string } {
  return typeof login_hint === 'string' ? { email: login_hint } : {};
}

type SignUpForm = Record<'firstName' | 'lastName' | 'email' | 'password', string>;

function signUpProblems(form: SignUpForm): Partial<SignUpForm> {
  const found: Partial<Record<keyof SignUpForm, string | undefined>> = {
    firstName: nameProblem(form.firstName, 'first name'),
    lastName: nameProblem(form.lastName, 'last name'),
    email: emailProblem(form.email),
    password: passwordProblem(form.password, form.email),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

function nameProblem(name: string, what: string): string | undefined {
  if (name.trim() === '') return `Enter your ${what}`;
  if (/\p{Cc}/u.test(name)) return 'Use letters, spaces and punctuation only';
  return name.trim().length > 100 ? 'Use at most 100 characters' : undefined;
}
