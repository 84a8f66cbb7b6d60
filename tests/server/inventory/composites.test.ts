import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { inventory } from '../../../domain/inventory/packages/contract';
import { add, sum } from '../../../domain/money';
import { packages } from '../../../server/db/schema';
import { randomFrom } from '../../../server/seed/random';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLicense, type SellerFixture } from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

type Composite = CallOutput<typeof inventory.composite>['results'][number];

const STATUSES = ['ACTIVE', 'ACTIVE', 'INACTIVE', 'ON_HOLD'] as const;
const ITEMS = 34;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  const random = randomFrom(31);
  for (let item = 0; item < ITEMS; item += 1) {
    const held = Array.from({ length: random.int(1, 5) }, () => ({
      quantity: String(random.int(0, 400) / 4),
      status: STATUSES[random.int(0, 3)] ?? 'ACTIVE',
      unit: random.chance(0.2) ? ('g' as const) : ('ea' as const),
    }));
    await makeItem(app.database.db, seller, { packages: held });
  }
});

const context = () => ({ orgId: seller.org.id, usState: 'CA', includeInactive: true });
const read = (query: object = {}, caller = owner) =>
  caller.call(inventory.composite, { query: { ...context(), ...query } });
async function readAll(query: object = {}): Promise<Composite[]> {
  const found: Composite[] = [];
  for (let afterKey: string | undefined; ; ) {
    const page = await owner.expectOk(inventory.composite, {
      query: { ...context(), ...query, ...(afterKey && { afterKey }) } as never,
    });
    found.push(...page.results);
    if (page.nextKey === null) return found;
    afterKey = page.nextKey;
  }
}
const plain = async (query: object = {}) =>
  (await owner.expectOk(inventory.list, { query: { ...context(), pageSize: 250, ...query } })).results;

test.each(['lastActivity', 'itemName', 'category', 'quantity', 'packageCount'] as const)(
  'composites sorted by %s are paged by key, each once, and hold what their packages hold',
  async (sortBy) => {
    const all = await plain();
    for (const sortDirection of ['asc', 'desc'] as const) {
      const found = await readAll({ sortBy, sortDirection });
      expect(found.length).toBeGreaterThan(ITEMS);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(add(sum(found.map(({ quantity }) => quantity)), 0)).toBe(add(sum(all.map(({ quantity }) => quantity)), 0));
      expect(found.reduce((count, { packageCount }) => count + packageCount, 0)).toBe(all.length);
    }
  },
);

test('a composite’s packages are those of its item, status, holder and unit that match the filters', async () => {
  const [first] = await readAll({ quantityFrom: '10' });
  if (first === undefined) throw new Error('There are composites');
  const { results, resultCount } = await owner.expectOk(inventory.compositePackages, {
    query: { ...context(), quantityFrom: '10', key: first.id as never },
  });
  expect(resultCount).toBe(first.packageCount);
  expect(sum(results.map(({ quantity }) => quantity))).toBe(first.quantity);
  for (const one of results)
    expect(one).toMatchObject({
      id: one.label,
      holderLicenseId: first.holderLicenseId,
      verdantItemId: first.verdantItemId,
      status: first.status,
      unitOfMeasureAbbreviation: first.unitOfMeasureAbbreviation,
    });
});

test('filters narrow what is summed', async () => {
  const held = await readAll({ selectedStatuses: 'ON_HOLD' });
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['ON_HOLD']));
  expect(await readAll({ itemSearchTerm: 'nothing of that name' })).toEqual([]);
});

test('a key that is damaged or gone says to start again', async () => {
  const damaged = { status: 400, body: { errors: { afterKey: expect.stringContaining('Start from the first page') } } };
  expect(await read({ afterKey: 'nonsense' })).toMatchObject(damaged);
  const [first] = await readAll();
  if (first === undefined) throw new Error('There are composites');
  await app.database.db.delete(packages).where(eq(packages.itemId, first.verdantItemId));
  expect(await read({ afterKey: first.id })).toMatchObject(damaged);
});

test('the file has all of them', async () => {
  const found = await readAll();
  const reply = await owner.call(inventory.compositeExport, { query: context() as never });
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="inventory.csv"');
  const file = String(reply.body);
  expect(file.trim().split('\n')).toHaveLength(found.length + 1);
});

test('only for those who see packages, and of the licenses they see', async () => {
  const elsewhere = await makeLicense(app.database.db, seller);
  const blind = await memberOf({ app, seller }, { features: { INVENTORY: readOnly }, licenseIds: [elsewhere.id] });
  expect(await read({}, blind)).toMatchObject({ status: 200, body: { results: [] } });
  expect((await read({}, await memberOf({ app, seller }, { features: {} }))).status).toBe(403);
  expect((await read({}, await strangerTo({ app }))).ok).toBe(false);
});

test('a composite says what its packages share, and nothing of what they differ in', async () => {
  const shared = { labTestState: 'TestPassed', ownerName: 'Lost Coast', notes: 'Aging' };
  const item = await makeItem(app.database.db, seller, { packages: [{ quantity: '1' }, { quantity: '2' }] });
  const of = eq(packages.itemId, item.id);
  await app.database.db.update(packages).set(shared).where(of);
  const one = async () => (await readAll()).find((row) => row.verdantItemId === item.id);
  const told = { id: `${item.id}-1-${seller.license.id}-ea`, label: null, verdantId: null, recipient: null };
  expect(await one()).toMatchObject({
    ...told,
    currentLabTestState: 'TestPassed',
    metrcOwner: 'Lost Coast',
    notes: 'Aging',
  });
  const [first] = await app.database.db.select().from(packages).where(of);
  await app.database.db
    .update(packages)
    .set({ labTestState: 'TestFailed', ownerName: null, notes: '' })
    .where(eq(packages.id, first?.id ?? 0));
  expect(await one()).toMatchObject({ ...told, currentLabTestState: null, metrcOwner: null, notes: null });
});
