import { and, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { type DateFilter, resolveDays, resolveInstants } from '../../domain/dates';
import type { Asked, Declared, FilterSet, FiltersOf } from '../../domain/filters';

/** Who asks, and when and where they do. */
export type Asker = {
  readonly membership: Membership;
  readonly now: Date;
  /** IANA name; decides where a day begins. */
  readonly timeZone: string;
};

type Clock = Pick<Asker, 'now' | 'timeZone'>;

/** A condition for every declared filter, by name; one that is forgotten does not compile. Undefined narrows nothing. */
export type FilterRecord<D extends Declared> = {
  [Name in keyof D]: (asked: Asked<D[Name]>, asker: Asker) => SQL | undefined;
};

type Narrowing<F extends FilterSet> = (filters: FiltersOf<F>, asker: Asker) => SQL | undefined;

/** Turns declared filters into one condition. Only what was asked for reaches its function: no blanks, no empty lists. */
export function filterSql<F extends FilterSet>(set: F, record: FilterRecord<F['declared']>): Narrowing<F> {
  const conditions = record as Record<string, (asked: unknown, asker: Asker) => SQL | undefined>;
  return (filters, asker) =>
    and(...Object.entries(set.asked(filters)).map(([name, asked]) => conditions[name]?.(asked, asker)));
}

const SECOND = 1000;

/** A `timestamptz` within a date filter. The last second counts in full, so that a day has its last moment too. */
export function instantWithin(column: SQL, filter: DateFilter, { now, timeZone }: Clock): SQL | undefined {
  const { from, to } = resolveInstants(filter, now, timeZone);
  const end = to === null ? null : new Date(Date.parse(to) + SECOND).toISOString();
  return and(
    from === null ? undefined : sql`${column} >= ${from}::timestamptz`,
    end === null ? undefined : sql`${column} < ${end}::timestamptz`,
  );
}

/** A `date` within a date filter. */
export function dayWithin(column: SQL, filter: DateFilter, { now, timeZone }: Clock): SQL | undefined {
  const { from, to } = resolveDays(filter, now, timeZone);
  return and(
    from === null ? undefined : sql`${column} >= ${from}::date`,
    to === null ? undefined : sql`${column} <= ${to}::date`,
  );
}

/** A `numeric` within a range of amounts, both ends included. */
export function amountWithin(
  column: SQL,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${column} >= ${anyAmount(from)}`,
    to === undefined ? undefined : sql`${column} <= ${anyAmount(to)}`,
  );
}

/**
 * An amount PostgreSQL plans for without looking at it, so that one plan serves all of them: planning anew for each takes
 * as long as the page itself. The price is paid by amounts hardly any row reaches, which could be found faster.
 */
function anyAmount(amount: string): SQL {
  return sql`(select ${amount}::numeric)`;
}
