import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { chatExports as calls } from '../../../domain/chat/export-contract';
import { purgeExports } from '../../../server/chat/export/exports';
import { chatExportParts, chatExports, orgUsers, sandboxChatMessages } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { type MemberFixture, makeChannel, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { countsOf, toldOf } from '../../support/notifications/told';

const app = await openApp();
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let colleague: MemberFixture;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  colleague = await makeMember(db, seller, { features: {} });
});

const at = () => ({ orgId: seller.org.id });
type File = { organization: string; channels: { name: string; kind: string; messages: Record<string, unknown>[] }[] };

async function exported(caller: TestCaller): Promise<File> {
  const { id } = await caller.expectOk(calls.request, { params: at() });
  const newest = async () => (await caller.expectOk(calls.list, { params: at(), query: {} })).results[0];
  await expect.poll(async () => (await newest())?.status, { timeout: 60_000 }).toBe('READY');
  return JSON.parse(await caller.expectOk(calls.download, { params: { ...at(), exportId: id } })) as File;
}

async function write(cid: string, userId: string, texts: readonly string[]) {
  for (const text of texts) {
    await db.insert(sandboxChatMessages).values({ id: randomUUID(), cid: `team:${cid}`, userId, text });
  }
}

test('has public channels and private ones of who asks, all of their messages, and whoever left under their name', async () => {
  const people = [seller.owner.user, colleague.user];
  const open = await makeChannel(db, { org: seller.org, people, name: 'Dock' });
  const closed = await makeChannel(db, { org: seller.org, people, name: 'Prices', isPrivate: true });
  await makeChannel(db, { org: seller.org, people: [colleague.user], name: 'Secret', isPrivate: true });
  await write(
    open.cid,
    colleague.user.id,
    Array.from({ length: 320 }, (_, n) => `message ${n}`),
  );
  await write(closed.cid, seller.owner.user.id, ['ours']);
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, colleague.orgUserId));
  const file = await exported(owner);
  expect(file.organization).toBe(seller.org.name);
  const named = new Map(file.channels.map((channel) => [channel.name, channel]));
  expect([...named.keys()].filter((name) => name !== 'general')).toEqual(['Dock', 'Prices']);
  expect(named.get('Prices')).toMatchObject({
    kind: 'private',
    messages: [{ text: 'ours' }, { text: 'Good morning' }],
  });
  const dock = named.get('Dock')?.messages ?? [];
  expect(dock.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 320 }, (_, n) => `message ${319 - n}`),
    'Good morning',
  ]);
  expect(dock[0]).toMatchObject({ author: colleague.user.firstName, formerMember: true });
  expect(dock.at(-1)).not.toHaveProperty('formerMember');
});

test('CHAT_EXPORTED is for who asked, who alone has the file, until it expires', async () => {
  const admin = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
  const other = await app.as(admin.user, seller.org);
  await exported(owner);
  expect(await toldOf(app, seller.owner.user, 'CHAT_EXPORTED')).toMatchObject([
    { title: 'Your chat export is ready', route: '/account/chat-exports' },
  ]);
  expect(await countsOf(app, [admin.user], 'CHAT_EXPORTED')).toEqual([0]);
  const [made] = (await owner.expectOk(calls.list, { params: at(), query: {} })).results;
  const download = { params: { ...at(), exportId: made?.id ?? 0 } };
  expect((await other.expectOk(calls.list, { params: at(), query: {} })).results).toEqual([]);
  expect((await other.call(calls.download, download)).status).toBe(404);
  await db.update(chatExports).set({ expiresAt: new Date(Date.now() - 1000) });
  expect((await owner.call(calls.download, download)).status).toBe(404);
  expect((await owner.expectOk(calls.list, { params: at(), query: {} })).results).toEqual([]);
  await purgeExports(db);
  expect(await db.$count(chatExportParts)).toBe(0);
});

test('only owners and admins ask, and whoever waits for a file gets that one', async () => {
  const theirs = await app.as(colleague.user, seller.org);
  expect((await theirs.call(calls.request, { params: at() })).status).toBe(403);
  const stranger = await makeSeller(db);
  const theirOwner = await app.as(stranger.owner.user, stranger.org);
  await exported(owner);
  const [made] = (await owner.expectOk(calls.list, { params: at(), query: {} })).results;
  const params = { orgId: stranger.org.id, exportId: made?.id ?? 0 };
  expect((await theirOwner.call(calls.download, { params })).status).toBe(404);
  await app.database.pool.query(`update chat_exports set ready_at = null where id = $1`, [made?.id]);
  expect(await owner.expectOk(calls.request, { params: at() })).toMatchObject({ id: made?.id, status: 'WAITING' });
  await db.update(chatExports).set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  const again = await owner.expectOk(calls.request, { params: at() });
  expect(again.id).not.toBe(made?.id);
  const states = (await owner.expectOk(calls.list, { params: at(), query: {} })).results.map(({ status }) => status);
  expect(states.at(-1)).toBe('FAILED');
});
