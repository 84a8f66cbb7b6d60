import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { directoryLists as calls } from '../../../domain/directory/lists';
import { brands } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrand, makeLicense, makeMember, makeOrg } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;
const member = async (name: string) => makeMember(db(), await makeOrg(db(), { name }));
const [ours, theirs] = [await member('Harborvine'), await member('Copperline')];
const brand = await makeBrand(db(), theirs, { name: 'Night Heron', slug: 'night-heron' });
const license = await makeLicense(db(), theirs, { name: 'Copperline Labs' });
const hidden = await makeLicense(db(), theirs, { name: 'Hidden Vault', isPublic: false });
const own = await makeLicense(db(), ours, { name: 'Harborvine Shop', isPublic: false });

let owner: TestCaller;
let colleague: TestCaller;
let stranger: TestCaller;
const params = { orgId: ours.org.id };

beforeAll(async () => {
  owner = await app.as(ours.user, ours.org);
  colleague = await app.as((await makeMember(db(), ours)).user, ours.org);
  stranger = await app.as(theirs.user, theirs.org);
});

const make = (name: string, first?: { listingType: 'brand' | 'org' | 'license'; listingId: number }) =>
  owner.expectOk(calls.create, { params, body: { name, ...(first ? { first } : {}) } });
const entry = (id: number, listingType: 'brand' | 'org' | 'license', listingId: number) => ({
  params: { ...params, id, listingType, listingId },
});
const listed = async (slug: string, caller = owner) =>
  (await caller.expectOk(calls.get, { params: { ...params, id: slug } })).listings.map(({ name }) => name);

describe('lists of listings', () => {
  test('hold brands, organizations and licenses by name, for everybody in the organization', async () => {
    const { id, slug, listingCount } = await make('Suppliers', { listingType: 'brand', listingId: brand.id });
    expect([slug, listingCount]).toEqual([String(id), 1]);
    await colleague.expectOk(calls.add, entry(id ?? 0, 'org', theirs.org.id));
    await owner.expectOk(calls.add, entry(id ?? 0, 'license', license.id));
    const again = await owner.expectOk(calls.add, entry(id ?? 0, 'license', license.id));
    expect([again.listingCount, again.hasListing]).toEqual([3, true]);
    expect(await listed(slug, colleague)).toEqual(['Copperline', 'Copperline Labs', 'Night Heron']);
    const dropped = await colleague.expectOk(calls.drop, entry(id ?? 0, 'org', theirs.org.id));
    expect([dropped.listingCount, dropped.hasListing]).toEqual([2, false]);
  });

  test('are another organization’s secret', async () => {
    const { id, version } = await make('Secret');
    const asked = { params: { ...params, id: id ?? 0 } };
    const refused = [
      await stranger.call(calls.get, { params: { ...params, id: String(id) } }),
      await stranger.call(calls.update, { ...asked, body: { name: 'Mine', version: version ?? 0 } }),
      await stranger.call(calls.remove, asked),
      await stranger.call(calls.add, entry(id ?? 0, 'brand', brand.id)),
    ];
    expect(refused.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    const elsewhere = { orgId: theirs.org.id, id: id ?? 0 };
    expect((await stranger.call(calls.remove, { params: elsewhere })).status).toBe(404);
    expect((await stranger.expectOk(calls.list, { params: { orgId: theirs.org.id }, query: {} })).length).toBe(1);
    expect(await listed(String(id))).toEqual([]);
  });

  test('begin with the licenses the organization has, in the directory or not', async () => {
    const [first] = await owner.expectOk(calls.list, {
      params,
      query: { listingType: 'license', listingId: own.id },
    });
    expect(first).toMatchObject({ slug: 'owned-licenses', kind: 'OWNED_LICENSES', name: 'My licenses' });
    expect(first?.hasListing).toBe(true);
    const names = await listed('owned-licenses');
    expect(names).toContain('Harborvine Shop');
    expect(names).not.toContain('Copperline Labs');
    expect(first?.listingCount).toBe(names.length);
  });

  test('say which of them has a listing', async () => {
    const { id } = await make('Asked', { listingType: 'license', listingId: license.id });
    const has = async (listingType: 'brand' | 'license', listingId: number) =>
      (await owner.expectOk(calls.list, { params, query: { listingType, listingId } })).find((one) => one.id === id)
        ?.hasListing;
    expect([await has('license', license.id), await has('brand', license.id)]).toEqual([true, false]);
  });

  test('refuse a name that is taken, an outdated version and what isn’t in the directory', async () => {
    const { id, version } = await make('Growers');
    const taken = await owner.call(calls.create, { params, body: { name: 'gROWERS' } });
    expect(taken.ok === false && taken.body).toMatchObject({
      errors: { name: 'Another list already has this name' },
    });
    const rename = (name: string) =>
      owner.call(calls.update, { params: { ...params, id: id ?? 0 }, body: { name, version: version ?? 0 } });
    expect((await rename('Cultivators')).ok).toBe(true);
    const outdated = await rename('Farms');
    expect(outdated.ok === false && outdated.body.userFriendlyMessage).toMatch(/^This list/);
    expect((await owner.call(calls.add, entry(id ?? 0, 'license', hidden.id))).status).toBe(404);
    const product = { params: { ...params, id: id ?? 0, listingType: 'product', listingId: 1 } };
    expect((await owner.call(calls.add, product as never)).status).toBe(404);
    await owner.expectOk(calls.remove, { params: { ...params, id: id ?? 0 } });
    expect((await owner.call(calls.get, { params: { ...params, id: String(id) } })).status).toBe(404);
  });

  test('leave out what left the directory, and show it again once it is back', async () => {
    const { slug } = await make('Kept', { listingType: 'brand', listingId: brand.id });
    await db().update(brands).set({ disabled: true }).where(eq(brands.id, brand.id));
    expect(await listed(slug)).toEqual([]);
    await db().update(brands).set({ disabled: false }).where(eq(brands.id, brand.id));
    expect(await listed(slug)).toEqual(['Night Heron']);
  });
});
