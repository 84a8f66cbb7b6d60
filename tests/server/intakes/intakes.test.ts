import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, dayOf } from '../../../domain/dates';
import { intakes as calls } from '../../../domain/intakes/contract';
import { byAttention, intakeCounts } from '../../../domain/intakes/intake';
import { LAB_RESULT_DAYS } from '../../../domain/inventory/lab-result';
import { intakePackages, transferPackages, transfers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeBuyer,
  makeItem,
  makeLabReport,
  makeLicense,
  makePackage,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { makeAct, makeIntake, newTag } from '../../support/intakes/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const license = () => ({ licenseId: seller.license.id });
const NOTHING = { confirmed: false, notes: '', markNotFound: false };
const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  `${firstName} ${lastName}`;

describe('the list', () => {
  test('tells senders in the network from others, newest first, and what its packages add up to', async () => {
    const sender = await makeLicense(db(), (await makeBuyer(db())).org);
    const near = await makeIntake(db(), seller, { shipperLicense: sender.licenseNumber, shipperName: 'Tidemark' });
    const far = await makeIntake(db(), seller, { carries: [{ state: 'ACCEPTED' }, { state: 'REJECTED' }, {}] });
    await makeAct(db(), far.transfer, far.labels[2] ?? '', { notFound: true, notes: 'Not on the truck' });
    await makeAct(db(), far.transfer, newTag());
    const list = async (query: object) => (await owner.expectOk(calls.list, { params: license(), query })).results;
    expect((await list({})).map(({ id }) => id)).toEqual([far.transfer.id, near.transfer.id]);
    expect(await list({ inNetwork: true })).toMatchObject([{ id: near.transfer.id, inNetwork: true }]);
    const [one] = await list({ inNetwork: false });
    expect(one).toMatchObject({ id: far.transfer.id, inNetwork: false, todo: 'CONFIRM_HERE' });
    const { intakePackages: all, ...whole } = await owner.expectOk(calls.get, { params: far.params });
    expect(one).toEqual(whole);
    expect(whole).toMatchObject(intakeCounts(all));
    expect(whole).toMatchObject({
      packageCount: 3,
      expectedCount: 3,
      notFoundCount: 1,
      hasNotesCount: 1,
      unknownCount: 1,
    });
    expect(all).toEqual(all.toSorted(byAttention));
    expect(await list({ searchTerm: 'tidem' })).toHaveLength(1);
  });

  test('has only what comes to the license, of one the reader sees', async () => {
    const other = await makeLicense(db(), seller);
    await makeIntake(db(), seller);
    await makeIntake(db(), { org: seller.org, license: other });
    await makeIntake(db(), seller, { direction: 'OUTGOING' });
    expect((await owner.expectOk(calls.list, { params: license(), query: {} })).resultCount).toBe(1);
    const picker = await memberOf({ app, seller }, { features: { INTAKES: readOnly } });
    expect((await picker.expectOk(calls.list, { params: license(), query: {} })).resultCount).toBe(1);
    expect(await picker.call(calls.list, { params: { licenseId: other.id }, query: {} })).toMatchObject({
      status: 404,
    });
    const stranger = await strangerTo({ app });
    expect(await stranger.call(calls.list, { params: license(), query: {} })).toMatchObject({ status: 404 });
  });
});

describe('confirming', () => {
  test('confirms all that were sent, and says who did', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(3);
    const intake = await owner.expectOk(calls.get, { params });
    expect(intake).toMatchObject({ confirmedCount: 3, expectedCount: 3, todo: null });
    expect(intake.intakePackages[0]?.confirmation?.by).toBe(nameOf(seller.owner.user));
  });

  test.each([
    ['a tag that isn’t on the manifest', () => newTag(), 3],
    ['one of them twice', (labels: string[]) => labels[0] ?? '', 3],
  ])('applies nothing with %s, and returns how many it could', async (_, wrong, count) => {
    const { params, labels } = await makeIntake(db(), seller);
    const body = { labels: [...labels, wrong(labels)] };
    expect(await owner.expectOk(calls.confirm, { params, body })).toBe(count);
    expect((await owner.expectOk(calls.get, { params })).confirmedCount).toBe(0);
  });

  test('stops at failed and missing lab tests until somebody overrules them by name and reason', async () => {
    const { params, labels } = await makeIntake(db(), seller, {
      carries: [{}, { labState: 'TestFailed' }, { labState: null }],
    });
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(1);
    const overrule = { labels: labels.slice(1), why: 'The lab sent a corrected certificate' };
    expect(await owner.call(calls.overrule, { params, body: { ...overrule, labels } })).toMatchObject({ status: 409 });
    const after = await owner.expectOk(calls.overrule, { params, body: overrule });
    expect(after.intakePackages.filter(({ overruled }) => overruled?.by === nameOf(seller.owner.user))).toHaveLength(2);
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(3);
  });

  test('takes the lab state of a package known by its tag before the manifest’s', async () => {
    const item = await makeItem(db(), seller);
    const held = await makePackage(db(), item, { quantity: '4' });
    const { params } = await makeIntake(db(), seller, { carries: [{ label: held.label, labState: 'TestPassed' }] });
    const [one] = (await owner.expectOk(calls.get, { params })).intakePackages;
    expect(one?.labState).toBe(held.labTestState);
  });

  test('stops at a certificate that expired, ours or the sender’s, until somebody overrules it', async () => {
    const sender = await makeSeller(db());
    const [old, recent] = ['2020-03-01', dayOf(new Date(), 'UTC')];
    const held = await makePackage(db(), await makeItem(db(), seller), { quantity: '4' });
    await makeLabReport(db(), held, { performed: old });
    const [theirs, fresh, renewed] = await Promise.all(
      [1, 2, 3].map(async () => makePackage(db(), await makeItem(db(), sender, {}), { quantity: '4' })),
    );
    if (!theirs || !fresh || !renewed) throw new Error('no packages');
    await makeLabReport(db(), theirs, { performed: old });
    await makeLabReport(db(), fresh, { performed: recent });
    await makeLabReport(db(), renewed, { performed: old });
    await makeLabReport(db(), renewed, { performed: recent, documentId: 8 });
    const all = [held, theirs, fresh, renewed];
    const { params, labels } = await makeIntake(db(), seller, {
      shipperLicense: sender.license.licenseNumber,
      carries: all.map(({ label }) => ({ label })),
    });
    const expired = addDays(old, LAB_RESULT_DAYS);
    const { intakePackages: before } = await owner.expectOk(calls.get, { params });
    const expiredOf = new Map(before.map((one) => [one.label, one.labExpired]));
    expect(labels.map((label) => expiredOf.get(label))).toEqual([expired, expired, null, null]);
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(2);
    const stopped = { confirmed: true, notes: '', markNotFound: false };
    expect(
      await owner.call(calls.setPackage, { params: { ...params, label: held.label }, body: stopped }),
    ).toMatchObject({ status: 409, body: { userFriendlyMessage: 'Its lab certificate expired on 03/01/2021.' } });
    const overrule = { labels: [held.label, theirs.label], why: 'Retested, the report is on its way' };
    await owner.expectOk(calls.overrule, { params, body: overrule });
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(4);
  });

  test('of two at once lets only the first confirm a package', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const colleague = await memberOf({ app, seller }, { features: { INTAKES: both } });
    const [first = '', second = '', third = ''] = labels;
    const counts = await Promise.all([
      owner.expectOk(calls.confirm, { params, body: { labels: [first, second] } }),
      colleague.expectOk(calls.confirm, { params, body: { labels: [second, third] } }),
    ]);
    expect(counts.toSorted()).toEqual([1, 2]);
    const { intakePackages: all } = await owner.expectOk(calls.get, { params });
    expect(all.filter(({ confirmed }) => confirmed)).toHaveLength(2);
  });

  test('has no effect on a voided transfer or a package rejected there', async () => {
    const voided = await makeIntake(db(), seller, { isVoided: true });
    expect(await owner.expectOk(calls.confirm, { params: voided.params, body: { labels: voided.labels } })).toBe(0);
    const rejected = await makeIntake(db(), seller, { carries: [{ state: 'REJECTED' }] });
    expect(await owner.expectOk(calls.confirm, { params: rejected.params, body: { labels: rejected.labels } })).toBe(0);
  });
});

