import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { purgeAudits } from '../../../server/accounting/audit/read-audits';
import { purgeExports } from '../../../server/chat/export/exports';
import type { Services } from '../../../server/context';
import { type Db, openDatabase } from '../../../server/db/client';
import {
  auditLog,
  changeRows,
  changes,
  failedJobs,
  marketplaceMoves,
  orderMails,
  trackingDifferences,
  trackingWrites,
  webhookEndpoints,
  webhookReceipts,
} from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { purgeFailedJobs } from '../../../server/jobs/failed-jobs';
import type { JobRequest } from '../../../server/queues';
import { findOldRecords } from '../../../server/retention/sweep-records';
import { purgeReceipts } from '../../../server/webhooks/receiver';
import { refuseUntenanted } from '../../support/db/tenant-statements';
import { makeOrder, only } from '../../support/factories';
import { sweepOld } from '../../support/retention/sweep';
import { openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, other } = await openSellerAndStranger();
const { db } = app.database;
const [mine, theirs] = [seller.org.id, other.org.id];
const SEVEN_YEARS = 2557;
/** Instants before and after seven years ago. */
const [OLD, YOUNG] = [3000, 2000].map((days) => new Date(Date.now() - days * 86_400_000)) as [Date, Date];

const entry = (orgId: number, entity: string, createdAt: Date, entityId = '1') => ({
  orgId,
  entity,
  entityId,
  createdAt,
  endpoint: 'PUT /somewhere',
  requestId: 'before',
});

/** What is left of the entries a test made, as "entity year". */
async function entriesOf(orgId: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.orgId, orgId), eq(auditLog.requestId, 'before')))
    .orderBy(auditLog.id);
  return rows.map(({ entity, createdAt }) => `${entity} ${createdAt.getTime() === OLD.getTime() ? 'old' : 'young'}`);
}

test('the audit log loses what is older than the installation says, of one organization at a time', async () => {
  for (const orgId of [mine, theirs, NO_ORGANIZATION]) {
    await db.insert(auditLog).values([entry(orgId, 'customer', OLD), entry(orgId, 'customer', YOUNG)]);
  }
  expect(await sweepOld(app, mine)).toEqual([]);
  expect(await entriesOf(mine)).toEqual(['customer old', 'customer young']);

  expect(await sweepOld(app, mine, { keepDays: { audit: SEVEN_YEARS } })).toEqual([]);
  expect(await entriesOf(mine)).toEqual(['customer young']);
  expect(await entriesOf(theirs)).toEqual(['customer old', 'customer young']);
  await sweepOld(app, NO_ORGANIZATION, { keepDays: { audit: SEVEN_YEARS } });
  expect(await entriesOf(NO_ORGANIZATION)).toEqual(['customer young']);
  expect(await entriesOf(theirs)).toEqual(['customer old', 'customer young']);
});

test('an order, its payments and a product show their whole history, however old', async () => {
  const { order } = await makeOrder(db, seller, { status: 'ACCEPTED' });
  await owner.expectOk(contract.orders.recordPayment, {
    params: { id: order.id },
    body: { amount: '5.00', paymentType: 'CASH', paymentDate: '2026-03-02' },
  });
  await db.insert(auditLog).values(entry(mine, 'product', OLD));
  await db.update(auditLog).set({ createdAt: OLD }).where(eq(auditLog.orgId, mine));
  const history = () => owner.expectOk(contract.orderHistory.changes, { params: { id: order.id }, query: {} });
  const before = await history();
  expect(JSON.stringify(before)).toContain('$5.00');
  await sweepOld(app, mine, { keepDays: { audit: SEVEN_YEARS } });
  expect(await history()).toEqual(before);
  expect(await entriesOf(mine)).toContain('product old');
});

