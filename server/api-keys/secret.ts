import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY = /^vrd_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Whether a bearer token is meant as an API key, however mistyped. */
export const looksLikeKey = (token: string): boolean => token.startsWith('vrd_');

const randomDigits = (count: number) => Array.from({ length: count }, () => DIGITS[randomInt(DIGITS.length)]).join('');

export const newPublicId = (): string => randomDigits(8);

/** How the keys of an id begin; shown wherever the key is. */
export const prefixOf = (publicId: string): string => `vrd_live_${publicId}`;

/** A new key of an id: 32 random characters (190 bits) and a checksum, which tells a mistyped one without asking anybody. */
export function newKey(publicId: string): string {
  const start = `${prefixOf(publicId)}_${randomDigits(32)}`;
  return start + checksum(start);
}

/** A key's id; null if it is mistyped. */
export function publicIdOf(key: string): string | null {
  const [, publicId = null, , sum] = KEY.exec(key) ?? [];
  return sum !== undefined && checksum(key.slice(0, -sum.length)) === sum ? publicId : null;
}

/** What is stored of a key. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Whether a key has a stored hash; takes as long for any. */
export function matches(key: string, hash: string | null): boolean {
  const [given, stored] = [hashOf(key), hash ?? hashOf('')].map((text) => Buffer.from(text));
  return (
    given !== undefined && stored !== undefined && given.length === stored.length && timingSafeEqual(given, stored)
  );
}

/** CRC-32 as six digits of base 62. */
function checksum(text: string): string {
  let left = crc32(text);
  let sum = '';
  for (let place = 0; place < 6; place += 1) {
    sum = DIGITS[left % DIGITS.length] + sum;
    left = Math.floor(left / DIGITS.length);
  }
  return sum;
}
