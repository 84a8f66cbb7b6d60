import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { publicIdOf } from '../../../server/api-keys/secret';
import {
  apiKeys,
  apiKeyUses,
  auditLog,
  idempotencyKeys,
  orgUsers,
  roles,
  signInAttempts,
  users,
} from '../../../server/db/schema';
import { EVERY_FEATURE, makeApiKey, makeUse, makeWatchedKey } from '../../support/api-keys/factories';
import type { TestCaller } from '../../support/app';
import { makeBrand, makeCompany, makeMember, makeOrder, makeProduct } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, other, stranger } = await openSellerAndStranger();
const db = () => app.database.db;
const org = { orgId: seller.org.id };
const selling = { ...org, companyId: seller.company.id };
const search = { body: { ...org, filters: {} } };

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const draft = (values: object = {}) => ({
  params: org,
  body: {
    name: 'Route planner',
    features: { BROWSE_ORDERS: both, CUSTOMERS: readOnly },
    expiresAt: inDays(90),
    ...values,
  },
});
const withKey = (secret: string | null, orgId: number | null = null) => app.withToken(secret, orgId);
const orders = (caller: TestCaller) => caller.call(contract.orders.search, search);
const said = async (answer: ReturnType<typeof orders>) => {
  const { ok, status, body } = await answer;
  return { ok, status, message: 'userFriendlyMessage' in body ? body.userFriendlyMessage : '' };
};

beforeEach(async () => {
  await db().delete(apiKeyUses);
  await db().delete(signInAttempts);
});

