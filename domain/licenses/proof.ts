import { z } from 'zod';
import { Instant } from '../contract/endpoint';

/** How a license’s holder proved that it is theirs, as shown under “Verified”. */
export const PROOFS = {
  KEY: 'Tracking system key',
  MAIL: 'Mail to the registered address',
  DOCUMENT: 'Document',
} as const;
export type Proof = keyof typeof PROOFS;
const Proof = z.enum(Object.keys(PROOFS) as [Proof, ...Proof[]]);

/** How and since when a license is proved; both or neither, for one that was only added. */
export const LicenseProof = z.strictObject({ provenBy: Proof.nullable(), provenAt: Instant.nullable() });
export type LicenseProof = z.infer<typeof LicenseProof>;

/** What a badge says. */
export const proofText = ({ provenBy }: Pick<LicenseProof, 'provenBy'>): string =>
  provenBy === null ? 'Not verified' : PROOFS[provenBy];

/** What that means, as a sentence. */
export const PROOF_MEANS: Readonly<Record<Proof | 'NONE', string>> = {
  KEY: 'Its holder has a tracking system key that opens it.',
  MAIL: 'Its holder got a code at the email the state register names.',
  DOCUMENT: 'Verdant support looked at a document of its holder.',
  NONE: 'Its holder added it, and nobody has checked that it’s theirs.',
};

/** Minutes a mailed code is good for, how often it may be tried, and how many are mailed a day. */
export const CODE_MINUTES = 30;
export const CODE_TRIES = 5;
export const CODES_A_DAY = 3;

/** An email of which only so much is shown that its owner knows it: “s…@g….com”. */
export function maskedEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const dot = domain.lastIndexOf('.');
  const first = (text: string) => text.slice(0, 1);
  return `${first(name)}…@${first(domain)}…${dot > 0 ? domain.slice(dot) : ''}`;
}
