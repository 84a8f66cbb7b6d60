import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CallInput } from '../../../domain/contract/endpoint';
import { inventory as contract } from '../../../domain/inventory/packages/contract';
import { packages } from '../../../server/db/schema';
import {
  type ItemFixture,
  makeBrand,
  makeItem,
  makeLicense,
  makeOrder,
  makePackage,
  makeProduct,
} from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

type Asked = Omit<CallInput<typeof contract.list>['query'], 'orgId' | 'usState'>;
type Changes = Partial<typeof packages.$inferInsert>;

const { app, seller, owner, other, stranger } = await openSellerAndStranger();

const item = (values: Parameters<typeof makeItem>[2] = {}, of = seller) => makeItem(app.database.db, of, values);

async function pack(of: ItemFixture, { quantity = '10', ...changes }: Changes = {}): Promise<number> {
  const { id } = await makePackage(app.database.db, of, { quantity });
  if (Object.keys(changes).length > 0) await app.database.db.update(packages).set(changes).where(eq(packages.id, id));
  return id;
}

const inState = () => ({ orgId: seller.org.id, usState: seller.license.usState });
const list = (asked: Asked = {}, caller = owner) =>
  caller.expectOk(contract.list, { query: { ...inState(), pageSize: 250, ...asked } });
const found = async (asked: Asked = {}, caller = owner) =>
  (await list(asked, caller)).results.map(({ verdantId }) => verdantId);