test('what was sent to the tracking system goes when it is old, what waits or was refused stays', async () => {
  const write = (orgId: number, state: string, updatedAt: Date) => ({
    orgId,
    licenseId: orgId === mine ? seller.license.id : other.license.id,
    orgUserId: orgId === mine ? seller.owner.orgUserId : other.owner.orgUserId,
    packageId: 1,
    madeId: 1,
    body: {},
    state,
    updatedAt,
  });
  await db
    .insert(trackingWrites)
    .values([
      ...['SENT', 'REFUSED', 'PENDING'].map((state) => write(mine, state, OLD)),
      write(mine, 'SENT', YOUNG),
      write(theirs, 'SENT', OLD),
    ]);
  const difference = { licenseId: seller.license.id, kind: 'REFUSED', ours: '1', theirs: '2', cause: 'REFUSED' };
  const settled = { settledAt: OLD, settlement: 'LAPSED' };
  await db.insert(trackingDifferences).values([
    { orgId: mine, label: 'settled long ago', ...difference, ...settled, createdAt: OLD },
    { orgId: mine, label: 'still open', ...difference, createdAt: OLD },
    { orgId: mine, label: 'settled since', ...difference, ...settled, createdAt: OLD, settledAt: YOUNG },
    { orgId: theirs, label: 'theirs', ...difference, ...settled, licenseId: other.license.id },
  ]);
  const left = async () => ({
    writes: (await db.select().from(trackingWrites).orderBy(trackingWrites.id)).map(({ orgId, state, updatedAt }) =>
      [orgId === mine ? 'my' : 'their', state, updatedAt < YOUNG ? 'old' : 'young'].join(' '),
    ),
    differences: (await db.select().from(trackingDifferences).orderBy(trackingDifferences.id)).map(
      ({ label }) => label,
    ),
  });
  const before = await left();
  await sweepOld(app, mine);
  expect(await left()).toEqual(before);
  await sweepOld(app, mine, { keepDays: { tracking: SEVEN_YEARS } });
  expect(await left()).toEqual({
    writes: ['my REFUSED old', 'my PENDING old', 'my SENT young', 'their SENT old'],
    differences: ['still open', 'settled since', 'theirs'],
  });
});

test('a sent change of an order goes when it is old, unless a refusal before it would seem open again', async () => {
  const [{ order: done }, { order: refused }] = [await makeOrder(db, seller), await makeOrder(db, seller)];
  const move = (orderId: number, action: string, state: string) => ({
    orgId: mine,
    usState: 'CA',
    orderId,
    externalId: 'x',
    leaves: 'SUBMITTED',
    action,
    state,
    updatedAt: OLD,
  });
  await db
    .insert(marketplaceMoves)
    .values([
      move(done.id, 'accept', 'SENT'),
      move(done.id, 'ship', 'DROPPED'),
      move(refused.id, 'accept', 'REFUSED'),
      move(refused.id, 'ship', 'SENT'),
    ]);
  await sweepOld(app, mine, { keepDays: { tracking: SEVEN_YEARS } });
  const left = await db.select().from(marketplaceMoves).orderBy(marketplaceMoves.id);
  expect(left.map(({ orderId, state }) => [orderId, state])).toEqual([
    [refused.id, 'REFUSED'],
    [refused.id, 'SENT'],
  ]);
});

test('the files of an old mail go, and the order still says what was mailed to whom', async () => {
  const { order } = await makeOrder(db, seller);
  const { order: elsewhere } = await makeOrder(db, other);
  const mail = (orgId: number, subject: string, createdAt: Date, sentAt: Date | null = createdAt) => ({
    orgId,
    orderId: orgId === mine ? order.id : elsewhere.id,
    recipients: ['shop@example.com'],
    subject,
    message: '',
    files: [{ kind: 'INVOICE' as const, name: 'invoice.pdf', content: 'JVBERi0=' }],
    createdByUserId: seller.owner.user.id,
    createdAt,
    sentAt,
  });
  await db
    .insert(orderMails)
    .values([
      mail(mine, 'old', OLD),
      mail(mine, 'never sent', OLD, null),
      mail(mine, 'young', YOUNG),
      mail(theirs, 'theirs', OLD),
    ]);
  await sweepOld(app, mine);
  const listed = await owner.expectOk(contract.orderDocuments.mailed, { params: { id: order.id } });
  expect(listed.map(({ subject, kinds, isKept }) => [subject, kinds, isKept])).toEqual([
    ['young', ['INVOICE'], true],
    ['never sent', ['INVOICE'], true],
    ['old', ['INVOICE'], false],
  ]);
  const open = async (subject: string) => {
    const mailId = listed.find((one) => one.subject === subject)?.id ?? 0;
    const params = { id: order.id, mailId, kind: 'INVOICE' as const };
    return (await owner.call(contract.orderDocuments.mailedFile, { params })).status;
  };
  expect([await open('old'), await open('never sent'), await open('young')]).toEqual([404, 200, 200]);
  const contents = await db
    .select({ subject: orderMails.subject, content: sql`${orderMails.files} -> 0 ->> 'content'` })
    .from(orderMails)
    .orderBy(orderMails.id);
  expect(contents.filter(({ content }) => content === null)).toEqual([{ subject: 'old', content: null }]);
});

