import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1.';

/** Keeps keys of third parties so that the database alone does not give them away. */
export interface Vault {
  /** `place` says where the secret is kept; it opens nowhere else. */
  seal(secret: string, place: string): string;
  /** Raises when the secret was sealed with another key, for another place, or was changed. */
  open(sealed: string, place: string): string;
}

/** A vault under 32 bytes in base64. */
export function openVault(credentialsKey: string): Vault {
  const key = Buffer.from(credentialsKey, 'base64');
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    open(sealed, place) {
      if (!sealed.startsWith(FORMAT)) throw new Error('a sealed key is of an unknown format');
      const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
  };
}

/** Where each kind of key is kept. */
export const places = {
  ownKey: (orgUserId: number, usState: string) => `tracking-key/${orgUserId}/${usState}`,
  license: (licenseId: number) => `license-sync/${licenseId}`,
  wholesale: (orgId: number, usState: string) => `wholesale-sync/${orgId}/${usState}`,
};
