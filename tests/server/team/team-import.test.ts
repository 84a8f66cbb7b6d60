import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { contract } from '../../../domain/calls';
import { customerManagers, mailbox, orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeCustomer, makeMember, makeRole, makeSeller, type SellerFixture } from '../../support/factories';
import { both } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

const { teamImports, team, organization, bulkActs } = contract;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const params = () => ({ orgId: seller.org.id });
const body = (rows: object[]) => ({ body: { ...params(), rows } });
const people = () => owner.expectOk(organization.users, { params: params(), query: {} });

test('a file of people is checked row by row, and nothing is sent before it is applied', async () => {
  await makeMember(db(), seller, { defaultRoleId: 'USER' });
  const role = await makeRole(db(), seller.org, { features: {} });
  const rows = [
    { email: 'ana@example.com', name: 'Ana Ruiz', title: 'Trimmer', role: 'user' },
    { email: 'bo@example.com', role: role.name, companies: seller.company.name.toUpperCase() },
    { email: 'ANA@example.com', role: 'User' },
    { email: 'not an email', role: 'User' },
    { email: seller.owner.user.email, role: 'User' },
    { email: 'cy@example.com', role: 'Captain', companies: 'Nowhere' },
    { email: 'di@example.com' },
    { email: 'ed@example.com', role: 'Admin', companies: seller.company.name },
    { email: 'fe@example.com', role: 'Owner' },
  ];
  const previewed = await owner.expectOk(teamImports.preview, body(rows));
  expect(previewed.rows.map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
    ['create'],
    ['create'],
    ['refused', 'Same email as row 1'],
    ['refused', 'Enter an email address'],
    ['refused', 'Already on the team'],
    ['refused', 'No role called “Captain”', 'No company called “Nowhere”'],
    ['refused', 'Role is required'],
    ['refused', 'Admin sees every company, so leave Companies blank'],
    ['refused', 'To make someone the owner, transfer ownership'],
  ]);
  expect(await people()).toHaveLength(2);

  expect((await owner.expectOk(teamImports.apply, body(rows))).rows).toEqual(previewed.rows);
  const invited = (await people()).filter(({ status }) => status === 'INVITED');
  expect(invited).toMatchObject([
    { email: 'ana@example.com', firstName: 'Ana Ruiz', title: 'Trimmer', orgRole: { name: 'User' } },
    { email: 'bo@example.com', orgRole: { id: role.id }, companyIds: [seller.company.id] },
  ]);
  const letters = () => db().select({ to: mailbox.recipient, text: mailbox.text }).from(mailbox);
  const toAna = async () => (await letters()).filter(({ to }) => to === 'ana@example.com').map(({ text }) => text);
  await expect.poll(toAna).toEqual([expect.stringMatching(/^Hi Ana Ruiz,/)]);
  const again = await owner.expectOk(teamImports.apply, body(rows.slice(0, 2)));
  expect(again.rows.map(({ reasons }) => reasons)).toEqual([['Already invited'], ['Already invited']]);
  expect(await toAna()).toHaveLength(1);
});

test('the limit of letters skips the rows beyond it and says when to go on', async () => {
  const rows = Array.from({ length: 70 }, (_, at) => ({
    email: `many${at}-${seller.org.id}@example.com`,
    role: 'User',
  }));
  const { rows: done } = await owner.expectOk(teamImports.apply, body(rows));
  const sent = done.filter(({ verdict }) => verdict === 'create').length;
  expect(sent).toBeGreaterThanOrEqual(60);
  expect(sent).toBeLessThan(70);
  expect(done.at(-1)?.reasons[0]).toMatch(/^You’ve sent a lot of emails in a short time\. Try again in /);
  expect(await db().$count(orgUsers, eq(orgUsers.orgId, seller.org.id))).toBe(1 + sent);
});

test('nobody invites beyond their own access, without the permission, or for another organization', async () => {
  const lead = await makeMember(db(), seller, { features: { MANAGE_USERS: both } });
  const caller = await app.as(lead.user, seller.org);
  const { rows } = await caller.expectOk(teamImports.preview, body([{ email: 'g@example.com', role: 'Admin' }]));
  expect(rows[0]?.reasons[0]).toMatch(/^You can’t give /);
  const clerk = await app.as((await makeMember(db(), seller, { features: {} })).user, seller.org);
  expect((await clerk.call(teamImports.apply, body([{ email: 'h@example.com', role: 'User' }]))).status).toBe(403);
  const other = await makeSeller(db());
  const stranger = await app.as(other.owner.user, other.org);
  expect((await stranger.call(teamImports.preview, body([{ email: 'i@example.com', role: 'User' }]))).status).toBe(404);
});

