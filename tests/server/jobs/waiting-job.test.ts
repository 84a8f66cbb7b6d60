import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueuesWith } from '../../../server/jobs';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let boss: PgBoss;

beforeAll(async () => {
  database = await createTestDatabase();
  boss = new PgBoss({ connectionString: database.url, schema: 'jobs', supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('follow-news', { policy: 'short' });
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

const news = { name: 'follow-news', data: { orgId: 1 } } as const;
const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);

test('a waiting job that stands for a later change too isn’t begun before that change is committed', async () => {
  const { db } = database.database;
  const enqueue = enqueuesWith(boss);
  await enqueue(db, news);
  await db.transaction(async (tx) => {
    await enqueue(tx as unknown as typeof db, news);
    expect(await boss.fetch('follow-news')).toEqual([]);
  });
  expect(ids(await boss.fetch('follow-news'))).toHaveLength(1);
  expect(await boss.fetch('follow-news')).toEqual([]);
});

test('a change after its job was begun gets another job', async () => {
  const { db } = database.database;
  const enqueue = enqueuesWith(boss);
  await enqueue(db, { ...news, data: { orgId: 2 } });
  const begun = ids(await boss.fetch('follow-news'));
  await enqueue(db, { ...news, data: { orgId: 2 } });
  const next = ids(await boss.fetch('follow-news'));
  expect([begun.length, next.length]).toEqual([1, 1]);
  expect(next).not.toEqual(begun);
  const { rows } = await db.execute(
    sql`select count(*)::int as waiting from jobs.job where name = 'follow-news' and state = 'created'`,
  );
  expect(rows[0]).toEqual({ waiting: 0 });
});