describe('making a key', () => {
  test('shows it once, and stores neither it nor a reply with it', async () => {
    const key = crypto.randomUUID();
    const asked = draft();
    const made = await owner.expectOk(contract.apiKeys.create, asked, { idempotencyKey: key });
    expect(made.secret).toMatch(/^vrd_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
    expect(made).toMatchObject({ prefix: made.secret?.slice(0, 17), ending: made.secret?.slice(-4), state: 'ACTIVE' });
    const again = await owner.expectOk(contract.apiKeys.create, asked, { idempotencyKey: key });
    expect(again).toEqual({ ...made, secret: null });
    const [stored] = await db().select().from(apiKeys).where(eq(apiKeys.id, made.id));
    const replies = await db().select().from(idempotencyKeys);
    const log = await db().select().from(auditLog);
    for (const kept of [stored, replies, log]) expect(JSON.stringify(kept)).not.toContain(made.secret?.slice(18));
    expect(await owner.expectOk(contract.apiKeys.get, { params: { ...org, id: made.id } })).not.toHaveProperty(
      'secret',
    );
  });

  test('asks for what its maker has, and refuses the rest at the field', async () => {
    const { user } = await makeMember(db(), seller.org, {
      features: { MANAGE_ROLES: both, PRODUCTS: readOnly },
      companyIds: [seller.company.id],
    });
    const manager = await app.as(user, seller.org);
    const fields = async (values: object) => {
      const answer = await manager.call(
        contract.apiKeys.create,
        draft({ features: { PRODUCTS: readOnly }, ...values }),
      );
      return answer.ok ? null : answer.body.errors;
    };
    expect(await fields({})).toBeNull();
    expect(await fields({ features: { PRODUCTS: both } })).toHaveProperty('features');
    expect(await fields({ features: { MANAGE_ROLES: readOnly } })).toHaveProperty('features');
    expect(await fields({ features: {} })).toHaveProperty('features');
    expect(await fields({ brandIds: [seller.brand.id] })).toHaveProperty('brandIds');
    expect(await fields({ companyIds: [other.company.id] })).toHaveProperty('companyIds');
    expect(await fields({ expiresAt: inDays(-1) })).toHaveProperty('expiresAt');
    expect(await fields({ expiresAt: inDays(400) })).toHaveProperty('expiresAt');
    for (const address of ['example.com', '10.0.0.0/40', '0x7f000001', '10.1']) {
      expect(await fields({ addresses: [address] })).toHaveProperty('addresses');
    }
  });

  test('takes permission to change roles, and is nobody else’s', async () => {
    const { user } = await makeMember(db(), seller.org, { features: { MANAGE_ROLES: readOnly } });
    const reader = await app.as(user, seller.org);
    const { id } = await makeApiKey(db(), seller.owner);
    expect((await reader.call(contract.apiKeys.create, draft())).status).toBe(403);
    expect((await reader.call(contract.apiKeys.revoke, { params: { ...org, id } })).status).toBe(403);
    expect((await reader.expectOk(contract.apiKeys.list, { params: org })).map((key) => key.id)).toContain(id);
    expect((await stranger.call(contract.apiKeys.get, { params: { orgId: other.org.id, id } })).status).toBe(404);
    expect((await stranger.call(contract.apiKeys.revoke, { params: { orgId: other.org.id, id } })).status).toBe(404);
  });

  test('lets others who manage roles revoke it, but not become its maker', async () => {
    const { user } = await makeMember(db(), seller.org, { features: { MANAGE_ROLES: both } });
    const manager = await app.as(user, seller.org);
    const { id, secret } = await makeApiKey(db(), seller.owner);
    const rotate = { params: { ...org, id }, body: { overlapHours: 0, version: 0 } };
    expect((await manager.call(contract.apiKeys.rotate, rotate)).status).toBe(403);
    const edit = { params: { ...org, id }, body: { ...draft().body, version: 0 } };
    expect((await manager.call(contract.apiKeys.update, edit)).status).toBe(403);
    await manager.expectOk(contract.apiKeys.revoke, { params: { ...org, id } });
    expect(await said(orders(withKey(secret)))).toMatchObject({ status: 401, message: 'This API key was revoked.' });
  });

  test('changes from the version seen', async () => {
    const { id } = await makeApiKey(db(), seller.owner);
    const edit = { params: { ...org, id }, body: { ...draft({ name: 'Renamed' }).body, version: 0 } };
    expect(await owner.expectOk(contract.apiKeys.update, edit)).toMatchObject({ name: 'Renamed', version: 1 });
    expect((await owner.call(contract.apiKeys.update, edit)).body).toMatchObject({ message: 'STALE' });
  });
});

describe('calling with a key', () => {
  test('is as its maker, and needs no Org-Id; another one is refused', async () => {
    const { secret } = await makeApiKey(db(), seller.owner);
    expect((await orders(withKey(secret))).status).toBe(200);
    expect((await orders(withKey(secret, seller.org.id))).status).toBe(200);
    expect((await orders(withKey(secret, other.org.id))).status).toBe(400);
    const { order: theirs } = await makeOrder(db(), other, { status: 'SUBMITTED' });
    expect((await withKey(secret).call(contract.orders.get, { params: { id: theirs.id } })).status).toBe(404);
  });

  test('ends when it expires, its maker leaves, or it is revoked', async () => {
    const expired = await makeApiKey(db(), seller.owner, { expiresAt: new Date(Date.now() - 1) });
    expect(await said(orders(withKey(expired.secret)))).toMatchObject({
      status: 401,
      message: 'This API key has expired.',
    });
    const member = await makeMember(db(), seller.org, { features: { BROWSE_ORDERS: both } });
    const key = await makeApiKey(db(), { ...member, org: seller.org });
    expect((await orders(withKey(key.secret))).status).toBe(200);
    await owner.expectOk(contract.team.remove, { params: { ...org, id: member.orgUserId } });
    expect((await orders(withKey(key.secret))).status).toBe(401);
    await db().update(orgUsers).set({ status: 'ACTIVE' }).where(eq(orgUsers.id, member.orgUserId));
    expect(await said(orders(withKey(key.secret)))).toMatchObject({ message: 'This API key was revoked.' });
  });

  test('a maker with less rights leaves their key less, as of the next call', async () => {
    const member = await makeMember(db(), seller.org, {
      features: { BROWSE_ORDERS: both, PRODUCTS: both },
      companyIds: [seller.company.id],
    });
    const { secret } = await makeApiKey(db(), { ...member, org: seller.org });
    expect((await orders(withKey(secret))).status).toBe(200);
    await db()
      .update(roles)
      .set({ features: { PRODUCTS: readOnly } })
      .where(eq(roles.id, member.roleId));
    expect(await orders(withKey(secret))).toMatchObject({
      status: 403,
      body: { errorObject: { reason: { kind: 'key-feature' } } },
    });
  });

  test('a mistyped or unknown key is refused', async () => {
    const { secret } = await makeApiKey(db(), seller.owner);
    const last = secret.at(-1) === 'a' ? 'b' : 'a';
    for (const wrong of [secret.slice(0, -1) + last, `${secret}0`, 'vrd_live_short', secret.replace('live', 'test')]) {
      expect(publicIdOf(wrong)).toBeNull();
      expect((await said(orders(withKey(wrong)))).message).toContain('mistyped');
    }
    const { secret: unknown, id } = await makeApiKey(db(), seller.owner);
    await db().delete(apiKeys).where(eq(apiKeys.id, id));
    expect(await said(orders(withKey(unknown)))).toMatchObject({
      status: 401,
      message: expect.stringContaining('no such'),
    });
  });

  test('wrong keys from one address are refused for a while, a good one is not', async () => {
    const gone = await makeApiKey(db(), seller.owner);
    const good = await makeApiKey(db(), seller.owner);
    await db().delete(apiKeys).where(eq(apiKeys.id, gone.id));
    const tries = await Promise.all(Array.from({ length: 75 }, () => orders(withKey(gone.secret))));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await orders(withKey(good.secret))).status).toBe(200);
  });

  test.each([
    [['127.0.0.1'], true],
    [['::ffff:127.0.0.1'], true],
    [['127.0.0.0/8'], true],
    [['::ffff:127.0.0.0/104'], true],
    [['2001:db8::/32', '127.0.0.1/32'], true],
    [['10.0.0.0/8'], false],
    [['::1'], false],
    [['::/0'], false],
  ])('from addresses %j: %s', async (addresses, isAllowed) => {
    const { secret } = await makeApiKey(db(), seller.owner, { addresses });
    const answer = await said(orders(withKey(secret)));
    expect(answer.status).toBe(isAllowed ? 200 : 401);
    if (!isAllowed) expect(answer.message).toContain('can’t be used from 127.0.0.1');
  });

  test('a replaced key is good for the hours given, and no longer', async () => {
    const key = await makeApiKey(db(), seller.owner);
    const of = { params: { ...org, id: key.id } };
    const next = await owner.expectOk(contract.apiKeys.rotate, { ...of, body: { overlapHours: 2, version: 0 } });
    expect(next.secret).not.toBe(key.secret);
    expect(publicIdOf(next.secret ?? '')).toBe(key.publicId);
    for (const secret of [key.secret, next.secret]) expect((await orders(withKey(secret))).status).toBe(200);
    await db().update(apiKeys).set({ formerUntil: new Date() }).where(eq(apiKeys.id, key.id));
    expect((await orders(withKey(key.secret))).status).toBe(401);
    const last = await owner.expectOk(contract.apiKeys.rotate, { ...of, body: { overlapHours: 0, version: 1 } });
    expect((await orders(withKey(next.secret))).status).toBe(401);
    expect((await orders(withKey(last.secret))).status).toBe(200);
    expect((await owner.call(contract.apiKeys.rotate, { ...of, body: { overlapHours: 25, version: 2 } })).status).toBe(
      400,
    );
  });

  test('opens no live stream, and makes no keys', async () => {
    const { secret } = await makeApiKey(db(), seller.owner);
    const stream = await fetch(`${app.url}/api/live`, { headers: { authorization: `Bearer ${secret}` } });
    expect(stream.status).toBe(403);
    const answer = await withKey(secret).call(contract.apiKeys.create, draft());
    expect(answer).toMatchObject({ status: 403, body: { userFriendlyMessage: 'API keys can’t do this.' } });
  });

  test('keeps its idempotency keys apart from its maker’s', async () => {
    const { secret } = await makeApiKey(db(), seller.owner);
    const idempotencyKey = crypto.randomUUID();
    const status = { body: { ...selling, name: 'Gold' } };
    const mine = await owner.expectOk(contract.customerStatuses.create, status, { idempotencyKey });
    const its = await withKey(secret).call(contract.customerStatuses.create, status, { idempotencyKey });
    expect(its.ok).toBe(false);
    expect(its.headers.get('idempotency-replayed')).toBeNull();
    expect(JSON.stringify(its.body)).not.toContain(`"id":${mine.id}`);
  });

  test('a limited key sees its company and brand alone, in lists, records, facets and files', async () => {
    const { company } = await makeCompany(db(), seller);
    const brand = await makeBrand(db(), seller);
    const shown = await makeProduct(db(), seller, { name: 'Shown jar' });
    const hidden = await makeProduct(db(), seller, { name: 'Hidden jar', brandId: brand.id });
    const { order } = await makeOrder(db(), seller, { status: 'SUBMITTED' });
    const { secret } = await makeApiKey(db(), seller.owner, {
      brandIds: [seller.brand.id],
      companyIds: [seller.company.id],
    });
    const elsewhere = await makeApiKey(db(), seller.owner, { companyIds: [company.id] });
    const caller = withKey(secret);
    const found = await caller.expectOk(contract.products.search, search);
    const ids = found.results.map(({ id }) => id);
    expect(ids).toContain(shown.id);
    expect(ids).not.toContain(hidden.id);
    expect((await caller.call(contract.products.get, { params: { id: hidden.id } })).status).toBe(404);
    expect(JSON.stringify(await caller.expectOk(contract.products.facets, { query: selling }))).not.toContain(
      brand.name,
    );
    const file = await caller.expectOk(contract.products.export, search);
    expect(file).toContain('Shown jar');
    expect(file).not.toContain('Hidden jar');
    expect((await caller.call(contract.orders.get, { params: { id: order.id } })).status).toBe(200);
    expect((await withKey(elsewhere.secret).call(contract.orders.get, { params: { id: order.id } })).status).toBe(404);
    const whole = await withKey(elsewhere.secret).expectOk(contract.organization.full, { params: org });
    expect(whole.companies.map(({ companyId }) => companyId)).toEqual([company.id]);
  });

  test('the audit log and the order’s history name the key', async () => {
    const key = await makeApiKey(db(), seller.owner, { name: 'Route planner' });
    const { order } = await makeOrder(db(), seller, { status: 'SUBMITTED' });
    await withKey(key.secret).expectOk(contract.orders.transition, {
      params: { id: order.id },
      body: { status: 'ACCEPTED' },
    });
    const [maker] = await db().select().from(users).where(eq(users.id, seller.owner.user.id));
    const by = `API key “Route planner” of ${maker?.firstName} ${maker?.lastName}`;
    const log = await owner.expectOk(contract.auditLog.list, {
      params: org,
      query: { entity: 'order', entityId: `${order.id}` },
    });
    expect(log.results[0]?.person?.name).toBe(by);
    expect(await owner.expectOk(contract.auditLog.export, { params: org, query: {} })).toContain(
      by.replaceAll('"', '""'),
    );
    const history = await owner.expectOk(contract.orderHistory.changes, { params: { id: order.id }, query: {} });
    expect(history.results[0]?.by).toBe(by);
  });
});

