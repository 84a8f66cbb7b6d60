import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Config } from '../../../server/config';
import type { Db } from '../../../server/db/client';
import { ALGORITHM, activeSigner, loadKeys } from '../../../server/identity/keys';

export interface MintOptions {
  /** Seconds from now; negative for an expired token. */
  expiresIn?: number;
  audience?: string;
  issuer?: string;
}

/** The key that the provider signs with now. */
export const findSigner = async (db: Db) => activeSigner(await loadKeys(db));

/** An access token as the provider would issue it, without its pages. */
export async function mintToken(db: Db, config: Config, subject: string, options: MintOptions = {}): Promise<string> {
  return signToken(await findSigner(db), config, subject, options);
}

/** The same, signed with a key that is at hand. */
export function signToken(
  { kid, key }: Awaited<ReturnType<typeof findSigner>>,
  config: Config,
  subject: string,
  { expiresIn = 600, audience = config.oidc.audience, issuer = config.oidc.issuer }: MintOptions = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ client_id: config.oidc.clientId, scope: 'openid profile email' })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(now - 3600)
    .setExpirationTime(now + expiresIn)
    .sign(key);
}
