import { badInput, DomainError } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import { PASSWORD_ELSEWHERE } from '../../domain/session/sign-in';
import type { Verb } from '../implement';
import { countEmail } from '../mail/limits';
import { readMe } from './me';

export const mailPasswordReset: Verb<typeof session.resetPassword> = async (ctx) => {
  const { audit, db, person, services } = ctx;
  if (!services.config.oidc.embedded) throw new DomainError('CONFLICT', PASSWORD_ELSEWHERE);
  await countEmail(ctx, (await readMe(ctx)).email);
  await services.identity.mailPasswordReset(db, person.subject);
  await audit({ id: person.userId });
  return { ok: true };
};

export const mailVerification: Verb<typeof session.resendVerification> = async (ctx) => {
  const { audit, db, person, services } = ctx;
  await countEmail(ctx, (await readMe(ctx)).email);
  await services.identity.mailVerification(db, person.subject);
  await audit({ id: person.userId });
  return { ok: true };
};

export const verifyMyEmail: Verb<typeof session.verifyEmail> = async (ctx, { body }) => {
  const { db, person, services } = ctx;
  if (!(await services.identity.confirmEmail(db, person.userId, body.inviteCode))) {
    throw badInput({ inviteCode: 'This link was used, expired or belongs to another account. Ask for a new one.' });
  }
  await ctx.audit({ id: person.userId, after: { emailVerified: true } });
  return readMe(ctx);
};
