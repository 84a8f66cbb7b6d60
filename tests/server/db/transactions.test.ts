import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NamingClient } from '../../../server/db/connection/naming-client';
import { transact } from '../../../server/db/transact';
import { openApp } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import { makeBuyer, makeCustomer, makeProduct, makeSeller } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;

beforeAll(async () => {
  await db().execute(sql`create table notes (note text primary key)`);
});

/** What jobs ask meanwhile: their queues, the order a letter is about and whom it goes to. */
const OF_JOBS = /jobs\.|mailbox|call_counts|^select .* from "(orders|order_sales_reps|org_users)"/;
/** What a pool asks once: whether it is a cluster's, and what its copies are called. */
const ONCE = /pg_extension|pg_dist_/;

/** The lock of the job that settles what people are told. */
const SETTLING = /pg_advisory_xact_lock\(hashtextextended/;

/** The statements that calls send to the database, from whichever connection. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(NamingClient.prototype, 'query');
  try {
    await work();
    const sent = query.mock.calls.map(([one]: unknown[], at) => {
      return { text: typeof one === 'string' ? one : (one as { text: string }).text, by: query.mock.contexts[at] };
    });
    return [...Map.groupBy(sent, ({ by }) => by).values()]
      .flatMap((ofOne) => transactionsOf(ofOne.map(({ text }) => text)))
      .filter((statements) => !statements.some((text) => SETTLING.test(text)))
      .flat()
      .filter((text) => !OF_JOBS.test(text) && !ONCE.test(text));
  } finally {
    query.mockRestore();
  }
}

/** What one connection sent, by transaction. */
function transactionsOf(texts: readonly string[]): string[][] {
  const all: string[][] = [[]];
  for (const text of texts) {
    if (text === 'begin') all.push([]);
    all.at(-1)?.push(text);
    if (text === 'commit' || text === 'rollback') all.push([]);
  }
  return all;
}

const notes = async () =>
  (await db().execute<{ note: string }>(sql`select note from notes order by 1`)).rows.map(({ note }) => note);
const insert = (note: string) => sql`insert into notes values (${note})`;

describe('a transaction', () => {
  test('keeps all it did once it is done', async () => {
    await transact(db(), async (tx) => {
      await tx.execute(insert('first'));
      await tx.execute(insert('second'));
    });
    expect(await notes()).toEqual(['first', 'second']);
  });

  test('whose first statement fails keeps nothing of what follows', async () => {
    const failing = transact(db(), async (tx) => {
      await tx.execute(insert('first')).catch(() => {});
      await tx.execute(insert('third'));
    });
    await expect(failing).rejects.toThrow();
    expect(await notes()).toEqual(['first', 'second']);
  });

  test('that raises keeps nothing, and the next on its connection begins anew', async () => {
    const raising = transact(db(), async (tx) => {
      await tx.execute(insert('fourth'));
      throw new Error('changed my mind');
    });
    await expect(raising).rejects.toThrow('changed my mind');
    await expect(transact(db(), () => Promise.reject(new Error('at once')))).rejects.toThrow('at once');
    await transact(db(), async () => {});
    await transact(db(), (tx) => tx.execute(insert('fifth')));
    expect(await notes()).toEqual(['fifth', 'first', 'second']);
  });

  test('is over for what is asked after it', async () => {
    const client = await app.database.pool.connect();
    try {
      const state = async () => (await client.query('select pg_current_xact_id_if_assigned()::text as id')).rows[0];
      await client.query({ text: 'begin' });
      await client.query({ text: 'commit' });
      await client.query(`insert into notes values ('alone')`);
      expect(await state()).toEqual({ id: null });
      expect(await notes()).toContain('alone');
    } finally {
      client.release();
    }
  });
});

test('an item in the cart and the order placed take no more than 29 statements', async () => {
  const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
  await makeCustomer(db(), seller, { buyer });
  const product = await makeProduct(db(), seller, { quantity: '100' });
  const shopper = await startShopping(app, buyer);
  const sent = await statementsOf(async () => {
    const cart = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const { createdOrders } = await shopper.checkout([cart], { idempotencyKey: crypto.randomUUID() });
    expect(createdOrders).toHaveLength(1);
  });
  // Two are the streams of events of the seller and the buyer. Two more would be the key an item may be put in the cart with,
  // and the job that tells of the order.
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(27);
});
