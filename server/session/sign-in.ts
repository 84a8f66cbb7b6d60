import { eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import { LINK_DEAD, providerMisfit } from '../../domain/session/sign-in';
import type { Ctx } from '../context';
import { type Limit, recordAttempt, waitInWords } from '../db/attempts';
import { users } from '../db/schema';
import type { Verb } from '../implement';
import { type Comer, enter } from './provision';

const OVER = 'This sign-in took too long or was used already. Sign in again.';
const MINUTE = 60;
const LINK_LETTERS: Limit = { free: 3, wait: MINUTE, longest: 60 * MINUTE, leak: 30 * MINUTE };

/** Where to sign in; UNAVAILABLE while an outside issuer doesn't answer. */
export const readProvider: Verb<typeof session.provider> = ({ services }) => services.identity.provider();

/**
 * Exchanges the code a sign-in returned with for tokens, and lets the person in. Outside issuers are asked here rather
 * than by the browser, so that nobody is let in by what a browser says of them.
 */
export const signIn: Verb<typeof session.signIn> = async (ctx, { body }) => {
  const { identity } = ctx.services;
  const tokens = await identity.exchangeCode(body);
  if (!tokens) throw new DomainError('SIGNED_OUT', OVER);
  const { outside } = identity;
  if (outside === null) return { status: 'SIGNED_IN' as const, ...tokens, notice: null };
  if (!tokens.refreshToken && !body.isConsented && (await outside.mayConsent())) return { status: 'CONSENT' as const };
  const comer = await identify(ctx, tokens, body.nonce);
  const entered = await ctx.step('sign-in', (own) => enter(own, outside, comer, body));
  return entered.status === 'LINK' ? entered : { ...entered, ...tokens };
};

type Tokens = { accessToken: string; idToken?: string };

/** Who the tokens are of. UNAVAILABLE for tokens that aren't for us, which the log explains to the operator. */
async function identify({ log, services }: Ctx, tokens: Tokens, nonce: string): Promise<Comer> {
  const { identity, config } = services;
  const misfit = (what: string) => (error: unknown) => {
    if (!(error instanceof Error && error.name === 'TokenError')) throw error;
    // Of another request: nobody's mistake, or somebody's trick.
    if (error.cause === undefined) throw new DomainError('SIGNED_OUT', OVER);
    const { code, claim } = (error.cause ?? {}) as { code?: unknown; claim?: unknown };
    log.error({ what, code, claim }, 'the sign-in provider’s tokens are not for us: see README, “An outside issuer”');
    throw new DomainError('UNAVAILABLE', providerMisfit(config.company.supportEmail));
  };
  const verified = await identity.verify(tokens.accessToken).catch(misfit('access token'));
  const said = await identity.outside?.identify(tokens, nonce).catch(misfit('ID token'));
  if (said?.subject !== verified.subject) throw new DomainError('SIGNED_OUT', OVER);
  return { ...said, issuedAt: verified.issuedAt };
}

/** Emails the link that lets whoever has the ticket sign in to an account with their email. */
export const mailLink: Verb<typeof session.mailLink> = async (ctx, { body }) => {
  const { db, services } = ctx;
  const { outside } = services.identity;
  const link = outside && (await outside.findTicket(db, body.ticket));
  const [owner] = link ? await db.select({ email: users.email }).from(users).where(eq(users.id, link.userId)) : [];
  if (!link || !owner) throw new DomainError('CONFLICT', LINK_DEAD);
  const wait = await recordAttempt(db, `link-of:${link.userId}`, LINK_LETTERS);
  if (wait > 0) {
    const sentence = `We’ve already emailed ${owner.email} several times. Try again in ${waitInWords(wait)}.`;
    throw new DomainError('TOO_MANY', sentence);
  }
  await outside.mailLink(db, link);
  await ctx.audit({ id: link.userId, after: { linkMailedFor: link.subject } });
  return { ok: true };
};
