import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { failedJobs } from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { QUEUES, type Queue } from '../../../server/queues';
import { openApp, type TestCaller } from '../../support/app';
import { makeBuyer, makeMember, makeOrder, makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { openSmtp } from '../../support/mail/smtp';

const { orderDocuments, orderProblems, session, support, team, unsentEmails } = contract;

const smtp = await openSmtp();
const app = await openApp({ environment: { SMTP_URL: smtp.url, LOG_LEVEL: 'silent' } });
const { db, pool } = app.database;
let seller: SellerFixture;
let owner: TestCaller;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
});
afterAll(() => smtp.down());

const SLOW = { timeout: 60_000 };
const org = () => ({ orgId: seller.org.id });
const list = (caller: TestCaller) => caller.expectOk(unsentEmails.list, { params: org(), query: {} });
const received = (email: string) => smtp.received.filter(({ to }) => to.includes(email)).length;

async function invite(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await owner.expectOk(team.invite, { params: org(), body: { email, defaultRole: 'USER' } });
  return email;
}

/** Where jobs of a queue are that aren't done, and how often they were tried again. */
async function open(queue: string): Promise<{ state: string; tries: number }[]> {
  const { rows } = await pool.query(
    `select state, retry_count as tries from jobs.job where name = $1 and state in ('created', 'retry', 'active')`,
    [queue],
  );
  return rows;
}

/** Waits until the queue's jobs were refused so often, bringing the next try forward. */
async function untilTried(queue: string, jobs: number, tries: number): Promise<void> {
  const waits = async () => {
    await pool.query(
      `update jobs.job set start_after = now() where name = $1 and state = 'retry' and retry_count < $2`,
      [queue, tries],
    );
    return open(queue);
  };
  await expect.poll(waits, SLOW).toEqual(Array(jobs).fill({ state: 'retry', tries }));
}

const bringForward = (queue: string) =>
  pool.query(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [queue]);

/** Makes the next try of a queue's waiting jobs the last. */
const makeNextLast = (queue: string) =>
  pool.query(
    `update jobs.job set retry_limit = retry_count + 1, start_after = now() where name = $1 and state = 'retry'`,
    [queue],
  );

test.each(Object.entries(QUEUES).filter(([, { letter }]: [string, Queue]) => letter))(
  'emails of %s are tried for two days, with pauses of at most three hours',
  (_name, { retried }) => {
    const pauses = Array.from({ length: retried.times }, (_, at) =>
      Math.min(retried.longestPause, retried.firstPause * 2 ** at),
    );
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(hours).toBeGreaterThanOrEqual(48);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3 * 3600);
  },
);

test('while the mail server is down emails wait, and each arrives once when it is up', async () => {
  await smtp.down();
  const emails = [await invite(), await invite(), await invite()];
  await untilTried('org-invitation', 3, 2);
  expect(emails.map(received)).toEqual([0, 0, 0]);
  expect((await list(owner)).results).toEqual([]);
  await smtp.up();
  await bringForward('org-invitation');
  await expect.poll(() => open('org-invitation'), SLOW).toEqual([]);
  expect(emails.map(received)).toEqual([1, 1, 1]);
});

test('an email that was given up is listed for the organization’s admins alone, and sent again once', async () => {
  await smtp.down();
  const email = await invite();
  await untilTried('org-invitation', 1, 0);
  await makeNextLast('org-invitation');
  await expect.poll(async () => (await list(owner)).results, SLOW).toHaveLength(1);
  const [unsent] = (await list(owner)).results;
  expect(unsent).toMatchObject({
    recipient: email,
    subject: expect.stringMatching(/^Join /),
    reason: 'We couldn’t reach the mail server.',
    tries: 2,
  });
  expect(await (await fetch(`${app.url}/health`)).json()).toEqual({ status: 'ok', database: 'ok', failedJobs: 1 });

  const other = await makeSeller(db);
  const stranger = await app.as(other.owner.user, other.org);
  const params = { orgId: other.org.id };
  const body = { selection: { ids: [unsent?.id ?? 0] } };
  expect((await stranger.expectOk(unsentEmails.list, { params, query: {} })).results).toEqual([]);
  expect(await stranger.call(unsentEmails.sendAgain, { params, body })).toMatchObject({ status: 404 });
  expect(await stranger.call(unsentEmails.sendAgain, { params, body: { selection: { except: [] } } })).toMatchObject({
    status: 404,
  });
  const clerk = await app.as((await makeMember(db, seller, { features: {} })).user, seller.org);
  expect(await clerk.call(unsentEmails.list, { params: org(), query: {} })).toMatchObject({ status: 403 });
  expect(await clerk.call(unsentEmails.sendAgain, { params: org(), body })).toMatchObject({ status: 403 });
  const staff = await app.as(await makeUser(db, { isSupport: true }), null);
  expect((await staff.expectOk(support.failedJobs, { query: {} })).results).toEqual([]);
  expect(await staff.call(support.tryAgain, { body })).toMatchObject({ status: 404 });

  await smtp.up();
  const twice = await Promise.all([1, 2].map(() => owner.call(unsentEmails.sendAgain, { params: org(), body })));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  await expect.poll(() => received(email), SLOW).toBe(1);
  expect((await list(owner)).results).toEqual([]);
  await expect.poll(() => open('org-invitation'), SLOW).toEqual([]);
  expect(received(email)).toBe(1);
});

