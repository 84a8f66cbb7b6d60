import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { brandInvites, ownBrands } from '../../../domain/brands/contract';
import { heldItems, itemRules } from '../../../domain/inventory/items/held-items-contract';
import { autoSharing, sharedBrands as calls } from '../../../domain/network/shares-contract';
import { sharedBrands } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { storeItems } from '../../../server/inventory/tracking/store-items';
import type { JobRequest } from '../../../server/queues';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrand, makeItem, makePartner, makeSeller, type SellerFixture } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;

let holder: SellerFixture;
let owner: SellerFixture;
let h: TestCaller;
let o: TestCaller;

beforeEach(async () => {
  [holder, owner] = [await makeSeller(db()), await makeSeller(db())];
  [h, o] = [await app.as(holder.owner.user, holder.org), await app.as(owner.owner.user, owner.org)];
  await makePartner(db(), holder, owner.brand);
});

const params = () => ({ id: holder.license.id });
const enable = () => h.expectOk(autoSharing.enable, { params: params() });
const ofBrand = (brandId = owner.brand.id) => o.expectOk(calls.list, { query: { orgId: owner.org.id, brandId } });
const assign = async (brandId = owner.brand.id) => {
  const item = await makeItem(db(), holder, { packages: [{ quantity: '3' }] });
  return h.expectOk(heldItems.assign, { params: { id: item.id }, body: { brandId } });
};

describe('a license that shares by itself', () => {
  test('shares today’s brands at once, and later the brands its items are assigned to', async () => {
    await assign();
    expect(await ofBrand()).toEqual([]);
    expect(await enable()).toMatchObject({ autoSharing: true, shared: 1, enabled: 1 });
    expect(await ofBrand()).toMatchObject([{ origin: 'AUTO', status: 'SHARED', enabled: true }]);
    const later = await makeBrand(db(), owner);
    await makePartner(db(), holder, later);
    await assign(later.id);
    expect(await ofBrand(later.id)).toMatchObject([{ origin: 'AUTO', enabled: true }]);
    expect(await h.expectOk(autoSharing.disable, { params: params() })).toMatchObject({
      autoSharing: false,
      shared: 2,
    });
  });

  test('shares what a rule assigns, also of items the tracking system just told of', async () => {
    await enable();
    const rule = { brandId: owner.brand.id, licenseIds: [holder.license.id], usState: 'CA', searchText: 'Quince' };
    await h.expectOk(itemRules.create, { body: { orgId: holder.org.id, ...rule } });
    expect(await ofBrand()).toEqual([]);
    const record = {
      Id: 91_001,
      Name: 'Quince Jar',
      ProductCategoryName: 'Buds (prepackaged)',
      UnitOfMeasureName: 'Each',
    };
    const jobs: JobRequest[] = [];
    await transact(db(), async (tx) => {
      const tools = {
        db: tx,
        publish: async () => undefined,
        enqueue: async (job: JobRequest) => void jobs.push(job),
      };
      await storeItems(tools as never, { orgId: holder.org.id, licenseId: holder.license.id }, [record]);
    });
    expect(await ofBrand()).toMatchObject([{ origin: 'AUTO', status: 'SHARED' }]);
  });

  test('leaves what its holder ended or refused alone, and answers a request that waits', async () => {
    await assign();
    await enable();
    const [first] = await ofBrand();
    await h.expectOk(calls.remove, { params: { id: first?.id ?? 0 } });
    await assign();
    await enable();
    expect(await ofBrand()).toMatchObject([{ status: 'ENDED' }]);
    const asked = await makeBrand(db(), owner);
    await makePartner(db(), holder, asked);
    await o.expectOk(calls.request, { query: { licenseId: holder.license.id, brandId: asked.id } });
    await assign(asked.id);
    expect(await ofBrand(asked.id)).toMatchObject([{ origin: 'REQUESTED', status: 'SHARED' }]);
  });

  test('misses no item that is assigned at the same moment', async () => {
    const brands = [];
    for (let made = 0; made < 4; made += 1) {
      const brand = await makeBrand(db(), owner);
      await makePartner(db(), holder, brand);
      brands.push({ brand, item: await makeItem(db(), holder, {}) });
    }
    await Promise.all([
      ...brands.map(({ brand, item }) =>
        h.expectOk(heldItems.assign, { params: { id: item.id }, body: { brandId: brand.id } }),
      ),
      enable(),
    ]);
    for (const { brand } of brands)
      expect(await ofBrand(brand.id)).toMatchObject([{ status: 'SHARED', enabled: true }]);
  });

  test('is no one else’s to turn on, and shares nothing at other licenses', async () => {
    expect((await o.call(autoSharing.enable, { params: params() })).status).toBe(404);
    await assign();
    expect(await ofBrand()).toEqual([]);
  });
});

describe('a share’s link', () => {
  const codeOf = (link: string | null) => link?.split('/').at(-1) ?? '';
  let code: string;
  let brandId: number;

  beforeEach(async () => {
    brandId = (await makeBrand(db(), owner, { orgId: null })).id;
    const body = { orgId: holder.org.id, licenseId: holder.license.id, brandId };
    code = codeOf((await h.expectOk(calls.create, { body })).inviteLink);
  });

  const invite = (by: TestCaller) => by.expectOk(calls.byCode, { params: { code } });
  const open = (by: TestCaller) => by.call(calls.open, { params: { code } });

  test('of a brand nobody has opens once its owner has claimed it; only having claimed it shows nothing', async () => {
    expect(await invite(o)).toMatchObject({ status: 'UNCLAIMED', holderName: holder.org.name });
    expect((await open(o)).status).toBe(409);
    await o.expectOk(ownBrands.claim, { body: { orgId: owner.org.id, brandId } });
    expect(await ofBrand(brandId)).toEqual([]);
    expect(await invite(o)).toMatchObject({ status: 'TO_OPEN' });
    expect((await open(o)).status).toBe(200);
    expect(await ofBrand(brandId)).toMatchObject([{ status: 'SHARED', enabled: true }]);
    expect(await invite(o)).toMatchObject({ status: 'YOURS' });
    expect((await open(o)).status).toBe(200);
  });

  test('opens for nobody else, and not once the share is over', async () => {
    const stranger = await makeSeller(db());
    const other = await app.as(stranger.owner.user, stranger.org);
    await o.expectOk(ownBrands.claim, { body: { orgId: owner.org.id, brandId } });
    expect(await invite(h)).toMatchObject({ status: 'OWN' });
    expect(await invite(other)).toMatchObject({ status: 'OTHERS' });
    expect((await open(h)).status).toBe(409);
    expect((await open(other)).status).toBe(404);
    const [row] = await db().select().from(sharedBrands).where(eq(sharedBrands.inviteCode, code));
    await h.expectOk(calls.remove, { params: { id: row?.id ?? 0 } });
    expect((await open(o)).status).toBe(404);
  });

  test('isn’t needed by whoever takes the brand over at the holder’s invitation', async () => {
    const { email } = owner.owner.user;
    const body = { brandId, invitedEmail: email };
    const sent = await h.expectOk(brandInvites.create, { params: { orgId: holder.org.id }, body });
    const received = await o.expectOk(brandInvites.received, { query: {} });
    const mine = received.find(({ brandInviteId }) => brandInviteId === sent.brandInviteId);
    await o.expectOk(brandInvites.accept, { params: { inviteCode: mine?.inviteCode ?? '' } });
    expect(await ofBrand(brandId)).toMatchObject([{ status: 'SHARED', enabled: true }]);
  });
});
