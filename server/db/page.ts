import { type AnyColumn, is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { COUNT_CAP } from '../../domain/contract/endpoint';

/** What a list is sorted by, first to last; the last should be an id, so that no two rows are equal. */
export type SortKeys = readonly (AnyColumn | SQL)[];

export type Paging = { page: number; itemsPerPage: number };

/**
 * The `order by` of a list. A blank counts as the least there is: first when ascending, last when descending, which an
 * index over the nullable column follows both ways when it is declared `.asc().nullsFirst()`.
 */
export function sortedBy(keys: SortKeys, descending: boolean): SQL {
  const terms = keys.map((key) => {
    if (descending) return isNullable(key) ? sql`${key} desc nulls last` : sql`${key} desc`;
    return isNullable(key) ? sql`${key} asc nulls first` : sql`${key} asc`;
  });
  return sql`order by ${sql.join(terms, sql`, `)}`;
}

/** Whether what a list is sorted by can be blank; an expression never is. */
export function isNullable(key: SortKeys[number]): boolean {
  return is(key, PgColumn) && !key.notNull;
}

/** How many rows match, as a scalar subquery that stops counting at one above the cap. */
export function countOf(table: SQL, where: SQL): SQL {
  return sql`(select count(*)::int from (select 1 from ${table} where ${where} ${sql.raw(`limit ${COUNT_CAP + 1}`)}) as matching)`;
}

/** Text as a LIKE pattern takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Text anywhere in a column, whatever its case; `%`, `_` and `\` stand for themselves. */
export function contains(column: AnyColumn | SQL, text: string): SQL {
  return sql`${column} ilike ${`%${escapeLike(text)}%`}`;
}

/** A column's value is one of these; one parameter however many there are, so that the statement stays the same. */
export function isOneOf(column: AnyColumn | SQL, values: readonly (string | number)[]): SQL {
  return sql`${column} = any (${sql.param([...values])})`;
}

const dialect = new PgDialect();

export type Statement = { text: string; values: unknown[] };

/** A query as it is sent. */
function statementOf(query: SQL): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
}

type PageQuery = {
  /** What to select of the page's rows, which are `o`. */
  columns: SQL;
  table: SQL;
  /** By the name that is asked for. */
  sorts: Readonly<Record<string, SortKeys>>;
};

type PageAsked = Paging & { where: SQL; sortBy: string; sortDesc: boolean };

/**
 * Prepares a list's query: a page and how many rows match, up to the cap, in one statement, where each row carries
 * `resultCount`. What is the same for every call becomes text here and now; the condition does once a call, and stands
 * twice over the same values. `columns` are selected for the rows of the page alone.
 */
export function preparePages({ columns, table, sorts }: PageQuery): (asked: PageAsked) => Statement {
  const [select, from] = [textOf(columns), textOf(table)];
  const orders = Object.fromEntries(
    Object.entries(sorts).map(([name, keys]) => [
      name,
      { ascending: textOf(sortedBy(keys, false)), descending: textOf(sortedBy(keys, true)) },
    ]),
  );
  return ({ where, sortBy, sortDesc, page, itemsPerPage }) => {
    const order = orders[sortBy]?.[sortDesc ? 'descending' : 'ascending'];
    if (order === undefined) throw new TypeError(`Can’t sort by ${sortBy}`);
    const { sql: condition, params } = dialect.sqlToQuery(where);
    // Numbers of the first page stand in the text, so that its plan can be kept.
    const start = page === 0 ? '' : `offset $${params.push(page * itemsPerPage)}`;
    const text = `select ${select},
         (select count(*)::int from (select 1 from ${from} where ${condition} limit ${COUNT_CAP + 1}) as matching) as "resultCount"
       from (select * from ${from} where ${condition} ${order} limit ${Math.trunc(itemsPerPage)} ${start}) as o`;
    return { text, values: params };
  };
}

function textOf(query: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(query);
  if (params.length > 0) throw new TypeError('The fixed part of a query can’t contain values');
  return text;
}

export async function readRows<Row extends pg.QueryResultRow>(
  from: Pick<pg.ClientBase, 'query'>,
  query: SQL | Statement,
): Promise<Row[]> {
  const { rows } = await from.query<Row>('text' in query ? query : statementOf(query));
  return rows;
}
