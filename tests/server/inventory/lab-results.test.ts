import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { productLab } from '../../../domain/inventory/lab-summary';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { packages, products } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeBuyer,
  makeItem,
  makeLabReport,
  makeLicense,
  makePackage,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { addTheirs, changeTheirs, connectNow, syncNow, untilQuiet } from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const resultsOf = (label: string, caller = owner) => caller.expectOk(calls.testResults, { params: { label } });
const certificate = (label: string, documentId: number, caller = owner) =>
  caller.call(calls.certificate, { params: { label, documentId } });

/** A package of the license, read there with this lab state. */
async function read(LabTestingState: string) {
  const [theirs] = await addTheirs(db(), seller, [{ quantity: '40', data: { LabTestingState } }]);
  await connectNow(app, owner, seller);
  if (theirs === undefined) throw new Error('There is a package');
  return theirs;
}

describe('lab results of a package', () => {
  test('are read with it, by group, with the lab and its certificate', async () => {
    const { label, id } = await read('TestPassed');
    const { state, reports, contradiction, read: readAt } = await resultsOf(label);
    expect(state).toBe('TestPassed');
    expect(readAt).not.toBeNull();
    expect(contradiction).toBeNull();
    expect(reports).toMatchObject([{ passed: true, isRevoked: false, documentId: id, sourceLabel: label }]);
    expect(reports[0]?.findings).toContainEqual(
      expect.objectContaining({ name: 'Total THC', group: 'CANNABINOIDS', unit: '%', passed: true }),
    );
    const file = await certificate(label, id);
    expect(file.ok && (await (file.body as File).text()).slice(0, 5)).toBe('%PDF-');
    expect((await certificate(label, id + 1)).status).toBe(404);
  });

  test('are read by two jobs at once, as after a fault, without either failing', async () => {
    const { label } = await read('TestPassed');
    await db().update(packages).set({ labReadAt: null }).where(eq(packages.label, label));
    const send = globalThis.fetch;
    let asked = 0;
    let release = () => {};
    const both = new Promise<void>((done) => {
      release = done;
    });
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const answer = await send(input, init);
      if (!String(input).includes('/labtests/v2/results')) return answer;
      asked += 1;
      if (asked === 2) release();
      await both;
      return answer;
    });
    const data = { orgId: seller.org.id, licenseId: seller.license.id };
    await app.database.pool.query(
      `with made as (
         insert into jobs.job (name, data, group_id, policy, state, retry_limit, expire_seconds)
         select 'read-lab-results', $1, 'twice', 'standard', 'created', 14, 900 from generate_series(1, 2) returning name)
       select pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), name) from made limit 1`,
      [data],
    );
    await untilQuiet(db(), seller.org.id);
    spy.mockRestore();
    const { rows } = await app.database.pool.query(
      `select state, retry_count as again from jobs.job where name = 'read-lab-results' and group_id = 'twice'`,
    );
    expect(rows).toEqual([
      { state: 'completed', again: 0 },
      { state: 'completed', again: 0 },
    ]);
    expect((await resultsOf(label)).reports).toHaveLength(1);
  });

  test('are read again once the package’s test failed, and say what failed', async () => {
    const theirs = await read('TestPassed');
    await changeTheirs(db(), theirs, { data: { ...(theirs.data as object), LabTestingState: 'TestFailed' } });
    await syncNow(app, owner, seller);
    const { state, reports } = await resultsOf(theirs.label);
    expect(state).toBe('TestFailed');
    expect(reports[0]).toMatchObject({ passed: false });
    expect(reports[0]?.findings.filter(({ passed }) => !passed)).toMatchObject([
      { name: 'Total Yeast and Mold', comment: 'Above the limit.' },
    ]);
  });

  test('aren’t asked for before there can be any', async () => {
    const { label } = await read('SubmittedForTesting');
    expect(await resultsOf(label)).toEqual({
      state: 'SubmittedForTesting',
      read: null,
      reports: [],
      contradiction: null,
    });
  });

  test('say where they contradict its state', async () => {
    const item = await makeItem(db(), seller);
    const own = await makePackage(db(), item, { quantity: '5' });
    await makeLabReport(db(), own, { passed: false });
    await db().update(packages).set({ labTestState: 'TestPassed' }).where(eq(packages.id, own.id));
    expect((await resultsOf(own.label)).contradiction).toBe(
      'The state is “Test passed”, but the newest lab report failed.',
    );
  });

  test('are for those who see the package', async () => {
    const item = await makeItem(db(), seller);
    const own = await makePackage(db(), item, { quantity: '5' });
    await makeLabReport(db(), own);
    const other = await makeSeller(db());
    const them = await app.as(other.owner.user, other.org);
    expect((await them.call(calls.testResults, { params: { label: own.label } })).status).toBe(404);
    expect((await certificate(own.label, 7, them)).status).toBe(404);
    const elsewhere = await makeLicense(db(), seller);
    const features = { INVENTORY: readOnly };
    const blind = await memberOf({ app, seller }, { features, licenseIds: [elsewhere.id] });
    expect((await blind.call(calls.testResults, { params: { label: own.label } })).status).toBe(404);
    await resultsOf(own.label, await memberOf({ app, seller }, { features }));
  });
});