test('an address the mail server refuses for good isn’t tried again', async () => {
  const email = `${randomUUID()}@example.com`;
  smtp.refused.add(email);
  await owner.expectOk(team.invite, { params: org(), body: { email, defaultRole: 'USER' } });
  await expect
    .poll(async () => (await list(owner)).results, SLOW)
    .toMatchObject([{ recipient: email, reason: 'The mail server refused this address.', tries: 1 }]);
});

test('a link to choose a new password waits too, is support’s when it is given up, and works once it arrives', async () => {
  await smtp.down();
  await owner.expectOk(session.resetPassword, {});
  await untilTried('identity-letter', 1, 0);
  await makeNextLast('identity-letter');
  const staff = await app.as(await makeUser(db, { isSupport: true }), null);
  const failed = async () => (await staff.expectOk(support.failedJobs, { query: {} })).results;
  await expect
    .poll(failed, SLOW)
    .toMatchObject([{ queue: 'identity-letter', orgName: null, recipient: seller.owner.user.email }]);
  expect((await list(owner)).results).toEqual([]);
  expect(await owner.call(support.failedJobs, { query: {} })).toMatchObject({ status: 403 });

  await smtp.up();
  expect(await staff.expectOk(support.tryAgain, { body: { selection: { except: [] } } })).toEqual({ left: 1 });
  await expect.poll(() => received(seller.owner.user.email), SLOW).toBe(1);
  expect(await failed()).toEqual([]);
  const letter = smtp.received.find(({ to }) => to.includes(seller.owner.user.email));
  const code = /code=(?:=\n|3D)*([0-9a-f-]{36})/.exec((letter?.text ?? '').replaceAll('=\n', ''))?.[1];
  const page = await fetch(`${app.url}/oidc/reset-password?code=${code}`, {
    headers: { host: new URL(app.config.publicUrl).host },
  });
  expect(page.status).toBe(200);
});

test('an answer to a reported problem is listed for the buyer it is to, who sends it again, not for the seller', async () => {
  const buyer = await makeBuyer(db);
  const { order } = await makeOrder(db, seller, { buyer, status: 'DELIVERED' });
  const asBuyer = await app.as(buyer.owner.user, buyer.org);
  const { id: problemId } = await asBuyer.expectOk(orderProblems.report, {
    params: { orderId: order.id },
    body: { kind: 'DAMAGED', message: 'Two jars are cracked.' },
  });
  const { email } = buyer.owner.user;
  smtp.refused.add(email);
  const answer = 'We’ll credit both jars.';
  await owner.expectOk(orderProblems.answer, { params: { id: order.id, problemId }, body: { answer } });
  const params = { orgId: buyer.org.id };
  const bought = async () => (await asBuyer.expectOk(unsentEmails.list, { params, query: {} })).results;
  await expect.poll(bought, SLOW).toMatchObject([
    {
      recipient: email,
      subject: expect.stringMatching(/ answered your report about order /),
      reason: 'The mail server refused this address.',
    },
  ]);
  expect((await list(owner)).results).toEqual([]);
  const all = { selection: { except: [] } };
  expect(await owner.call(unsentEmails.sendAgain, { params: org(), body: all })).toMatchObject({ status: 404 });

  smtp.refused.delete(email);
  expect(await asBuyer.expectOk(unsentEmails.sendAgain, { params, body: all })).toEqual({ left: 1 });
  await expect.poll(() => received(email), SLOW).toBe(1);
  expect(await bought()).toEqual([]);
});

