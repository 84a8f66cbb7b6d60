import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { companies as contract, organizationLists } from '../../../domain/organization/company-contract';
import { organization } from '../../../domain/organization/contract';
import { companies, partnerBrands } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { makeBrand, makeCustomer, makeMember, makePartner, makeSeller } from '../../support/factories';

const app = await openApp();

async function known() {
  const { db } = app.database;
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const [grower, faraway] = await db
    .insert(companies)
    .values([
      { orgId: seller.org.id, name: 'Grower', companyType: 'CULTIVATOR', usState: 'CA' },
      { orgId: seller.org.id, name: 'Faraway', companyType: 'DISTRIBUTOR', usState: 'OR' },
    ])
    .returning();
  if (!grower || !faraway) throw new Error('no companies');
  const params = { orgId: seller.org.id };
  const edit = (distributorMappings: { brandId: number; distributorId: number }[], version = 0) => ({
    params: { id: grower.id },
    body: { name: 'Grower', companyType: 'CULTIVATOR' as const, distributorMappings, version },
  });
  return { db, seller, owner, grower, faraway, params, edit };
}

test('a company’s distributors are the organization’s own in its state', async () => {
  const { seller, owner, grower, params } = await known();
  expect(await owner.expectOk(organizationLists.vendors, { params, query: { companyId: grower.id } })).toEqual([
    { id: seller.company.id, orgId: seller.org.id, name: seller.company.name, state: { ansiAbbrevation: 'CA' } },
  ]);
});

test.each<['owner' | 'partner', string]>([
  ['owner', 'whose brand it is a partner of'],
  ['partner', 'that is a partner of its brand'],
])('an organization (%s) %s offers its distributors too, until the partnership ends', async (role) => {
  const { db, seller, owner, grower, params, edit } = await known();
  const [other, stranger] = [await makeSeller(db), await makeSeller(db)];
  await db.insert(companies).values([
    { orgId: other.org.id, name: 'Elsewhere', companyType: 'DISTRIBUTOR', usState: 'OR' },
    { orgId: other.org.id, name: 'Lab', companyType: 'LABORATORY', usState: 'CA' },
    { orgId: other.org.id, name: 'Gone', companyType: 'DISTRIBUTOR', usState: 'CA', removedAt: new Date() },
  ]);
  const { id } =
    role === 'owner' ? await makePartner(db, seller, other.brand) : await makePartner(db, other, seller.brand);
  const ids = async () =>
    (await owner.expectOk(organizationLists.vendors, { params, query: { companyId: grower.id } })).map((one) => one.id);
  expect((await ids()).sort()).toEqual([seller.company.id, other.company.id].sort());
  expect(await ids()).not.toContain(stranger.company.id);
  const mapping = { brandId: seller.brand.id, distributorId: other.company.id };
  await owner.expectOk(contract.update, edit([mapping]));
  const customer = await makeCustomer(db, { org: seller.org, company: grower });
  const begins = async () =>
    (await owner.expectOk(orderEntry.customer, { params: { id: customer.id } })).usualDistributors;
  expect(await begins()).toEqual([mapping]);
  await db.delete(partnerBrands).where(eq(partnerBrands.id, id));
  expect(await ids()).toEqual([seller.company.id]);
  expect(await begins()).toEqual([]);
  // It stays until somebody chooses another, and can be removed.
  await owner.expectOk(contract.update, edit([mapping], 1));
  await owner.expectOk(contract.update, edit([], 2));
});

test('distributors can’t be listed without a company, or for another organization’s', async () => {
  const { db, owner, params } = await known();
  const ask = (query: object) =>
    owner.call(organizationLists.vendors, { params, query: query as { companyId: number } });
  expect(await ask({})).toMatchObject({
    status: 400,
    body: { errors: { companyId: 'No company selected, cannot get distributors' } },
  });
  const stranger = await makeSeller(db);
  expect((await ask({ companyId: stranger.company.id })).status).toBe(404);
});

