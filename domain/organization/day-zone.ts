import { z } from 'zod';
import { isTimeZone } from '../dates';

/** The IANA time zone a company counts days in; null leaves it to each reader. */
export const DayZone = z
  .string('Choose a time zone')
  .max(64, 'Choose a time zone')
  .refine(isTimeZone, 'Choose a time zone')
  .nullable();

/** A seller company and the zone it sets. */
export type CompanyZone = { companyId: number; timeZone: string | null };

/** Whose days they are: of one company's records, of those of all companies the reader sees, or the reader's own. */
export type DaysOf = number | 'all' | 'reader';

/** What decides between them: the reader's companies, and the zone the reader is in. */
export type Zones = { companies: readonly CompanyZone[]; reader: string };

/**
 * The IANA time zone in which days count: the company's, if it sets one, else the reader's. Of all companies together it
 * is the one that each of them sets. A company that isn't the reader's sets nothing for them.
 */
export function zoneThatCounts({ companies, reader }: Zones, of: DaysOf): string {
  if (of === 'reader') return reader;
  const asked = of === 'all' ? companies : companies.filter(({ companyId }) => companyId === of);
  const [first, ...others] = new Set(asked.map(({ timeZone }) => timeZone));
  return others.length > 0 ? reader : (first ?? reader);
}
