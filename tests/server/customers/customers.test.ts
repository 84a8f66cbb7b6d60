import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { customers as contract } from '../../../domain/customers/contract';
import type { CustomerDraft } from '../../../domain/customers/customer';
import { auditLog, orgUsers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeCustomerStatus,
  makeLicense,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  makeServiceZone,
  type SellerFixture,
} from '../../support/factories';
import { both } from '../../support/permissions';

const app = await openApp();
let seller: SellerFixture;
let other: SellerFixture;
let buyer: BuyerFixture;
let owner: TestCaller;

beforeAll(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  other = await makeSeller(db);
  buyer = await makeBuyer(db);
  owner = await app.as(seller.owner.user, seller.org);
});

const draft = (values: Partial<CustomerDraft> = {}) => ({
  orgId: seller.org.id,
  companyId: seller.company.id,
  name: 'Cedar Collective',
  ...values,
});

/** The same, as an edit of the existing one. */
const edit = ({ orgId: _, companyId: __, ...fields }: ReturnType<typeof draft>, version: number) => ({
  ...fields,
  version,
});

const create = (values: Partial<CustomerDraft> = {}) => owner.expectOk(contract.create, { body: draft(values) });

async function colleague(features: Parameters<typeof makeMember>[2], here = true) {
  const companyIds = [here ? seller.company.id : 999_999];
  const { user, orgUserId } = await makeMember(app.database.db, seller.org, { companyIds, ...features });
  return { caller: await app.as(user, seller.org), orgUserId };
}

describe('a customer', () => {
  test('is saved with all its fields, and audited', async () => {
    const { db } = app.database;
    const status = await makeCustomerStatus(db, seller);
    const zone = await makeServiceZone(db, seller);
    const [cash] = seller.paymentOptions;
    const said = {
      licenseId: buyer.license.id,
      phone: '(510) 555-0142',
      email: 'orders@cedar.example',
      address: '12 Oak Street, Oakland, CA 94612',
      deliveryPreferences: 'Rear dock',
      notes: 'Prefers mixed cases',
      delinquent: true,
      serviceZoneId: zone.id,
      customerStatusId: status.id,
      managerIds: [seller.owner.orgUserId],
      paymentOptions: [cash?.id ?? 0],
      paymentOptionsLocked: true,
      paymentTermsDays: 14,
      creditLimitUsd: '2500.00',
      onHold: true,
      holdReason: 'Two invoices past due',
    };
    const made = await create(said);
    expect(made).toMatchObject({
      ...said,
      serviceZone: { id: zone.id, name: zone.name },
      customerStatus: { id: status.id, name: status.name },
      license: { id: buyer.license.id, licenseNumber: buyer.license.licenseNumber },
      exposureUsd: '0.00',
      submittedUsd: '0.00',
      version: 0,
    });
    expect(await owner.expectOk(contract.get, { params: { id: made.id } })).toEqual(made);
    const logged = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(made.id)));
    expect(logged.map(({ entity, before, after }) => ({ entity, before, after }))).toContainEqual({
      entity: 'customer',
      before: null,
      after: expect.objectContaining({ name: 'Cedar Collective' }),
    });
    const changed = await owner.expectOk(contract.update, {
      params: { id: made.id },
      body: edit(draft({ ...said, name: 'Cedar Collective West', managerIds: [], onHold: false }), 0),
    });
    expect(changed).toMatchObject({
      name: 'Cedar Collective West',
      managers: [],
      onHold: false,
      holdReason: '',
      version: 1,
    });
  });

  test('can’t be changed from an outdated copy', async () => {
    const { id } = await create();
    const save = (name: string) => owner.call(contract.update, { params: { id }, body: edit(draft({ name }), 0) });
    expect(await save('First')).toMatchObject({ ok: true });
    expect(await save('Second')).toMatchObject({ status: 409, body: { message: 'STALE' } });
  });

  test('has a license no other customer of the company has, even when both are added at once', async () => {
    const license = await makeLicense(app.database.db, buyer.org);
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) =>
        owner.call(contract.create, { body: draft({ name, licenseId: license.id }) }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const { ok, body } of answers) {
      if (!ok) expect(body.errors).toEqual({ licenseId: expect.stringMatching(/already has this license/) });
    }
    const elsewhere = await app.as(other.owner.user, other.org);
    await elsewhere.expectOk(contract.create, {
      body: { orgId: other.org.id, companyId: other.company.id, name: 'Theirs', licenseId: license.id },
    });
  });

  test('keeps a license that has orders', async () => {
    const { db } = app.database;
    const holder = await makeBuyer(db);
    const customer = await makeCustomer(db, seller, { buyer: holder });
    await makeOrder(db, seller, { buyer: holder, customer });
    const answer = await owner.call(contract.update, {
      params: { id: customer.id },
      body: edit(draft({ licenseId: null }), 0),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { licenseId: expect.stringMatching(/can’t change this license/) } },
    });
  });

  test.each<[string, () => Promise<Partial<CustomerDraft>>, string]>([
    [
      'a license of another state',
      async () => ({ licenseId: (await makeLicense(app.database.db, buyer.org, { usState: 'CO' })).id }),
      'licenseId',
    ],
    [
      'a license that is kept private',
      async () => ({ licenseId: (await makeLicense(app.database.db, buyer.org, { isPublic: false })).id }),
      'licenseId',
    ],
    [
      'another company’s status',
      async () => ({ customerStatusId: (await makeCustomerStatus(app.database.db, other)).id }),
      'customerStatusId',
    ],
    [
      'another company’s zone',
      async () => ({ serviceZoneId: (await makeServiceZone(app.database.db, other)).id }),
      'serviceZoneId',
    ],
    [
      'another company’s payment option',
      async () => ({ paymentOptions: [other.paymentOptions[0]?.id ?? 0] }),
      'paymentOptions',
    ],
    ['somebody of another team', async () => ({ managerIds: [other.owner.orgUserId] }), 'managerIds'],
    ['a lock without a way to pay', async () => ({ paymentOptionsLocked: true }), 'paymentOptions'],
    ['no name', async () => ({ name: ' ' }), 'name'],
    ['an email that is none', async () => ({ email: 'orders' }), 'email'],
  ])('is refused %s on its field', async (_what, values, field) => {
    const answer = await owner.call(contract.create, { body: draft(await values()) });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
  });
});

