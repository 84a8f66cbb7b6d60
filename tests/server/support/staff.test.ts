import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { StartError } from '../../../server/config';
import { auditLog, users } from '../../../server/db/schema';
import { openLog } from '../../../server/log';
import { readSupport } from '../../../server/operator/support';
import { openApp } from '../../support/app';
import { makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;

beforeAll(async () => {
  seller = await makeSeller(db);
});
afterEach(stopListening);

const log = openLog('silent');
const run = (...words: string[]) => readSupport(words)({ db, url: app.url, config: app.config, log });
const find = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const entriesOf = (id: string) => db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.id);
const { users: search, impersonate } = contract.support;

describe('the operator’s command', () => {
  test('makes somebody support staff at once, and takes it back at once', async () => {
    const person = await makeUser(db);
    const caller = await app.as(person);
    const look = async () => (await caller.call(search, { query: { searchTerm: '' } })).status;
    expect(await look()).toBe(403);
    expect(await run('add', person.email.toUpperCase())).toEqual([`${person.email} is support staff now.`]);
    expect(await look()).toBe(200);
    expect(await run('add', person.email)).toEqual([`${person.email} is support staff already.`]);
    expect(await run('list')).toContain(`${person.email} (${person.firstName} ${person.lastName})`);

    await run('remove', person.email);
    expect(await look()).toBe(403);
    expect(await caller.expectOk(contract.session.me, { query: {} })).toMatchObject({ isSupport: false });
    expect(await entriesOf(person.id)).toMatchObject([
      {
        actorUserId: null,
        endpoint: 'npm run support -- add',
        entity: 'support-staff',
        after: { email: person.email, isSupport: true, operator: expect.any(String) },
      },
      { endpoint: 'npm run support -- remove', before: { isSupport: true }, after: { isSupport: false } },
    ]);
  });

  test('ends what a removed person does for others at once, open pages too, and nobody else’s', async () => {
    const [leaver, stays] = await Promise.all([makeUser(db), makeUser(db)]);
    const body = { userId: seller.owner.user.id, reason: 'Cannot see yesterday’s order' };
    const tokenOf = async (person: typeof leaver) => {
      await run('add', person.email);
      return (await (await app.as(person)).expectOk(impersonate, { body })).token;
    };
    const [ending, going] = [await tokenOf(leaver), await tokenOf(stays)];
    const acting = await listen(app, ending, seller.org.id);
    const own = await listen(app, (await app.as(leaver)).token, null);

    await run('remove', leaver.email);
    await acting.ended;
    await own.until(({ topic, id }) => topic === 'access' && id === leaver.id);
    const whoAmI = async (token: string) =>
      (await app.withToken(token, seller.org.id).call(contract.session.me, { query: {} })).status;
    expect(await whoAmI(ending)).toBe(401);
    expect(await whoAmI(going)).toBe(200);

    await run('add', leaver.email);
    expect(await whoAmI(ending)).toBe(401);
  });

  test('of somebody without an account waits for whoever shows that the email is theirs', async () => {
    const email = 'first@installation.example';
    const [said, way] = await run('add', email);
    expect(said).toBe(`${email} is support staff from their first sign-in with a confirmed email.`);
    expect(way).toContain('/oidc/forgot-password');
    expect(await run('list')).toContain(`${email} (has not signed in yet)`);

    const waiting = await find(email);
    const caller = await app.as(waiting ?? { subject: '' });
    expect((await caller.call(search, { query: { searchTerm: '' } })).status).toBe(403);
    await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, email));
    expect((await caller.call(search, { query: { searchTerm: '' } })).status).toBe(200);
  });

  test('forgets an account that only waited, and keeps one that somebody began', async () => {
    await run('add', 'typo@installation.example');
    await run('remove', 'typo@installation.example');
    expect(await find('typo@installation.example')).toBeUndefined();

    const begun = await makeUser(db, { emailVerifiedAt: null });
    await run('add', begun.email);
    await run('remove', begun.email);
    expect(await find(begun.email)).toMatchObject({ isSupport: false });
  });

  test('gives two people who add the same email at once one account', async () => {
    await Promise.all([run('add', 'twice@installation.example'), run('add', 'Twice@installation.example')]);
    const waiting = await find('twice@installation.example').then(
      async (one) => one ?? (await find('Twice@installation.example')),
    );
    expect(await entriesOf(waiting?.id ?? '')).toHaveLength(1);
  });

  test('refuses to remove who isn’t support staff', async () => {
    const person = await makeUser(db);
    for (const email of [person.email, 'nobody@installation.example']) {
      await expect(run('remove', email)).rejects.toThrow(`${email} is not support staff: see npm run support -- list.`);
    }
    expect(await entriesOf(person.id)).toEqual([]);
  });

  test.each([
    [[], /^Say what to do: npm run support -- add EMAIL, remove EMAIL or list\.$/],
    [['promote', 'ada@example.com'], /^"promote" can’t be done: npm run support/],
    [['add'], /^Give one email: npm run support -- add EMAIL\.$/],
    [['add', 'ada@example.com', 'bob@example.com'], /^Give one email/],
    [['remove', 'ada'], /^"ada" is not an email: give one such as name@example\.com\.$/],
    [['list', 'everybody'], /^"list" can’t be done/],
  ])('says of %j in one line what is wrong', (words, line) => {
    expect(() => readSupport(words)).toThrow(StartError);
    expect(() => readSupport(words)).toThrow(line);
  });
});
