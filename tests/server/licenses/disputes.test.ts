import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { licenseDisputes as calls } from '../../../domain/licenses/dispute-contract';
import { auditLog, companies, licenses } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type LicenseFixture,
  makeLicense,
  makeMember,
  makeSeller,
  makeUser,
  type SellerFixture,
  type UserFixture,
} from '../../support/factories';
import { photo } from '../../support/files/pictures';
import { allTold, countsOf, toldOf } from '../../support/notifications/told';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

const REASON = 'The number is on the wall of our shop.';
const ANSWER = 'The state confirmed it by phone.';

let app: TestApp;
/** Who disputes, and who has the license. */
let seller: SellerFixture;
let owner: TestCaller;
let holder: SellerFixture;
let license: LicenseFixture;
let staff: UserFixture;
let support: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  holder = await makeSeller(db());
  license = await makeLicense(db(), holder, { provenBy: 'KEY', provenAt: new Date('2026-03-01T00:00:00Z') });
  staff = await makeUser(db(), { isSupport: true });
  support = await app.as(staff, null);
});

const db = () => app.database.db;
const bodyOf = (licenseNumber = license.licenseNumber) => ({
  body: { orgId: seller.org.id, state: 'CA', licenseNumber, reason: REASON },
});
const dispute = (by = owner) => by.expectOk(calls.create, bodyOf());
const decided = (id: number) => ({ params: { id }, body: { reason: ANSWER } });
const reviewed = async (id: number) => (await support.expectOk(calls.review, {})).find((one) => one.id === id);
const isRemoved = async () =>
  (await db().select().from(licenses).where(eq(licenses.id, license.id)))[0]?.removedAt !== null;

test('a number that another organization has is disputed once, without a word of who has it', async () => {
  const made = await owner.expectOk(calls.create, bodyOf(` ${license.licenseNumber.toLowerCase()} `));
  expect(made).toMatchObject({ licenseNumber: license.licenseNumber, state: 'OPEN', hasDocument: false, answer: '' });
  expect((await owner.call(calls.create, bodyOf())).status).toBe(409);
  const listed = await owner.expectOk(calls.list, {});
  expect(listed).toEqual([made]);
  expect(JSON.stringify(listed)).not.toContain(holder.org.name);
  const theirs = await app.as(holder.owner.user, holder.org);
  expect(await theirs.expectOk(calls.list, {})).toEqual([]);
  expect((await theirs.call(calls.attach, { params: { id: made.id }, file: await photo(40, 60) })).status).toBe(404);
});

test('one’s own number, one that is free and a reason too short aren’t disputed; nor by who can’t claim', async () => {
  const refused = async (body: object) =>
    (await owner.call(calls.create, { body: { ...bodyOf().body, ...body } })).body;
  const own = { licenseNumber: seller.license.licenseNumber };
  expect(await refused(own)).toMatchObject({
    errors: { licenseNumber: `Your organization already has license ${own.licenseNumber}.` },
  });
  expect(await refused({ licenseNumber: 'C99-FREE' })).toMatchObject({
    errors: { licenseNumber: 'No organization has license C99-FREE. You can add it.' },
  });
  expect(await refused({ reason: 'Mine' })).toMatchObject({ errors: { reason: 'Write at least 10 characters' } });
  const reader = await makeMember(db(), seller, { features: { MANAGE_LICENSES: readOnly } });
  expect((await (await app.as(reader.user, seller.org)).call(calls.create, bodyOf())).status).toBe(403);
});

