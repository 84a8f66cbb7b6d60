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
    const isNullable = is(key, PgColumn) && !key.notNull;
    if (descending) return isNullable ? sql`${key} desc nulls last` : sql`${key} desc`;
    return isNullable ? sql`${key} asc nulls first` : sql`${key} asc`;
  });
  return sql`order by ${sql.join(terms, sql`, `)}`;
}

/** The `limit` and `offset` of a page. Numbers of the first page stand in the text, so that its plan can be kept. */
export function pageOf({ page, itemsPerPage }: Paging): SQL {
  const limit = sql.raw(`limit ${Math.trunc(itemsPerPage)}`);
  return page === 0 ? limit : sql`${limit} offset ${page * itemsPerPage}`;
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

const MOST_STATEMENTS = 200;
const dialect = new PgDialect();
const statements = new Map<string, string>();

export type Statement = { name?: string; text: string; values: unknown[] };

/**
 * A list's query as it is sent: under a name, so that PostgreSQL parses it once a connection. Lists ask in few shapes;
 * shapes beyond the first 200 go unnamed.
 */
export function statementOf(query: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = nameOf(text);
  return { ...(name === undefined ? {} : { name }), text, values: params };
}

export async function readRows<Row extends pg.QueryResultRow>(pool: pg.Pool, query: SQL): Promise<Row[]> {
  const { rows } = await pool.query<Row>(statementOf(query));
  return rows;
}

function nameOf(text: string): string | undefined {
  const known = statements.get(text);
  if (known !== undefined || statements.size >= MOST_STATEMENTS) return known;
  const name = `list-${statements.size}`;
  statements.set(text, name);
  return name;
}