describe('a package', () => {
  test('is marked not found, noted, confirmed after all, and that is taken back', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const one = { ...params, label: labels[1] ?? '' };
    const set = (body: Partial<typeof NOTHING>) =>
      owner.expectOk(calls.setPackage, { params: one, body: { ...NOTHING, ...body } });
    expect(await set({ markNotFound: true, notes: 'Not on the pallet' })).toMatchObject({ notFound: true, version: 1 });
    const [first] = (await owner.expectOk(calls.get, { params })).intakePackages;
    expect(first).toMatchObject({ label: one.label, notes: 'Not on the pallet' });
    expect(await owner.expectOk(calls.confirm, { params, body: { labels: [one.label] } })).toBe(1);
    expect(await set({ confirmed: true })).toMatchObject({ confirmed: true, notFound: false, notes: '' });
    expect(await set({})).toMatchObject({ confirmed: false, confirmation: null });
    const both = { ...NOTHING, confirmed: true, markNotFound: true };
    expect(await owner.call(calls.setPackage, { params: one, body: both })).toMatchObject({ status: 409 });
    const old = { ...NOTHING, version: 1 };
    expect(await owner.call(calls.setPackage, { params: one, body: old })).toMatchObject({
      body: { message: 'STALE' },
    });
  });

  test('that the manifest lacks joins as unknown and can be deleted, as others can’t', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const stray = { ...params, label: newTag() };
    expect(await owner.expectOk(calls.setPackage, { params: stray, body: NOTHING })).toMatchObject({
      unknown: true,
      theirState: null,
    });
    const confirmed = { ...NOTHING, confirmed: true };
    expect(await owner.call(calls.setPackage, { params: stray, body: confirmed })).toMatchObject({ status: 409 });
    expect((await owner.expectOk(calls.get, { params })).unknownCount).toBe(1);
    await owner.expectOk(calls.removePackage, { params: stray });
    expect((await owner.expectOk(calls.get, { params })).unknownCount).toBe(0);
    const known = { ...params, label: labels[0] ?? '' };
    expect(await owner.call(calls.removePackage, { params: known })).toMatchObject({ status: 409 });
    expect(await owner.call(calls.removePackage, { params: stray })).toMatchObject({ status: 404 });
  });

  test('of another organization is nobody else’s', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const stranger = await strangerTo({ app });
    const label = labels[0] ?? '';
    const refused = { status: 404 };
    expect(await stranger.call(calls.get, { params })).toMatchObject(refused);
    expect(await stranger.call(calls.find, { params: { ...params, label } })).toMatchObject(refused);
    expect(await stranger.call(calls.findAny, { params: { ...license(), label } })).toMatchObject(refused);
    expect(await stranger.call(calls.confirm, { params, body: { labels } })).toMatchObject(refused);
    expect(await stranger.call(calls.setPackage, { params: { ...params, label }, body: NOTHING })).toMatchObject(
      refused,
    );
    expect(await stranger.call(calls.removePackage, { params: { ...params, label } })).toMatchObject(refused);
  });

  test('takes read or write on intakes', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const one = { ...params, label: labels[0] ?? '' };
    const reader = await memberOf({ app, seller }, { features: { INTAKES: readOnly } });
    const outsider = await memberOf({ app, seller }, { features: { INVENTORY: both } });
    expect((await reader.expectOk(calls.get, { params })).intakePackages).toHaveLength(3);
    expect((await reader.expectOk(calls.find, { params: one })).outcome).toBe('EXPECTED');
    for (const caller of [reader, outsider]) {
      expect(await caller.call(calls.confirm, { params, body: { labels } })).toMatchObject({ status: 403 });
      expect(await caller.call(calls.setPackage, { params: one, body: NOTHING })).toMatchObject({ status: 403 });
      expect(await caller.call(calls.removePackage, { params: one })).toMatchObject({ status: 403 });
    }
    expect(await outsider.call(calls.list, { params: license(), query: {} })).toMatchObject({ status: 403 });
    expect(await outsider.call(calls.get, { params })).toMatchObject({ status: 403 });
    expect(await outsider.call(calls.find, { params: one })).toMatchObject({ status: 403 });
    expect(await outsider.call(calls.findAny, { params: { ...license(), label: one.label } })).toMatchObject({
      status: 403,
    });
  });

  test('of an organization that only buys is confirmed as well', async () => {
    const buyer = await makeBuyer(db());
    const caller = await app.as(buyer.owner.user, buyer.org);
    const { params, labels } = await makeIntake(db(), { org: buyer.org, license: buyer.license });
    expect(await caller.expectOk(calls.confirm, { params, body: { labels } })).toBe(3);
    const { licenseId } = params;
    expect(await caller.expectOk(calls.findAny, { params: { licenseId, label: labels[0] ?? '' } })).toMatchObject({
      outcome: 'CONFIRMED',
    });
  });
});

