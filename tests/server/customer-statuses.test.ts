import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerStatuses as contract } from '../../domain/customers/contract';
import { customers } from '../../server/db/schema';
import { startTestApp, type TestApp, type TestCaller } from '../support/app';
import { makeCustomer, makeCustomerStatus, makeSeller, type SellerFixture } from '../support/factories';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A seller of its own, with statuses of these names. */
async function sellerWith(...names: string[]) {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  const scope = { orgId: seller.org.id, companyId: seller.company.id };
  const made = [];
  for (const name of names) made.push(await owner.expectOk(contract.create, { body: { ...scope, name } }));
  const list = async () =>
    (await owner.expectOk(contract.list, { query: scope })).map(({ name, position }) => [name, position]);
  return { scope, made, list };
}

test('a new status comes below the others, also when several are added at once', async () => {
  const { scope, list } = await sellerWith('Prospect', 'Active');
  await Promise.all(['A', 'B', 'C'].map((name) => owner.expectOk(contract.create, { body: { ...scope, name } })));
  const positions = (await list()).map(([, position]) => position);
  expect(positions).toEqual([0, 1, 2, 3, 4]);
});

test('two statuses of a company never have one name, whatever its case; another company’s may', async () => {
  const { scope, made } = await sellerWith('Prospect', 'Active');
  const taken = { status: 400, body: { errors: { name: expect.stringMatching(/already has this name/) } } };
  expect(await owner.call(contract.create, { body: { ...scope, name: ' active ' } })).toMatchObject(taken);
  const rename = { params: { id: made[0]?.id ?? 0 }, body: { name: 'ACTIVE', position: 0, version: 0 } };
  expect(await owner.call(contract.update, rename)).toMatchObject(taken);
  const other = await makeSeller(app.database.db);
  const theirs = await app.as(other.owner.user, other.org);
  await theirs.expectOk(contract.create, {
    body: { orgId: other.org.id, companyId: other.company.id, name: 'Active' },
  });
});

test('a status is moved to a place, and the others make room', async () => {
  const { made, list } = await sellerWith('A', 'B', 'C');
  const last = made[2]?.id ?? 0;
  await owner.expectOk(contract.update, { params: { id: last }, body: { name: 'C', position: 0, version: 0 } });
  expect(await list()).toEqual([
    ['C', 0],
    ['A', 1],
    ['B', 2],
  ]);
  const stale = await owner.call(contract.update, {
    params: { id: last },
    body: { name: 'C', position: 2, version: 0 },
  });
  expect(stale).toMatchObject({ status: 409, body: { message: 'STALE' } });
});

test('a status nobody has is deleted at once; one in use asks what to move its customers to', async () => {
  const { db } = app.database;
  const { scope, made, list } = await sellerWith('A', 'B', 'C');
  const [a, b, c] = made.map(({ id }) => id);
  const held = await makeCustomer(db, seller, { customerStatusId: a ?? 0 });
  const remove = (id: number | undefined, moveTo?: number | 'none') =>
    owner.call(contract.remove, { params: { id: id ?? 0 }, query: { ...scope, ...(moveTo && { moveTo }) } });
  expect(await remove(c)).toMatchObject({ ok: true });
  expect(await remove(a)).toMatchObject({
    status: 409,
    body: {
      errorObject: { customerCount: 1 },
      errors: { moveTo: '1 customer has this status. Choose what to move it to.' },
    },
  });
  expect(await remove(a, a)).toMatchObject({ status: 400, body: { errors: { moveTo: expect.any(String) } } });
  const foreign = await makeCustomerStatus(db, await makeSeller(db));
  expect(await remove(a, foreign.id)).toMatchObject({ status: 400 });
  expect(await list()).toHaveLength(2);
  const standing = async () => (await db.select().from(customers).where(eq(customers.id, held.id)))[0];
  expect(await remove(a, b)).toMatchObject({ ok: true });
  expect(await standing()).toMatchObject({ customerStatusId: b, version: 1 });
  expect(await remove(b, 'none')).toMatchObject({ ok: true });
  expect(await standing()).toMatchObject({ customerStatusId: null, version: 2 });
});
