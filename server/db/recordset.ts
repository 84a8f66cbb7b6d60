import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Columns<T extends PgTable> = { [Name in keyof T['$inferInsert']]?: T['$inferInsert'][Name] };

/**
 * Rows of a table as one parameter, for `insert … select`: the statement stays the same however many rows there are. All
 * rows name the columns of the first; `source` goes into the `from`, `columns` and `values` into the lists. Takes at
 * least one row.
 */
export function recordset<T extends PgTable>(
  alias: string,
  table: T,
  rows: readonly Columns<T>[],
): { source: SQL; columns: SQL; values: SQL } {
  const known = getTableColumns(table);
  const named = Object.keys(rows[0] ?? {}).map((key) => {
    const column = known[key];
    if (!column) throw new Error(`No column of this name: ${key}`);
    return { key, name: sql.identifier(column.name), type: sql.raw(column.getSQLType()) };
  });
  const sent = rows.map((row) => named.map(({ key }) => (row as Record<string, unknown>)[key]));
  const objects = sent.map((values) => Object.fromEntries(named.map(({ key }, at) => [known[key]?.name, values[at]])));
  const comma = sql`, `;
  const of = sql.identifier(alias);
  return {
    source: sql`json_to_recordset(${JSON.stringify(objects)}::json) as ${of} (${sql.join(
      named.map(({ name, type }) => sql`${name} ${type}`),
      comma,
    )})`,
    columns: sql.join(
      named.map(({ name }) => name),
      comma,
    ),
    values: sql.join(
      named.map(({ name }) => sql`${of}.${name}`),
      comma,
    ),
  };
}
