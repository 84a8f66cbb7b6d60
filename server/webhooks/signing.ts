import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Signatures as Standard Webhooks 1.0.0 has them: HMAC-SHA256 over id, time and body, with the secret's bytes.
 */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How far a message's time may be from the receiver's. */
const TOLERANCE_SECONDS = 5 * 60;

export const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

type Message = { id: string; body: string; at: Date };

/** The three headers of a message, signed with each secret: while one is replaced, with both. */
export function signedHeaders(secrets: readonly string[], { id, body, at }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(secret, id, timestamp, body)}`).join(' '),
  };
}

/** Whether a message was signed with one of these secrets, a short time ago. */
export function isSigned(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
  now: Date,
): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': given = '' } = headers;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS) return false;
  const signatures = given.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  return secrets.some((secret) => {
    const right = signatureOf(secret, id, timestamp, body);
    return signatures.some((one) => isSame(one, right));
  });
}

function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
