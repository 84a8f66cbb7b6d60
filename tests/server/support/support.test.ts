import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog, organizations, subscriptions, users } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeMember,
  makeOrder,
  makeSeller,
  makeUser,
  type SellerFixture,
  type UserFixture,
} from '../../support/factories';

const { impersonate, stop, users: search } = contract.support;
const reason = 'Cannot see yesterday’s order';

const app = await openApp();
let seller: SellerFixture;
let staff: UserFixture;
let support: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db, { name: 'Quartz Meadow' });
  staff = await makeUser(db, { firstName: 'Robin', lastName: 'Hale', isSupport: true });
  support = await app.as(staff);
});

const actFor = (userId: string) => support.call(impersonate, { body: { userId, reason } });

async function actingFor(user: UserFixture): Promise<TestCaller> {
  const { token } = await support.expectOk(impersonate, { body: { userId: user.id, reason } });
  return app.withToken(token, seller.org.id);
}

async function lastAudit(entity: string) {
  const [row] = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, entity))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row;
}

describe('finding people', () => {
  const find = async (searchTerm: string) =>
    (await support.expectOk(search, { query: { searchTerm } })).results.map(({ email }) => email);

  test('by name, email and organization, ignoring case', async () => {
    const { db } = app.database;
    const ines = await makeUser(db, { firstName: 'Inés', lastName: 'Okonkwo', email: 'ines@tallgrass.example' });
    await makeMember(db, seller, { defaultRoleId: 'ADMIN', user: ines });
    expect(await find('inés okon')).toEqual([ines.email]);
    expect(await find('TALLGRASS')).toEqual([ines.email]);
    expect((await find('quartz mead')).sort()).toEqual([ines.email, seller.owner.user.email].sort());
    const { results } = await support.expectOk(search, { query: { searchTerm: 'okonkwo' } });
    expect(results[0]?.orgs).toEqual([
      { id: seller.org.id, name: 'Quartz Meadow', plan: 'ENTERPRISE', roleName: 'Admin' },
    ]);
  });

  test('with characters that are special in patterns', async () => {
    const { db } = app.database;
    const odd = await makeUser(db, { email: 'fifty%_off@example.com' });
    expect(await find('%_')).toEqual([odd.email]);
    expect(await find('\\')).toEqual([]);
  });

  test('25 per page', async () => {
    const { db } = app.database;
    await db.insert(users).values(
      Array.from({ length: 27 }, (_, n) => ({
        subject: `many-${n}`,
        email: `many${n}@crowd.example`,
        firstName: 'Many',
        lastName: String(n).padStart(2, '0'),
      })),
    );
    const page = (number: number) => support.expectOk(search, { query: { searchTerm: 'crowd.example', page: number } });
    expect(await page(0)).toMatchObject({ resultCount: 27, page: 0, results: { length: 25 } });
    expect((await page(1)).results.map(({ lastName }) => lastName)).toEqual(['25', '26']);
  });
});

describe('the plan of an organization', () => {
  const { setPlan } = contract.support;
  const why = 'Agreed by phone, ticket 4711';

  test('is set by staff, known at once to its people, and told in its audit log', async () => {
    const { org, owner } = await makeSeller(app.database.db, { name: 'Basalt Rows', plan: 'FREE' });
    const people = await app.as(owner.user, org);
    const params = { id: org.id };
    expect(await support.expectOk(setPlan, { params, body: { plan: 'STARTER', reason: why } })).toEqual({
      id: org.id,
      name: 'Basalt Rows',
      plan: 'STARTER',
    });
    expect(await people.expectOk(contract.session.membership, { params: { orgId: org.id } })).toMatchObject({
      plan: 'STARTER',
    });
    expect(await lastAudit('subscription')).toMatchObject({
      orgId: org.id,
      actorUserId: staff.id,
      before: { plan: 'FREE' },
      after: { plan: 'STARTER', reason: why },
    });
  });

  test('stays as it is for others than staff, while it is paid for, and where there is none', async () => {
    const { org, owner } = await makeSeller(app.database.db, { plan: 'STARTER' });
    const people = await app.as(owner.user, org);
    const input = { params: { id: org.id }, body: { plan: 'ENTERPRISE' as const, reason: why } };
    expect(await people.call(setPlan, input)).toMatchObject({ status: 403 });
    expect(await support.call(setPlan, { ...input, body: { ...input.body, reason: 'as asked' } })).toMatchObject({
      status: 400,
      body: { errors: { reason: 'Enter a reason' } },
    });
    await app.database.db.insert(subscriptions).values({
      orgId: org.id,
      tier: 'STARTER',
      duration: 'MONTHLY',
      status: 'active',
      currentTermEnd: new Date(Date.now() + 86_400_000),
      serviceId: 'sub-1',
      serviceVersion: 1,
    });
    expect(await support.call(setPlan, input)).toMatchObject({ status: 409 });
    expect(await support.call(setPlan, { ...input, params: { id: 2_000_000_000 } })).toMatchObject({ status: 404 });
    const [row] = await app.database.db.select().from(organizations).where(eq(organizations.id, org.id));
    expect(row?.plan).toBe('STARTER');
  });
});

