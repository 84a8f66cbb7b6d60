import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications as contract } from '../../../domain/notifications/contract';
import type { NoticeKey, NoticeSettings } from '../../../domain/notifications/settings';
import { support } from '../../../domain/support/contract';
import { companyNotifications, orgUsers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeSeller, makeUser } from '../../support/factories';

const app = await openApp();
const without = await openApp({ beside: app, environment: { FEED: 'false' } });
const { db } = app.database;

async function reader() {
  const user = await makeUser(db);
  return { user, caller: await app.as(user) };
}
const read = (caller: TestCaller) => caller.expectOk(contract.settings, {});
const change = (caller: TestCaller, body: Parameters<typeof caller.call<typeof contract.updateSettings>>[1]['body']) =>
  caller.expectOk(contract.updateSettings, { body });
const channels = ({ emailSettings }: NoticeSettings, kind: NoticeKey) =>
  emailSettings.flatMap(({ key, inFeed, byEmail }) => (key === kind ? [{ inFeed, byEmail }] : []));

test('who changed nothing is told all of it in Verdant, and by email what is worth it', async () => {
  const { caller } = await reader();
  const settings = await read(caller);
  expect(settings).toMatchObject({ quietHours: null, timeZone: 'UTC', companies: [] });
  expect(settings.emailSettings.every(({ inFeed }) => inFeed)).toBe(true);
  expect(channels(settings, 'MENTION')).toEqual([{ inFeed: true, byEmail: true }]);
  expect(channels(settings, 'ITEM_ASSIGNED')).toEqual([{ inFeed: true, byEmail: false }]);
  const fixed = settings.emailSettings.filter(({ emailFixed }) => emailFixed !== null);
  expect(fixed.map(({ key, byEmail }) => [key, byEmail])).toEqual([
    ['NEW_BRAND_IN_REVIEW', true],
    ['BRAND_CREATED', true],
    ['ORG_INVITE_RECEIVED', true],
    ['BRAND_INVITE_RECEIVED', true],
  ]);
});

test('a change of one kind by one way leaves the rest as it is', async () => {
  const { caller } = await reader();
  const before = await read(caller);
  await change(caller, { quietHours: { from: '22:00', to: '07:00' }, timeZone: 'America/Denver' });
  await change(caller, { emailSettings: [{ key: 'MENTION', byEmail: false }] });
  const saved = await change(caller, { emailSettings: [{ key: 'FOLLOWED', inFeed: false }] });
  expect(channels(saved, 'MENTION')).toEqual([{ inFeed: true, byEmail: false }]);
  expect(channels(saved, 'FOLLOWED')).toEqual([{ inFeed: false, byEmail: true }]);
  expect(saved).toMatchObject({ quietHours: { from: '22:00', to: '07:00' }, timeZone: 'America/Denver' });
  const others = ({ emailSettings }: NoticeSettings) =>
    emailSettings.filter(({ key }) => key !== 'MENTION' && key !== 'FOLLOWED');
  expect(others(saved)).toEqual(others(before));
  expect(await read(caller)).toEqual(saved);
  expect(await change(caller, { quietHours: null })).toMatchObject({ quietHours: null, timeZone: 'America/Denver' });
});

test('an email that is sent at once whatever is chosen can’t be switched off', async () => {
  const { caller } = await reader();
  const saved = await change(caller, {
    emailSettings: [{ key: 'ORG_INVITE_RECEIVED', inFeed: false, byEmail: false }],
  });
  expect(channels(saved, 'ORG_INVITE_RECEIVED')).toEqual([{ inFeed: false, byEmail: true }]);
  expect(await read(caller)).toEqual(saved);
});

