import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownBrands } from '../../../domain/brands/contract';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { sharedBrands as calls } from '../../../domain/network/shares-contract';
import { auditLog, organizations, sharedBrands } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrand, makeItem, makeLicense, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';
import { both, readOnly } from '../../support/permissions';

const app = await openApp();
const db = () => app.database.db;
const DAY_MS = 86_400_000;

/** H holds the license; O has the brand, of which H holds packages. */
let holder: SellerFixture;
let owner: SellerFixture;
let h: TestCaller;
let o: TestCaller;

beforeEach(async () => {
  [holder, owner] = [await makeSeller(db()), await makeSeller(db())];
  [h, o] = [await app.as(holder.owner.user, holder.org), await app.as(owner.owner.user, owner.org)];
  await makeItem(db(), holder, { brandId: owner.brand.id, packages: [{ quantity: '5' }, { quantity: '7' }] });
});
afterEach(stopListening);

const pair = () => ({ licenseId: holder.license.id, brandId: owner.brand.id });
const share = (by = h, values: object = {}) =>
  by.call(calls.create, { body: { orgId: holder.org.id, ...pair(), ...values } });
const shared = async () => (await share()).body as { id: number; inviteLink: string };
const ask = (by = o, values: object = {}) => by.call(calls.request, { query: { ...pair(), ...values } });
const asked = async () => (await ask()).body as { id: number };
const rescind = (by = o) => by.call(calls.rescind, { query: pair() });
const end = (by: TestCaller, id: number) => by.call(calls.remove, { params: { id } });
const enable = (by: TestCaller, id: number) => by.call(calls.enable, { params: { id } });
const disable = (by: TestCaller, id: number) => by.call(calls.disable, { params: { id } });
const ofLicense = () => h.expectOk(calls.list, { query: { orgId: holder.org.id, licenseId: holder.license.id } });
const ofBrand = () => o.expectOk(calls.list, { query: { orgId: owner.org.id, brandId: owner.brand.id } });
const age = (id: number, days: number) =>
  db()
    .update(sharedBrands)
    .set({ expiresAt: new Date(Date.now() - days * DAY_MS) })
    .where(eq(sharedBrands.id, id));

describe('a license’s holder', () => {
  test('shares a brand with its owner, disables, enables and ends it, and both sides see the same', async () => {
    const made = await h.expectOk(calls.create, { body: { orgId: holder.org.id, ...pair() } });
    expect(made).toMatchObject({ side: 'HOLDER', status: 'SHARED', enabled: true, packageCountEstimate: 2 });
    expect(await ofBrand()).toMatchObject([
      { id: made.id, side: 'OWNER', status: 'SHARED', enabled: true, inviteLink: null, holder: { id: holder.org.id } },
    ]);
    expect((await disable(h, made.id)).body).toMatchObject({ enabled: false, status: 'SHARED' });
    expect(await ofBrand()).toMatchObject([{ enabled: false }]);
    expect((await enable(h, made.id)).body).toMatchObject({ enabled: true });
    expect((await end(h, made.id)).status).toBe(200);
    expect(await ofBrand()).toMatchObject([{ status: 'ENDED', enabled: false, endedBy: holder.org.name }]);
    expect((await end(h, made.id)).status).toBe(409);
    expect((await enable(h, made.id)).status).toBe(409);
    // A new agreement is a new row.
    expect((await shared()).id).not.toBe(made.id);
  });

  test('shares nothing twice, nothing of its own, and nothing at a license of others', async () => {
    await shared();
    expect((await share()).status).toBe(409);
    expect((await share(h, { brandId: holder.brand.id })).body).toMatchObject({
      errors: { brandId: expect.anything() },
    });
    const elsewhere = await share(h, { licenseId: owner.license.id });
    expect(elsewhere.body).toMatchObject({ errors: { licenseId: expect.anything() } });
  });

  test('is told before it ends what depends on it; the owner isn’t told of the holder’s items and rules', async () => {
    const { id } = await shared();
    expect(await h.expectOk(calls.uses, { params: { id } })).toEqual({
      packages: 2,
      items: 1,
      rules: 0,
      readers: 0,
      autoSharing: false,
    });
    expect(await o.expectOk(calls.uses, { params: { id } })).toMatchObject({ packages: 2, items: null, rules: null });
  });

  test('ends what others see when the license is removed', async () => {
    const license = await makeLicense(db(), holder);
    await share(h, { licenseId: license.id });
    await h.expectOk(licenseCalls.remove, { params: { id: license.id } });
    expect(await ofBrand()).toMatchObject([{ status: 'ENDED', enabled: false }]);
  });
});

