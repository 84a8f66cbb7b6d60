import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1.';

/** Encrypts third parties' keys, so the database alone doesn't reveal them. */
export interface Vault {
  /** `place` is where the secret is stored; it can't be decrypted for another place. */
  seal(secret: string, place: string): string;
  /** Raises when the secret was encrypted with another key or for another place, or was tampered with. */
  open(sealed: string, place: string): string;
  /** Whether it was encrypted with the key that encrypts now, rather than an older one. */
  isCurrent(sealed: string, place: string): boolean;
}

/** A vault with 32-byte keys in base64: the first encrypts, and the older ones decrypt as well. */
export function openCredentialEncryption(credentialsKey: string, olderKeys: readonly string[] = []): Vault {
  const key = Buffer.from(credentialsKey, 'base64');
  const all = [key, ...olderKeys.map((older) => Buffer.from(older, 'base64'))];
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    open(sealed, place) {
      let refusal: unknown;
      for (const one of all) {
        try {
          return decrypt(one, sealed, place);
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
    isCurrent(sealed, place) {
      try {
        decrypt(key, sealed, place);
        return true;
      } catch {
        return false;
      }
    },
  };
}

function decrypt(key: Buffer, sealed: string, place: string): string {
  if (!sealed.startsWith(FORMAT)) throw new Error('a sealed key is of an unknown format');
  const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(opened).toString('utf8');
}

/** The place of each kind of key. */
export const places = {
  ownKey: (orgUserId: number, usState: string) => `tracking-key/${orgUserId}/${usState}`,
  license: (licenseId: number) => `license-sync/${licenseId}`,
  wholesale: (orgId: number, usState: string) => `wholesale-sync/${orgId}/${usState}`,
  accounting: (orgId: number, connectionId: number) => `accounting/${orgId}/${connectionId}`,
  webhook: (orgId: number, endpointId: number) => `webhook/${orgId}/${endpointId}`,
  wholesaleHook: (orgId: number, usState: string) => `wholesale-hook/${orgId}/${usState}`,
};