describe('access', () => {
  test('to see a customer: people who read customers and are assigned its company, and no other organization', async () => {
    const { id } = await create();
    const get = { params: { id } };
    const reader = await colleague({ features: { CUSTOMERS: { read: true, write: false } } });
    expect(await reader.caller.expectOk(contract.get, get)).toMatchObject({ id, canEdit: false, canEditCredit: false });
    expect(await reader.caller.call(contract.update, { ...get, body: edit(draft(), 0) })).toMatchObject({
      status: 403,
    });
    const elsewhere = await colleague({ features: { CUSTOMERS: both } }, false);
    expect(await elsewhere.caller.call(contract.get, get)).toMatchObject({ status: 404 });
    expect(await elsewhere.caller.call(contract.create, { body: draft() })).toMatchObject({ status: 404 });
    const stranger = await app.as(other.owner.user, other.org);
    expect(await stranger.call(contract.update, { ...get, body: edit(draft(), 0) })).toMatchObject({ status: 404 });
  });

  test('to set credit: people with write on order payments; everything else takes write on customers only', async () => {
    const { id } = await create({ creditLimitUsd: '100.00' });
    const { caller } = await colleague({ features: { CUSTOMERS: both } });
    const save = (values: Partial<CustomerDraft>, version: number) =>
      caller.call(contract.update, {
        params: { id },
        body: edit(draft({ creditLimitUsd: '100.00', ...values }), version),
      });
    expect(await save({ notes: 'Call first' }, 0)).toMatchObject({ ok: true });
    for (const values of [{ creditLimitUsd: null }, { onHold: true }, { paymentTermsDays: 30 }]) {
      expect(await save(values, 1)).toMatchObject({
        status: 403,
        body: { errors: { [Object.keys(values)[0] ?? '']: expect.stringMatching(/Order payments/) } },
      });
    }
    expect(await caller.call(contract.create, { body: draft({ onHold: true }) })).toMatchObject({ status: 403 });
    const payments = await colleague({
      features: { CUSTOMERS: both, BROWSE_MY_ORDERS: both, ORDER_PAYMENTS: both },
    });
    expect(
      await payments.caller.call(contract.update, { params: { id }, body: edit(draft({ onHold: true }), 1) }),
    ).toMatchObject({ ok: true, body: { onHold: true } });
  });
});

test('the row has what is unpaid on accepted orders less what was paid too much, and the total of waiting ones', async () => {
  const { db } = app.database;
  const customer = await makeCustomer(db, seller);
  const product = await makeProduct(db, seller, { quantity: '1000' });
  const order = (status: 'ACCEPTED' | 'SUBMITTED' | 'COMPLETE' | 'REJECTED', unitPrice: string, paidUsd = '0.00') =>
    makeOrder(db, seller, { customer, status, lines: [{ product, unitPrice }], paidUsd });
  await order('ACCEPTED', '100.00', '25.50');
  await order('COMPLETE', '40.00', '60.00');
  await order('SUBMITTED', '70.00');
  await order('REJECTED', '500.00');
  expect(await owner.expectOk(contract.get, { params: { id: customer.id } })).toMatchObject({
    exposureUsd: '54.50',
    submittedUsd: '70.00',
    overpaidUsd: '20.00',
  });
});

test('people who left the team stay managers until removed, and can’t be chosen for others', async () => {
  const { db } = app.database;
  const gone = await colleague({ features: {} });
  const customer = await makeCustomer(db, seller, { managerOrgUserIds: [gone.orgUserId] });
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
  const kept = await owner.call(contract.update, {
    params: { id: customer.id },
    body: edit(draft({ managerIds: [gone.orgUserId] }), 0),
  });
  expect(kept).toMatchObject({ ok: true });
  expect(await owner.call(contract.create, { body: draft({ managerIds: [gone.orgUserId] }) })).toMatchObject({
    status: 400,
    body: { errors: { managerIds: expect.any(String) } },
  });
});
