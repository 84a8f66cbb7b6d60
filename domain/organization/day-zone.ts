/**
 * A seller company and the IANA time zone it sets; null leaves it to each reader. One that was removed still counts the
 * days of its own records.
 */
export type CompanyZone = { companyId: number; timeZone: string | null; isRemoved?: boolean };

/** Whose days they are: of one company's records, of those of all companies the reader sees, or the reader's own. */
export type DaysOf = number | 'all' | 'reader';

/** What decides between them: the reader's companies, and the zone the reader is in. */
export type Zones = { companies: readonly CompanyZone[]; reader: string };

/**
 * The IANA time zone in which days count: the company's, if it sets one, else the reader's. Of all companies together it
 * is the one that each of them sets, without those removed. A company that isn't the reader's sets nothing for them.
 */
export function zoneThatCounts({ companies, reader }: Zones, of: DaysOf): string {
  const asked = companies.filter(({ companyId, isRemoved }) => (of === 'all' ? !isRemoved : of === companyId));
  const first = asked[0]?.timeZone;
  return first && asked.every(({ timeZone }) => timeZone === first) ? first : reader;
}
