import { type AnyColumn, is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import { foldText, wordsOf } from '../../domain/search-text';
import { Dialect } from './connection/dialect';

/** A list's sort keys; the last should be an id, so no two rows are equal. */
export type SortKeys = readonly (AnyColumn | SQL)[];

export type Paging = { page: number; itemsPerPage: number };

/**
 * A list's `order by`. Null sorts lowest: first when ascending, last when descending; an index declared
 * `.asc().nullsFirst()` serves both directions.
 */
export function sortedBy(keys: SortKeys, descending: boolean): SQL {
  const terms = keys.map((key) => {
    if (descending) return isNullable(key) ? sql`${key} desc nulls last` : sql`${key} desc`;
    return isNullable(key) ? sql`${key} asc nulls first` : sql`${key} asc`;
  });
  return sql`order by ${sql.join(terms, sql`, `)}`;
}

/** Whether a sort key can be null; an expression never is. */
export function isNullable(key: SortKeys[number]): boolean {
  return is(key, PgColumn) && !key.notNull;
}

/** The number of matching rows as a scalar subquery that stops one above the cap. */
export function countOf(table: SQL, where: SQL): SQL {
  return sql`(select count(*)::int from (select 1 from ${table} where ${where} ${sql.raw(`limit ${COUNT_CAP + 1}`)}) as matching)`;
}

/** Text as a literal LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A column as it is searched, by `foldText`; an index on this finds its rows. */
export const searchText = (column: AnyColumn | SQL): SQL => sql`search_text(${column})`;

/**
 * Whether these columns have each word of a text between them, in any order; `%`, `_` and `\` are literal. See `wordsOf`;
 * a text without words is everywhere.
 */
export function contains(columns: AnyColumn | SQL | readonly (AnyColumn | SQL)[], text: string): SQL {
  const all = Array.isArray(columns) ? (columns as (AnyColumn | SQL)[]) : [columns as AnyColumn | SQL];
  const each = wordsOf(text).map((word) => {
    const pattern = `%${escapeLike(word)}%`;
    return sql`(${sql.join(
      all.map((column) => sql`${searchText(column)} like ${pattern}`),
      sql` or `,
    )})`;
  });
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`;
}

/** Whether a column begins with a text, in the same way. */
export const beginsWith = (column: AnyColumn | SQL, text: string): SQL =>
  sql`starts_with(${searchText(column)}, ${foldText(text.trim())})`;

/**
 * Whether a column's value is one of these; a single parameter whatever their number, so the statement stays the same.
 * A value alone is compared, because an index then gives its rows in the list's order.
 */
export function isOneOf(column: AnyColumn | SQL, values: readonly (string | number)[]): SQL {
  if (values.length === 1) return sql`${column} = ${values[0]}`;
  return sql`${column} = any (${sql.param([...values])})`;
}

const dialect = new Dialect();

export type Statement = { text: string; values: unknown[] };

/** A query as sent. */
export function statementOf(query: SQL): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  return { text, values };
}

type PageQuery = {
  /** Of the table's rows, under its own name. */
  columns: SQL;
  table: PgTable;
  /** Whether rows of several organizations are read, which a cluster can't limit before their subqueries run. */
  spansOrganizations?: boolean | undefined;
  /** Finds a page's rows by their ids before reading them, which skips others from an index alone. */
  findsIdsFirst?: boolean | undefined;
  /** By requested name. */
  sorts: Readonly<Record<string, SortKeys>>;
};

type PageAsked = Paging & {
  orgId: number;
  where: SQL;
  sortBy: string;
  sortDesc: boolean;
  /** Finds all matches before sorting them, where few match: PostgreSQL would rather read the list in its order. */
  gathers?: boolean | undefined;
};

/**
 * Prepares a list's query: a page and its number of matches, up to the cap, in one statement, where each row carries
 * `resultCount`. The constant parts become text once; the condition once per call, used twice with the same values.
 * `columns` are only selected for the page's rows, and, where rows span organizations, for those skipped before them.
 */
export function preparePages({
  columns,
  table,
  sorts,
  spansOrganizations = false,
  findsIdsFirst = false,
}: PageQuery): (asked: PageAsked) => Statement {
  const [select, from] = [textOf(columns), textOf(sql`${table}`)];
  const orders = Object.fromEntries(
    Object.entries(sorts).map(([name, keys]) => [
      name,
      { ascending: textOf(sortedBy(keys, false)), descending: textOf(sortedBy(keys, true)) },
    ]),
  );
  const read = columnsOf(from, select);
  return ({ orgId, where, sortBy, sortDesc, page, itemsPerPage, gathers = false }) => {
    const order = orders[sortBy]?.[sortDesc ? 'descending' : 'ascending'];
    if (order === undefined) throw new TypeError(`Can’t sort by ${sortBy}`);
    const { sql: condition, params } = dialect.sqlToQuery(where);
    // First-page numbers are literals, so the plan can be reused.
    const start = page === 0 ? '' : `offset $${params.push(page * itemsPerPage)}`;
    const limited = `${order} limit ${Math.trunc(itemsPerPage)} ${start}`;
    const rows = `from ${from} where ${condition} ${limited}`;
    const text = `select ${select},
         (select count(*)::int from (select 1 from ${from} where ${condition} limit ${COUNT_CAP + 1}) as matching) as "resultCount"
       ${spansOrganizations ? rows : findsIdsFirst ? byIds() : `from (select ${read} ${rows}) as ${from}`}`;
    return text.includes(READER)
      ? { text: text.replaceAll(READER, `$${params.push(orgId)}::bigint`), values: params }
      : { text, values: params };

    function byIds(): string {
      const named = columnsOf(from, `${from}."id", ${order}`);
      const gathered = `from (select ${named} from ${from} where ${condition} offset 0) as ${from} ${limited}`;
      const page = `(select ${from}."id" as "found" ${gathers ? gathered : rows}) as "page"`;
      return `from ${page} join ${from} on ${from}."org_id" = $${params.push(orgId)}::bigint and ${from}."id" = "page"."found" ${order}`;
    }
  };
}

/** The columns of a table that a text names, so that a page's rows carry no others: each takes time to plan. */
function columnsOf(table: string, text: string): string {
  const name = table.replaceAll('"', '');
  const named = text.matchAll(new RegExp(`(?<![\\w."])"?${name}"?\\."?(\\w+)"?`, 'g'));
  return [...new Set([...named].map(([, column]) => `"${column}"`))].join(', ');
}

const READER = '%reader%';

/**
 * The reader's organization, in the columns and sorts of a list. Subqueries there say it instead of the row's `org_id`: a cluster
 * runs only subqueries that name their organization beside rows that were limited.
 */
export const readerOrg: SQL = sql.raw(READER);

/** A list's columns for a reader of this organization. */
export function forReader(columns: SQL, orgId: number): SQL {
  const parts = textOf(columns)
    .split(READER)
    .map((part) => sql.raw(part));
  return sql.join(parts, sql`${orgId}::bigint`);
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