describe('a brand’s owner', () => {
  test('asks, and the holder shares in answer; nothing is granted before', async () => {
    const { id } = await asked();
    expect(await ofLicense()).toMatchObject([
      { id, side: 'HOLDER', status: 'REQUESTED', enabled: false, inviteLink: null, requestedBy: null },
    ]);
    expect((await enable(h, id)).status).toBe(409);
    expect((await enable(o, id)).status).toBe(404);
    expect((await ask()).status).toBe(409);
    expect(await shared()).toMatchObject({ id, status: 'SHARED', origin: 'REQUESTED', enabled: true });
  });

  test('ends a share, and can’t enable or disable it', async () => {
    const { id } = await shared();
    expect((await disable(o, id)).status).toBe(404);
    expect((await end(o, id)).status).toBe(200);
    expect(await ofLicense()).toMatchObject([{ status: 'ENDED', endedBy: owner.org.name }]);
  });

  test('asks again only three weeks after a refusal', async () => {
    const { id } = await asked();
    await end(h, id);
    expect(await ofBrand()).toMatchObject([{ status: 'REFUSED', askAgain: expect.stringMatching(/^\d{4}-/) }]);
    const soon = await ask();
    expect(soon.status).toBe(409);
    expect((soon.body as { userFriendlyMessage: string }).userFriendlyMessage).toMatch(
      /was refused. You can ask again from/,
    );
    const long = { answeredAt: new Date(Date.now() - 22 * DAY_MS) };
    await db().update(sharedBrands).set(long).where(eq(sharedBrands.id, id));
    expect((await ask()).status).toBe(200);
  });

  test('whose request wasn’t answered within 14 days asks again three weeks later; the holder may still share', async () => {
    const { id } = await asked();
    await age(id, 1);
    expect(await ofBrand()).toMatchObject([{ status: 'EXPIRED' }]);
    expect((await end(h, id)).status).toBe(409);
    expect((await ask()).status).toBe(409);
    await age(id, 22);
    const again = await asked();
    expect(again.id).not.toBe(id);
    await age(again.id, 1);
    expect((await share()).body).toMatchObject({ status: 'SHARED', origin: 'SHARED' });
  });

  test('withdraws a request, which the holder then no longer has', async () => {
    const { id } = await asked();
    expect((await rescind()).status).toBe(200);
    expect(await ofLicense()).toEqual([]);
    expect((await rescind()).status).toBe(404);
    expect((await end(h, id)).status).toBe(409);
    expect((await ask()).status).toBe(200);
  });

  test('asks only for its own brands, at public licenses of others', async () => {
    expect((await ask(o, { brandId: holder.brand.id })).status).toBe(404);
    expect((await ask(o, { licenseId: owner.license.id })).body).toMatchObject({
      errors: { licenseId: expect.anything() },
    });
    const hidden = await makeLicense(db(), holder, { isPublic: false });
    expect((await ask(o, { licenseId: hidden.id })).status).toBe(400);
  });

  test('that gives the brand up no longer has the shares', async () => {
    const spare = await makeBrand(db(), owner);
    await share(h, { brandId: spare.id });
    await o.expectOk(ownBrands.release, { params: { id: spare.id } });
    expect(await ofLicense()).toMatchObject([{ status: 'ENDED' }]);
  });
});

test('before anybody agreed the owner is told numbers, and the holder finds the brands of its items', async () => {
  const licenses = await o.expectOk(calls.candidates, { query: { orgId: owner.org.id, brandId: owner.brand.id } });
  expect(licenses).toMatchObject([{ license: { id: holder.license.id }, packageCountEstimate: 2, last: null }]);
  const query = { orgId: holder.org.id, licenseId: holder.license.id };
  const brands = await h.expectOk(calls.candidates, { query });
  expect(brands).toMatchObject([
    { brand: { id: owner.brand.id }, owner: { id: owner.org.id }, packageCountEstimate: 2 },
  ]);
  await shared();
  expect(await h.expectOk(calls.candidates, { query })).toEqual([]);
  const named = await h.expectOk(calls.candidates, { query: { ...query, searchTerm: holder.brand.name } });
  expect(named).toEqual([]);
});

