import { createHmac } from 'node:crypto';
import { isSameSignature } from '../mail/mail-proof';

/** Long enough to continue to the app after confirming an email. */
const GOOD_FOR_S = 300;
const NAME = 'fresh_proof';

/**
 * A cookie set after someone typed their password to confirm their email: the next sign-in in this browser doesn't ask
 * again. It names the account, is signed with the provider's cookie key, and works once.
 */
export function proofCookie(subject: string, publicUrl: string, key: string, now = Date.now()): string {
  const value = `${subject}.${Math.floor(now / 1000) + GOOD_FOR_S}`;
  return cookie(`${value}.${signed(value, key)}`, publicUrl, GOOD_FOR_S);
}

/** Clears the proof. */
export const noProofCookie = (publicUrl: string): string => cookie('', publicUrl, 0);

/** The account proved by a request's cookies; null if none or expired. */
export function provenSubject(cookies: string | undefined, keys: readonly string[], now = Date.now()): string | null {
  const given = new RegExp(`(?:^|; )${NAME}=([^;]+)`).exec(cookies ?? '')?.[1] ?? '';
  const [subject = '', until = '', signature = ''] = given.split('.');
  if (!(Number(until) * 1000 > now)) return null;
  const isSigned = keys.some((key) => isSameSignature(signed(`${subject}.${until}`, key), signature));
  return isSigned ? subject : null;
}

const signed = (value: string, key: string): string =>
  createHmac('sha256', key).update(`${NAME} ${value}`).digest('base64url');

function cookie(value: string, publicUrl: string, maxAge: number): string {
  const secure = publicUrl.startsWith('https:') ? '; secure' : '';
  return `${NAME}=${value}; path=/oidc; httponly; samesite=lax; max-age=${maxAge}${secure}`;
}