describe('a scanned tag', () => {
  test('is expected, confirmed, in another intake, known or unknown', async () => {
    const here = await makeIntake(db(), seller);
    const other = await makeIntake(db(), seller);
    const held = await makePackage(db(), await makeItem(db(), seller), { quantity: '4' });
    const [first = '', second = ''] = here.labels;
    await owner.expectOk(calls.confirm, { params: here.params, body: { labels: [second] } });
    const find = async (label: string) => owner.expectOk(calls.find, { params: { ...here.params, label } });
    expect(await find(first.toLowerCase())).toMatchObject({ outcome: 'EXPECTED', package: { label: first } });
    expect(await find(second)).toMatchObject({ outcome: 'CONFIRMED' });
    expect(await find(other.labels[0] ?? '')).toMatchObject({
      outcome: 'OTHER_INTAKE',
      intake: { id: other.transfer.id },
    });
    expect(await find(held.label)).toMatchObject({ outcome: 'KNOWN', known: { status: 'Active' } });
    expect(await find(newTag())).toMatchObject({ outcome: 'UNKNOWN', package: null, known: null });
    const any = async (label: string) => owner.expectOk(calls.findAny, { params: { ...license(), label } });
    expect(await any(first)).toMatchObject({ outcome: 'EXPECTED', intake: { id: here.transfer.id } });
    expect(await any(held.label)).toMatchObject({ outcome: 'KNOWN', intake: null });
    const wrong = first.slice(1);
    expect(await owner.call(calls.find, { params: { ...here.params, label: wrong } })).toMatchObject({ status: 404 });
    const refused = await owner.call(calls.confirm, { params: here.params, body: { labels: [wrong] } });
    expect(refused).toMatchObject({ status: 400, body: { errors: { 'labels.0': 'A tag has 24 characters' } } });
  });
});

