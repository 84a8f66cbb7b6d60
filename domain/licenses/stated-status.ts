import type { StatedStatus } from './standing';

/** What registers write for each status, in small letters. */
const WORDS: Record<StatedStatus, readonly string[]> = {
  ACTIVE: [
    'about to expire',
    'active',
    'active license',
    'current',
    'good standing',
    'in good standing',
    'issued',
    'licensed',
    'operational',
    'renewed',
    'valid',
  ],
  PENDING: ['application pending', 'in process', 'in review', 'pending', 'pending issuance', 'pending review'],
  EXPIRED: ['expired', 'lapsed', 'not renewed'],
  SUSPENDED: [
    'administratively suspended',
    'suspended',
    'suspension',
    'summarily suspended',
    'summary suspension',
    'temporarily suspended',
    'under suspension',
  ],
  SURRENDERED: [
    'canceled',
    'cancelled',
    'relinquished',
    'surrender',
    'surrendered',
    'voluntarily surrendered',
    'voluntary surrender',
  ],
  REVOKED: ['revocation', 'revoked', 'terminated'],
};

/** Of several said of one license the last counts. */
const WORST_LAST = Object.keys(WORDS) as StatedStatus[];

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

/**
 * The status that a register's words mean, such as "ISSUED" or "Active (Issued)"; null for words we don't know, even if
 * others beside them are known. Of several, the worst.
 */
export function statedStatusOf(words: string): StatedStatus | null {
  const parts = words
    .split(/[()[\]/,;:–—-]/)
    .map(plain)
    .filter((part) => part !== '');
  const meant = parts.map((part) => WORST_LAST.find((status) => WORDS[status].includes(part)));
  if (meant.length === 0 || meant.includes(undefined)) return null;
  return WORST_LAST.findLast((status) => meant.includes(status)) ?? null;
}