test('many people get a role at once; the owner, oneself and people above the caller are left with a reason', async () => {
  const lead = await makeMember(db(), seller, { features: { MANAGE_USERS: both, CUSTOMERS: both } });
  const admin = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
  const clerks = [await makeMember(db(), seller, { features: {} }), await makeMember(db(), seller, { features: {} })];
  const role = await makeRole(db(), seller.org, { features: { CUSTOMERS: { read: true, write: false } } });
  const caller = await app.as(lead.user, seller.org);
  const ids = [seller.owner.orgUserId, lead.orgUserId, admin.orgUserId, ...clerks.map(({ orgUserId }) => orgUserId)];
  const asked = { ...params(), selection: { ids }, act: { name: 'setRole' as const, roleId: role.id } };
  const { id } = await caller.expectOk(team.bulk, { body: asked });
  const { rows } = await vi.waitFor(async () => {
    const progress = await caller.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).toBe('DONE');
    return progress;
  }, 30_000);
  const resultOf = (one: number) => rows.results.find((row) => row.id === one);
  expect(resultOf(seller.owner.orgUserId)?.message).toMatch(/^Only an owner or admin can change/);
  expect(resultOf(lead.orgUserId)?.message).toMatch(/^You can’t change your own role/);
  expect(resultOf(admin.orgUserId)?.message).toMatch(/^Only an owner or admin can change/);
  for (const { orgUserId } of clerks) expect(resultOf(orgUserId)).toMatchObject({ ok: true });
  const given = (await people()).filter(({ orgRole }) => orgRole.id === role.id).map((one) => one.id);
  expect(given.sort()).toEqual(clerks.map(({ orgUserId }) => orgUserId).sort());
});

test('a bulk change of roles publishes once, not once per person', async () => {
  const clerks = [];
  for (let at = 0; at < 12; at++) clerks.push(await makeMember(db(), seller, { features: {} }));
  const role = await makeRole(db(), seller.org, { features: {} });
  const heard: string[] = [];
  const listener = await app.database.pool.connect();
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await listener.query('listen verdant_live');
  const ids = clerks.map(({ orgUserId }) => orgUserId);
  const asked = { ...params(), selection: { ids }, act: { name: 'setRole' as const, roleId: role.id } };
  const { id } = await owner.expectOk(team.bulk, { body: asked });
  await vi.waitFor(async () => {
    const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress).toMatchObject({ state: 'DONE', succeeded: 12 });
  }, 30_000);
  const ofAccess = () => heard.map((text) => JSON.parse(text)).filter(({ topic }) => topic === 'access');
  await expect.poll(() => ofAccess().length).toBe(1);
  listener.release(true);
});

test('undoing an import withdraws its invitations, but not from people who accepted or were changed since', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    email: `${name}-${seller.org.id}@example.com`,
    role: 'User',
  }));
  await owner.expectOk(teamImports.apply, body([...rows, { email: 'nobody', role: 'User' }]));
  const [imported] = await owner.expectOk(bulkActs.list, { query: { path: teamImports.apply.path } });
  expect(imported).toMatchObject({ entity: 'org-user', total: 6, succeeded: 5, failed: 1, canUndo: true });
  const idOf = async (at: number) => (await people()).find(({ email }) => email === rows[at]?.email)?.id ?? 0;
  const set = async (at: number, values: Partial<typeof orgUsers.$inferInsert>) =>
    db()
      .update(orgUsers)
      .set(values)
      .where(eq(orgUsers.id, await idOf(at)));
  await set(1, { status: 'ACTIVE' });
  await set(2, { title: 'Head grower' });
  await owner.expectOk(team.remove, { params: { ...params(), id: await idOf(3) } });
  const customer = await makeCustomer(db(), seller);
  await db()
    .insert(customerManagers)
    .values({ orgId: seller.org.id, customerId: customer.id, orgUserId: await idOf(4) });

  const { id } = await owner.expectOk(bulkActs.undo, { params: { id: imported?.id ?? 0 } });
  const done = await vi.waitFor(async () => {
    const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).toBe('DONE');
    return progress;
  }, 30_000);
  expect(done.rows.results.map(({ label, message }) => [label, message])).toEqual([
    [rows[0]?.email, null],
    [rows[1]?.email, 'They accepted the invitation, so they stay on the team.'],
    [rows[2]?.email, 'Their role or access was changed since, so the invitation stays.'],
    [rows[3]?.email, 'They were removed since.'],
    [rows[4]?.email, 'They were assigned something since, so the invitation stays. Remove them on the Team page.'],
  ]);
  const left = (await people()).map(({ email }) => email);
  expect(left).toEqual(expect.arrayContaining([rows[1]?.email, rows[2]?.email, rows[4]?.email]));
  expect(left).not.toContain(rows[0]?.email);
  expect(left).not.toContain(rows[3]?.email);
});
