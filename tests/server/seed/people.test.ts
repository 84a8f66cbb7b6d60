import { describe, expect, test } from 'vitest';
import { isConsistent } from '../../../domain/access/features';
import { authenticate } from '../../../server/identity/accounts';
import { demoAccounts } from '../../../server/seed';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { NOW, openDemo } from '../../support/seed/demo';

const { database, rows, value, column } = openDemo();

describe('its people', () => {
  test('all sign in with the one password that is printed', async () => {
    expect(demoAccounts().join('\n')).toContain(DEMO_PASSWORD);
    for (const { email } of DEMO_ACCOUNTS) {
      expect(demoAccounts().join('\n')).toContain(email);
      expect(await authenticate(database().db, email, DEMO_PASSWORD), email).toMatchObject({ email });
    }
    expect(await authenticate(database().db, 'owner@fernhollow.example', 'another password')).toBeUndefined();
  });

  test('hold roles of which each permission has what it depends on, and every organization has one owner', async () => {
    for (const { name, features } of await rows('select name, features from roles')) {
      expect(isConsistent(features), name).toBe(true);
    }
    const owners = await rows(
      `select o.name, count(u.id) as owners from organizations o
         left join roles r on r.org_id = o.id and r.default_role_id = 'OWNER'
         left join org_users u on u.role_id = r.id group by o.id`,
    );
    for (const { name, owners: count } of owners) expect(count, name).toBe(1);
  });

  test('include a sales rep who only sees orders of his own, and has some', async () => {
    const [rep] = await rows(
      `select u.id, r.features from org_users u join roles r on r.id = u.role_id where u.email = 'rep@fernhollow.example'`,
    );
    expect(rep.features.BROWSE_MY_ORDERS).toEqual({ read: true, write: true });
    expect(rep.features.BROWSE_ORDERS).toBeUndefined();
    expect(await value('select count(*) from order_sales_reps where org_user_id = $1', [rep.id])).toBeGreaterThan(50);
  });

  test('include a buyer with purchase orders and one who may not make any', async () => {
    const mayBuy = async (email: string) =>
      value(
        `select coalesce((r.features->'PURCHASE_ORDERS'->>'write')::boolean, false)
           from org_users u join roles r on r.id = u.role_id where u.email = $1`,
        [email],
      );
    expect(await mayBuy('buyer@harborvine.example')).toBe(true);
    expect(await mayBuy('browser@harborvine.example')).toBe(false);
    expect(
      await value(
        `select count(distinct o.status) from orders o join org_users u on u.org_id = o.buyer_org_id
          where u.email = 'buyer@harborvine.example'`,
      ),
    ).toBeGreaterThan(5);
  });

  test('include support, a newcomer, and somebody of two organizations', async () => {
    expect(await column('select email from users where is_support')).toEqual(['support@verdant.example']);
    expect(await column('select email from users where not onboarded')).toEqual(['new@verdant.example']);
    expect(
      await column('select u.email from users u join org_users o on o.user_id = u.id group by 1 having count(*) > 1'),
    ).toEqual(['both@tidemark.example']);
  });
});

describe('the feeds of the demo', () => {
  test('tell everybody who works there of the last days, of which the older is read', async () => {
    const told = await rows<{ email: string; days: number; isRead: boolean }>(
      `select users.email, extract(epoch from $1::timestamptz - entry.updated_at) / 86400 as days, entry.is_read as "isRead"
         from notification_groups entry join users on users.id = entry.user_id`,
      [NOW.toISOString()],
    );
    const without = DEMO_ACCOUNTS.filter(({ email }) => !told.some((one) => one.email === email));
    // One only reads the menu, one has no organization yet.
    expect(without.map(({ email }) => email).sort()).toEqual(['browser@harborvine.example', 'new@verdant.example']);
    expect(told.filter(({ days, isRead }) => days > 1 && !isRead)).toEqual([]);
    expect(told.filter(({ isRead }) => !isRead).length).toBeGreaterThan(5);
    expect(told.every(({ days }) => days >= 0)).toBe(true);
  });

  test('say of an order that was accepted or rejected that it was', async () => {
    const wrong = await rows(
      `select told.outcome, orders.status from notifications told
         join orders on orders.id = substring(told.subject from '^order:([0-9]+)$')::bigint
        where (told.outcome is null) <> (orders.status = 'SUBMITTED')`,
    );
    expect(wrong).toEqual([]);
  });
});