/** A job that was given up. */
async function givenUp(queue: string, orgId: number): Promise<number> {
  const [row] = await db
    .insert(failedJobs)
    .values({ jobId: randomUUID(), orgId, queue, data: null, reason: 'Something went wrong on our side.', tries: 15 })
    .returning({ id: failedJobs.id });
  return row?.id ?? 0;
}

test('emails that are dismissed leave the list and aren’t sent; another organization’s stay', async () => {
  const other = await makeSeller(db);
  const [mine, theirs] = [
    await givenUp('org-invitation', seller.org.id),
    await givenUp('org-invitation', other.org.id),
  ];
  const clerk = await app.as((await makeMember(db, seller, { features: {} })).user, seller.org);
  const body = { selection: { ids: [mine, theirs] } };
  expect(await clerk.call(unsentEmails.dismiss, { params: org(), body })).toMatchObject({ status: 403 });
  expect(await owner.expectOk(unsentEmails.dismiss, { params: org(), body })).toEqual({ left: 1 });
  expect((await list(owner)).results).toEqual([]);
  expect(await owner.call(unsentEmails.dismiss, { params: org(), body })).toMatchObject({ status: 404 });
  const stranger = await app.as(other.owner.user, other.org);
  expect(
    (await stranger.expectOk(unsentEmails.list, { params: { orgId: other.org.id }, query: {} })).results,
  ).toMatchObject([{ id: theirs }]);
  expect(await open('org-invitation')).toEqual([]);
});

test('support dismisses jobs, never an organization’s emails; a job whose queue is gone isn’t tried again', async () => {
  const email = await givenUp('org-invitation', seller.org.id);
  const [gone, job] = [await givenUp('no-such-queue', NO_ORGANIZATION), await givenUp('mail-report', seller.org.id)];
  const staff = await app.as(await makeUser(db, { isSupport: true }), null);
  const again = { body: { selection: { ids: [gone] } } };
  expect(await staff.call(support.tryAgain, again)).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: expect.stringContaining('Dismiss it.') },
  });
  const body = { selection: { ids: [email, gone, job] } };
  expect(await owner.call(support.dismissJobs, { body })).toMatchObject({ status: 403 });
  expect(await staff.expectOk(support.dismissJobs, { body })).toEqual({ left: 2 });
  expect((await list(owner)).results).toMatchObject([{ id: email }]);
});

test('an order says whether its email is tried still, was given up and can be sent again, or was dismissed', async () => {
  const { order } = await makeOrder(db, seller);
  const params = { id: order.id };
  const mailTo = (recipient: string) =>
    owner.expectOk(orderDocuments.mail, {
      params,
      body: { kinds: ['PACKING_SLIP'], recipients: [recipient], subject: 'Your order', message: '' },
    });
  const said = async () => {
    const [mail] = await owner.expectOk(orderDocuments.mailed, { params });
    const [unsent] = mail?.unsent ?? [];
    return { problem: unsent?.problem ?? null, isUnsent: unsent?.isGivenUp ?? false, isSent: mail?.sentAt !== null };
  };
  const email = `${randomUUID()}@example.com`;
  await smtp.down();
  await mailTo(email);
  const tried = { problem: expect.stringContaining('We keep trying for two days.'), isUnsent: false, isSent: false };
  await expect.poll(said, SLOW).toEqual(tried);
  await untilTried('order-mail', 1, 0);
  await makeNextLast('order-mail');
  const unreached = 'We couldn’t reach the mail server.';
  await expect.poll(said, SLOW).toEqual({ problem: unreached, isUnsent: true, isSent: false });

  await smtp.up();
  const all = { params: org(), body: { selection: { except: [] } } };
  await owner.expectOk(unsentEmails.sendAgain, all);
  await expect.poll(said, SLOW).toEqual({ problem: null, isUnsent: false, isSent: true });
  expect(received(email)).toBe(1);

  const wrong = `${randomUUID()}@example.com`;
  smtp.refused.add(wrong);
  await mailTo(wrong);
  const refused = { problem: 'The mail server refused this address.', isSent: false };
  await expect.poll(said, SLOW).toEqual({ ...refused, isUnsent: true });
  await owner.expectOk(unsentEmails.dismiss, all);
  expect(await said()).toEqual({ ...refused, isUnsent: false });
});
