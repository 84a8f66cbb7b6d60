import { beforeEach, describe, expect, test } from 'vitest';
import { networkPackages as calls } from '../../../domain/network/packages-contract';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLabReport, makePartner, makeSeller, type SellerFixture } from '../../support/factories';
import { makePackage } from '../../support/inventory/factories';
import { makeShare } from '../../support/network/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let other: SellerFixture;
let reader: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  other = await makeSeller(app.database.db);
  reader = await app.as(other.owner.user, other.org);
});

const search = async (caller: TestCaller, orgId: number, filters: object = {}) =>
  (await caller.expectOk(calls.search, { body: { orgId, filters } })).results;

describe('packages of a partner’s brand', () => {
  test('are read by who is agreed with and may view them', async () => {
    const { db } = app.database;
    const item = await makeItem(db, seller, { brandId: seller.brand.id, name: 'Gelato Jar' });
    const one = await makePackage(db, item, { quantity: '120' });
    await makeLabReport(db, one);
    expect(await search(reader, other.org.id)).toEqual([]);
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    const found = await search(reader, other.org.id);
    console.log(JSON.stringify(found, null, 1));
    expect(found).toHaveLength(1);
    const got = await reader.expectOk(calls.get, { params: { holderOrgId: seller.org.id, id: one.label } });
    console.log(JSON.stringify(got, null, 1));
    console.log(JSON.stringify(await reader.expectOk(calls.facets, { query: { orgId: other.org.id } })));
    console.log(JSON.stringify(await reader.expectOk(calls.totals, { body: { orgId: other.org.id } })));
    console.log(
      JSON.stringify(
        await owner.expectOk(calls.previewPartner, {
          body: { orgId: seller.org.id, brandId: seller.brand.id, partnerOrgId: other.org.id },
        }),
      ),
    );
    await makeShare(db, seller, other.brand);
  });
});