test('edits and imports can be undone for as long as the installation says; one being undone stays until that is over', async () => {
  const change = (orgId: number, kind: 'EDIT' | 'IMPORT', finishedAt: Date) => ({
    orgId,
    kind,
    path: '/somewhere',
    entity: 'product',
    act: kind,
    input: {},
    userId: seller.owner.user.id,
    timeZone: 'UTC',
    state: 'DONE' as const,
    total: 1,
    finishedAt,
  });
  const recently = new Date(Date.now() - 700 * 86_400_000);
  const made = await db
    .insert(changes)
    .values([
      change(mine, 'EDIT', OLD),
      change(mine, 'IMPORT', OLD),
      change(mine, 'IMPORT', OLD),
      change(mine, 'EDIT', recently),
      change(theirs, 'EDIT', OLD),
    ])
    .returning();
  await db
    .insert(changeRows)
    .values(made.map(({ orgId, id }) => ({ orgId, changeId: id, position: 0, subjectId: 1, label: 'One' })));
  const [, , beingUndone, young, elsewhere] = made.map(({ id }) => id);
  const undo = { ...change(mine, 'IMPORT', OLD), undoesId: beingUndone ?? 0, state: 'RUNNING' as const };
  const [undoing] = await db
    .insert(changes)
    .values({ ...undo, finishedAt: null })
    .returning();
  const left = async () => (await db.select().from(changeRows).orderBy(changeRows.changeId)).map((row) => row.changeId);

  await sweepOld(app, mine, { keepDays: { changes: null } });
  expect(await left()).toEqual(made.map(({ id }) => id));
  await sweepOld(app, mine);
  expect(await left()).toEqual([beingUndone, young, elsewhere]);
  await db
    .update(changes)
    .set({ state: 'DONE', finishedAt: new Date() })
    .where(eq(changes.id, undoing?.id ?? 0));
  await sweepOld(app, mine);
  expect(await left()).toEqual([young, elsewhere]);
});

test('a sweep that died goes on where it stopped, and one that takes too long lets others run first', async () => {
  const many = Array.from({ length: 2_500 }, () => entry(mine, 'license', OLD));
  await db.insert(auditLog).values(many);
  const left = () => db.$count(auditLog, and(eq(auditLog.orgId, mine), eq(auditLog.entity, 'license')));
  const keepDays = { audit: SEVEN_YEARS };

  expect(await sweepOld(app, mine, { keepDays, turn: -1 })).toEqual([{ name: 'sweep-records', data: { orgId: mine } }]);
  expect(await left()).toBe(2_500);

  let statements = 0;
  const dying = new Proxy(db, {
    get(of, name) {
      const value = Reflect.get(of, name);
      if (name !== 'execute') return value;
      return (...given: Parameters<Db['execute']>) => {
        statements += 1;
        if (statements > 1) throw new Error('killed');
        return of.execute(...given);
      };
    },
  });
  await expect(sweepOld(app, mine, { keepDays, database: { db: dying } })).rejects.toThrow('killed');
  // A portion at most.
  expect(await left()).toBe(1_500);
  await sweepOld(app, mine, { keepDays });
  expect(await left()).toBe(0);
});

test('each day every organization has its turn, and what belongs to none', async () => {
  const enqueued: JobRequest[] = [];
  const jobs = { enqueue: async (_: unknown, job: JobRequest) => void enqueued.push(job) };
  await findOldRecords({ database: app.database, jobs } as unknown as Services);
  expect(enqueued.map(({ data }) => (data as { orgId: number }).orgId).sort((a, b) => a - b)).toEqual(
    [NO_ORGANIZATION, mine, theirs].sort((a, b) => a - b),
  );
});

test('jobs that were given up are kept for thirty days', async () => {
  const failed = (queue: string, failedAt: Date) => ({
    jobId: crypto.randomUUID(),
    orgId: mine,
    queue,
    reason: 'Something went wrong.',
    tries: 3,
    failedAt,
  });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const many = Array.from({ length: 1_200 }, () => failed('old', daysAgo(31)));
  await db.insert(failedJobs).values([...many, failed('young', daysAgo(29))]);
  await purgeFailedJobs(db);
  expect((await db.select().from(failedJobs)).map(({ queue }) => queue)).toEqual(['young']);
});

test('the hourly job removes what is kept for a time of every organization, by statements that may', async () => {
  const makerUserId = seller.owner.user.id;
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const orgId of [mine, theirs]) {
    const endpoint = { orgId, kind: 'RECEIVER', url: '', sealedSecret: '', makerUserId } as const;
    const { id: endpointId } = only(await db.insert(webhookEndpoints).values(endpoint).returning());
    const got = { orgId, endpointId, headers: {}, isVerified: true };
    await db.insert(webhookReceipts).values([
      { ...got, body: 'old', createdAt: day(31) },
      { ...got, body: 'young', createdAt: day(29) },
    ]);
  }
  const checked = openDatabase(app.config.databaseUrl ?? '', { max: 1 });
  await refuseUntenanted(checked.pool);
  try {
    for (const purge of [purgeReceipts, purgeExports, purgeAudits]) await purge(checked.db);
  } finally {
    await checked.close();
  }
  const left = await db.select({ orgId: webhookReceipts.orgId, body: webhookReceipts.body }).from(webhookReceipts);
  expect(left.map(({ orgId, body }) => `${orgId} ${body}`).sort()).toEqual([`${mine} young`, `${theirs} young`].sort());
});
