import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../server/db/client';
import { createDemoDatabase, type TestDatabase } from '../database';

/** The demo's today, for tests that look at one demo as a whole. */
export const NOW = new Date('2026-11-20T17:00:00Z');

/** A test file's own demo of that day, a copy unless it makes one, and questions to it in free-hand SQL. */
export function openDemo(create: () => Promise<TestDatabase> = () => createDemoDatabase(NOW)) {
  let demo: TestDatabase;
  beforeAll(async () => {
    demo = await create();
  });
  afterAll(() => demo.drop());

  // biome-ignore lint/suspicious/noExplicitAny: rows of free-hand SQL
  async function rows<Row = any>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await demo.database.pool.query(text, values)).rows;
  }

  /** The first column of the first row. */
  async function value(text: string, values: unknown[] = []): Promise<unknown> {
    const [row] = await rows<Record<string, unknown>>(text, values);
    return Object.values(row ?? {})[0];
  }

  /** The first column of all rows. */
  const column = async (text: string) => (await rows(text)).map((row) => Object.values(row)[0]);

  return { database: (): Database => demo.database, rows, value, column };
}
