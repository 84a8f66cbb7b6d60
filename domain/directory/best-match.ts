import { z } from 'zod';
import { licenseNumberKey } from '../integrations/license-number';

/**
 * Why a listing is found, best first: the better reason comes first, whatever else speaks for the other. Among equal ones
 * licenses that somebody checked come first, then those checked lately, then valid ones.
 */
export const MATCHES = [
  'license number',
  'name',
  'name begins',
  'number begins',
  'DBA',
  'word in name',
  'part of name',
  'part of DBA',
  'city',
  'words',
  'business',
] as const;
export type Match = (typeof MATCHES)[number];

/** A match, or one of a mistyped search, or the SKU of a product. */
export const Why = z.enum([...MATCHES, 'similar spelling', 'SKU']);
export type Why = z.infer<typeof Why>;

/** Fewer characters of a number are those of many. */
const FEWEST_OF_NUMBER = 4;

/** A search as the number of a license, if it may be one: whole or only its beginning. */
export function numberTyped(term: string): string | null {
  const key = licenseNumberKey(term);
  return key.length >= FEWEST_OF_NUMBER && /\d/.test(key) ? key : null;
}

/** Results end here, with a word to narrow them. */
export const MOST_LISTINGS = 1_000;
