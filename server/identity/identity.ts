import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { SaidOfPerson } from '../../domain/session/claims';
import type { SignInAnswer, SignInProvider } from '../../domain/session/sign-in';
import type { Database, Db } from '../db/client';
import type { Log } from '../log';
import { type AccountLink, endFormerWay, findLink, issueLink, keepLastSaid, readLastSaid } from './account-links';
import { deleteAccount, findUser, findUserBySubject, type User } from './accounts';
import { mountProvider } from './embedded';
import { openKeyRing } from './key-ring';
import { confirmEmail, type SendLater, sendLink, sendPasswordReset, sendVerification } from './letters';
import { openIssuer } from './outside/issuer';
import { mountElsewhere } from './outside/pages';
import { dropArrived, keepAnswer, oneAtATime, type RefreshedTokens, takeAnswer } from './refresh-grace';
import { inTurn } from './refresh-turn';
import type { IdentityConfig } from './scene';
import {
  endImpersonation,
  endSession,
  listSessions,
  type SignedInSession,
  type SignedOut,
  startImpersonation,
} from './sessions';
import { askForTokens, embeddedProvider, ownTokenEndpoint } from './token-endpoint';
import { openTokens, qualifySubject, type TemporaryGrant, TokenError, type VerifiedToken } from './tokens';

export type Identity = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** The person of a token. Raises TokenError, distinguishing expired from invalid. */
  verify(token: string): Promise<VerifiedToken>;
  /**
   * Exchanges a refresh token for new tokens; null when the issuer refuses it: used, revoked or expired. The embedded
   * provider's answer is given once more to the same `client` within a minute, in case the first was lost. The same
   * `client` asking again while the first exchange runs, at this process or another, shares its answer.
   */
  refresh(refreshToken: string, client?: string): Promise<RefreshedTokens | null>;
  /** Where people sign in, and what a sign-in says there. Raises UNAVAILABLE while an outside issuer doesn't answer. */
  provider(): Promise<SignInProvider>;
  /** Exchanges a sign-in's code for tokens; null when the issuer refuses it: used, expired or begun elsewhere. */
  exchangeCode(answer: Pick<SignInAnswer, 'code' | 'codeVerifier' | 'redirectUri'>): Promise<RefreshedTokens | null>;
  /** What an outside issuer alone is asked; null with the embedded provider, whose people are all here. */
  readonly outside: OutsideIdentity | null;
  /** A short-lived access token that names the person and who acts for them. */
  issueTemporary(db: Db, grant: Omit<TemporaryGrant, 'sessionId'>): Promise<string>;
  /** Revokes such a token, by its session. */
  endImpersonation(db: Db, sessionId: string): Promise<void>;
  /** Emails a person the link that confirms their address. */
  mailVerification(db: Db, subject: string): Promise<void>;
  /** Emails a person the link to choose a new password. */
  mailPasswordReset(db: Db, subject: string): Promise<void>;
  /** Confirms a person's address with the emailed code. False for any other code. */
  confirmEmail(db: Db, userId: string, code: string): Promise<boolean>;
  /** A person's sessions at the embedded provider, most recently used first. */
  listSessions(db: Db, userId: string): Promise<SignedInSession[]>;
  /** Ends one of their sessions with its refresh tokens. False if they have no such session. */
  endSession(db: Db, userId: string, sessionId: string): Promise<boolean>;
  /** Deletes an account's password, emailed codes, sessions and tokens. */
  deleteAccount(db: Db, userId: string, subject: string): Promise<void>;
  close(): Promise<void>;
};

/** Of somebody who signs in at an outside issuer. */
type OutsideIdentity = {
  /** Whether a refresh token may come once the issuer was asked for consent. */
  mayConsent(): Promise<boolean>;
  /** Their `users.subject` and what the issuer says of them. Raises TokenError for tokens that aren't of this sign-in. */
  identify(tokens: RefreshedTokens, nonce: string): Promise<SaidOfPerson & { subject: string }>;
  /** A ticket to have a link emailed to an account's owner. */
  offerLink(db: Db, link: AccountLink): Promise<string>;
  /** Whose account a ticket is about; null for a used or expired one. */
  findTicket(db: Db, ticket: string): Promise<AccountLink | null>;
  /** Emails an account's owner the link that lets another identity sign in to it. */
  mailLink(db: Db, link: AccountLink): Promise<void>;
  /** What the code of such a link stands for; null for a used or expired one. */
  findLink(db: Db, code: string): Promise<AccountLink | null>;
  /** Ends the sessions, tokens and links of a subject whose account is signed in to in another way now. */
  endFormerWay(db: Db, subject: string): Promise<void>;
  /** The names the issuer gave at the last sign-in; null before the first. */
  readLastSaid: typeof readLastSaid;
  keepLastSaid: typeof keepLastSaid;
};

