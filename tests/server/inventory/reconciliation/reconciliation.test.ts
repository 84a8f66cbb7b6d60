import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../../domain/bulk/contract';
import { inventory } from '../../../../domain/inventory/packages/contract';
import { TAG_USED_AGAIN, voidedLabel } from '../../../../domain/inventory/packages/package';
import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { licenses } from '../../../../domain/licenses/contract';
import { auditLog, packages, productStock, trackingDifferences } from '../../../../server/db/schema';
import type { TestApp, TestCaller } from '../../../support/app';
import {
  makeDifference,
  makeItem,
  makeLicense,
  makeMember,
  makePackage,
  makeProduct,
  type SellerFixture,
} from '../../../support/factories';
import { lettersTo } from '../../../support/letters';
import { readOnly } from '../../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let product: { id: number };
let own: typeof packages.$inferSelect;
let differenceId: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '52' });
  const item = await makeItem(db(), seller, { productId: product.id, packages: [{ quantity: '12' }] });
  own = await makePackage(db(), item, { quantity: '40' });
  differenceId = (await makeDifference(db(), own, '36.5')).id;
});

const db = () => app.database.db;
const org = () => ({ orgId: seller.org.id });
const found = async (filters: object = {}, caller = owner) =>
  (await caller.expectOk(calls.search, { body: { ...org(), filters } })).results;
const accept = (caller = owner, id = differenceId) => caller.call(calls.accept, { params: { id } });
const correct = (quantity: string) => owner.call(calls.correct, { params: { id: differenceId }, body: { quantity } });
const packageNow = async () =>
  (
    await db()
      .select()
      .from(packages)
      .where(and(eq(packages.orgId, own.orgId), eq(packages.id, own.id)))
  )[0];
const stockNow = async () => {
  const where = and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, product.id));
  return (await db().select().from(productStock).where(where))[0]?.quantity;
};

describe('the inbox', () => {
  test('lists both sides of each open difference, and settled ones when asked', async () => {
    expect(await found()).toMatchObject([
      {
        id: differenceId,
        label: own.label,
        packageId: own.id,
        kind: 'QUANTITY',
        ours: '40 ea',
        theirs: '36.5 ea',
        cause: 'ADJUSTED',
        product: { id: product.id },
        settlement: null,
      },
    ]);
    expect(await found({ settled: true })).toEqual([]);
    expect(await owner.expectOk(calls.summary, { query: org() })).toEqual({ open: 1 });
    const facets = await owner.expectOk(calls.facets, { query: org() });
    expect(facets.kinds).toContainEqual({ id: 'QUANTITY', count: 1 });
    for (const searchTerm of [own.label.slice(-6), `]C1${own.label.toLowerCase()}`, `*${own.label}*`])
      expect(await found({ searchTerm })).toHaveLength(1);
    expect(await found({ kinds: ['GONE'] })).toEqual([]);
  });

  test('is of the packages a member sees, and of no other organization’s', async () => {
    const elsewhere = await makeLicense(db(), seller);
    const clerk = { features: { INVENTORY: readOnly } };
    expect(await found({}, await memberOf({ app, seller }, clerk))).toHaveLength(1);
    expect(await found({}, await memberOf({ app, seller }, { ...clerk, licenseIds: [elsewhere.id] }))).toEqual([]);
    const stranger = await strangerTo({ app });
    expect(await stranger.call(calls.search, { body: org() })).toMatchObject({ status: 404 });
    expect((await accept(stranger)).status).toBe(404);
  });

  test('is told with the package', async () => {
    const story = await owner.expectOk(inventory.get, { params: { id: own.id } });
    expect(story.differences).toMatchObject([{ id: differenceId, theirs: '36.5 ea' }]);
  });
});

