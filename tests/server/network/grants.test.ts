import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { offers as offerCalls } from '../../../domain/deals/contract';
import { brands as brandCalls } from '../../../domain/directory/contract';
import { heldItems, itemRules as ruleCalls } from '../../../domain/inventory/items/held-items-contract';
import { organizationLists } from '../../../domain/organization/company-contract';
import { organization } from '../../../domain/organization/contract';
import { team } from '../../../domain/team/contract';
import { itemRules, partnerBrands } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { makeBuyer, makeItem, makeMember, makePartner, makeProduct, makeSeller } from '../../support/factories';

const app = await openApp();
const { db } = app.database;

const DAY = 24 * 60 * 60 * 1000;
const yesterday = new Date(Date.now() - DAY);
const tomorrow = new Date(Date.now() + DAY);
type Values = Partial<typeof partnerBrands.$inferInsert>;
const asked: Values = { status: 'REQUESTED', requestedAt: yesterday, expiresAt: tomorrow, canViewPackages: true };

const STATES: [string, Values, grants: boolean][] = [
  ['a request', asked, false],
  ['a lapsed request', { ...asked, expiresAt: yesterday }, false],
  ['a refusal', { ...asked, status: 'REFUSED', answeredAt: yesterday }, false],
  ['a withdrawn request', { ...asked, status: 'RESCINDED', endedAt: yesterday }, false],
  ['one that expired', { ...asked, status: 'EXPIRED' }, false],
  ['one that ended', { status: 'ENDED', endedAt: yesterday, canViewPackages: true }, false],
  ['one whose day has come', { status: 'ACCEPTED', endsAt: yesterday, canViewPackages: true }, false],
  ['one until a day to come', { status: 'ACCEPTED', endsAt: tomorrow }, true],
  ['an agreement', { status: 'ACCEPTED' }, true],
];

test.each(STATES)('%s lets the partner do just what an agreement does', async (_, values, grants) => {
  const [owner, partner] = [await makeSeller(db), await makeSeller(db)];
  const [asOwner, asPartner] = [
    await app.as(owner.owner.user, owner.org),
    await app.as(partner.owner.user, partner.org),
  ];
  const { id } = owner.brand;
  await makePartner(db, partner, owner.brand, values);
  const params = { orgId: partner.org.id };
  const isThere = (ids: readonly number[]) => expect(ids.includes(id)).toBe(grants);

  // Among the brands it works with, and those its items and rules can have.
  isThere((await asPartner.expectOk(organization.full, { params })).partnerBrands.map((one) => one.id));
  const item = await makeItem(db, partner, { name: 'Moon Jar' });
  const facets = await asPartner.expectOk(heldItems.facets, { query: { ...params, usState: 'CA' } });
  isThere(facets.brands.map(({ searchId }) => searchId));
  const body = { brandId: id };
  expect((await asPartner.call(heldItems.assign, { params: { id: item.id }, body })).status === 200).toBe(grants);
  await db.insert(itemRules).values({ orgId: partner.org.id, brandId: id, searchText: 'moon', usState: 'CA' });
  const rules = await asPartner.expectOk(ruleCalls.list, { query: { ...params, usState: 'CA' } });
  isThere(rules.map((rule) => rule.brandId));

  // Its people can be assigned it.
  const clerk = await makeMember(db, partner, { features: {} });
  const assigned = await asPartner.call(team.update, {
    params: { ...params, id: clerk.orgUserId },
    body: { brandIds: [id] },
  });
  expect(assigned.status === 200).toBe(grants);

  // The brand’s page says so.
  expect((await asPartner.expectOk(brandCalls.get, { params: { id } })).partner).toBe(grants);

  // Each carries the other’s goods.
  const carries = async (as: typeof asOwner, own: typeof owner, theirs: typeof owner) => {
    const asking = { params: { orgId: own.org.id }, query: { companyId: own.company.id } };
    const found = await as.expectOk(organizationLists.vendors, asking);
    expect(found.some((one) => one.id === theirs.company.id)).toBe(grants);
  };
  await carries(asPartner, partner, owner);
  await carries(asOwner, owner, partner);
});

test.each(STATES)('%s shows offers to partners just as an agreement does, both ways', async (_, values, grants) => {
  for (const isBuyersBrand of [false, true]) {
    const [seller, buyer] = [await makeSeller(db), await makeBuyer(db)];
    const product = await makeProduct(db, seller, { quantity: '100' });
    const bought = await makeSeller(db);
    // The buyer works with the seller’s brand, or the seller with one of the buyer’s.
    if (isBuyersBrand) {
      const { id } = bought.brand;
      await db.execute(`update brands set org_id = ${buyer.org.id} where id = ${id}`);
      await makePartner(db, seller, { id, orgId: buyer.org.id }, values);
    } else await makePartner(db, buyer, seller.brand, values);
    const asSeller = await app.as(seller.owner.user, seller.org);
    const asBuyer = await app.as(buyer.owner.user, buyer.org);
    const { uuid } = await asSeller.expectOk(offerCalls.create, {
      body: {
        orgId: seller.org.id,
        companyId: seller.company.id,
        productId: product.id,
        quantity: '60',
        smallestQuantity: '10',
        askingPrice: '18.00',
        endsAt: tomorrow.toISOString(),
        audience: 'PARTNERS',
      },
    });
    const { results } = await asBuyer.expectOk(offerCalls.search, { body: { orgId: buyer.org.id } });
    expect(results.some((one) => one.uuid === uuid)).toBe(grants);
  }
});

test('an agreement with who no longer has the brand grants nothing', async () => {
  const [owner, partner, next] = [await makeSeller(db), await makeSeller(db), await makeSeller(db)];
  await makePartner(db, partner, owner.brand);
  const asPartner = await app.as(partner.owner.user, partner.org);
  const seen = async () =>
    (await asPartner.expectOk(organization.full, { params: { orgId: partner.org.id } })).partnerBrands;
  expect(await seen()).toHaveLength(1);
  await db.update(partnerBrands).set({ ownerOrgId: next.org.id }).where(eq(partnerBrands.orgId, partner.org.id));
  expect(await seen()).toEqual([]);
});
