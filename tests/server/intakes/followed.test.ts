import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { intakes as calls } from '../../../domain/intakes/contract';
import { stateName } from '../../../domain/organization/us-states';
import { sandboxRecords } from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { TRANSFER } from '../../../server/sandbox/tracking/incoming';
import { unitCodeOf } from '../../../server/sandbox/tracking/units-of-sale';
import type { TestApp, TestCaller } from '../../support/app';
import type { SellerFixture } from '../../support/factories';
import { makeIntake } from '../../support/intakes/factories';
import { press, toggleKey } from '../../support/integrations/sandboxes';
import { connectNow, syncNow, toggleFault } from '../../support/inventory/tracking-state';
import { eachWithSeller, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const license = () => ({ licenseId: seller.license.id });
const NOTHING = { confirmed: false, notes: '', markNotFound: false };

/** A transfer of five packages on its way, read from the tracking system; and what happens to it there. */
async function sent() {
  await press(app, 'tracking/transfer/send', seller.license.licenseNumber);
  await connectNow(app, owner, seller);
  const [row] = (await owner.expectOk(calls.list, { params: license(), query: {} })).results;
  const params = { ...license(), intakeId: row?.id ?? 0 };
  const records = await app.database.db
    .select({ id: sandboxRecords.id, kind: sandboxRecords.kind })
    .from(sandboxRecords)
    .where(eq(sandboxRecords.subject, seller.license.licenseNumber));
  const recordId = records.find(({ kind }) => kind === TRANSFER)?.id ?? 0;
  const read = () => owner.expectOk(calls.get, { params });
  const there = async (act: string) => {
    await press(app, `tracking/transfer/${act}`, String(recordId));
    await syncNow(app, owner, seller);
    return read();
  };
  return { params, read, there };
}

describe('a single unit', () => {
  const find = (caller: TestCaller, params: { licenseId: number; intakeId: number }, code: string) =>
    caller.call(calls.findUnit, { params: { ...params, code } });

  test('finds its package by its code, as the tracking system tells; an unknown code finds none', async () => {
    const { params, read } = await sent();
    const [first] = (await read()).intakePackages;
    const label = first?.label ?? '';
    expect(await find(owner, params, unitCodeOf(label, 2))).toMatchObject({ status: 200, body: { labels: [label] } });
    expect((await find(owner, params, '3W5E11264SGPN')).body).toEqual({ labels: [] });
    expect((await find(owner, params, 'no code')).status).toBe(404);
    const stranger = await strangerTo({ app });
    expect((await find(stranger, params, unitCodeOf(label, 2))).status).toBe(404);
  });

  test('isn’t found with a key that may not look up units, nor with one that isn’t accepted, and which it is is said', async () => {
    const { params, read } = await sent();
    const [first] = (await read()).intakePackages;
    const code = unitCodeOf(first?.label ?? '', 2);
    const { licenseNumber, usState } = seller.license;
    const state = stateName(usState);
    await toggleFault(app, 'unitless');
    try {
      expect(await find(owner, params, code)).toMatchObject({
        body: {
          message: 'TRACKING_KEY_REQUIRED',
          userFriendlyMessage: `Your tracking system key may not look up units for license ${licenseNumber}. Ask for that permission there, or enter another key for ${state}.`,
        },
      });
    } finally {
      await toggleFault(app, 'unitless');
    }
    expect(await find(owner, params, code)).toMatchObject({ status: 200 });
    await toggleKey(app, 'tracking', demoTrackingKey(seller.org.id, usState));
    expect(await find(owner, params, code)).toMatchObject({
      body: {
        message: 'TRACKING_KEY_REQUIRED',
        userFriendlyMessage: `The tracking system doesn’t accept your key for license ${licenseNumber}. Enter a valid key for ${state}.`,
      },
    });
  });

  test('isn’t asked about without a key', async () => {
    const { params } = await makeIntake(app.database.db, seller);
    expect(await find(owner, params, '3W5E11264SGPN')).toMatchObject({ body: { message: 'TRACKING_KEY_REQUIRED' } });
  });
});

describe('an incoming delivery', () => {
  test('is an intake before anything of it is ours, with the sender’s license and what its manifest says', async () => {
    const { read } = await sent();
    const { intakePackages: all, ...intake } = await read();
    expect(intake).toMatchObject({
      senderName: 'Coldwater Gardens',
      inNetwork: false,
      received: null,
      packageCount: 5,
      todo: null,
    });
    expect(intake.senderLicense).toMatch(/^C11-\d{7}-LIC$/);
    expect(all.map(({ theirState }) => theirState)).toEqual(Array(5).fill('SHIPPED'));
    expect(all.map(({ labState }) => labState).toSorted()).toEqual(['TestFailed', ...Array(4).fill('TestPassed')]);
  });

  test('shows what was received there in part and in whole, and keeps what was confirmed here', async () => {
    const { params, read, there } = await sent();
    const labels = (await read()).intakePackages
      .filter(({ labState }) => labState === 'TestPassed')
      .map(({ label }) => label);
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(4);
    const half = await there('receive-part');
    expect(half).toMatchObject({ acceptedCount: 3, received: null, confirmedCount: 4 });
    const whole = await there('receive');
    expect(whole).toMatchObject({ acceptedCount: 5, confirmedCount: 4, todo: 'CONFIRM_HERE' });
    expect(whole.received).not.toBeNull();
    expect(
      whole.intakePackages.every(({ receivedQuantity, shippedQuantity }) => receivedQuantity === shippedQuantity),
    ).toBe(true);
  });

  test('is rejected or voided there', async () => {
    const { params, there, read } = await sent();
    const [first] = (await read()).intakePackages;
    const rejected = await there('reject');
    expect(rejected).toMatchObject({ rejectedCount: 5, acceptedCount: 0 });
    const labels = [first?.label ?? ''];
    expect(await owner.expectOk(calls.confirm, { params, body: { labels } })).toBe(0);
    expect(await there('void')).toMatchObject({ isVoided: true, todo: null });
  });

  test('that the sender changes loses what nobody touched and keeps what somebody did, as having left', async () => {
    const { params, read, there } = await sent();
    const before = (await read()).intakePackages.map(({ label }) => label);
    const untouched = await there('edit');
    expect(untouched.packageCount).toBe(5);
    const gone = before.filter((label) => !untouched.intakePackages.some((one) => one.label === label));
    expect(gone).toHaveLength(1);
    for (const { label } of untouched.intakePackages) {
      await owner.expectOk(calls.setPackage, { params: { ...params, label }, body: { ...NOTHING, notes: 'Seen' } });
    }
    const touched = await there('edit');
    expect(touched).toMatchObject({ packageCount: 5 });
    expect(touched.intakePackages).toHaveLength(6);
    const left = touched.intakePackages.filter(({ leftManifest }) => leftManifest);
    expect(left).toMatchObject([{ notes: 'Seen', unknown: false }]);
    const confirm = { params, body: { labels: [left[0]?.label ?? ''] } };
    expect(await owner.expectOk(calls.confirm, confirm)).toBe(0);
  });

  test('knows a package that was unknown once its manifest has it', async () => {
    const { params, read, there } = await sent();
    const before = new Set((await read()).intakePackages.map(({ label }) => label));
    const edited = await there('edit');
    const added = edited.intakePackages.find(({ label }) => !before.has(label));
    expect(added).toMatchObject({ unknown: false });
    expect(await owner.expectOk(calls.confirm, { params, body: { labels: [added?.label ?? ''] } })).toBe(
      Number(added?.labState === 'TestPassed'),
    );
  });
});