describe('accepting theirs', () => {
  test('makes it our figure, and the product’s stock follows', async () => {
    expect(await accept()).toMatchObject({
      status: 200,
      body: { settlement: 'ACCEPTED', settledBy: expect.any(String) },
    });
    expect(await packageNow()).toMatchObject({ quantity: '36.5' });
    expect(await stockNow()).toBe('48.5');
    expect(await found()).toEqual([]);
    const audited = await db().select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(audited.map(({ entity }) => entity).sort()).toEqual(['difference', 'package']);
  });

  test('happens once', async () => {
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stockNow()).toBe('48.5');
  });

  test('of a package that isn’t there makes it inactive', async () => {
    const where = eq(trackingDifferences.orgId, seller.org.id);
    await db().update(trackingDifferences).set({ kind: 'GONE', theirs: 'Not there', cause: 'REMOVED' }).where(where);
    await accept();
    expect(await packageNow()).toMatchObject({ status: 'INACTIVE', quantity: '40' });
    expect(await stockNow()).toBe('12');
  });

  test('isn’t for those who may only read, and not possible for what can’t be read', async () => {
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect((await accept(reader)).status).toBe(403);
    const where = eq(trackingDifferences.orgId, seller.org.id);
    await db().update(trackingDifferences).set({ kind: 'UNREADABLE' }).where(where);
    expect(await accept()).toMatchObject({ status: 409 });
    expect(await packageNow()).toMatchObject({ quantity: '40' });
  });
});

describe('correcting ours', () => {
  test('to what they say settles it', async () => {
    expect(await correct('36.5')).toMatchObject({ status: 200, body: { settlement: 'CORRECTED' } });
    expect(await stockNow()).toBe('48.5');
  });

  test('to something else leaves it open, with our new figure', async () => {
    expect(await correct('38')).toMatchObject({ status: 200, body: { settlement: null, ours: '38 ea' } });
    expect(await packageNow()).toMatchObject({ quantity: '38' });
    expect(await stockNow()).toBe('50');
  });

  test.each([
    ['-1', 'Must be 0 or more'],
    ['1.23456', 'Maximum 4 decimal places allowed'],
    ['many', 'Must be a number'],
  ])('to %s is refused at its field', async (quantity, message) => {
    expect(await correct(quantity)).toMatchObject({ status: 400, body: { errors: { quantity: message } } });
    expect(await packageNow()).toMatchObject({ quantity: '40' });
  });
});

const untilDone = (id: number) =>
  vi.waitFor(
    async () => {
      const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
    },
    { timeout: 60_000 },
  );

test('many are accepted at once, and can be undone', async () => {
  const body = { ...org(), selection: { filters: {}, except: [] }, act: { name: 'accept' as const } };
  const { id } = await owner.expectOk(calls.bulk, { body });
  await untilDone(id);
  expect(await stockNow()).toBe('48.5');
  const undo = await owner.expectOk(bulkActs.undo, { params: { id } });
  await untilDone(undo.id);
  expect(await packageNow()).toMatchObject({ quantity: '40' });
  expect(await stockNow()).toBe('52');
  expect(await found()).toHaveLength(1);
});

test('one that was accepted as gone doesn’t count again when that is undone after its tag was used again', async () => {
  const item = await makeItem(db(), seller, { productId: product.id });
  const gone = await makePackage(db(), item, { quantity: '40' });
  const { id: goneId } = await makeDifference(db(), gone, '39');
  const ofDifference = eq(trackingDifferences.id, goneId);
  await db().update(trackingDifferences).set({ kind: 'GONE', theirs: 'Not there' }).where(ofDifference);
  const body = { ...org(), selection: { ids: [goneId] }, act: { name: 'accept' as const } };
  const { id } = await owner.expectOk(calls.bulk, { body });
  await untilDone(id);
  const [label, ofPackage] = [voidedLabel(gone.label, 7), eq(packages.id, gone.id)];
  await db().update(packages).set({ label }).where(ofPackage);
  const undo = await owner.expectOk(bulkActs.undo, { params: { id } });
  await untilDone(undo.id);
  const done = await owner.expectOk(bulkActs.get, { params: { id: undo.id }, query: {} });
  expect(done.rows.results).toMatchObject([{ ok: false, message: TAG_USED_AGAIN }]);
  expect((await db().select().from(packages).where(ofPackage))[0]).toMatchObject({ status: 'INACTIVE' });
});

