import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Rows<T extends PgTable> = readonly { [Name in keyof T['$inferInsert']]?: T['$inferInsert'][Name] }[];

/**
 * A table's rows as one parameter of an `insert … select` or an `update … from`, so the statement stays the same however
 * many there are. `source` goes into the `from` under its alias, `columns` and `values` into the lists of an insert,
 * `sets` into an update's: every field but the key of a tenant's row, which the `where` compares. There must be a row; all
 * have the first one's fields.
 */
export function recordset<T extends PgTable>(
  alias: string,
  table: T,
  rows: Rows<T>,
): Record<'source' | 'columns' | 'values' | 'sets', SQL> {
  const known = getTableColumns(table);
  const fields = Object.keys(rows[0] ?? {}).map((field) => {
    const column = known[field];
    if (!column) throw new Error(`The table has no ${field}`);
    return { field, name: column.name, id: sql.identifier(column.name), type: sql.raw(column.getSQLType()) };
  });
  const records = (rows as readonly Record<string, unknown>[]).map((row) =>
    Object.fromEntries(fields.map(({ field, name }) => [name, row[field]])),
  );
  const of = sql.identifier(alias);
  const types = listed(fields.map(({ id, type }) => sql`${id} ${type}`));
  return {
    source: sql`json_to_recordset(${JSON.stringify(records)}::json) as ${of} (${types})`,
    columns: listed(fields.map(({ id }) => id)),
    values: listed(fields.map(({ id }) => sql`${of}.${id}`)),
    sets: listed(fields.flatMap(({ field, id }) => (KEY.has(field) ? [] : sql`${id} = ${of}.${id}`))),
  };
}

/** A tenant's row is known by these. */
const KEY: ReadonlySet<string> = new Set(['orgId', 'id']);

const listed = (parts: Parameters<typeof sql.join>[0]): SQL => sql.join(parts, sql`, `);
