import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { nextStep } from '../../../domain/accounting/push/followed';
import { roundCents } from '../../../domain/money';
import type { Books } from '../../../server/accounting/books';
import { BooksRefused } from '../../../server/accounting/books';
import { followedOf } from '../../../server/accounting/push/documents';
import { followBooks } from '../../../server/accounting/push/follow-books';
import { pushBooks } from '../../../server/accounting/push/push-books';
import {
  accountingConnections,
  accountingDocuments,
  orderLineItems,
  orderPayments,
  orders,
  soldLines,
} from '../../../server/db/schema';
import { PAUSES } from '../../../server/sandbox/accounting/faults';
import { inBooks, toggleBooksFault } from '../../support/accounting/books';
import { chance } from '../../support/accounting/ledger';
import { openPushing } from '../../support/accounting/pushing';
import { openSellerApp } from '../../support/seller-app';

const HISTORIES = Number(process.env.HISTORIES ?? 15);
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
let pushing: Awaited<ReturnType<typeof openPushing>>;
beforeAll(async () => {
  pushing = await openPushing(app, seller, owner);
  // Its own limits are tested apart.
  await db
    .update(accountingConnections)
    .set({ pushesFrom: 'ACCEPTED' })
    .where(eq(accountingConnections.orgId, seller.org.id));
  Object.assign(PAUSES, { callsASecond: 1e6, callsAMinute: 1e6, batchesAMinute: 1e6 });
  return () => Object.assign(PAUSES, { callsASecond: 30, callsAMinute: 500, batchesAMinute: 40 });
});

class Killed extends Error {}

/** The books, where a process dies before or after it sends, or hears nothing of what was done. */
function hostile(books: Books, random: () => number): Books {
  return {
    ...books,
    write: async (of, writes) => {
      const dice = random();
      if (dice < 0.12) throw new Killed();
      if (dice < 0.18) return writes.map(() => new BooksRefused('TRANSIENT', 'Not now'));
      const answers = await books.write(of, writes);
      if (dice < 0.3) throw new Killed();
      return dice < 0.4 ? writes.map(() => new BooksRefused('UNCERTAIN', '')) : answers;
    },
  };
}

/** One run of the job as a process would make it: one that is killed saves nothing more. */
async function run(books: Books): Promise<void> {
  const jobs = { enqueue: async () => {}, close: async () => {} };
  // A killed process raises in the middle of its work; what it held is free once its lease is over.
  const dying = { ...books, write: (...given: Parameters<Books['write']>) => books.write(...given).catch(die) };
  await pushBooks({ database: app.database, jobs, books: dying }, pushing.of).catch((error: unknown) => {
    if (!(error instanceof Killed) && (error as Error).name !== 'Later' && !(error instanceof BooksRefused))
      throw error;
  });
}

function die(error: unknown): never {
  throw error;
}

const free = () =>
  db.execute(sql`update accounting_documents set held_until = null,
    sending = jsonb_set(sending, '{at}', to_jsonb((now() - interval '1 hour')::text)) where sending is not null or held_until is not null`);

it(`has each order once in books over HTTP, whatever is killed or lost: ${HISTORIES} histories`, async () => {
  const jobs = { enqueue: async () => {}, close: async () => {} };
  const follow = (orderId: number) => followBooks({ database: app.database, jobs }, { orgId: seller.org.id, orderId });
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const random = chance(seed);
    const made = [await pushing.order(), await pushing.order(), await pushing.order()];
    for (const { id } of made) await follow(id);
    const wicked = hostile(pushing.books, random);
    for (let act = 0; act < 10; act++) {
      const order = made[Math.floor(random() * made.length)] ?? made[0];
      if (!order) throw new Error('no order');
      const dice = random();
      if (dice < 0.2) await change(order.id, `${1 + Math.floor(random() * 9)}`);
      else if (dice < 0.3) await pay(order.id, '1.00');
      else if (dice < 0.37) await status(order.id, random() < 0.5 ? 'REJECTED' : 'ACCEPTED');
      else if (dice < 0.42)
        await toggleBooksFault(app, 'mute')
          .then(() => run(pushing.books))
          .then(() => toggleBooksFault(app, 'mute'));
      else if (dice < 0.55) await Promise.all([run(wicked), free().then(() => run(wicked))]);
      else await run(wicked);
      await follow(order.id);
      await free();
    }
    for (let round = 0; round < 12; round++) {
      await free();
      await run(pushing.books);
    }
    for (const order of made) await agrees(order.id, order.orderNumber, seed);
  }
}, 600_000);

async function change(orderId: number, quantity: string): Promise<void> {
  const totalUsd = roundCents(Number(quantity) * 12.35);
  await db.update(orderLineItems).set({ quantity, totalUsd }).where(eq(orderLineItems.orderId, orderId));
  await db.update(orderLineItems).set({ baseQuantity: quantity }).where(eq(orderLineItems.orderId, orderId));
  await db.update(soldLines).set({ totalUsd, baseQuantity: quantity }).where(eq(soldLines.orderId, orderId));
  await db.update(orders).set({ subtotalUsd: totalUsd, totalUsd, invoicedUsd: totalUsd }).where(eq(orders.id, orderId));
}

const pay = (orderId: number, amount: string) =>
  db
    .insert(orderPayments)
    .values({ orgId: seller.org.id, orderId, amount, paymentType: 'CASH', paymentDate: '2026-11-01' });

async function status(orderId: number, to: string): Promise<void> {
  await db.update(orders).set({ status: to }).where(eq(orders.id, orderId));
  await db.update(soldLines).set({ status: to }).where(eq(soldLines.orderId, orderId));
}

/** The books have one document of each that counts, over what it is here; and never two of one revision. */
async function agrees(orderId: number, orderNumber: string, seed: number): Promise<void> {
  const rows = await db.select().from(accountingDocuments).where(eq(accountingDocuments.orderId, orderId));
  for (const row of rows)
    expect([row.kind, row.state, row.fault, nextStep(followedOf(row)).step], `seed ${seed}, order ${orderId}`).toEqual([
      row.kind,
      'SENT',
      null,
      'NOTHING',
    ]);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const invoices = (await inBooks(app, pushing.realm, 'Invoice')).filter(({ data }) =>
    String(data.PrivateNote).includes(`Order ${orderNumber}`),
  );
  const open = invoices.filter(({ data }) => !String(data.PrivateNote).startsWith('Voided'));
  expect(open.length, `seed ${seed}, order ${orderId}`).toBe(order?.status === 'REJECTED' ? 0 : 1);
  if (order?.status !== 'REJECTED') expect(roundCents(Number(open[0]?.data.TotalAmt))).toBe(order?.invoicedUsd);
  const paid = rows.filter(({ kind, content }) => kind === 'PAYMENT' && content !== null);
  const theirs = (await inBooks(app, pushing.realm, 'Payment')).filter(
    ({ data, entityId }) =>
      paid.some(({ externalId }) => externalId === entityId) && !String(data.PrivateNote).startsWith('Voided'),
  );
  expect(theirs.length, `seed ${seed}, order ${orderId}`).toBe(paid.length);
  const markers = (await inBooks(app, pushing.realm, 'Payment')).map(
    ({ data }) => /Verdant ref (\S+)/.exec(String(data.PrivateNote))?.[1],
  );
  expect(new Set(markers).size).toBe(markers.length);
}
