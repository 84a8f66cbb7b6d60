import { badInput, notFound } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import type { Ctx } from '../context';
import type { Verb } from '../http/implement';
import { confirmEmail, findUserBySubject, sendPasswordReset, sendVerification } from '../identity';
import { readMe } from './me';

async function self({ db, person }: Ctx) {
  const user = await findUserBySubject(db, person.subject);
  if (!user) throw notFound('Account');
  return user;
}

const post = ({ db, services }: Ctx) => ({ db, mail: services.mail, publicUrl: services.config.publicUrl });

export const mailPasswordReset: Verb<typeof session.resetPassword> = async (ctx) => {
  await sendPasswordReset(post(ctx), await self(ctx));
  await ctx.audit({ id: ctx.person.userId });
  return { ok: true };
};

export const mailVerification: Verb<typeof session.resendVerification> = async (ctx) => {
  await sendVerification(post(ctx), await self(ctx));
  await ctx.audit({ id: ctx.person.userId });
  return { ok: true };
};

export const verifyMyEmail: Verb<typeof session.verifyEmail> = async (ctx, { body }) => {
  if (!(await confirmEmail(ctx.db, ctx.person.userId, body.inviteCode))) {
    throw badInput({ inviteCode: 'This link was used, has expired or belongs to another account. Ask for a new one.' });
  }
  await ctx.audit({ id: ctx.person.userId, after: { emailVerified: true } });
  return readMe(ctx);
};
