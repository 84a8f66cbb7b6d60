import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openLog } from '../../../server/log';
import { openApp, type TestCaller } from '../../support/app';
import { makeOrder, makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { headOf } from '../../support/mail/received';
import { openSmtp } from '../../support/mail/smtp';

const { orderDocuments, organization, session, support, team, unsentEmails } = contract;

let logged = '';
const destination = {
  write: (line: string) => {
    logged += line;
  },
};
const smtp = await openSmtp();
const app = await openApp({ environment: { SMTP_URL: smtp.url }, log: openLog('info', destination) });
const { db, pool } = app.database;
let seller: SellerFixture;
let owner: TestCaller;

beforeEach(async () => {
  smtp.mood = 'takes';
  smtp.answers.clear();
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  logged = '';
});
afterAll(() => smtp.down());

const SLOW = { timeout: 60_000 };
const org = () => ({ orgId: seller.org.id });
const anybody = () => `${randomUUID()}@example.com`;
const received = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
const unsent = async (orgId = seller.org.id) =>
  (await owner.expectOk(unsentEmails.list, { params: { orgId }, query: {} })).results;
const bringForward = (queue: string) =>
  pool.query(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [queue]);

async function invite(email = anybody()): Promise<string> {
  await owner.expectOk(team.invite, { params: org(), body: { email, defaultRole: 'USER' } });
  return email;
}

/** Waits until a queue has so many jobs that were tried and are tried again. */
async function untilWaiting(queue: string, jobs = 1): Promise<void> {
  const waiting = async () =>
    (await pool.query(`select from jobs.job where name = $1 and state = 'retry'`, [queue])).rowCount;
  await expect.poll(waiting, SLOW).toBe(jobs);
}

/** Has a finished job to an address done again, as if its process had died before it was marked, and waits until it is. */
async function doAgain(queue: string, email: string): Promise<void> {
  const ofAddress = `name = $1 and data->>'recipient' = $2`;
  const counted = async (state: string) =>
    (await pool.query(`select from jobs.job where ${ofAddress} and state = '${state}'`, [queue, email])).rowCount;
  await expect.poll(() => counted('completed'), SLOW).toBe(1);
  await pool.query(
    `update jobs.job set state = 'retry', completed_on = null, start_after = now(), retry_limit = retry_limit + 1
      where ${ofAddress}`,
    [queue, email],
  );
  await expect.poll(() => counted('completed'), SLOW).toBe(1);
}

/** Tries a queue's waiting jobs again until nothing of it waits. */
async function untilSent(queue: string, email: string, letters = 1): Promise<void> {
  const tried = async () => {
    await bringForward(queue);
    return received(email).length;
  };
  await expect.poll(tried, SLOW).toBe(letters);
}

test.each([['451 4.7.1 Greylisted, try again in five minutes'], ['421 4.3.2 Busy'], ['452 4.2.2 Mailbox full']])(
  'an address that is put off by “%s” is tried again, and nothing says that anything is wrong',
  async (answer) => {
    const email = anybody();
    smtp.answers.set(email, answer);
    const { order } = await makeOrder(db, seller);
    const params = { id: order.id };
    const mailed = async () => (await owner.expectOk(orderDocuments.mailed, { params }))[0];
    await owner.expectOk(orderDocuments.mail, {
      params,
      body: { kinds: ['PACKING_SLIP'], recipients: [email], subject: 'Your order', message: '' },
    });
    await untilWaiting('order-mail');
    expect(await mailed()).toMatchObject({ sentAt: null, unsent: [{ email, problem: null, isGivenUp: false }] });
    expect(await unsent()).toEqual([]);
    expect(logged).toContain('a letter waits');
    expect(logged).not.toContain('"level":50');
    expect(logged).not.toContain('"level":40');
    expect(logged).not.toContain(email);

    smtp.answers.clear();
    await untilSent('order-mail', email);
    await expect.poll(mailed, SLOW).toMatchObject({ sentAt: expect.any(String), unsent: [] });
  },
);

test('of several people mailed an order, those refused are named and the others have theirs, once', async () => {
  const [good, refused, later] = [anybody(), anybody(), anybody()];
  smtp.refused.add(refused);
  smtp.answers.set(later, '451 4.7.1 later');
  const { order } = await makeOrder(db, seller);
  const params = { id: order.id };
  const mailed = async () => (await owner.expectOk(orderDocuments.mailed, { params }))[0];
  const recipients = [good, refused, later];
  await owner.expectOk(orderDocuments.mail, {
    params,
    body: { kinds: ['INVOICE'], recipients, subject: 'Your order', message: 'Thanks!' },
  });
  const problem = 'The mail server refused this address.';
  await expect.poll(mailed, SLOW).toMatchObject({
    recipients,
    sentAt: null,
    unsent: [
      { email: refused, problem, isGivenUp: true },
      { email: later, problem: null, isGivenUp: false },
    ],
  });
  expect(await unsent()).toMatchObject([{ recipient: refused, subject: 'Your order', reason: problem, tries: 1 }]);
  await doAgain('order-mail', good);
  smtp.answers.clear();
  await untilSent('order-mail', later);
  await expect.poll(mailed, SLOW).toMatchObject({ sentAt: null, unsent: [{ email: refused }] });

  smtp.refused.clear();
  await owner.expectOk(unsentEmails.sendAgain, { params: org(), body: { selection: { except: [] } } });
  await untilSent('order-mail', refused);
  await expect.poll(mailed, SLOW).toMatchObject({ sentAt: expect.any(String), unsent: [] });
  expect(recipients.map((email) => received(email).length)).toEqual([1, 1, 1]);
  const [letter] = received(good);
  expect(headOf(letter?.text ?? '')).toMatchObject({
    from: `${seller.company.name} via Verdant <no-reply@verdant.localhost>`,
    to: recipients.join(', '),
    'reply-to': seller.owner.user.email,
  });
});

test('an invitation to an address that is refused says so in the team, until it is sent', async () => {
  const email = anybody();
  smtp.refused.add(email);
  await invite(email);
  const invited = async () =>
    (await owner.expectOk(organization.users, { params: org(), query: { all: 'true' } })).find(
      (one) => one.email === email,
    );
  await expect.poll(invited, SLOW).toMatchObject({ emailProblem: 'The mail server refused this address.' });
  const other = await makeSeller(db);
  const stranger = await app.as(other.owner.user, other.org);
  const theirs = await stranger.expectOk(organization.users, {
    params: { orgId: other.org.id },
    query: { all: 'true' },
  });
  expect(theirs.filter(({ emailProblem }) => emailProblem !== null)).toEqual([]);
  smtp.refused.clear();
  await owner.expectOk(unsentEmails.sendAgain, { params: org(), body: { selection: { except: [] } } });
  await expect.poll(invited, SLOW).toMatchObject({ emailProblem: null });
});

test('who asks for a link and can’t be emailed sees why, and support as well, until one arrives', async () => {
  const { user } = seller.owner;
  smtp.refused.add(user.email);
  const me = async () => (await owner.expectOk(session.me, { query: {} })).emailProblem;
  expect(await me()).toBeNull();
  await owner.expectOk(session.resetPassword, {});
  await expect.poll(me, SLOW).toBe('The mail server refused this address.');
  const staff = await app.as(await makeUser(db, { isSupport: true }), null);
  const failed = async () => (await staff.expectOk(support.failedJobs, { query: {} })).results;
  expect(await failed()).toMatchObject([{ queue: 'identity-letter', recipient: user.email }]);
  expect((await staff.expectOk(session.me, { query: {} })).emailProblem).toBeNull();
  smtp.refused.clear();
  await owner.expectOk(session.resetPassword, {});
  await expect.poll(me, SLOW).toBeNull();
  expect(await failed()).toEqual([]);
});

test('a letter whose answer got lost is sent again as the same letter; a new link is a new letter', async () => {
  smtp.mood = 'loses-reply';
  const email = await invite();
  await untilSent('org-invitation', email, 2);
  const ids = received(email).map(({ text }) => headOf(text)['message-id']);
  expect(ids[0]).toMatch(/^<[\w-]{36}@verdant\.localhost>$/);
  expect(ids[1]).toBe(ids[0]);

  smtp.mood = 'loses-reply';
  await owner.expectOk(session.resetPassword, {});
  await untilSent('identity-letter', seller.owner.user.email, 2);
  const [first, second] = received(seller.owner.user.email).map(({ text }) => headOf(text)['message-id']);
  expect(second).not.toBe(first);
});

test('a mail server that takes connections and says nothing fails no request and holds none up', async () => {
  // Without the connections of before, which it answered.
  await smtp.down();
  smtp.mood = 'silent';
  await smtp.up();
  const [invited, mailed] = [await invite(), anybody()];
  await owner.expectOk(session.resetPassword, {});
  const { order } = await makeOrder(db, seller);
  await owner.expectOk(orderDocuments.mail, {
    params: { id: order.id },
    body: { kinds: ['INVOICE'], recipients: [mailed], subject: 'Your order', message: '' },
  });
  // Every answer came while each of their letters still waits for the mail server’s first word.
  const { rows } = await pool.query(
    `select name, state, retry_count as tries from jobs.job where name in ('org-invitation', 'identity-letter', 'order-mail')
      and state in ('created', 'active', 'retry') and created_on > now() - interval '1 minute' order by name`,
  );
  expect(rows.map(({ name, tries }) => [name, tries])).toEqual([
    ['identity-letter', 0],
    ['order-mail', 0],
    ['org-invitation', 0],
  ]);
  smtp.mood = 'takes';
  await untilSent('identity-letter', seller.owner.user.email);
  await untilSent('org-invitation', invited);
  await untilSent('order-mail', mailed);
});

test.each([
  ['535 5.7.8 wrong password', 'our sign-in or sender'],
  ['530 5.7.0 sign in first', 'our sign-in or sender'],
])(
  'a refusal that is ours, “%s”, is an error in the log, without anybody’s address, and tried again',
  async (answer, said) => {
    const email = anybody();
    smtp.answers.set(email, answer);
    await invite(email);
    await untilWaiting('org-invitation');
    expect(logged).toContain(said);
    expect(logged).toContain('"level":50');
    expect(logged).not.toContain(email);
    expect(await unsent()).toEqual([]);
    smtp.answers.clear();
    await untilSent('org-invitation', email);
  },
);