test.each([
  ['its license was removed', 'Its license was removed since.'],
  ['it was finished', 'The package was changed since, so it stays as it is.'],
])('one that was accepted doesn’t count again when that is undone after %s', async (why, message) => {
  const license = await makeLicense(db(), seller.org);
  const item = await makeItem(db(), { org: seller.org, license }, { productId: product.id });
  const other = await makePackage(db(), item, { quantity: '40' });
  const { id: otherId } = await makeDifference(db(), other, '39');
  const body = { ...org(), selection: { ids: [otherId] }, act: { name: 'accept' as const } };
  const { id } = await owner.expectOk(calls.bulk, { body });
  await untilDone(id);
  expect(await stockNow()).toBe('91');
  if (why === 'it was finished')
    await db().update(packages).set({ status: 'INACTIVE', finishedOn: '2026-11-20' }).where(eq(packages.id, other.id));
  else await owner.expectOk(licenses.remove, { params: { id: license.id } });
  const undo = await owner.expectOk(bulkActs.undo, { params: { id } });
  await untilDone(undo.id);
  const done = await owner.expectOk(bulkActs.get, { params: { id: undo.id }, query: {} });
  expect(done.rows.results).toMatchObject([{ ok: false, message }]);
  const [now] = await db()
    .select()
    .from(packages)
    .where(and(eq(packages.orgId, seller.org.id), eq(packages.id, other.id)));
  expect(now).toMatchObject({ status: 'INACTIVE', quantity: '39' });
});

describe('asking a colleague', () => {
  const ask = (orgUserId: number, caller = owner, question = 'Did somebody break a jar?') =>
    caller.call(calls.ask, { params: { id: differenceId }, body: { orgUserId, question } });
  const clerkOf = async (values: object = {}) => {
    const assigned = { companyIds: [seller.company.id], brandIds: [seller.brand.id], licenseIds: [seller.license.id] };
    return makeMember(db(), seller, { ...assigned, features: { INVENTORY: readOnly }, ...values });
  };

  test('emails them the question with both sides, and lists it as theirs', async () => {
    const clerk = await clerkOf();
    const caller = await app.as(clerk.user, seller.org);
    expect(await found({ askedOfMe: true }, caller)).toEqual([]);
    expect(await ask(clerk.orgUserId)).toMatchObject({
      status: 200,
      body: { asked: { orgUserId: clerk.orgUserId, question: 'Did somebody break a jar?' } },
    });
    expect(await found({ askedOfMe: true }, caller)).toMatchObject([{ id: differenceId }]);
    expect(await found({ askedOfMe: true })).toEqual([]);
    const [letter] = await lettersTo(app, clerk.user.email, 1);
    expect(letter?.text).toContain('Did somebody break a jar?');
    expect(letter?.text).toContain('We have 40 ea. The tracking system says 36.5 ea.');
  });

  test('offers only those who can see it, and asks nobody else', async () => {
    const elsewhere = await makeLicense(db(), seller);
    const [seeing, other, without] = [
      await clerkOf(),
      await clerkOf({ licenseIds: [elsewhere.id] }),
      await clerkOf({ features: {} }),
    ];
    const offered = await owner.expectOk(calls.colleagues, { params: { id: differenceId } });
    expect(offered.map(({ id }) => id)).toEqual([seeing.orgUserId]);
    for (const { orgUserId } of [other, without, seller.owner]) {
      expect(await ask(orgUserId)).toMatchObject({ status: 400, body: { errors: { orgUserId: expect.any(String) } } });
    }
  });

  test('isn’t for those who may only read, for strangers, or about what is settled', async () => {
    const clerk = await clerkOf();
    expect((await ask(seller.owner.orgUserId, await app.as(clerk.user, seller.org))).status).toBe(403);
    expect((await ask(clerk.orgUserId, await strangerTo({ app }))).status).toBe(404);
    await accept();
    expect((await ask(clerk.orgUserId)).status).toBe(409);
  });
});
