import { desc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { licenseProofs as calls } from '../../../domain/licenses/proof-contract';
import { licenseCodes, mailbox, registeredLicenses, registerImports } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type LicenseFixture,
  makeLicense,
  makeMember,
  makeSeller,
  makeUser,
  only,
  type SellerFixture,
  type UserFixture,
  unique,
} from '../../support/factories';
import { photo } from '../../support/files/pictures';
import { allTold, toldOf } from '../../support/notifications/told';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let license: LicenseFixture;
let staff: UserFixture;
let support: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  license = await makeLicense(db(), seller);
  staff = await makeUser(db(), { isSupport: true });
  support = await app.as(staff, null);
});

const db = () => app.database.db;
const at = () => ({ params: { id: license.id } });
const provenBy = async () => (await owner.expectOk(licenseCalls.get, at())).provenBy;

/** Puts the license in the state's register; gives the address. */
async function register(): Promise<string> {
  const email = `shop${unique()}@greenleaf.com`;
  const imported = { usState: 'CA', fileName: 'register.csv', asOf: '2026-01-01', columns: {}, rows: 1 };
  const made = await db()
    .insert(registerImports)
    .values({ ...imported, createdByUserId: staff.id })
    .returning();
  const { licenseNumber, name } = license;
  const listed = { usState: 'CA', licenseNumber, name, email, listedOn: '2026-01-01', importId: only(made).id };
  await db().insert(registeredLicenses).values(listed);
  return email;
}

/** The code mailed last to an address, once so many were. */
async function mailedCode(email: string, count = 1): Promise<string> {
  const letters = () =>
    db().select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(desc(mailbox.sentAt), desc(mailbox.id));
  await expect.poll(async () => (await letters()).length, { timeout: 30_000 }).toBe(count);
  return /enter this code: (\d{6})/.exec((await letters())[0]?.text ?? '')?.[1] ?? '';
}
const enter = (code: string) => owner.call(calls.enterCode, { ...at(), body: { code } });
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

test('an added license isn’t verified; the code at the registered address verifies it', async () => {
  expect(await provenBy()).toBeNull();
  expect(await owner.expectOk(calls.ways, at())).toEqual({ registeredEmail: null, isCodeSent: false, document: null });
  expect((await owner.call(calls.sendCode, at())).status).toBe(409);
  const email = await register();
  expect(await owner.expectOk(calls.sendCode, at())).toMatchObject({ registeredEmail: 's…@g….com', isCodeSent: true });
  const code = await mailedCode(email);
  expect(JSON.stringify(await db().select().from(licenseCodes))).not.toContain(code);
  expect(await enter(wrong(code))).toMatchObject({ status: 400, body: { errors: { code: expect.any(String) } } });
  expect(await provenBy()).toBeNull();
  expect((await enter(code)).status).toBe(200);
  const seen = await owner.expectOk(licenseCalls.get, at());
  expect([seen.provenBy, seen.provenAt]).toEqual(['MAIL', expect.any(String)]);
  expect((await enter(code)).status).toBe(400);
  expect((await owner.call(calls.sendCode, at())).status).toBe(409);
});

test('a code ends after five tries, with a newer one, and after 30 minutes; three a day are mailed', async () => {
  const email = await register();
  await owner.expectOk(calls.sendCode, at());
  const first = await mailedCode(email);
  for (let tries = 0; tries < 5; tries += 1) expect((await enter(wrong(first))).status).toBe(400);
  expect((await enter(first)).status).toBe(400);
  await owner.expectOk(calls.sendCode, at());
  const second = await mailedCode(email, 2);
  await db().update(licenseCodes).set({ expiresAt: new Date() }).where(eq(licenseCodes.licenseId, license.id));
  expect((await enter(second)).status).toBe(400);
  await owner.expectOk(calls.sendCode, at());
  const third = await mailedCode(email, 3);
  expect((await owner.call(calls.sendCode, at())).status).toBe(409);
  expect((await enter(third)).status).toBe(200);
});

test('who may not manage it, and another organization, prove nothing', async () => {
  await register();
  const stranger = await makeSeller(db());
  const theirs = await app.as(stranger.owner.user, stranger.org);
  const file = await photo(40, 60);
  expect((await theirs.call(calls.ways, at())).status).toBe(404);
  expect((await theirs.call(calls.sendCode, at())).status).toBe(404);
  expect((await theirs.call(calls.enterCode, { ...at(), body: { code: '123456' } })).status).toBe(404);
  expect((await theirs.call(calls.sendDocument, { ...at(), file })).status).toBe(404);
  const features = { MANAGE_LICENSES: readOnly };
  const reader = await makeMember(db(), seller, { features, licenseIds: [license.id] });
  const reads = await app.as(reader.user, seller.org);
  await reads.expectOk(calls.ways, at());
  expect((await reads.call(calls.sendCode, at())).status).toBe(403);
});

test('a document that support accepts verifies it, and its sender is told', async () => {
  const pdf = new Blob([Buffer.from('%PDF-1.4 a license')]);
  await owner.expectOk(calls.sendDocument, { ...at(), file: pdf });
  // Nobody is told of what is over by then.
  await allTold(app);
  const { document } = await owner.expectOk(calls.sendDocument, { ...at(), file: pdf });
  await allTold(app);
  expect(document).toMatchObject({ state: 'OPEN', answer: '' });
  const waiting = (await support.expectOk(calls.review, {})).filter((one) => one.orgName === seller.org.name);
  expect(waiting).toMatchObject([{ licenseNumber: license.licenseNumber, licenseName: license.name }]);
  const { id } = only(waiting);
  const file = await support.expectOk(calls.document, { params: { id } });
  expect(await file.text()).toBe('%PDF-1.4 a license');
  expect((await owner.call(calls.document, { params: { id } })).status).toBe(403);
  expect((await owner.call(calls.accept, { params: { id } })).status).toBe(403);
  const decisions = [support.call(calls.accept, { params: { id } }), support.call(calls.accept, { params: { id } })];
  expect((await Promise.all(decisions)).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await provenBy()).toBe('DOCUMENT');
  expect(await toldOf(app, seller.owner.user, 'CLAIM_DECIDED')).toMatchObject([
    { title: `License CA ${license.licenseNumber} is verified by document` },
  ]);
  const waits = await toldOf(app, staff, 'CLAIM_WAITS');
  expect(waits.map(({ outcome }) => outcome).sort()).toEqual(['Accepted', 'Replaced']);
});

test('a declined document says why, and another can be sent; what is no document is refused', async () => {
  const file = await photo(40, 60);
  const text = await owner.call(calls.sendDocument, { ...at(), file: new Blob(['<svg/>']) });
  expect(text).toMatchObject({ status: 400, body: { errors: { file: expect.stringContaining('PDF') } } });
  await owner.expectOk(calls.sendDocument, { ...at(), file });
  const { id } = only((await support.expectOk(calls.review, {})).filter((one) => one.orgName === seller.org.name));
  const reason = 'It is another license’s document.';
  await support.expectOk(calls.decline, { params: { id }, body: { reason } });
  expect(await provenBy()).toBeNull();
  expect((await owner.expectOk(calls.ways, at())).document).toMatchObject({ state: 'DECLINED', answer: reason });
  expect(await toldOf(app, seller.owner.user, 'CLAIM_DECIDED')).toMatchObject([
    { title: `The document of license CA ${license.licenseNumber} was declined`, lines: [reason, ''] },
  ]);
  expect((await owner.expectOk(calls.sendDocument, { ...at(), file })).document?.state).toBe('OPEN');
});
