import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAttempt } from '../../../server/db/attempts';
import { signInAttempts } from '../../../server/db/schema';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const LIMIT = { free: 4, wait: 60, longest: 3600, leak: 60 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an attempt counts once, though one that began later was counted before it', async () => {
  const { db } = database.database;
  await db.transaction(async (earlier) => {
    await earlier.execute('select 1');
    expect(await recordAttempt(db, 'key', LIMIT)).toBe(0);
    expect(await recordAttempt(earlier, 'key', LIMIT)).toBe(0);
  });
  const [counted] = await db.select().from(signInAttempts).where(eq(signInAttempts.key, 'key'));
  expect(counted?.failures).toBe(2);
});
