import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { companies } from '../../../domain/organization/company-contract';
import { organization } from '../../../domain/organization/contract';
import { auditLog, companyPaymentOptions, orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeCustomer,
  makeLicense,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

const WRITES = { EDIT_ORGANIZATION: { read: true, write: true } };
const ADDRESS = {
  name: 'Warehouse',
  lineOne: '200 Dock Street',
  city: 'Oakland',
  state: { ansiAbbrevation: 'CA' },
  postalCode: '94607',
};

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let id: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(() => {
  id = seller.company.id;
});

const params = () => ({ params: { id } });
const read = () => owner.expectOk(companies.get, params());
const edit = (body: object) => ({
  ...params(),
  body: { name: seller.company.name, companyType: 'DISTRIBUTOR' as const, version: 0, ...body },
});
const optionsOf = (...names: string[]) => names.map((name) => ({ name, dueDays: 15 }));

describe('a company', () => {
  test('is renamed and given another license of its state; an outdated version is refused', async () => {
    const license = await makeLicense(app.database.db, seller);
    const after = await owner.expectOk(companies.update, edit({ name: ' Coast ', licenseId: license.id }));
    expect(after).toMatchObject({ name: 'Coast', licenseId: license.id, version: 1 });
    expect(await read()).toEqual(after);
    const stale = await owner.call(companies.update, edit({ name: 'Later' }));
    expect(stale).toMatchObject({ status: 409, body: { message: 'STALE', errorObject: { currentVersion: 1 } } });
    const [entry] = await app.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entity, 'company')));
    expect(entry).toMatchObject({ entityId: String(id), after: { name: 'Coast' } });
  });

  test('can’t have a license of another state or organization, nor no name', async () => {
    const { db } = app.database;
    const refused = async (body: object) => (await owner.call(companies.update, edit(body))).body;
    const elsewhere = await makeLicense(db, seller, { usState: 'CO' });
    const theirs = await makeSeller(db);
    expect(await refused({ licenseId: elsewhere.id })).toMatchObject({
      errors: { licenseId: `${seller.company.name} sells in CA. Choose a license in that state.` },
    });
    expect(await refused({ licenseId: theirs.license.id })).toMatchObject({
      errors: { licenseId: 'License not found' },
    });
    expect(await refused({ name: '  ' })).toMatchObject({ errors: { name: 'Name is required' } });
    expect((await read()).version).toBe(0);
  });

  test('is added with a way to pay, and the person assigned to companies gets it too', async () => {
    const { db } = app.database;
    const member = await makeMember(db, seller, { features: WRITES, companyIds: [id] });
    const theirs = await app.as(member.user, seller.org);
    const made = await theirs.expectOk(companies.create, {
      body: {
        orgId: seller.org.id,
        name: 'Mountain',
        companyType: 'WHOLESALER',
        state: { ansiAbbrevation: 'CO' },
        licenseId: null,
      },
    });
    expect(made).toMatchObject({ name: 'Mountain', state: { ansiAbbrevation: 'CO' }, keyPeople: [], locations: [] });
    expect(made.paymentOptions).toMatchObject([{ name: 'Cash on delivery', dueDays: 0 }]);
    const seen = await theirs.expectOk(companies.list, { params: { orgId: seller.org.id } });
    expect(seen.map(({ companyId }) => companyId)).toEqual([id, made.companyId].sort((a, b) => a - b));
    const [place] = await db.select().from(orgUsers).where(eq(orgUsers.id, member.orgUserId));
    expect(place?.companyIds).toEqual([id, made.companyId]);
  });

  test('is seen only by people assigned to it, and changed only with write access', async () => {
    const { db } = app.database;
    const unassigned = await app.as((await makeMember(db, seller, { features: WRITES })).user, seller.org);
    const user = await app.as((await makeMember(db, seller, { defaultRoleId: 'USER' })).user, seller.org);
    const reader = await makeMember(db, seller, {
      features: { EDIT_ORGANIZATION: { read: true, write: false } },
      companyIds: [id],
    });
    const reads = await app.as(reader.user, seller.org);
    expect(await unassigned.call(companies.get, params())).toMatchObject({ status: 404 });
    expect(await unassigned.call(companies.update, edit({}))).toMatchObject({ status: 404 });
    expect(await unassigned.expectOk(companies.list, { params: { orgId: seller.org.id } })).toEqual([]);
    expect(await user.call(companies.get, params())).toMatchObject({ status: 403 });
    await reads.expectOk(companies.get, params());
    expect(await reads.call(companies.update, edit({}))).toMatchObject({ status: 403 });
    const stranger = await makeSeller(db);
    const theirs = await app.as(stranger.owner.user, stranger.org);
    expect(await theirs.call(companies.get, params())).toMatchObject({ status: 404 });
  });
});

