import { and, type SQL, sql } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { type DateFilter, resolveDays, resolveInstants } from '../../domain/dates';
import type { Asked, Declared, FilterSet, FiltersOf } from '../../domain/filters';

/** Who asks, when and in which zone. */
export type Asker = {
  readonly membership: Membership;
  readonly now: Date;
  /** IANA name; defines day boundaries. */
  readonly timeZone: string;
};

type Clock = Pick<Asker, 'now' | 'timeZone'>;

/** A condition per declared filter, by name; a missing one doesn't compile. Undefined filters nothing. */
export type FilterRecord<D extends Declared> = {
  [Name in keyof D]: (asked: Asked<D[Name]>, asker: Asker) => SQL | undefined;
};

type Narrowing<F extends FilterSet> = (filters: FiltersOf<F>, asker: Asker) => SQL | undefined;

/** Turns declared filters into one condition. Functions only get what is set: no blanks, no empty lists. */
export function filterSql<F extends FilterSet>(set: F, record: FilterRecord<F['declared']>): Narrowing<F> {
  const conditions = record as Record<string, (asked: unknown, asker: Asker) => SQL | undefined>;
  return (filters, asker) =>
    and(...Object.entries(set.asked(filters)).map(([name, asked]) => conditions[name]?.(asked, asker)));
}

const SECOND = 1000;

/** A `timestamptz` within a date filter. The last second is included in full, so a day includes its last moment. */
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

/** A `numeric` within a range, inclusive. */
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
 * An amount hidden from the planner, so one plan serves all: planning each takes as long as the page itself. The price:
 * rare amounts don't get the faster plan they could have.
 */
function anyAmount(amount: string): SQL {
  return sql`(select ${amount}::numeric)`;
}
