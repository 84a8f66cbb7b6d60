import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config';
import type { Database, Db } from '../db/client';
import type { Mail } from '../mail';
import { findUserBySubject, type User } from './accounts';
import { INTERNAL, mountProvider } from './embedded';
import { openKeyRing } from './key-ring';
import { confirmEmail, sendPasswordReset, sendVerification } from './letters';
import { externalTokenEndpoint, type PostToTokenEndpoint, type RefreshedTokens, refreshTokens } from './refresh';
import { beginTemporary, endSession, endTemporary, listSessions, type SignedInSession } from './sessions';
import { openTokens, type TemporaryGrant, TokenError, type VerifiedToken } from './tokens';
import { fetchUserInfo } from './user-info';

export type Identity = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  /** Whose token this is. Raises TokenError, telling expired from invalid. */
  verify(token: string): Promise<VerifiedToken>;
  /** Trades a refresh token for new tokens; null when the issuer refuses it: used, revoked or expired. */
  refresh(refreshToken: string): Promise<RefreshedTokens | null>;
  /** What the issuer says of a token's person; for people it vouches for and we have not met. */
  userInfo(token: string): Promise<unknown>;
  /** A short-lived access token that names both the person and who acts behind them. */
  issueTemporary(db: Db, grant: Omit<TemporaryGrant, 'sessionId'>): Promise<string>;
  /** Ends what such a token is good for, by the session it names. */
  endTemporary(db: Db, sessionId: string): Promise<void>;
  /** Mails a person the link that confirms their address. */
  mailVerification(db: Db, subject: string): Promise<void>;
  /** Mails a person the link to choose a new password. */
  mailPasswordReset(db: Db, subject: string): Promise<void>;
  /** Confirms a person's address with the code mailed to them. False for any other code. */
  confirmEmail(db: Db, userId: string, code: string): Promise<boolean>;
  /** Where a person is signed in with the embedded provider, the most recently used first. */
  listSessions(db: Db, userId: string): Promise<SignedInSession[]>;
  /** Ends a session of theirs with its refresh tokens. False when they have no such session. */
  endSession(db: Db, userId: string, sessionId: string): Promise<boolean>;
  close(): Promise<void>;
};

export type IdentityDeps = {
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy' | 'oidc'>;
  readonly database: Pick<Database, 'db'>;
  readonly mail: Mail;
  readonly log: FastifyBaseLogger;
  /** The address of the app's font, for the pages. */
  readonly font?: string | null;
};

/** Opens identity on an app: with the embedded provider its endpoints and pages too, with another issuer its keys. */
export async function mountIdentity(
  app: FastifyInstance,
  { config, database, mail, log, font = null }: IdentityDeps,
): Promise<Identity> {
  const { db } = database;
  const { embedded, issuer, clientId, audience } = config.oidc;
  const ownIssuer = `${config.publicUrl}/oidc`;
  const ring = await openKeyRing(db, log);
  const tokens = openTokens({ ownIssuer, externalIssuer: embedded ? undefined : issuer, clientId, audience }, ring);
  const provider = embedded ? await mountProvider(app, { config, db, mail, log, ring, font }) : undefined;
  const post = embedded ? ownTokenEndpoint(app, config.publicUrl) : externalTokenEndpoint(issuer);

  const posting = (tx: Db) => ({ db: tx, mail, publicUrl: config.publicUrl });

  return {
    issuer,
    clientId,
    audience,
    verify: (token) => tokens.verify(token),
    userInfo: (token) => fetchUserInfo(issuer, token),
    issueTemporary: async (tx, grant) => {
      const sessionId = await beginTemporary(tx, grant.impersonator.subject, grant.ttlSeconds);
      return tokens.issueTemporary({ ...grant, sessionId });
    },
    endTemporary,
    refresh: (refreshToken) =>
      refreshTokens(post, clientId, refreshToken).catch((error: unknown) => {
        if (error instanceof TokenError) return null;
        throw error;
      }),
    mailVerification: async (tx, subject) => sendVerification(posting(tx), await userOf(tx, subject)),
    mailPasswordReset: async (tx, subject) => sendPasswordReset(posting(tx), await userOf(tx, subject)),
    confirmEmail,
    listSessions,
    endSession,
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