describe('key people', () => {
  const put = (people: object[], version: number) =>
    owner.call(companies.updateKeyPeople, { ...params(), body: { keyPeople: people as never, version } });

  test('are replaced as a whole, in display order, and keep their ids', async () => {
    await put([{ name: 'Ada', title: 'Sales', email: 'ada@coast.example', phone: '' }, { name: 'Ben' }], 0);
    const first = (await read()).keyPeople;
    expect(first).toMatchObject([
      { id: 1, name: 'Ada', displayOrder: 0 },
      { id: 2, name: 'Ben', displayOrder: 1 },
    ]);
    await put([{ ...first[1], displayOrder: 0 }, { ...first[0], displayOrder: 1 }, { name: 'Cy' }], 1);
    expect((await read()).keyPeople.map((person) => [person.id, person.name])).toEqual([
      [2, 'Ben'],
      [1, 'Ada'],
      [3, 'Cy'],
    ]);
  });

  test('need a name and a proper email, each mistake at its field; an outdated list is refused', async () => {
    expect(await put([{ name: 'Ada' }, { name: '', email: 'ada' }], 0)).toMatchObject({
      status: 400,
      body: {
        errors: {
          'keyPeople.1.name': 'Name is required',
          'keyPeople.1.email': 'Enter an email address, such as name@company.com',
        },
      },
    });
    await put([{ name: 'Ada' }], 0);
    expect(await put([], 0)).toMatchObject({ status: 409, body: { message: 'STALE' } });
    expect((await read()).keyPeople).toHaveLength(1);
  });
});

describe('addresses and locations', () => {
  const add = (name: string) => owner.expectOk(companies.addAddress, { ...params(), body: { ...ADDRESS, name } });
  const place = (ids: number[], version: number) =>
    owner.call(companies.updateLocations, {
      ...params(),
      body: { locations: ids.map((one) => ({ address: { id: one } })), version },
    });
  const names = async () => {
    const { locations, otherAddresses } = await read();
    return [locations.map(({ name }) => name), otherAddresses.map(({ name }) => name)];
  };

  test('a new address is the last location; locations are reordered, left out and shown again', async () => {
    await add('A');
    await add('B');
    const { locations, version } = await add('C');
    expect(locations.map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['A', 0],
      ['B', 1],
      ['C', 2],
    ]);
    const [a = 0, b = 0, c = 0] = locations.map(({ address }) => address.id);
    await place([c, a], version);
    expect(await names()).toEqual([['C', 'A'], ['B']]);
    await place([b, c, a], version + 1);
    expect(await names()).toEqual([['B', 'C', 'A'], []]);
    expect(await place([], version)).toMatchObject({ status: 409, body: { message: 'STALE' } });
  });

  test('an address is changed, with mistakes at their fields', async () => {
    const { locations, version } = await add('A');
    const addressId = locations[0]?.address.id ?? 0;
    const change = (body: object) =>
      owner.call(companies.updateAddress, { params: { id, addressId }, body: { ...ADDRESS, version, ...body } });
    expect(await change({ postalCode: '9460', lineOne: '', state: { ansiAbbrevation: 'ZZ' } })).toMatchObject({
      status: 400,
      body: {
        errors: {
          postalCode: 'Enter a ZIP code, such as 94612',
          lineOne: 'Street address is required',
          state: 'Choose a state',
        },
      },
    });
    expect((await change({ city: 'Alameda', phone: '(510) 555-0100' })).ok).toBe(true);
    expect((await read()).locations).toMatchObject([{ phone: '(510) 555-0100', address: { city: 'Alameda' } }]);
    expect(await change({})).toMatchObject({ status: 409 });
  });

  test('another company’s address can be neither changed nor made a location', async () => {
    const other = await makeSeller(app.database.db);
    const theirs = await app.as(other.owner.user, other.org);
    const made = await theirs.expectOk(companies.addAddress, { params: { id: other.company.id }, body: ADDRESS });
    const addressId = made.locations[0]?.address.id ?? 0;
    const changed = await owner.call(companies.updateAddress, {
      params: { id, addressId },
      body: { ...ADDRESS, version: 0 },
    });
    expect(changed).toMatchObject({ status: 404 });
    expect(await place([addressId], 0)).toMatchObject({
      status: 400,
      body: { errors: { locations: expect.any(String) } },
    });
  });
});

