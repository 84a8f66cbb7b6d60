import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The columns reports read, with their types in DuckDB. */
const TABLES = {
  orders: `org_id bigint, id bigint, customer_id bigint, customer_name text, status text, created_at timestamptz,
    total_usd decimal(12,2), order_discount_usd decimal(12,2)`,
  order_line_items: `org_id bigint, order_id bigint, product_id bigint, brand_id bigint, total_usd decimal(12,2),
    base_quantity decimal(14,4), base_unit text`,
  order_sales_reps: 'org_id bigint, order_id bigint, org_user_id bigint',
};

export type Columnar = { answer(statements: readonly string[]): Promise<void>; close(): void };

/** DuckDB in memory with all rows of PostgreSQL that reports read, in the order of organizations and orders. */
export async function openColumnar(url: string): Promise<Columnar> {
  const folder = await mkdtemp(join(tmpdir(), 'verdant-bench-'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  // The platform's own connections take no copies.
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    for (const [table, columns] of Object.entries(TABLES)) {
      const names = columns.split(/,\s+/).map((column) => column.split(' ')[0]);
      const file = join(folder, table);
      const rows = client.query(copyTo(`copy (select ${names.join(', ')} from ${table} order by 1, 2) to stdout csv`));
      await pipeline(rows, createWriteStream(file));
      await connection.run(`create table ${table} (${columns})`);
      await connection.run(`copy ${table} from '${file}' (format csv)`);
    }
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
  return {
    answer: async (statements) => {
      for (const statement of statements) await (await connection.runAndReadAll(statement)).getRows();
    },
    close: () => connection.closeSync(),
  };
}
