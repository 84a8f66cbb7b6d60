import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { companyNotifications, customerManagers, licenseSyncs } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeSeller, type SellerFixture } from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const at = (id: number) => ({ params: { orgId: seller.org.id, id } });

describe('what still names someone', () => {
  test('is counted before they are removed: customers, open orders, licenses by their key, companies that email them', async () => {
    const rep = await makeMember(app.database.db, seller, { features: {} });
    const ids = { orgId: seller.org.id, orgUserId: rep.orgUserId };
    const { customer } = await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
    await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [rep.orgUserId], status: 'COMPLETE', customer });
    await app.database.db.insert(customerManagers).values({ ...ids, customerId: customer.id });
    await app.database.db.insert(licenseSyncs).values({ ...ids, licenseId: seller.license.id });
    await app.database.db
      .insert(companyNotifications)
      .values({ ...ids, companyId: seller.company.id, feedType: 'NEW_ORDER' });
    const { dependents } = contract.team;
    expect(await owner.expectOk(dependents, at(rep.orgUserId))).toEqual({
      customers: [{ companyId: seller.company.id, count: 1 }],
      openOrders: [{ companyId: seller.company.id, count: 1 }],
      licenses: 1,
      companies: 1,
    });
    expect((await (await app.as(rep.user, seller.org)).call(dependents, at(rep.orgUserId))).status).toBe(403);
    const other = await makeSeller(app.database.db);
    const theirs = { params: { orgId: seller.org.id, id: other.owner.orgUserId } };
    expect((await owner.call(dependents, theirs)).status).toBe(404);
  });
});
