import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A row with its own id: COPY writes it even for identity columns. */
export type Row<T extends PgTable> = InferInsertModel<T, { dbColumnNames: false; override: true }> &
  ('id' extends keyof T['$inferSelect'] ? Pick<T['$inferSelect'], 'id'> : unknown);

/** Rows of a table as COPY reads them. */
export type Copied = { into: string; text: Buffer };

/**
 * Writes rows by COPY, in the caller's transaction. All rows have the columns of the first; omitted columns get their
 * default. Raises when a row differs.
 */
export async function copyRows<T extends PgTable>(
  client: pg.ClientBase,
  table: T,
  rows: readonly Row<T>[],
): Promise<void> {
  const copied = encodeRows(table, rows);
  if (copied) await copyText(client, copied);
}

/** Writes encoded rows by COPY; as frozen only into a table that this transaction truncated. */
export async function copyText(client: pg.ClientBase, { into, text }: Copied, isFrozen = false): Promise<void> {
  const target = client.query(copyFrom(`copy ${into} from stdin${isFrozen ? ' with (freeze)' : ''}`));
  await pipeline(Readable.from([text]), target);
}

/** Rows as COPY reads them; undefined without any. Raises when a row has other columns than the first. */
export function encodeRows<T extends PgTable>(table: T, rows: readonly Row<T>[]): Copied | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const names = Object.keys(first);
  const chosen = names.map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`${getTableName(table)} has no column ${name}`);
    return column;
  });
  const list = chosen.map((column) => `"${column.name}"`).join(', ');
  let text = '';
  for (const row of rows as readonly Record<string, unknown>[]) {
    if (Object.keys(row).length !== names.length) throw new Error(`a row has no ${names.join(', ')}`);
    for (let at = 0; at < names.length; at++) {
      if (at > 0) text += '\t';
      text += cell(row[names[at] as string], chosen[at] as PgColumn);
    }
    text += '\n';
  }
  return { into: `"${getTableName(table)}" (${list})`, text: Buffer.from(text) };
}

const SPECIAL = /[\\\t\n\r]/g;
const IS_SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** Lines share what they say as JSON: why a price is what it is. */
const written = new WeakMap<object, string>();

function cell(value: unknown, column: PgColumn): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'string' && column.dataType === 'string') return escaped(value);
  if (typeof value !== 'object' || column.dataType !== 'json') return escaped(String(column.mapToDriverValue(value)));
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = escaped(String(column.mapToDriverValue(value)));
  written.set(value, text);
  return text;
}

const escaped = (text: string): string =>
  IS_SPECIAL.test(text) ? text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? sign) : text;