describe('what a key was used for', () => {
  test('is counted by call, with refusals, and shown as last use', async () => {
    const key = await makeApiKey(db(), seller.owner, { features: { BROWSE_ORDERS: both } });
    const caller = withKey(key.secret);
    await orders(caller);
    await orders(caller);
    await caller.call(contract.products.search, search);
    const of = { params: { ...org, id: key.id } };
    const uses = () => owner.expectOk(contract.apiKeys.uses, of);
    await expect.poll(async () => (await uses()).uses.length, { timeout: 15_000 }).toBe(2);
    expect((await uses()).uses).toMatchObject([
      { call: 'orders.search', calls: 2, refused: 0 },
      { call: 'products.search', calls: 1, refused: 1 },
    ]);
    expect((await owner.expectOk(contract.apiKeys.get, of)).lastUsed).toMatchObject({ address: '127.0.0.1' });
  });

  test('proposes the permissions it took after a week, which its maker applies', async () => {
    const id = await makeWatchedKey(db(), seller.owner);
    const of = { params: { ...org, id } };
    const { proposal, unused } = await owner.expectOk(contract.apiKeys.uses, of);
    expect(proposal).toMatchObject({ BROWSE_ORDERS: readOnly });
    expect(proposal).not.toHaveProperty('PRODUCTS');
    expect(unused).toEqual([]);
    const after = await owner.expectOk(contract.apiKeys.narrow, { ...of, body: { version: 0 } });
    expect(after).toMatchObject({ features: proposal, learningSince: null });
    expect((await owner.call(contract.apiKeys.narrow, { ...of, body: { version: 1 } })).status).toBe(409);
  });

  test('marks what it left unused for 30 days', async () => {
    const old = {
      createdAt: new Date(Date.now() - 31 * DAY_MS),
      features: { BROWSE_ORDERS: readOnly, PRODUCTS: readOnly },
    };
    const key = await makeApiKey(db(), seller.owner, old);
    await makeUse(db(), key, 'orders.search');
    const { unused, proposal } = await owner.expectOk(contract.apiKeys.uses, { params: { ...org, id: key.id } });
    expect(unused).toEqual([{ feature: 'PRODUCTS', level: 'read' }]);
    expect(proposal).toBeNull();
    expect(Object.keys(EVERY_FEATURE)).not.toContain('MANAGE_USERS');
  });
});