describe('packages', () => {
  test('are found with what they hold, of what, where and for which product', async () => {
    const product = await makeProduct(app.database.db, seller, { inventoryManagement: 'METRC' });
    const jars = await item({ productId: product.id, brandId: seller.brand.id, strainName: 'Gelato' });
    const id = await pack(jars, { quantity: '7.5', locationName: 'Vault 2', notes: 'For the spring order' });
    const one = (await list()).results.find(({ verdantId }) => verdantId === id);
    expect(one).toMatchObject({
      verdantItemId: jars.id,
      itemName: jars.name,
      strainName: 'Gelato',
      quantity: '7.5',
      unitOfMeasureAbbreviation: 'ea',
      status: 'ACTIVE',
      currentLabTestState: 'NotSubmitted',
      tradeSample: false,
      locationName: 'Vault 2',
      notes: 'For the spring order',
      holder: { id: seller.license.id, displayName: `${seller.license.usState} ${seller.license.licenseNumber}` },
      assignedOwner: { id: seller.brand.id, name: seller.brand.name },
      product: { id: product.id, name: product.name },
    });
    expect(one?.label).toHaveLength(24);
    expect(one).toMatchObject({ id: one?.label, verdantId: id, holderLicenseId: seller.license.id });
    const typed = await owner.expectOk(contract.get, { params: { id: one?.label.toLowerCase() ?? '' } });
    expect(typed.package.verdantId).toBe(id);
  });

  test('each filter finds its own and leaves the rest', async () => {
    const second = await makeBrand(app.database.db, seller);
    const [jars, oil] = [
      await item({ name: 'Sunset Jars', strainName: 'Sunset Sherbet', brandId: second.id }),
      await item({ name: 'Plain Oil', unitOfMeasure: 'g', categoryName: 'Concentrate (each)' }),
    ];
    const product = await makeProduct(app.database.db, seller);
    const mapped = await item({ name: 'Mapped Jars', productId: product.id });
    const [a, b, c] = [
      await pack(jars, { quantity: '3', labTestState: 'TestPassed', lastActivityAt: new Date('2024-05-02T12:00:00Z') }),
      await pack(oil, { quantity: '40', status: 'ON_HOLD', isTradeSample: true }),
      await pack(mapped, { quantity: '500' }),
    ];
    const label = (await list()).results.find(({ verdantId }) => verdantId === a)?.label ?? '';
    const cases: [Asked, number, number][] = [
      [{ packageLabelSearchTerm: label.slice(-6) }, a, b],
      [{ packageLabelSearchTerm: `]C1${label.toLowerCase()}` }, a, b],
      [{ packageLabelSearchTerm: `*${label.slice(0, 12)} ${label.slice(12)}*` }, a, b],
      [{ itemSearchTerm: 'sunset' }, a, b],
      [{ strainSearchTerm: 'sherb' }, a, b],
      [{ selectedStatuses: ['ON_HOLD'] }, b, a],
      [{ selectedCurrentLabTestStates: ['TestPassed'] }, a, b],
      [{ selectedOwners: [second.id] }, a, b],
      [{ brandIds: [second.id] }, a, b],
      [{ selectedCategories: ['Concentrate (each)'] }, b, a],
      [{ selectedUnitOfMeasureAbbreviations: ['g'] }, b, a],
      [{ quantityFrom: '4', quantityTo: '50' }, b, a],
      [{ lastActivityTo: '2024-05-02' }, a, b],
      [{ branded: true }, a, b],
      [{ branded: false }, b, a],
      [{ mapped: true }, c, a],
      [{ mapped: false }, a, c],
      [{ tradeSamples: true }, b, a],
      [{ tradeSamples: false }, a, b],
    ];
    for (const [asked, its, not] of cases) {
      const ids = await found(asked);
      expect(ids, JSON.stringify(asked)).toContain(its);
      expect(ids, JSON.stringify(asked)).not.toContain(not);
    }
  });

  test('inactive ones only show when asked for', async () => {
    const id = await pack(await item(), { status: 'INACTIVE' });
    expect(await found()).not.toContain(id);
    expect(await found({ includeInactive: true })).toContain(id);
    expect(await found({ selectedStatuses: ['INACTIVE'] })).toContain(id);
  });

  test('are those of the state asked for, and of the licenses', async () => {
    const colorado = await makeLicense(app.database.db, seller.org, { usState: 'CO' });
    const id = await pack(await item({ licenseId: colorado.id }));
    expect(await found()).not.toContain(id);
    expect(await found({ usState: 'CO' } as Asked)).toEqual([id]);
    expect(await found({ licenseIds: [colorado.id] })).toEqual([]);
    expect(await found({ selectedHolders: [seller.license.id] })).not.toHaveLength(0);
  });

  test('a reversed range, an unknown state and a page too small are refused where they stand', async () => {
    const call = (asked: object) => owner.call(contract.list, { query: { ...inState(), ...asked } as never });
    expect(await call({ quantityFrom: '9', quantityTo: '3' })).toMatchObject({
      status: 400,
      body: { errors: { quantityFrom: 'Must be less than or equal to 3' } },
    });
    expect(await call({ usState: 'california' })).toMatchObject({
      status: 400,
      body: { errors: { usState: 'Choose a state' } },
    });
    expect((await call({ pageSize: 10 })).status).toBe(400);
    expect((await call({ lastActivityFrom: '2014-12-31' })).status).toBe(400);
  });

  test('sorting by each column orders all of them one way and the other', async () => {
    for (const sortBy of ['lastActivity', 'label', 'itemName', 'category', 'holder', 'owner', 'quantity'] as const) {
      const [up, down] = [await found({ sortBy, sortDirection: 'asc' }), await found({ sortBy })];
      expect(up, sortBy).toEqual(down.toReversed());
    }
  });

  test('facets count what the list finds, and the export has every one of them', async () => {
    const facets = await owner.expectOk(contract.facets, { query: inState() });
    for (const [name, entries] of [
      ['selectedStatuses', facets.statuses],
      ['selectedUnitOfMeasureAbbreviations', facets.units],
    ] as const)
      for (const { id, count } of entries)
        expect(await found({ [name]: [id], includeInactive: true } as Asked), `${name} ${id}`).toHaveLength(count);
    for (const { searchId, count } of facets.owners)
      expect(await found({ selectedOwners: [searchId], includeInactive: true })).toHaveLength(count);
    const { resultCount } = await list({ includeInactive: true });
    const headers = ['label', 'quantity'] as const;
    const file = await owner.call(contract.export, {
      query: { ...inState(), includeInactive: true, headers: [...headers] },
    });
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="inventory.csv"');
    const lines = String(file.body).trim().split('\n');
    expect(lines).toHaveLength(resultCount + 1);
    expect(lines[0]).toMatch(/Tag,Quantity/);
  });

  test('names of items with packages are offered, those that begin with the text first', async () => {
    const [later, first] = [await item({ name: 'Old Zkittlez 9' }), await item({ name: 'Zkittlez 9' })];
    await item({ name: 'Zkittlez 9 without packages' });
    await pack(later);
    await pack(first);
    const query = { ...inState(), searchTerm: 'zkittlez 9' };
    expect(await owner.expectOk(contract.itemNames, { query })).toEqual(['Zkittlez 9', 'Old Zkittlez 9']);
    expect(await stranger.expectOk(contract.itemNames, { query: { ...query, orgId: other.org.id } })).toEqual([]);
  });
});

