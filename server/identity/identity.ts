import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database, Db } from '../db/client';
import { deleteAccount, findUserBySubject, type User } from './accounts';
import { INTERNAL, mountProvider } from './embedded';
import { openKeyRing } from './key-ring';
import { confirmEmail, type SendLater, sendPasswordReset, sendVerification } from './letters';
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
import { type Discovery, discover, openTokens, type TemporaryGrant, TokenError, type VerifiedToken } from './tokens';

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
  /** The issuer's claims about a token's person, for people not seen here before. */
  userInfo(token: string): Promise<unknown>;
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

export type IdentityDeps = {
  readonly config: IdentityConfig;
  readonly database: Pick<Database, 'db'>;
  readonly log: FastifyBaseLogger;
  /** The app font's address, for the pages. */
  readonly font?: string | null;
  readonly signedOut?: SignedOut;
  readonly sendLater: SendLater;
};

/** Sets up identity on an app: endpoints and pages with the embedded provider, only keys with another issuer. */
export async function mountIdentity(
  app: FastifyInstance,
  { config, database, log, font = null, signedOut = async () => {}, sendLater }: IdentityDeps,
): Promise<Identity> {
  const { db } = database;
  const { embedded, issuer, clientId, audience } = config.oidc;
  const ownIssuer = `${config.publicUrl}/oidc`;
  const ring = await openKeyRing(db, log);
  const settings = { ownIssuer, externalIssuer: embedded ? undefined : issuer, clientId, audience };
  const tokens = openTokens(settings, ring, async (token, verified) => {
    if (!embedded) return;
    await dropArrived(db, token, verified).catch((error: unknown) => log.error(error, 'a kept refresh stays for now'));
  });
  const provider = embedded
    ? await mountProvider(app, { config, db, sendLater, log, ring, font, signedOut })
    : undefined;
  const post = embedded ? ownTokenEndpoint(app, config.publicUrl) : externalTokenEndpoint(issuer);

  const exchange = (refreshToken: string) =>
    refreshTokens(post, clientId, refreshToken).catch((error: unknown) => {
      if (error instanceof TokenError) return null;
      throw error;
    });
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
    userInfo: (token) => fetchUserInfo(issuer, token),
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
      await provider?.close();
    },
  };
}

async function userOf(db: Db, subject: string): Promise<User> {
  const user = await findUserBySubject(db, subject);
  if (!user) throw new Error('The caller’s account was not found');
  return user;
}

function ownTokenEndpoint(app: FastifyInstance, publicUrl: string): PostToTokenEndpoint {
  const { host, protocol } = new URL(publicUrl);
  return async (form) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        ...INTERNAL,
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-proto': protocol.slice(0, -1),
      },
      payload: form.toString(),
    });
    return { status: answer.statusCode, json: () => answer.json() };
  };
}

type Answer = { readonly status: number; json(): unknown };

/** Posts a form to a token endpoint; ours is called in-process. */
type PostToTokenEndpoint = (form: URLSearchParams) => Promise<Answer>;

/**
 * Exchanges a refresh token for new tokens. Raises TokenError `invalid` when the issuer refuses it (used, revoked,
 * expired), and the original error when the issuer can't be reached.
 */
async function refreshTokens(
  post: PostToTokenEndpoint,
  clientId: string,
  refreshToken: string,
): Promise<RefreshedTokens> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
  const answer = await post(form);
  const body = (await answer.json()) as Record<string, unknown>;
  if (answer.status === 400 || answer.status === 401) throw new TokenError('invalid', body);
  if (answer.status !== 200 || typeof body.access_token !== 'string') {
    throw new Error(`the token endpoint answered ${answer.status}`);
  }
  return {
    accessToken: body.access_token,
    ...(typeof body.refresh_token === 'string' ? { refreshToken: body.refresh_token } : {}),
    ...(typeof body.id_token === 'string' ? { idToken: body.id_token } : {}),
  };
}

/** An external issuer's token endpoint, looked up once. */
function externalTokenEndpoint(issuer: string): PostToTokenEndpoint {
  let found: Promise<Discovery> | undefined;
  return async (form) => {
    found ??= discover(issuer);
    found.catch(() => {
      found = undefined;
    });
    const { token_endpoint } = await found;
    const response = await fetch(token_endpoint, { method: 'POST', body: form, signal: AbortSignal.timeout(10_000) });
    return { status: response.status, json: () => response.json() };
  };
}

/** An external issuer's claims about a token's person. Raises TokenError `invalid` when it refuses the token. */
async function fetchUserInfo(issuer: string, token: string): Promise<unknown> {
  const { userinfo_endpoint } = await discover(issuer);
  const response = await fetch(userinfo_endpoint, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status === 401 || response.status === 403) throw new TokenError('invalid', await response.text());
  if (!response.ok) throw new Error(`the issuer's userinfo endpoint answered ${response.status}`);
  return response.json();
}