export type IdentityDeps = {
  readonly config: IdentityConfig;
  readonly database: Pick<Database, 'db'>;
  readonly log: FastifyBaseLogger;
  /** The app font's address, for the pages. */
  readonly font?: string | null;
  readonly signedOut?: SignedOut;
  readonly sendLater: SendLater;
};

/** Sets up identity on an app: endpoints and pages with the embedded provider, keys and a few words with another issuer. */
export async function mountIdentity(
  app: FastifyInstance,
  { config, database, log, font = null, signedOut = async () => {}, sendLater }: IdentityDeps,
): Promise<Identity> {
  const { db } = database;
  const { embedded, issuer, clientId, audience } = config.oidc;
  const ownIssuer = `${config.publicUrl}/oidc`;
  const ring = await openKeyRing(db, log);
  const outside = embedded ? undefined : openIssuer(config.oidc, log as Log);
  const settings = { ownIssuer, outside: outside && { issuer, keys: outside }, clientId, audience };
  const tokens = openTokens(settings, ring, async (token, verified) => {
    if (!embedded) return;
    await dropArrived(db, token, verified).catch((error: unknown) => log.error(error, 'a kept refresh stays for now'));
  });
  const provider = embedded
    ? await mountProvider(app, { config, db, sendLater, log, ring, font, signedOut })
    : mountElsewhere(app, { publicUrl: config.publicUrl, font });
  const post = outside ? outside.postToken : ownTokenEndpoint(app, config);

  const ask = (form: Record<string, string>) => askForTokens(post, form, log);
  const exchange = (refreshToken: string) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const exchangeFor = oneAtATime(async (spender) => {
    if (!embedded) return exchange(spender.refreshToken);
    return inTurn({ db, log }, spender, async () => {
      const lost = await takeAnswer(db, spender);
      if (lost) return lost;
      const fresh = await exchange(spender.refreshToken);
      // The answer is good without being kept.
      if (fresh)
        await keepAnswer(db, spender, fresh).catch((error: unknown) => log.error(error, 'a refresh isn’t kept'));
      return fresh;
    });
  });

  const posting = (tx: Db) => ({ db: tx, sendLater });

  return {
    issuer,
    clientId,
    audience,
    verify: (token) => tokens.verify(token),
    provider: async () => (outside ? outside.provider() : embeddedProvider(config)),
    exchangeCode: ({ code, codeVerifier, redirectUri }) =>
      ask({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }),
    outside: outside
      ? {
          mayConsent: outside.mayConsent,
          identify: async ({ accessToken, idToken }, nonce) => {
            if (idToken === undefined) throw new TokenError('invalid', { code: 'NO_ID_TOKEN' });
            const { id, ...said } = await outside.identify({ accessToken, idToken, nonce });
            return { subject: qualifySubject(issuer, id), ...said };
          },
          offerLink: (tx, link) => issueLink(tx, 'LinkTicket', link),
          findTicket: (tx, ticket) => findLink(tx, 'LinkTicket', ticket),
          mailLink: async (tx, link) => sendLink(posting(tx), await findUser(tx, link.userId), link.subject),
          findLink: (tx, code) => findLink(tx, 'LinkCode', code),
          endFormerWay,
          readLastSaid,
          keepLastSaid,
        }
      : null,
    issueTemporary: async (tx, grant) => {
      const sessionId = await startImpersonation(tx, grant.impersonator.subject, grant.ttlSeconds);
      return tokens.issueTemporary({ ...grant, sessionId });
    },
    endImpersonation,
    refresh: (refreshToken, client) =>
      client === undefined ? exchange(refreshToken) : exchangeFor({ refreshToken, client }),
    mailVerification: async (tx, subject) => sendVerification(posting(tx), await userOf(tx, subject)),
    mailPasswordReset: async (tx, subject) => sendPasswordReset(posting(tx), await userOf(tx, subject)),
    confirmEmail,
    listSessions,
    endSession,
    deleteAccount,
    close: async () => {
      ring.close();
      await provider.close();
    },
  };
}

async function userOf(db: Db, subject: string): Promise<User> {
  const user = await findUserBySubject(db, subject);
  if (!user) throw new Error('The caller’s account was not found');
  return user;
}