test('two windows that change something at the same time each count, the first time too', async () => {
  const { caller } = await reader();
  const keys = ['MENTION', 'FOLLOWED', 'BID_WAITS', 'BID_ENDED', 'ORDER_NEWS'] as const;
  await Promise.all(keys.map((key) => change(caller, { emailSettings: [{ key, byEmail: false }] })));
  await Promise.all([
    change(caller, { emailSettings: [{ key: 'MENTION', inFeed: false }] }),
    change(caller, { emailSettings: [{ key: 'MENTION', byEmail: true }] }),
  ]);
  const settings = await read(caller);
  expect(channels(settings, 'MENTION')).toEqual([{ inFeed: false, byEmail: true }]);
  for (const key of keys.slice(1)) expect(channels(settings, key)).toEqual([{ inFeed: true, byEmail: false }]);
});

test('they are a person’s own', async () => {
  const { caller } = await reader();
  await change(caller, {
    emailSettings: [{ key: 'MENTION', byEmail: false }],
    quietHours: { from: '20:00', to: '06:00' },
  });
  const other = await reader();
  expect(await read(other.caller)).toMatchObject({ quietHours: null });
  expect(channels(await read(other.caller), 'MENTION')).toEqual([{ inFeed: true, byEmail: true }]);
});

test('support staff acting for somebody read them, and change nothing', async () => {
  const { user, caller } = await reader();
  const staff = await app.as(await makeUser(db, { isSupport: true }));
  const body = { userId: user.id, reason: 'Gets no email about orders' };
  const { token } = await staff.expectOk(support.impersonate, { body });
  const acting = app.withToken(token);
  const before = await read(acting);
  const refused = await acting.call(contract.updateSettings, {
    body: { emailSettings: [{ key: 'MENTION', byEmail: false }] },
  });
  expect(refused).toMatchObject({ status: 403 });
  expect(await read(caller)).toEqual(before);
});

test.each([
  ['timeZone', { timeZone: 'Atlantis/Capital' }],
  ['quietHours.from', { quietHours: { from: '25:00', to: '07:00' } }],
  ['quietHours.to', { quietHours: { from: '22:00', to: '7' } }],
  ['quietHours.to', { quietHours: { from: '22:00', to: '22:00' } }],
])('a wrong %s is refused at its field, and nothing is kept', async (field, wrong) => {
  const { caller } = await reader();
  const before = await read(caller);
  const body = { ...wrong, emailSettings: [{ key: 'MENTION' as const, byEmail: false }] };
  expect(await caller.call(contract.updateSettings, { body })).toMatchObject({
    status: 400,
    body: { errors: { [field]: expect.any(String) } },
  });
  expect(await read(caller)).toEqual(before);
});

test('a kind nobody is told of is refused', async () => {
  const { caller } = await reader();
  const body = { emailSettings: [{ key: 'CUSTOM' as never, byEmail: false }] };
  expect(await caller.call(contract.updateSettings, { body })).toMatchObject({ status: 400 });
});

test('companies whose own settings name somebody are listed once, and not where they were removed', async () => {
  const { user, caller } = await reader();
  const [seller, left] = [await makeSeller(db), await makeSeller(db)];
  for (const { org, company, of } of [
    { ...seller, of: seller },
    { ...left, of: left },
  ]) {
    const { orgUserId } = await makeMember(db, of, { user, defaultRoleId: 'ADMIN' });
    const row = { orgId: org.id, companyId: company.id, orgUserId };
    await db.insert(companyNotifications).values([
      { ...row, feedType: 'NEW_ORDER' },
      { ...row, feedType: 'ORDER_CANCELLED' },
    ]);
    if (of === left) await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, orgUserId));
  }
  expect((await read(caller)).companies).toEqual([
    { orgId: seller.org.id, companyId: seller.company.id, name: seller.company.name },
  ]);
  expect((await read((await reader()).caller)).companies).toEqual([]);
});

test('where the feed is switched off there are none', async () => {
  const { user } = await reader();
  const caller = await without.as(user);
  expect(await caller.call(contract.settings, {})).toMatchObject({ status: 404 });
  expect(await caller.call(contract.updateSettings, { body: {} })).toMatchObject({ status: 404 });
});
