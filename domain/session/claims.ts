import { z } from 'zod';

/** What an outside sign-in provider says of somebody, null for what it doesn't say. */
export interface SaidOfPerson {
  readonly email: string | null;
  /** Whether it says that the email is theirs; null where it says nothing about that. */
  readonly isConfirmed: boolean | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const LONGEST_NAME = 80;

const text = z.string().catch('');
const Claims = z.object({
  email: z.email().max(254).nullable().catch(null),
  // Some providers send text.
  email_verified: z
    .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
    .nullable()
    .catch(null),
  given_name: text,
  family_name: text,
  name: text,
});

/** Reads the standard claims of OpenID Connect (`email`, `profile`); what can't be read counts as not said. */
export function readClaims(claims: unknown): SaidOfPerson {
  const { email, email_verified, given_name, family_name, name } = Claims.parse(claims);
  const given = nameOf(given_name);
  const family = nameOf(family_name);
  const [first = '', ...rest] = nameOf(name).split(' ');
  const names = given || family ? [given, family] : [first, rest.join(' ')];
  const isNamed = names.some((one) => one !== '');
  return {
    email,
    isConfirmed: email_verified,
    firstName: isNamed ? (names[0] ?? '') : null,
    lastName: isNamed ? (names[1] ?? '') : null,
  };
}

/** A name as one line of the length a profile takes. */
function nameOf(said: string): string {
  const line = said.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return [...line].slice(0, LONGEST_NAME).join('').trim();
}