describe('acting for somebody', () => {
  test('names both in writes, and logs why it started and when it ended', async () => {
    const { user } = seller.owner;
    const acting = await actingFor(user);
    expect(await lastAudit('impersonation')).toMatchObject({
      actorUserId: staff.id,
      entityId: user.id,
      after: { reason },
    });
    const me = await acting.expectOk(contract.session.me, { query: {} });
    expect(me).toMatchObject({ id: user.id, impersonatedBy: { id: staff.id, name: 'Robin Hale' } });

    const { order } = await makeOrder(app.database.db, seller);
    await acting.expectOk(contract.orders.addComment, {
      params: { id: order.id },
      body: { comment: 'Looked into it' },
    });
    expect(await lastAudit('comment')).toMatchObject({
      orgId: seller.org.id,
      actorUserId: user.id,
      impersonatorUserId: staff.id,
    });

    await acting.expectOk(stop, {});
    expect(await lastAudit('impersonation')).toMatchObject({
      actorUserId: user.id,
      impersonatorUserId: staff.id,
      endpoint: 'POST /support/impersonations/stop',
    });
  });

  test('ends after half an hour', async () => {
    const before = Date.now();
    const { expiresAt } = await support.expectOk(impersonate, { body: { userId: seller.owner.user.id, reason } });
    const minutes = (Date.parse(expiresAt) - before) / 60_000;
    expect(Math.round(minutes)).toBe(30);
  });

  test('is refused for anything only the person may do', async () => {
    const { user } = seller.owner;
    const acting = await actingFor(user);
    const target = await makeMember(app.database.db, seller, { defaultRoleId: 'USER' });
    const refused = await acting.call(contract.team.transferOwnership, {
      params: { orgId: seller.org.id },
      body: { targetOrgUserId: target.orgUserId },
    });
    expect(refused).toMatchObject({
      status: 403,
      body: {
        userFriendlyMessage: `Only ${user.firstName} ${user.lastName} can do this. Stop acting for them first.`,
      },
    });
    for (const endpoint of [contract.session.resetPassword, contract.session.endSession]) {
      const answer = await acting.call(endpoint, { params: { sessionId: 'any' } } as never);
      expect(answer.status).toBe(403);
    }
  });

  test('isn’t possible for oneself, other support staff, or unknown people', async () => {
    const colleague = await makeUser(app.database.db, { isSupport: true });
    const sentence = async (id: string) => (await actFor(id)).body;
    expect(await sentence(staff.id)).toMatchObject({ userFriendlyMessage: 'You can’t act for yourself.' });
    expect(await sentence(colleague.id)).toMatchObject({
      userFriendlyMessage: 'You can’t act for other support staff.',
    });
    expect((await actFor(crypto.randomUUID())).status).toBe(404);
    const tooShort = await support.call(impersonate, { body: { userId: seller.owner.user.id, reason: 'because' } });
    expect(tooShort).toMatchObject({ status: 400, body: { errors: { reason: 'Enter a reason' } } });
  });

  test('ends at once for staff who leave support', async () => {
    const { db } = app.database;
    const leaver = await makeUser(db, { isSupport: true });
    const { token } = await (await app.as(leaver)).expectOk(impersonate, {
      body: { userId: seller.owner.user.id, reason },
    });
    const acting = app.withToken(token, seller.org.id);
    await acting.expectOk(contract.session.me, { query: {} });
    await db
      .update(users)
      .set({ isSupport: false })
      .where(and(eq(users.id, leaver.id)));
    expect((await acting.call(contract.session.me, { query: {} })).status).toBe(401);
  });

  test('ends with “Stop”, for every copy of the token', async () => {
    const acting = await actingFor(seller.owner.user);
    await acting.expectOk(contract.session.me, { query: {} });
    const other = await actingFor(seller.owner.user);
    await acting.expectOk(stop, {});
    expect(await acting.call(contract.session.me, { query: {} })).toMatchObject({
      status: 401,
      body: { userFriendlyMessage: 'This support session has ended.' },
    });
    await other.expectOk(contract.session.me, { query: {} });
  });

  test('can only be stopped by the person doing it', async () => {
    expect((await support.call(stop, {})).status).toBe(409);
  });
});
