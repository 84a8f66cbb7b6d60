import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountingMappings as calls } from '../../../domain/accounting/mapping-contract';
import type { BooksOf } from '../../../server/accounting/books';
import { accountingConnections, accountingCustomers, accountingRemotes, companies } from '../../../server/db/schema';
import { actInBooks, connectBooks, inBooks } from '../../support/accounting/books';
import { waitFor } from '../../support/accounting/reading';
import type { TestCaller } from '../../support/app';
import { makeBuyer, makeCustomer, makeOrder, makeProduct, only } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, stranger } = await openSellerAndStranger();
const { db } = app.database;
const params = { companyId: seller.company.id };
const orgId = seller.org.id;
let of: BooksOf;
let realm: string;

const buyer = await makeBuyer(db);
const licensed = await makeCustomer(db, seller, { buyer });
// As the stand-in's books have them: under a longer name, under a number, and not at all.
const similar = await makeCustomer(db, seller, { name: 'Juniper Garden Collective' });
await makeCustomer(db, seller);
await makeCustomer(db, seller);
const named = await makeCustomer(db, seller, { name: 'Quiet Harbor, Inc.' });
const product = await makeProduct(db, seller, { name: 'Blue Dream jar' });

const search = (caller: TestCaller, filters = {}) =>
  caller.call(calls.searchCustomers, { params, body: { orgId, filters } });
const rowOf = async (id: number) => {
  const { results } = await owner.expectOk(calls.searchCustomers, { params, body: { orgId, itemsPerPage: 250 } });
  return results.find((row) => row.id === id);
};
const map = (caller: TestCaller, customerId: number, externalId: string | null, mayShare = false) =>
  caller.call(calls.mapCustomers, { params, body: { mappings: [{ customerId, externalId }], mayShare } });

beforeAll(async () => {
  ({ of, realm } = await connectBooks(app, seller));
  await owner.expectOk(calls.readAgain, { params, body: { orgId } });
  await waitFor(async () => expect((await rowOf(licensed.id))?.suggestion).not.toBeNull());
});

describe('suggestions', () => {
  test('name the record of the same license number, and why', async () => {
    const row = await rowOf(licensed.id);
    expect(row).toMatchObject({ state: 'SUGGESTED', remote: null, mark: buyer.license.licenseNumber });
    expect(row?.suggestion).toMatchObject({ reason: 'LICENSE', certainty: 100, name: licensed.name });
    expect((await rowOf(named.id))?.suggestion).toMatchObject({ reason: 'NAME' });
    expect((await rowOf(similar.id))?.suggestion).toMatchObject({ reason: 'SIMILAR' });
  });

  test('name the item of the same SKU', async () => {
    const { results } = await owner.expectOk(calls.searchProducts, {
      params,
      body: { orgId, filters: { searchTerm: product.sku } },
    });
    expect(only(results)).toMatchObject({ id: product.id, suggestion: { reason: 'SKU', certainty: 100 } });
  });

  test('are never taken by themselves: nothing is mapped until a person does', async () => {
    const { states } = await owner.expectOk(calls.customerStates, { params, query: { orgId } });
    expect(states.find(({ id }) => id === 'MAPPED')?.count).toBe(0);
    expect(await db.select().from(accountingCustomers).where(eq(accountingCustomers.orgId, orgId))).toEqual([]);
  });

  test('that are certain are accepted together, as they were seen', async () => {
    const certain = await owner.expectOk(calls.certainCustomers, { params, query: { orgId } });
    expect(certain.map(({ id }) => id).sort()).toEqual([licensed.id, named.id]);
    const mappings = certain.map(({ id, suggestion }) => ({ customerId: id, externalId: suggestion.externalId }));
    expect(await owner.expectOk(calls.mapCustomers, { params, body: { mappings } })).toEqual({ saved: certain.length });
    expect(await rowOf(licensed.id)).toMatchObject({ state: 'MAPPED', suggestion: null, remote: { isActive: true } });
    expect(await owner.expectOk(calls.certainCustomers, { params, query: { orgId } })).toEqual([]);
  });
});

describe('a mapping', () => {
  test('can be taken back, and found by its state', async () => {
    const { remote } = (await rowOf(named.id)) ?? {};
    expect(await map(owner, named.id, null)).toMatchObject({ status: 200 });
    const found = await search(owner, { states: ['MAPPED'] });
    expect(found.ok && found.body.results.map(({ id }) => id)).not.toContain(named.id);
    expect(await map(owner, named.id, remote?.externalId ?? '')).toMatchObject({ status: 200 });
  });

  test('to an unknown record is refused at its field', async () => {
    expect(await map(owner, named.id, '999999')).toMatchObject({
      status: 400,
      body: { errors: { 'mappings.0.externalId': 'Your books have no such record. Choose another one.' } },
    });
  });

  test('to the record of another customer is refused unless that is meant', async () => {
    const { remote } = (await rowOf(licensed.id)) ?? {};
    const third = await makeCustomer(db, seller, { name: 'Third' });
    const refused = await map(owner, third.id, remote?.externalId ?? '');
    expect(refused).toMatchObject({ status: 400 });
    expect(!refused.ok && refused.body.errors?.['mappings.0.externalId']).toContain(licensed.name);
    expect(await map(owner, third.id, remote?.externalId ?? '', true)).toMatchObject({ status: 200 });
    expect((await rowOf(third.id))?.sharedWith).toBe(1);
  });

  test('to a record that became inactive is shown, and refused for others', async () => {
    const { remote } = (await rowOf(named.id)) ?? {};
    const id = remote?.externalId ?? '';
    await actInBooks(app, realm, { act: 'toggle', kind: 'Customer', id });
    await owner.expectOk(calls.readAgain, { params, body: { orgId } });
    await waitFor(async () => expect((await rowOf(named.id))?.state).toBe('INACTIVE'));
    const other = await makeCustomer(db, seller, { name: 'Another' });
    const refused = await map(owner, other.id, id, true);
    expect(!refused.ok && refused.body.errors?.['mappings.0.externalId']).toContain('is inactive in your books');
  });
});

