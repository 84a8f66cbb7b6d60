import { createHmac, timingSafeEqual } from 'node:crypto';
import { INVITATION_DAYS } from '../../domain/team/invitation';
import type { Config } from '../config';

type Keys = Pick<Config, 'credentialsKey' | 'olderCredentialsKeys'>;

/** The parameter of a link that only its email has: whoever opens it gets the mail of that address. */
export const MAIL_PROOF = 'mail_proof';
const GOOD_FOR_S = INVITATION_DAYS * 24 * 60 * 60;

/**
 * A link as it is emailed to an address, so that its reader need not confirm that address again when they sign up from
 * it. Never shown to anybody else: the link people copy for others lacks it.
 */
export function provingMail(link: string, email: string, { credentialsKey }: Keys, now = Date.now()): string {
  const until = Math.floor(now / 1000) + GOOD_FOR_S;
  const url = new URL(link);
  url.searchParams.set(MAIL_PROOF, `${until}.${signed(email, until, credentialsKey)}`);
  return url.href;
}

/** Whether the path of an emailed link proves that its reader gets the mail of this address. */
export function provesMail(
  path: string | null,
  email: string,
  { credentialsKey, olderCredentialsKeys }: Keys,
  now = Date.now(),
): boolean {
  const given = new URL(path ?? '/', 'http://app.invalid').searchParams.get(MAIL_PROOF) ?? '';
  const [until = '', signature = ''] = given.split('.');
  if (!(Number(until) * 1000 > now)) return false;
  return [credentialsKey, ...olderCredentialsKeys].some((key) =>
    isSameSignature(signed(email, Number(until), key), signature),
  );
}

const signed = (email: string, until: number, key: string): string =>
  createHmac('sha256', key).update(`${MAIL_PROOF} ${until} ${email.trim().toLowerCase()}`).digest('base64url');

/** Whether a signature is the one that was given, in a time that tells nothing of where they differ. */
export function isSameSignature(signature: string, given: string): boolean {
  // Letters outside ASCII take several bytes: texts as long as each other may differ in length there.
  const [wanted, sent] = [Buffer.from(signature), Buffer.from(given)];
  return wanted.length === sent.length && timingSafeEqual(wanted, sent);
}