describe('payment options', () => {
  const put = (paymentOptions: object[], version = 0) =>
    owner.call(companies.update, edit({ paymentOptions, version }));
  const names = async () => (await read()).paymentOptions.map(({ name }) => name);

  test('are added, changed, reordered and removed together; without them a change keeps them', async () => {
    const [cash, net] = (await read()).paymentOptions;
    await put([{ ...net, dueDays: 20 }, { ...cash }, ...optionsOf('Net 15')]);
    expect(await names()).toEqual(['Net 30', 'Cash on delivery', 'Net 15']);
    await put([{ ...net, dueDays: 20 }], 1);
    await owner.expectOk(companies.update, edit({ name: 'Coast', version: 2 }));
    expect((await read()).paymentOptions).toEqual([{ id: net?.id, name: 'Net 30', dueDays: 20 }]);
  });

  test('can’t all be removed, share a name, or be another company’s', async () => {
    const other = await makeSeller(app.database.db);
    expect(await put([])).toMatchObject({ status: 400, body: { errors: { paymentOptions: expect.any(String) } } });
    expect(await put(optionsOf('Net 7', 'NET 7'))).toMatchObject({ status: 400 });
    expect(await put([{ id: other.paymentOptions[0]?.id, name: 'Mine', dueDays: 1 }])).toMatchObject({ status: 400 });
    expect(await names()).toEqual(['Cash on delivery', 'Net 30']);
  });

  test('one customers agreed to says whose it is and stays', async () => {
    const net = seller.paymentOptions[1]?.id ?? 0;
    const customer = await makeCustomer(app.database.db, seller, { name: 'Harbor', paymentOptionIds: [net] });
    expect(await put(optionsOf('Net 15'))).toMatchObject({
      status: 400,
      body: {
        errors: {
          paymentOptions: `This customer has agreed to “Net 30”: ${customer.name}. Change their payment options first.`,
        },
      },
    });
    expect(await names()).toEqual(['Cash on delivery', 'Net 30']);
  });

  test('one removed stays on the orders placed with it', async () => {
    const { db } = app.database;
    const net = seller.paymentOptions[1]?.id ?? 0;
    const { order } = await makeOrder(db, seller, { paymentOptionId: net });
    expect((await put(optionsOf('Net 15'))).ok).toBe(true);
    const [kept] = await db.select().from(companyPaymentOptions).where(eq(companyPaymentOptions.id, net));
    expect(kept).toMatchObject({ removed: true, name: 'Net 30' });
    expect(order.paymentOptionId).toBe(net);
  });
});

describe('the organization', () => {
  test('is renamed by people who may edit it', async () => {
    const { db } = app.database;
    const rename = (who: TestCaller, name?: string) =>
      who.call(organization.update, { params: { id: seller.org.id }, body: name === undefined ? {} : { name } });
    expect(await rename(owner, ' Coast Group ')).toMatchObject({ ok: true, body: { name: 'Coast Group' } });
    expect(await rename(owner)).toMatchObject({ ok: true, body: { name: 'Coast Group' } });
    expect(await rename(owner, ' ')).toMatchObject({ status: 400, body: { errors: { name: 'Name is required' } } });
    const user = await app.as((await makeMember(db, seller, { defaultRoleId: 'USER' })).user, seller.org);
    expect(await rename(user, 'Mine')).toMatchObject({ status: 403 });
    const { org } = await makeSeller(db);
    const theirs = { params: { id: org.id }, body: { name: 'Mine' } };
    expect(await owner.call(organization.update, theirs)).toMatchObject({ status: 404 });
    const full = await owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
    expect(full.name).toBe('Coast Group');
  });
});
