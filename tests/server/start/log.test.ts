import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, users } from '../../../server/db/schema';
import { openLog, pathOf } from '../../../server/log';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let own: TestDatabase;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

function logged(error: unknown): string {
  const lines: string[] = [];
  openLog('info', { write: (line) => lines.push(line) }).error({ err: error }, 'failed');
  return lines.join('');
}

test('a failed statement is logged without its values', async () => {
  const { db, pool } = own.database;
  const secret = 'argon2\nof a password';
  const failed = await db
    .insert(credentials)
    .values({ userId: crypto.randomUUID(), passwordHash: secret })
    .catch(logged);
  expect(failed).toContain('insert into \\"credentials\\"');
  expect(failed).toContain('foreign key constraint');
  expect(failed).not.toContain('of a password');

  const [row] = await db
    .insert(users)
    .values({ subject: 'one', email: 'one@example.com', firstName: 'Robin', lastName: 'Green' })
    .returning();
  const whole = await pool.query('update users set email = null, first_name = $1', ['hush']).catch(logged);
  expect(row).toBeDefined();
  expect(whole).toContain('violates not-null constraint');
  expect(whole).not.toContain('hush');
});

test('an address is logged without its query and invitation code', () => {
  const code = crypto.randomUUID();
  expect(pathOf(`/api/org-invites/${code}?code=${code}`)).toBe('/api/org-invites/:code');
  expect(pathOf('/api/seller/orders/17')).toBe('/api/seller/orders/17');
});

test('a reason given in words is logged', () => {
  expect(JSON.parse(logged('it answered 400'))).toMatchObject({ err: { message: 'it answered 400' } });
});
