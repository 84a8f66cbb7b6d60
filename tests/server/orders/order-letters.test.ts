import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import type { Services } from '../../../server/context';
import { mailbox } from '../../../server/db/schema';
import { mailOrderTo, mailPlacedOrder, peopleOfOrder } from '../../../server/orders/order-letters';
import type { JobRequest } from '../../../server/queues';
import { openApp } from '../../support/app';
import { makeMember, makeOrder, makeSeller } from '../../support/factories';

const app = await openApp();

async function anOrderOfTwoReps() {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const reps = [await makeMember(db, seller), await makeMember(db, seller)] as const;
  const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: reps.map(({ orgUserId }) => orgUserId) });
  return { order, seller, emails: reps.map(({ user }) => user.email) as [string, string] };
}

const lettersTo = async (email: string) =>
  (await app.database.db.select().from(mailbox).where(eq(mailbox.recipient, email))).length;

test('a failed email is retried without those already sent', async () => {
  const { order, seller, emails } = await anOrderOfTwoReps();
  const sent: string[] = [];
  const jobs: JobRequest[] = [];
  let isBroken = true;
  const services = {
    database: app.database,
    config: app.config,
    jobs: { enqueue: async (_db: unknown, job: JobRequest) => void jobs.push(job) },
    mail: {
      send: async ({ to }: { to: string }) => {
        if (isBroken && to === emails[1]) throw new Error('refused');
        sent.push(to);
      },
    },
  } as unknown as Services;

  await mailPlacedOrder(services, { orgId: seller.org.id, orderId: order.id });
  const work = jobs.map(
    ({ data }) =>
      () =>
        mailOrderTo(services, data as { orgId: number; orderId: number; orgUserId: number }),
  );
  const results = await Promise.allSettled(work.map((letter) => letter()));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  isBroken = false;
  for (const [index, { status }] of results.entries()) if (status === 'rejected') await work[index]?.();

  expect(sent.sort()).toEqual([...emails].sort());
});

test('a rep who doesn’t see the order’s company, or no orders, gets no letter of its customer and total', async () => {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const sells = { BROWSE_MY_ORDERS: { read: true, write: true } };
  const companyIds = [seller.company.id];
  const reps = [
    await makeMember(db, seller, { features: sells, companyIds }),
    await makeMember(db, seller, { features: sells }),
    await makeMember(db, seller, { features: {}, companyIds }),
  ];
  const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: reps.map(({ orgUserId }) => orgUserId) });
  expect(await peopleOfOrder(db, { orgId: seller.org.id, orderId: order.id })).toEqual([reps[0]?.orgUserId]);
});

test('an order announced twice is emailed once', async () => {
  const { order, seller: first, emails } = await anOrderOfTwoReps();
  const { db, pool } = app.database;
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' });
  const isDone = async (id: string | null) => {
    const [job] = await boss.findJobs('order-placed', { id: id ?? '' });
    return job?.state === 'completed';
  };
  for (let time = 0; time < 2; time += 1) {
    const id = await boss.send('order-placed', { orgId: first.org.id, orderId: order.id });
    while (!(await isDone(id))) await wait(100);
    while ((await lettersTo(emails[0])) + (await lettersTo(emails[1])) < 2) await wait(100);
  }
  // Anything the second would have enqueued is ahead of this in the queue.
  const { order: next, seller } = await anOrderOfTwoReps();
  expect(seller.org.id).toBe(next.orgId);
  const later = await boss.send('order-placed', { orgId: next.orgId, orderId: next.id });
  while (!(await isDone(later))) await wait(100);
  expect([await lettersTo(emails[0]), await lettersTo(emails[1])]).toEqual([1, 1]);
  expect(await db.$count(mailbox)).toBeGreaterThanOrEqual(2);
});
