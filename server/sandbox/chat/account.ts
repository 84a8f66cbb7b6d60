import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { errors, jwtVerify } from 'jose';
import type { Db } from '../../db/client';
import { sandboxChatApp, sandboxChatUsers } from '../../db/schema/sandbox/chat';

/** The local service's only app. */
export type Account = { readonly key: string; readonly secret: string };

/** The caller: the platform's server, or one person. */
export type Asker = { kind: 'server' } | { kind: 'person'; userId: string; issuedAt: Date; expiresAt: Date | null };

const KEY = 'verdant-local';

/** A refusal in the service's format: its own code and the matching status. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: number;
  readonly status: number;

  constructor(code: number, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }

  body() {
    return { code: this.code, message: this.message, StatusCode: this.status, duration: '0ms', more_info: '' };
  }
}

export const badRequest = (message: string) => new Refusal(4, 400, message);
export const notAllowed = (message: string) => new Refusal(17, 403, message);
export const missing = (what: string) => new Refusal(16, 404, `${what} does not exist`);

/** The app's key and secret, created on first start and shared by all processes. */
export async function openAccount(db: Db): Promise<Account> {
  await db
    .insert(sandboxChatApp)
    .values({ key: KEY, secret: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [account] = await db.select().from(sandboxChatApp).where(eq(sandboxChatApp.key, KEY));
  if (!account) throw new Error('The local chat service has no account');
  return account;
}

/** A token's person. Raises a Refusal; clients renew on its code for expired and revoked tokens. */
export async function askerOf({ secret }: Account, db: Db, token: string | undefined): Promise<Asker> {
  try {
    const { payload } = await jwtVerify(token ?? '', new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    if (payload.server === true) return { kind: 'server' };
    if (typeof payload.user_id !== 'string') throw new Refusal(43, 401, 'The token has no user');
    const { user_id: userId, iat = 0, exp } = payload;
    const issuedAt = new Date(iat * 1000);
    if (await isRevoked(db, userId, issuedAt)) throw new Refusal(40, 401, 'The token was revoked');
    return { kind: 'person', userId, issuedAt, expiresAt: exp ? new Date(exp * 1000) : null };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refusal(40, 401, 'The token has expired');
    if (error instanceof Refusal) throw error;
    throw new Refusal(43, 401, 'The token is not valid');
  }
}

/** Whether someone's tokens of this time were revoked. */
export async function isRevoked(db: Db, userId: string, issuedAt: Date): Promise<boolean> {
  const { id, revokedBefore } = sandboxChatUsers;
  return (await db.$count(sandboxChatUsers, and(eq(id, userId), gt(revokedBefore, issuedAt)))) > 0;
}
