import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A row with its own id: COPY writes it even for identity columns. */
export type Row<T extends PgTable> = InferInsertModel<T, { dbColumnNames: false; override: true }> &
  ('id' extends keyof T['$inferSelect'] ? Pick<T['$inferSelect'], 'id'> : unknown);

const CHUNK_ROWS = 500;

/**
 * Writes rows by COPY, in the caller's transaction. All rows have the columns of the first; omitted columns get their
 * default. Raises when a row differs.
 */
export async function copyRows<T extends PgTable>(
  client: pg.ClientBase,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const names = Object.keys(first);
  const chosen = names.map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`${getTableName(table)} has no column ${name}`);
    return column;
  });
  const list = chosen.map((column) => `"${column.name}"`).join(', ');
  const target = client.query(copyFrom(`copy "${getTableName(table)}" (${list}) from stdin`));
  await pipeline(Readable.from(encode(rows as readonly Record<string, unknown>[], names, chosen)), target);
}

function* encode(rows: readonly Record<string, unknown>[], names: readonly string[], columns: readonly PgColumn[]) {
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    let text = '';
    for (const row of rows.slice(start, start + CHUNK_ROWS)) {
      if (Object.keys(row).length !== names.length) throw new Error(`a row has no ${names.join(', ')}`);
      text += `${names.map((name, at) => cell(row[name], columns[at] as PgColumn)).join('\t')}\n`;
    }
    yield Buffer.from(text);
  }
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function cell(value: unknown, column: PgColumn): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  const text = String(column.mapToDriverValue(value));
  return text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? sign);
}