describe('why a package holds what it does', () => {
  test('is told by its id as by our number of it, to those who see it', async () => {
    const id = await pack(await item());
    const told = await owner.expectOk(contract.get, { params: { id } });
    expect(await owner.expectOk(contract.get, { params: { id: told.package.id } })).toEqual(told);
    expect((await stranger.call(contract.get, { params: { id: told.package.id } })).status).toBe(404);
    expect((await owner.call(contract.get, { params: { id: '1A4FF0100000022000999999' } })).status).toBe(404);
    expect((await owner.call(contract.get, { params: { id: 'nothing' } })).status).toBe(404);
  });

  test('names the product it counts for, what is on hand there, and the orders that keep some of it', async () => {
    const product = await makeProduct(app.database.db, seller, { inventoryManagement: 'METRC', quantity: '30' });
    const id = await pack(await item({ productId: product.id, packages: [{ quantity: '20' }] }));
    const { order } = await makeOrder(app.database.db, seller, { lines: [{ product, quantity: '4' }] });
    await makeOrder(app.database.db, seller, { lines: [{ product, quantity: '2' }], status: 'CANCELLED' });
    const { stock } = await owner.expectOk(contract.get, { params: { id } });
    expect(stock).toMatchObject({
      productId: product.id,
      isSummed: true,
      packageCount: 2,
      reserved: '4',
      orderCount: 1,
      orders: [{ id: order.id, orderNumber: order.orderNumber, status: 'SUBMITTED', quantity: '4' }],
    });
    const warehouse = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    const told = await warehouse.expectOk(contract.get, { params: { id } });
    expect(told.stock).toMatchObject({ orderCount: 1, orders: [], reserved: '4' });
  });

  test('says of an unmapped package that no product counts it', async () => {
    const { stock } = await owner.expectOk(contract.get, { params: { id: await pack(await item()) } });
    expect(stock).toBeNull();
  });
});

describe('who sees packages', () => {
  test('nobody without the permission, and nobody of another organization', async () => {
    const id = await pack(await item());
    const outsider = await memberOf({ app, seller }, { features: { PRODUCTS: both } });
    expect((await outsider.call(contract.list, { query: inState() })).status).toBe(403);
    expect((await outsider.call(contract.facets, { query: inState() })).status).toBe(403);
    expect((await outsider.call(contract.get, { params: { id } })).status).toBe(403);
    expect((await stranger.call(contract.get, { params: { id } })).status).toBe(404);
    const theirs = await stranger.expectOk(contract.list, { query: { ...inState(), orgId: other.org.id } });
    expect(theirs.results).toEqual([]);
  });

  test('others only those of assigned licenses, and of no brand or an assigned one', async () => {
    const [license, brand] = [
      await makeLicense(app.database.db, seller.org, { usState: seller.license.usState }),
      await makeBrand(app.database.db, seller),
    ];
    const own = await pack(await item({ brandId: seller.brand.id }));
    const unbranded = await pack(await item());
    const ofOtherBrand = await pack(await item({ brandId: brand.id }));
    const elsewhere = await pack(await item({ licenseId: license.id }));
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    const ids = await found({}, reader);
    expect(ids).toEqual(expect.arrayContaining([own, unbranded]));
    expect(ids).not.toContain(ofOtherBrand);
    expect(ids).not.toContain(elsewhere);
    expect((await reader.call(contract.get, { params: { id: elsewhere } })).status).toBe(404);
    const { holders, owners } = await reader.expectOk(contract.facets, { query: inState() });
    expect(holders.map(({ id }) => id)).toEqual([seller.license.id]);
    expect(owners.map(({ searchId }) => searchId)).not.toContain(brand.id);
  });
});

describe('notes of packages', () => {
  const labelOf = async (id: number) =>
    (await app.database.db.select({ label: packages.label }).from(packages).where(eq(packages.id, id)))[0]?.label ?? '';
  const note = (packageLabels: string[], notes: string, caller = owner, orgId = seller.org.id) =>
    caller.call(contract.setNotes, {
      params: { orgId },
      body: { packageLabels, state: seller.license.usState, notes },
    });
  const notesOf = async (id: number) => (await owner.expectOk(contract.get, { params: { id } })).package.notes;

  test('are set for several at once, and said back', async () => {
    const [a, b] = [await pack(await item()), await pack(await item())];
    const answer = await note([await labelOf(a), await labelOf(b)], '  For the spring order ');
    expect(answer).toMatchObject({ status: 200, body: [{ notes: 'For the spring order' }, {}] });
    expect([await notesOf(a), await notesOf(b)]).toEqual(['For the spring order', 'For the spring order']);
  });

  test('are all refused when one tag is unknown here, of another state, or another organization’s', async () => {
    const own = await pack(await item());
    const colorado = await makeLicense(app.database.db, seller.org, { usState: 'CO' });
    const elsewhere = await pack(await item({ licenseId: colorado.id }));
    const theirs = await pack(await makeItem(app.database.db, other));
    for (const id of [elsewhere, theirs]) {
      const answer = await note([await labelOf(own), await labelOf(id)], 'Mine');
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { packageLabels: `We can’t find ${await labelOf(id)} in ${seller.license.usState}` } },
      });
    }
    expect(await notesOf(own)).toBe('');
  });

  test('take write on inventory', async () => {
    const id = await pack(await item());
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect((await note([await labelOf(id)], 'No', reader)).status).toBe(403);
    const warehouse = await memberOf({ app, seller }, { features: { INVENTORY: both } });
    expect((await note([await labelOf(id)], 'Shelf 4', warehouse)).status).toBe(200);
    expect((await note([await labelOf(id)], 'No', stranger, other.org.id)).status).toBe(400);
    expect(await notesOf(id)).toBe('Shelf 4');
  });
});