test('CLAIM_WAITS is for support staff, who see both sides, the document and the log', async () => {
  const { id } = await dispute();
  await owner.expectOk(calls.attach, { params: { id }, file: await photo(40, 60) });
  expect(await toldOf(app, staff, 'CLAIM_WAITS')).toMatchObject([
    {
      title: `Disputed license: CA ${license.licenseNumber}`,
      lines: [seller.org.name, REASON],
      route: '/support/license-disputes',
      outcome: null,
    },
  ]);
  expect(await countsOf(app, [seller.owner.user, holder.owner.user], 'CLAIM_WAITS')).toEqual([0, 0]);
  for (let times = 0; times < 2; times += 1) await support.expectOk(calls.see, { params: { id } });
  expect(await reviewed(id)).toMatchObject({
    reason: REASON,
    hasDocument: true,
    disputer: { orgName: seller.org.name, email: seller.owner.user.email },
    holder: { orgName: holder.org.name, provenBy: 'KEY', provenAt: '2026-03-01T00:00:00.000Z' },
    log: [
      { act: 'ASKED', by: `${seller.owner.user.firstName} ${seller.owner.user.lastName}` },
      { act: 'ATTACHED' },
      { act: 'SEEN', by: `${staff.firstName} ${staff.lastName}` },
    ],
  });
  const document = await support.expectOk(calls.document, { params: { id } });
  expect(
    Buffer.from(await document.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  for (const call of [calls.uphold, calls.dismiss]) expect((await owner.call(call, decided(id))).status).toBe(403);
  expect((await owner.call(calls.document, { params: { id } })).status).toBe(403);
  expect((await owner.call(calls.review, {})).status).toBe(403);
});

test('CLAIM_DECIDED tells both when it is upheld: the license is gone from its holder and free to claim', async () => {
  const { id } = await dispute();
  // Nobody is told of what is decided by then.
  await allTold(app);
  const { log, state, holder: held } = await support.expectOk(calls.uphold, decided(id));
  expect([state, held, log.map(({ act }) => act)]).toEqual(['UPHELD', null, ['ASKED', 'UPHELD']]);
  expect(await isRemoved()).toBe(true);
  expect(await toldOf(app, seller.owner.user, 'CLAIM_DECIDED')).toMatchObject([
    {
      title: `Your dispute of license CA ${license.licenseNumber} was upheld`,
      lines: [ANSWER, 'Its number is free: you can add it.'],
      route: '/network/licenses',
    },
  ]);
  expect(await toldOf(app, holder.owner.user, 'CLAIM_DECIDED')).toMatchObject([
    {
      title: `License CA ${license.licenseNumber} was removed by Verdant support`,
      lines: [ANSWER, 'Its number was disputed.'],
    },
  ]);
  expect(await toldOf(app, staff, 'CLAIM_WAITS')).toMatchObject([{ outcome: 'Upheld' }]);
  const entries = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.orgId, holder.org.id), eq(auditLog.entity, 'license')));
  expect(entries.map(({ entityId }) => entityId)).toContain(String(license.id));
  const draft = { licenseNumber: license.licenseNumber, name: 'Ours', state: 'CA', address: {} };
  expect((await owner.expectOk(licenseCalls.create, { body: draft })).provenBy).toBeNull();
});

test('what must be settled first is named, and the dispute stays open', async () => {
  const { id } = await dispute();
  await db().update(companies).set({ licenseId: license.id }).where(eq(companies.id, holder.company.id));
  const refused = await support.call(calls.uphold, decided(id));
  expect(refused.status).toBe(409);
  expect(refused.ok === false && refused.body.userFriendlyMessage).toMatch(/company/);
  expect([await isRemoved(), (await reviewed(id))?.state]).toEqual([false, 'OPEN']);
  expect((await owner.expectOk(calls.list, {}))[0]?.state).toBe('OPEN');
  await db().update(companies).set({ licenseId: holder.license.id }).where(eq(companies.id, holder.company.id));
  expect((await support.expectOk(calls.uphold, decided(id))).state).toBe('UPHELD');
});

test('a dismissed dispute leaves the license, tells why, and can be asked again', async () => {
  const { id } = await dispute();
  await support.expectOk(calls.dismiss, decided(id));
  expect(await isRemoved()).toBe(false);
  expect(await toldOf(app, seller.owner.user, 'CLAIM_DECIDED')).toMatchObject([
    { title: `Your dispute of license CA ${license.licenseNumber} was dismissed`, lines: [ANSWER, ''] },
  ]);
  expect(await countsOf(app, [holder.owner.user], 'CLAIM_DECIDED')).toEqual([0]);
  const again = await owner.call(calls.attach, { params: { id }, file: await photo(40, 60) });
  expect(again.status).toBe(409);
  expect((await dispute()).id).not.toBe(id);
});

test('of two decisions at once one counts', async () => {
  const { id } = await dispute();
  const other = await app.as(await makeUser(db(), { isSupport: true }), null);
  const answers = await Promise.all([support.call(calls.uphold, decided(id)), other.call(calls.dismiss, decided(id))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const after = await reviewed(id);
  expect(await isRemoved()).toBe(after?.state === 'UPHELD');
  expect(after?.log).toHaveLength(2);
});

test('a license that its holder removed, and another organization added since, isn’t taken from them', async () => {
  const { id } = await dispute();
  await db().update(licenses).set({ removedAt: new Date(), isPublic: false }).where(eq(licenses.id, license.id));
  const third = await makeSeller(db());
  const added = await makeLicense(db(), third, { licenseNumber: license.licenseNumber });
  expect((await support.call(calls.uphold, decided(id))).status).toBe(409);
  await db().update(licenses).set({ removedAt: new Date(), isPublic: false }).where(eq(licenses.id, added.id));
  expect(await support.expectOk(calls.uphold, decided(id))).toMatchObject({ state: 'UPHELD', holder: null });
  expect(await countsOf(app, [holder.owner.user, third.owner.user], 'CLAIM_DECIDED')).toEqual([0, 0]);
});
