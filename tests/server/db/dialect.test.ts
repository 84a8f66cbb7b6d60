import { and, desc, eq, gt, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { alias, PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { Dialect } from '../../../server/db/connection/dialect';
import { orders, users } from '../../../server/db/schema';

const db = drizzle.mock();
const at = new Date('2026-02-03T04:05:06.789Z');
const supporters = alias(users, 'supporters');
const few = db.select({ id: orders.id }).from(orders).limit(5).as('few');
const named = db
  .$with('orders', { id: orders.id })
  .as(sql`select ${orders.id} from ${orders} where ${eq(orders.orgId, 3)}`);
const person = { subject: 's', email: 'e', firstName: 'f', lastName: 'l' };

const QUERIES: Record<string, SQLWrapper> = {
  'a condition': and(eq(orders.orgId, 1), or(isNull(orders.shipDate), not(gt(orders.createdAt, at)))) as SQL,
  'plain values': sql`select ${1}, ${'two'}, ${true}, ${null}, ${at}, ${10n}, ${undefined}`,
  'a value encoded by its column': sql`${orders.createdAt} = ${sql.param(at, orders.createdAt)}`,
  'several values': inArray(orders.status, ['SHIPPED', 'DELIVERED']),
  'one array': sql`${orders.id} = any (${sql.param([1, 2])})`,
  'a list of values': sql`${orders.id} in ${[1, 2, 3]} and ${orders.id} not in ${[]}`,
  names: sql`select ${sql.identifier('we"ird')}, ${sql.raw('now()')} from ${orders}`,
  'a joined list': sql`select ${sql.join([orders.id, sql`${2}`, orders.status], sql`, `)}`,
  'an alias': eq(supporters.id, users.id),
  'a select': db.select().from(orders).where(eq(orders.id, 7)).orderBy(desc(orders.createdAt)).limit(3),
  'a join': db.select().from(orders).leftJoin(supporters, eq(supporters.id, users.id)),
  'a subquery': sql`select from ${few} where ${few.id} > ${1}`,
  'a query among parts': sql`select ${1} where exists ${db.select().from(users).where(eq(users.email, 'a'))} and ${2}`,
  'a query with named ones': db.with(named).select().from(named).where(eq(named.id, 8)),
  'an insert among parts': sql`with made as ${db.insert(users).values(person).returning({ id: users.id })} select ${6} from made`,
  'an aliased part': sql`select ${sql`now()`.as('here')}, ${3}`,
  'a placeholder': sql`select ${sql.placeholder('later')}, ${sql.param(sql.placeholder('too'))}, ${4}`,
  'values in the text': sql`select ${5}, ${sql`${'it’s'}`.inlineParams()}`,
  'an insert': db.insert(users).values(person),
  'an update': db.update(orders).set({ printed: true }).where(eq(orders.id, 9)),
};

describe('a query is written as Drizzle writes it', () => {
  const ours = new Dialect();
  test.each(Object.entries(QUERIES))('%s', (_, query) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query.getSQL());
    // Twice, because names of columns are remembered.
    for (const _ of [1, 2]) expect(ours.sqlToQuery(query.getSQL())).toMatchObject({ sql: text, params });
  });
});