describe('a record that isn’t there', () => {
  test('is made once, under a name the books take, and mapped', async () => {
    const odd = await makeCustomer(db, seller, { name: 'Odd: "Harbor" Wellness' });
    const input = { params, body: { customerIds: [odd.id] } };
    const [made] = await owner.expectOk(calls.makeCustomers, input);
    expect(made).toMatchObject({ id: odd.id, problem: null, name: 'Odd - Harbor Wellness' });
    expect(await rowOf(odd.id)).toMatchObject({ state: 'MAPPED', remote: { name: 'Odd - Harbor Wellness' } });
    expect(await owner.expectOk(calls.makeCustomers, input)).toEqual([]);
    const there = await inBooks(app, realm, 'Customer');
    expect(there.filter(({ data }) => data.DisplayName === 'Odd - Harbor Wellness')).toHaveLength(1);
  });

  test('of a name that is taken there says so', async () => {
    const twin = await makeCustomer(db, seller, { name: licensed.name });
    const [made] = await owner.expectOk(calls.makeCustomers, { params, body: { customerIds: [twin.id] } });
    expect(made?.problem).toBe('Your books have a record of this name already. Map it instead.');
  });

  test('is an item only once its income account is chosen', async () => {
    const fresh = await makeProduct(db, seller, { name: 'Fresh jar' });
    const input = { params, body: { productIds: [fresh.id] } };
    expect(await owner.call(calls.makeProducts, input)).toMatchObject({ status: 409 });
    const [account] = (await inBooks(app, realm, 'Account')).filter(({ data }) => data.AccountType === 'Income');
    const [cost] = (await inBooks(app, realm, 'Account')).filter(
      ({ data }) => data.AccountType === 'Cost of Goods Sold',
    );
    await db
      .update(accountingConnections)
      .set({ defaultIncomeAccountId: account?.entityId ?? '', defaultItemExpenseAccountId: cost?.entityId ?? null })
      .where(and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, of.connectionId)));
    expect(await owner.expectOk(calls.makeProducts, input)).toMatchObject([{ problem: null, name: 'Fresh jar' }]);
  });
});

describe('an order', () => {
  test('shows its customer and products with their records', async () => {
    const { order } = await makeOrder(db, seller, { customer: licensed, lines: [{ product }] });
    const read = { params: { ...params, orderId: order.id }, query: { orderSource: 'MANUAL' as const } };
    expect(await owner.expectOk(calls.ofOrder, read)).toMatchObject({
      connectionId: of.connectionId,
      customer: { id: licensed.id, state: 'MAPPED' },
      products: [{ id: product.id, state: 'SUGGESTED' }],
    });
    expect(await stranger.call(calls.ofOrder, read)).toMatchObject({ status: 404 });
    const noPayments = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: readOnly } });
    expect(await noPayments.call(calls.ofOrder, read)).toMatchObject({ status: 403 });
  });
});

describe('who may map', () => {
  test('takes write access to the organization; reading takes read', async () => {
    const reader = await memberOf({ app, seller }, { features: { EDIT_ORGANIZATION: readOnly } });
    expect((await search(reader)).status).toBe(200);
    expect(await map(reader, named.id, null)).toMatchObject({ status: 403 });
    const writer = await memberOf({ app, seller }, { features: { EDIT_ORGANIZATION: both } });
    expect(await map(writer, named.id, null)).toMatchObject({ status: 200 });
    const seller2 = await memberOf({ app, seller }, { features: { CUSTOMERS: both } });
    expect(await search(seller2)).toMatchObject({ status: 403 });
  });

  test('is nobody of another organization, nor of another company', async () => {
    expect(await search(stranger)).toMatchObject({ status: 404 });
    expect(await map(stranger, named.id, null)).toMatchObject({ status: 404 });
    const [second] = await db
      .insert(companies)
      .values({ ...seller.company, id: undefined, name: 'Second' } as never)
      .returning();
    const elsewhere = { params: { companyId: second?.id ?? 0 } };
    expect(
      await owner.call(calls.mapCustomers, {
        ...elsewhere,
        body: { mappings: [{ customerId: named.id, externalId: null }] },
      }),
    ).toMatchObject({ status: 409 });
    const { results } = await owner.expectOk(calls.searchCustomers, { ...elsewhere, body: { orgId } });
    expect(results).toEqual([]);
    const apart = await memberOf({ app, seller }, { companyIds: [], features: { EDIT_ORGANIZATION: both } });
    expect(await search(apart)).toMatchObject({ status: 404 });
  });
});

test('thousands of records are read in pages', async () => {
  const count = await db
    .select({ id: accountingRemotes.externalId })
    .from(accountingRemotes)
    .where(and(eq(accountingRemotes.orgId, orgId), eq(accountingRemotes.kind, 'CUSTOMER')));
  const there = await inBooks(app, realm, 'Customer');
  expect(count.length).toBeGreaterThanOrEqual(there.length - 1);
});