test('a brand’s usual distributor is saved with the company, and read with the organization', async () => {
  const { seller, owner, grower, params, edit } = await known();
  const mapping = { brandId: seller.brand.id, distributorId: seller.company.id };
  const saved = await owner.expectOk(contract.update, edit([mapping]));
  expect(saved.distributorMappings).toEqual([mapping]);
  const full = () => owner.expectOk(organization.full, { params });
  expect((await full()).distributorMappings).toEqual([{ companyId: grower.id, ...mapping }]);
  const { distributorMappings: _, ...body } = edit([]).body;
  const kept = await owner.expectOk(contract.update, { params: { id: grower.id }, body: { ...body, version: 1 } });
  expect(kept.distributorMappings).toEqual([mapping]);
  await owner.expectOk(contract.update, edit([], 2));
  expect((await full()).distributorMappings).toEqual([]);
});

test('only a distributor of the state and one of the organization’s brands can be chosen, each brand once', async () => {
  const { db, seller, owner, faraway, edit } = await known();
  const stranger = await makeSeller(db);
  const { id: brandId } = seller.brand;
  const refused = async (mappings: { brandId: number; distributorId: number }[]) => {
    const { status, body } = await owner.call(contract.update, edit(mappings));
    expect(status).toBe(400);
    return (body as { errors: Record<string, string> }).errors.distributorMappings;
  };
  const distributorId = seller.company.id;
  expect(await refused([{ brandId, distributorId: faraway.id }])).toBe(
    'Choose a distributor of yours or of a partner in CA',
  );
  expect(await refused([{ brandId, distributorId: stranger.company.id }])).toBe(
    'Choose a distributor of yours or of a partner in CA',
  );
  expect(await refused([{ brandId: stranger.brand.id, distributorId }])).toBe('Choose one of your brands');
  const once = { brandId, distributorId };
  expect(await refused([once, once])).toBe('A brand has one usual distributor');
});

test('someone with assigned brands changes only theirs', async () => {
  const { db, seller, owner, grower, edit } = await known();
  const other = await makeBrand(db, seller.org);
  const [own, hidden] = [seller.brand.id, other.id].map((brandId) => ({ brandId, distributorId: seller.company.id }));
  if (!own || !hidden) throw new Error('no mappings');
  await owner.expectOk(contract.update, edit([own, hidden]));
  const features = { EDIT_ORGANIZATION: { read: true, write: true } };
  const assigned = { features, brandIds: [own.brandId], companyIds: [grower.id, seller.company.id] };
  const { user } = await makeMember(db, seller.org, assigned);
  const caller = await app.as(user, seller.org);
  const seen = await caller.expectOk(contract.get, { params: { id: grower.id } });
  expect(seen.distributorMappings).toEqual([own]);
  await caller.expectOk(contract.update, edit([], 1));
  const left = await owner.expectOk(contract.get, { params: { id: grower.id } });
  expect(left.distributorMappings).toEqual([hidden]);
});

test('the customers to choose are those the caller sees, of one company if asked', async () => {
  const { db, seller, owner, grower, params } = await known();
  const cedar = await makeCustomer(db, seller, { name: 'Cedar' });
  await makeCustomer(db, { org: seller.org, company: grower }, { name: 'Aspen' });
  const names = async (caller = owner, query: { companyId?: number } = {}) =>
    (await caller.expectOk(organizationLists.customers, { params, query })).map(({ name }) => name);
  expect(await names()).toEqual(['Aspen', 'Cedar']);
  expect(
    await owner.expectOk(organizationLists.customers, { params, query: { companyId: seller.company.id } }),
  ).toEqual([{ id: cedar.id, companyId: seller.company.id, name: 'Cedar', licenseNumber: null }]);
  const features = { CUSTOMERS: { read: true, write: false } };
  const { user } = await makeMember(db, seller.org, { features, companyIds: [grower.id] });
  expect(await names(await app.as(user, seller.org))).toEqual(['Aspen']);
});