describe('on a menu', () => {
  const labResult = async (productId: number, caller: TestCaller, id = seller.brand.id) =>
    caller.call(productLab.result, { params: { id, productId } });

  test('buyers see the newest report that passed of what a product is sold from', async () => {
    const product = await makeProduct(db(), seller);
    const item = await makeItem(db(), seller, { productId: product.id });
    const { owner: person, org } = await makeBuyer(db());
    const buyer = await app.as(person.user, org);
    expect(await labResult(product.id, buyer)).toMatchObject({ body: { result: null } });
    await makeLabReport(db(), await makePackage(db(), item, { quantity: '5' }), { performed: '2026-09-01' });
    await makeLabReport(db(), await makePackage(db(), item, { quantity: '5' }), { performed: '2026-10-01' });
    await makeLabReport(db(), await makePackage(db(), item, { quantity: '5', status: 'INACTIVE' }));
    await makeLabReport(db(), await makePackage(db(), item, { quantity: '5' }), { passed: false });
    expect(await labResult(product.id, buyer)).toMatchObject({
      body: {
        result: {
          performed: '2026-10-01',
          expires: '2027-10-01',
          potency: [{ name: 'Total THC', level: '24.31', unit: '%' }],
          passed: ['Heavy metals'],
        },
      },
    });
  });

  test('each product says in short what the newest report that passed found', async () => {
    const own = await makeSeller(db());
    const [tested, untested, failed] = [
      await makeProduct(db(), own, { name: 'Tested' }),
      await makeProduct(db(), own, { name: 'Untested' }),
      await makeProduct(db(), own, { name: 'Failed' }),
    ];
    const item = await makeItem(db(), own, { productId: tested.id });
    const newest = await makePackage(db(), item, { quantity: '5' });
    await makeLabReport(db(), await makePackage(db(), item, { quantity: '5' }), { performed: '2026-09-01' });
    await makeLabReport(db(), newest, { performed: '2026-10-01' });
    const other = await makeItem(db(), own, { productId: failed.id });
    await makeLabReport(db(), await makePackage(db(), other, { quantity: '5' }), { passed: false });
    const leaded = await makeItem(db(), own, { productId: (await makeProduct(db(), own)).id });
    await makeLabReport(db(), await makePackage(db(), leaded, { quantity: '5' }), { hasLead: true });
    const hidden = await makeProduct(db(), own, { listingState: 'INTERNAL' });
    const inside = await makeItem(db(), own, { productId: hidden.id });
    await makeLabReport(db(), await makePackage(db(), inside, { quantity: '5' }));
    const { owner: person, org } = await makeBuyer(db());
    const params = { id: own.brand.id };
    const shown = await (await app.as(person.user, org)).expectOk(productLab.ofBrand, { params });
    expect(shown).toEqual([
      { productId: tested.id, thc: '24.31', batch: newest.label, performed: '2026-10-01', expires: '2027-10-01' },
    ]);
    expect(shown.some(({ productId }) => productId === untested.id)).toBe(false);
    expect((await app.withToken(null).call(productLab.ofBrand, { params })).status).toBe(401);
  });

  test('nobody sees any of a product that isn’t listed, or by another brand', async () => {
    const product = await makeProduct(db(), seller);
    const { owner: person, org } = await makeBuyer(db());
    const buyer = await app.as(person.user, org);
    const other = await makeSeller(db());
    expect((await labResult(product.id, buyer)).status).toBe(200);
    expect((await labResult(product.id, buyer, other.brand.id)).status).toBe(404);
    await db().update(products).set({ listingState: 'INTERNAL' }).where(eq(products.id, product.id));
    expect((await labResult(product.id, buyer)).status).toBe(404);
  });
});
