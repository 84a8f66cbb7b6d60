import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  customerServiceZones,
  customerStatuses,
  customers as customersContract,
} from '../../../domain/customers/contract';
import { orders } from '../../../domain/orders/contract';
import { auditLog, customers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeCustomer,
  makeCustomerStatus,
  makeMember,
  makeSeller,
  makeServiceZone,
  type SellerFixture,
} from '../../support/factories';

const KINDS = [
  {
    noun: 'status',
    contract: customerStatuses,
    make: makeCustomerStatus,
    held: (customerStatusId: number) => ({ customerStatusId }),
    facet: 'customerStatuses',
    sortBy: 'customerStatus',
  },
  {
    noun: 'service zone',
    contract: customerServiceZones,
    make: makeServiceZone,
    held: (serviceZoneId: number) => ({ serviceZoneId }),
    facet: 'serviceZones',
    sortBy: 'serviceZone',
  },
] as const;

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;

describe.each(KINDS)('a $noun', ({ noun, contract, make, held, facet, sortBy }) => {
  /** Its own seller, with labels of these names. */
  async function sellerWith(...names: string[]) {
    seller = await makeSeller(app.database.db);
    owner = await app.as(seller.owner.user, seller.org);
    const scope = { orgId: seller.org.id, companyId: seller.company.id };
    const made: number[] = [];
    for (const name of names) made.push((await owner.expectOk(contract.create, { body: { ...scope, name } })).id);
    const [a = 0, b = 0, c = 0] = made;
    const list = async () =>
      (await owner.expectOk(contract.list, { query: scope })).map(({ name, position }) => [name, position]);
    return { scope, a, b, c, list };
  }

  const edit = (id: number, body: { name?: string; position?: number; version?: number } = {}) => ({
    params: { id },
    body: { name: 'Renamed', position: 0, version: 0, ...body },
  });

  test('has its company, position and number of customers', async () => {
    const { scope, a } = await sellerWith('A');
    await makeCustomer(app.database.db, seller, held(a));
    expect(await owner.expectOk(contract.list, { query: scope })).toEqual([
      { id: a, ...scope, name: 'A', position: 0, customerCount: 1, areaCount: 0, version: 0 },
    ]);
  });

  test('is added at the end, also when several are added at once', async () => {
    const { scope, list } = await sellerWith('North', 'South');
    await Promise.all(['A', 'B', 'C'].map((name) => owner.expectOk(contract.create, { body: { ...scope, name } })));
    const positions = (await list()).map(([, position]) => position);
    expect(positions).toEqual([0, 1, 2, 3, 4]);
  });

  test('can’t have the name of another in its company, ignoring case; another company’s can', async () => {
    const { scope, a } = await sellerWith('North', 'South');
    const taken = {
      status: 400,
      body: { message: 'BAD_INPUT', errors: { name: `Another ${noun} already has this name` } },
    };
    expect(await owner.call(contract.create, { body: { ...scope, name: ' south ' } })).toMatchObject(taken);
    expect(await owner.call(contract.update, edit(a, { name: 'SOUTH' }))).toMatchObject(taken);
    const other = await makeSeller(app.database.db);
    const theirs = await app.as(other.owner.user, other.org);
    await theirs.expectOk(contract.create, {
      body: { orgId: other.org.id, companyId: other.company.id, name: 'South' },
    });
  });

  test.each([
    ['  ', 'Name is required'],
    ['x'.repeat(61), 'Must be 60 characters or fewer'],
  ])('can’t be named “%s”', async (name, message) => {
    const { scope, a, list } = await sellerWith('A');
    const refused = { status: 400, body: { errors: { name: message } } };
    expect(await owner.call(contract.create, { body: { ...scope, name } })).toMatchObject(refused);
    expect(await owner.call(contract.update, edit(a, { name }))).toMatchObject(refused);
    expect(await list()).toEqual([['A', 0]]);
  });

  test('is moved to a position, and the others shift; an outdated version is refused', async () => {
    const { c, list } = await sellerWith('A', 'B', 'C');
    await owner.expectOk(contract.update, edit(c, { name: 'C' }));
    expect(await list()).toEqual([
      ['C', 0],
      ['A', 1],
      ['B', 2],
    ]);
    const stale = await owner.call(contract.update, edit(c, { position: 2 }));
    expect(stale).toMatchObject({ status: 409, body: { message: 'STALE', errorObject: { currentVersion: 1 } } });
  });

  test('keeps its position when one above it is deleted and it is renamed', async () => {
    const { scope, a, b, list } = await sellerWith('A', 'B', 'C', 'D');
    await owner.expectOk(contract.remove, { params: { id: a }, query: scope });
    const [first] = await owner.expectOk(contract.list, { query: scope });
    await owner.expectOk(contract.update, edit(b, { name: 'Beta', position: first?.position ?? 9 }));
    expect(await list()).toEqual([
      ['Beta', 0],
      ['C', 1],
      ['D', 2],
    ]);
  });

  test('is in position order among facets and customers, whatever its name', async () => {
    const { db } = app.database;
    const { scope, a, b } = await sellerWith('Z', 'A');
    const [first, second] = [await makeCustomer(db, seller, held(a)), await makeCustomer(db, seller, held(b))];
    for (const facets of [customersContract.facets, orders.facets]) {
      const offered = (await owner.expectOk(facets, { query: scope }))[facet];
      expect(offered.map(({ name }) => name)).toEqual(['Z', 'A']);
    }
    const found = await owner.expectOk(customersContract.search, { body: { ...scope, sortBy } });
    expect(found.results.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('without customers is deleted at once; one in use asks where to move them', async () => {
    const { db } = app.database;
    const { scope, a, b, c, list } = await sellerWith('A', 'B', 'C');
    const customer = await makeCustomer(db, seller, held(a));
    const remove = (id: number, moveTo?: number | 'none') =>
      owner.call(contract.remove, { params: { id }, query: { ...scope, ...(moveTo && { moveTo }) } });
    expect(await remove(c)).toMatchObject({ ok: true });
    expect(await remove(a)).toMatchObject({
      status: 409,
      body: {
        errorObject: { customerCount: 1 },
        errors: { moveTo: `1 customer has this ${noun}. Choose what to move it to.` },
      },
    });
    expect(await remove(a, a)).toMatchObject({ status: 400, body: { errors: { moveTo: expect.any(String) } } });
    const foreign = await make(db, await makeSeller(db));
    expect(await remove(a, foreign.id)).toMatchObject({ status: 400 });
    expect(await list()).toHaveLength(2);
    const standing = async () => (await db.select().from(customers).where(eq(customers.id, customer.id)))[0];
    expect(await remove(a, b)).toMatchObject({ ok: true });
    expect(await standing()).toMatchObject({ ...held(b), version: 1 });
    expect(await remove(b, 'none')).toMatchObject({ ok: true });
    expect(await standing()).toMatchObject({ ...held(null as never), version: 2 });
    const logged = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(a)));
    expect(logged.filter(({ entity }) => entity === contract.remove.audit).at(-1)).toMatchObject({
      before: { id: a, name: 'A' },
      after: { movedTo: b, customerCount: 1 },
    });
  });

  test('of another organization isn’t found, nor is one of an unassigned company', async () => {
    const { scope, a } = await sellerWith('A');
    const features = { CUSTOMERS: { read: true, write: true } };
    const away = await makeMember(app.database.db, seller.org, { features, companyIds: [] });
    const stranger = await makeSeller(app.database.db);
    for (const [caller, orgId] of [
      [await app.as(stranger.owner.user, stranger.org), stranger.org.id],
      [await app.as(away.user, seller.org), seller.org.id],
    ] as const) {
      const query = { ...scope, orgId };
      const answers = [
        await caller.call(contract.list, { query }),
        await caller.call(contract.create, { body: { ...query, name: 'B' } }),
        await caller.call(contract.update, edit(a)),
        await caller.call(contract.remove, { params: { id: a }, query }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const elsewhere = { ...scope, companyId: stranger.company.id };
    const removed = await owner.call(contract.remove, { params: { id: a }, query: elsewhere });
    expect(removed.status).toBe(404);
  });

  test('is read with the feature and changed with write on it, for assigned companies', async () => {
    const { scope, a } = await sellerWith('A');
    const as = async (write: boolean) => {
      const features = { CUSTOMERS: { read: true, write } };
      const { user } = await makeMember(app.database.db, seller.org, { features, companyIds: [seller.company.id] });
      return app.as(user, seller.org);
    };
    const [reader, writer] = [await as(false), await as(true)];
    for (const caller of [reader, writer])
      expect(await caller.expectOk(contract.list, { query: scope })).toHaveLength(1);
    const statusesOf = async (caller: TestCaller) =>
      [
        await caller.call(contract.create, { body: { ...scope, name: 'B' } }),
        await caller.call(contract.update, edit(a)),
        await caller.call(contract.remove, { params: { id: a }, query: scope }),
      ].map(({ status }) => status);
    expect(await statusesOf(reader)).toEqual([403, 403, 403]);
    expect(await statusesOf(writer)).toEqual([200, 200, 200]);
  });
});