test('lists are of exactly one brand or license, by enabled and name, and summed up for each side', async () => {
  for (const values of [{}, { brandId: 1, licenseId: 2 }]) {
    expect((await h.call(calls.list, { query: { orgId: holder.org.id, ...values } })).status).toBe(400);
  }
  const [late, early] = [
    await makeBrand(db(), owner, { name: 'Zinnia' }),
    await makeBrand(db(), owner, { name: 'Aster' }),
  ];
  for (const brand of [late, early]) await share(h, { brandId: brand.id });
  const { id } = await shared();
  await disable(h, id);
  expect((await ofLicense()).map(({ brand }) => brand.id)).toEqual([owner.brand.id, early.id, late.id]);
  const of = { orgId: holder.org.id };
  expect(await h.expectOk(calls.summaries, { query: of })).toMatchObject([{ shared: 3, enabled: 2, requested: 0 }]);
  const own = await o.expectOk(calls.brandSummaries, { query: { orgId: owner.org.id } });
  expect(own.find(({ brand }) => brand.id === owner.brand.id)).toMatchObject({ shared: 1, enabled: 0 });
  const byBrand = await h.expectOk(calls.list, { query: { ...of, partnerBrandId: early.id } });
  expect(byBrand).toMatchObject([{ brand: { id: early.id }, licenseId: holder.license.id }]);
  const asked = { ...of, licenseIds: [holder.license.id], brandId: late.id };
  expect(await h.expectOk(calls.byLicensesAndBrand, { query: asked })).toMatchObject([{ brand: { id: late.id } }]);
  const none = await h.call(calls.byLicensesAndBrand, { query: { ...asked, licenseIds: [] } });
  expect(JSON.stringify(none.body)).toContain('License selection required');
});

test('custom roles see the shares of their licenses or brands, change them only with write access, and strangers none', async () => {
  const { id } = await shared();
  const at = async (of: SellerFixture, values: object) =>
    app.as(
      (await makeMember(db(), of, { features: { ITEM_OWNERS: both, INVENTORY: readOnly }, ...values })).user,
      of.org,
    );
  const assigned = await at(holder, { licenseIds: [holder.license.id] });
  const elsewhere = await at(holder, { licenseIds: [] });
  const reader = await at(holder, { licenseIds: [holder.license.id], features: { ITEM_OWNERS: readOnly } });
  const brandless = await at(owner, { brandIds: [] });
  const stranger = await makeSeller(db()).then(({ owner: { user }, org }) => app.as(user, org));
  expect((await disable(elsewhere, id)).status).toBe(404);
  expect((await disable(reader, id)).status).toBe(403);
  for (const other of [brandless, stranger]) expect((await end(other, id)).status).toBe(404);
  expect((await ask(brandless)).status).toBe(404);
  expect((await disable(assigned, id)).status).toBe(200);
});

test('a plan without the network gives nothing, but ends what was given', async () => {
  const { id } = await shared();
  await db().update(organizations).set({ plan: 'FREE' }).where(eq(organizations.id, holder.org.id));
  const free = await app.as(holder.owner.user, holder.org);
  const refused = await enable(free, id);
  expect(refused).toMatchObject({ status: 403, body: { internalCode: 986 } });
  expect((await disable(free, id)).status).toBe(200);
  expect((await end(free, id)).status).toBe(200);
});

test('both sides’ screens and logs learn of every change', async () => {
  const heard = await listen(app, o.token, owner.org.id);
  const { id } = await shared();
  await heard.until((event) => event.topic === 'network' && event.id === id);
  await end(o, id);
  for (const { org } of [holder, owner]) {
    const logged = await db().select().from(auditLog).where(eq(auditLog.orgId, org.id));
    const ofShare = logged.filter(({ entity }) => entity === 'shared-brand');
    expect(ofShare.map(({ after }) => (after as { status: string }).status)).toEqual(['SHARED', 'ENDED']);
  }
});

describe('at the same moment', () => {
  const standing = async () =>
    (await db().select().from(sharedBrands).where(eq(sharedBrands.licenseId, holder.license.id))).filter(
      ({ status }) => status === 'SHARED' || status === 'REQUESTED',
    );

  test('two who share, and one who asks, leave one share', async () => {
    const replies = await Promise.all([share(), share(), ask()]);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(replies.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect(await standing()).toMatchObject([{ status: 'SHARED' }]);
  });

  test('a withdrawal and an answer leave either, not both', async () => {
    const { id } = await asked();
    const [withdrawn] = await Promise.all([rescind(), share()]);
    const rows = await standing();
    // Shared without a request, after it was withdrawn, or in answer to it.
    expect(rows).toHaveLength(1);
    expect(rows[0]?.id === id).toBe(withdrawn.status !== 200);
  });

  test('disabling, enabling and ending leave it ended', async () => {
    const { id } = await shared();
    const replies = await Promise.all([disable(h, id), end(h, id), enable(h, id), end(o, id)]);
    expect(replies.filter(({ status }, at) => status === 200 && at % 2 === 1)).toHaveLength(1);
    expect(await standing()).toEqual([]);
    expect(await ofBrand()).toMatchObject([{ status: 'ENDED', enabled: false }]);
  });
});