describe('a blind count', () => {
  test('hides what was shipped until it is counted, and a second person settles a difference', async () => {
    const { params, labels } = await makeIntake(db(), seller);
    const one = { ...params, label: labels[0] ?? '' };
    const before = await owner.expectOk(calls.setBlind, { params, body: { isBlind: true } });
    expect(before.intakePackages.map(({ shippedQuantity }) => shippedQuantity)).toEqual([null, null, null]);
    const settle = { quantity: '23', why: 'One jar broke on the way' };
    expect(await owner.call(calls.settle, { params: one, body: settle })).toMatchObject({ status: 409 });
    const counted = await owner.expectOk(calls.count, { params: one, body: { quantity: '23' } });
    expect(counted).toMatchObject({ shippedQuantity: '24', countedQuantity: '23', countedByReader: true });
    expect(await owner.call(calls.settle, { params: one, body: settle })).toMatchObject({ status: 409 });
    const colleague = await memberOf({ app, seller }, { features: { INTAKES: both } });
    const settled = await colleague.expectOk(calls.settle, { params: one, body: settle });
    expect(settled).toMatchObject({ settledQuantity: '23', settlement: { why: settle.why }, countedByReader: false });
    const again = await colleague.expectOk(calls.count, { params: one, body: { quantity: '24' } });
    expect(again).toMatchObject({ countedQuantity: '24', settledQuantity: null, settlement: null });
    const shown = await owner.expectOk(calls.setBlind, { params, body: { isBlind: false } });
    expect(shown.intakePackages.every(({ shippedQuantity }) => shippedQuantity === '24')).toBe(true);
  });
});

test('what people did is written down by tag and outlives the manifest’s rows', async () => {
  const { params, labels, transfer } = await makeIntake(db(), seller);
  await owner.expectOk(calls.confirm, { params, body: { labels } });
  const own = and(eq(intakePackages.orgId, seller.org.id), eq(intakePackages.transferId, transfer.id));
  await db()
    .delete(transferPackages)
    .where(and(eq(transferPackages.orgId, seller.org.id), eq(transferPackages.transferId, transfer.id)));
  expect(await db().select().from(intakePackages).where(own)).toHaveLength(3);
  expect(await db().select().from(transfers).where(eq(transfers.id, transfer.id))).toHaveLength(1);
  expect((await owner.expectOk(calls.get, { params })).unknownCount).toBe(3);
});
