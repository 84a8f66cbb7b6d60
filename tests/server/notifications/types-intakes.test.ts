import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { intakes as calls } from '../../../domain/intakes/contract';
import { HOURS_TO_ACCEPT } from '../../../domain/intakes/todo';
import { tracking } from '../../../domain/integrations/contract';
import { licenses } from '../../../domain/licenses/contract';
import { notifications } from '../../../domain/notifications/contract';
import {
  intakePackages,
  intakeTodos,
  organizations,
  orgUsers,
  transferPackages,
  transfers,
} from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeLicense,
  makeLicenseKey,
  makeMember,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { makeIntake } from '../../support/intakes/factories';
import { connectNow } from '../../support/inventory/tracking-state';
import { allTold, countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both, readOnly } from '../../support/permissions';
import { runJob } from '../../support/reports/report-letters';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let sender: SellerFixture;
let dock: MemberFixture;
let viewer: MemberFixture;
let elsewhere: MemberFixture;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  sender = await makeSeller(db());
  await makeLicenseKey(db(), seller);
  const licenseIds = [seller.license.id];
  const other = await makeLicense(db(), seller);
  dock = await makeMember(db(), seller, { features: { INTAKES: both }, licenseIds });
  viewer = await makeMember(db(), seller, { features: { INTAKES: readOnly }, licenseIds });
  elsewhere = await makeMember(db(), seller, { features: { INTAKES: both }, licenseIds: [other.id] });
});

const db = () => app.database.db;
type Intake = Awaited<ReturnType<typeof makeIntake>>;

/** A delivery from the sender's license. */
const sent = (values: Parameters<typeof makeIntake>[2] = {}) =>
  makeIntake(db(), seller, { shipperLicense: sender.license.licenseNumber, shipperName: 'Tidemark', ...values });

/** As if hours had passed since its packages were confirmed. */
async function hoursLater({ transfer }: Intake, hours = HOURS_TO_ACCEPT + 1) {
  await allTold(app);
  const at = new Date(Date.now() - hours * 3_600_000);
  await db()
    .update(intakePackages)
    .set({ confirmedAt: at })
    .where(and(eq(intakePackages.orgId, transfer.orgId), eq(intakePackages.transferId, transfer.id)));
  await db()
    .update(intakeTodos)
    .set({ dueAt: new Date(at.getTime() + HOURS_TO_ACCEPT * 3_600_000) })
    .where(and(eq(intakeTodos.orgId, transfer.orgId), eq(intakeTodos.transferId, transfer.id)));
  await runJob(app, 'find-intake-todos');
}

/** The tracking system says it was received, as a reading of the transfer finds. */
async function receivedThere({ transfer: { orgId, id, createdAt } }: Intake) {
  const own = and(eq(transferPackages.orgId, orgId), eq(transferPackages.transferId, id));
  await db().update(transferPackages).set({ state: 'ACCEPTED' }).where(own);
  await db()
    .update(transfers)
    // After we knew of it: both may fall into one millisecond here.
    .set({ receivedAt: new Date(createdAt.getTime() + 1000) })
    .where(and(eq(transfers.orgId, orgId), eq(transfers.id, id)));
  await runJob(app, 'follow-intake', { orgId, transferId: id });
}

const confirm = ({ params, labels }: Intake) => owner.expectOk(calls.confirm, { params, body: { labels } });

describe('INTAKE_TODO', () => {
  test('is for those who confirm at the license, once hours have passed, and settled when it is received there', async () => {
    const intake = await sent();
    await confirm(intake);
    await hoursLater(intake, HOURS_TO_ACCEPT - 1);
    expect(await countsOf(app, [dock.user, seller.owner.user], 'INTAKE_TODO')).toEqual([0, 0]);
    await hoursLater(intake);
    await hoursLater(intake);
    const { id, licenseId, manifestNumber } = intake.transfer;
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toEqual([
      {
        what: 'INTAKE_TODO',
        orgId: seller.org.id,
        title: `Manifest ${manifestNumber} from Tidemark`,
        lines: [`Confirmed here over ${HOURS_TO_ACCEPT} hours ago. Receive it in the tracking system.`, ''],
        route: `/fulfillment/intakes/${id}?licenseId=${licenseId}`,
        outcome: null,
      },
    ]);
    const people = [seller.owner.user, viewer.user, elsewhere.user, sender.owner.user];
    expect(await countsOf(app, people, 'INTAKE_TODO')).toEqual([1, 0, 0, 0]);
    await receivedThere(intake);
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([{ outcome: 'Done' }]);
    expect(await db().$count(intakeTodos, eq(intakeTodos.orgId, seller.org.id))).toBe(0);
  });

  test('says to confirm what was received there, until somebody does', async () => {
    const intake = await sent();
    await receivedThere(intake);
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([
      { lines: ['Received in the tracking system. Confirm what came.', ''], outcome: null },
    ]);
    await confirm(intake);
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([{ outcome: 'Done' }]);
    const [label = ''] = intake.labels;
    const body = { confirmed: false, notes: '', markNotFound: false };
    await owner.expectOk(calls.setPackage, { params: { ...intake.params, label }, body });
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([{ outcome: null }, { outcome: 'Done' }]);
  });

  test('goes when the sender voids the transfer', async () => {
    const intake = await sent();
    await receivedThere(intake);
    expect(await countsOf(app, [dock.user, sender.owner.user], 'INTAKE_TODO')).toEqual([1, 0]);
    const { orgId, id } = intake.transfer;
    await db()
      .update(transfers)
      .set({ isVoided: true })
      .where(and(eq(transfers.orgId, orgId), eq(transfers.id, id)));
    await runJob(app, 'follow-intake', { orgId, transferId: id });
    expect(await countsOf(app, [dock.user], 'INTAKE_TODO')).toEqual([0]);
    expect(await countsOf(app, [sender.owner.user], 'SENT_TODO')).toEqual([0]);
  });

  test('says nothing to who may no longer see the license, and doesn’t come to who switched it off', async () => {
    const caller = await app.as(viewer.user);
    const off = { emailSettings: [{ key: 'INTAKE_TODO' as const, inFeed: false }] };
    await (await app.as(seller.owner.user)).expectOk(notifications.updateSettings, { body: off });
    await receivedThere(await sent());
    expect(await countsOf(app, [dock.user, seller.owner.user], 'INTAKE_TODO')).toEqual([1, 0]);
    expect((await caller.expectOk(notifications.counts, {})).unseen).toBe(0);
    await db().update(orgUsers).set({ licenseIds: [] }).where(eq(orgUsers.id, dock.orgUserId));
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  });
});

describe('what is left to do at a license that isn’t read anymore', () => {
  const told = async () => [
    await countsOf(app, [dock.user], 'INTAKE_TODO'),
    await countsOf(app, [sender.owner.user], 'SENT_TODO'),
  ];

  test('goes when its connection ends, for the sender too, comes to nobody meanwhile, and is back with it', async () => {
    const elsewhereToo = await makeSeller(db());
    await makeLicenseKey(db(), elsewhereToo);
    await receivedThere(await makeIntake(db(), elsewhereToo));
    const [intake, later] = [await sent(), await sent()];
    await receivedThere(intake);
    expect(await told()).toEqual([[1], [1]]);
    const { orgId, licenseId } = intake.transfer;
    await owner.expectOk(tracking.stopLicenseSync, { params: { orgId, licenseId } });
    expect(await told()).toEqual([[0], [0]]);
    await receivedThere(later);
    expect(await told()).toEqual([[0], [0]]);
    // Another organization's stay.
    expect(await countsOf(app, [elsewhereToo.owner.user], 'INTAKE_TODO')).toEqual([1]);
    await confirm(later);
    await connectNow(app, owner, seller);
    expect(await told()).toEqual([[1], [1]]);
    expect(await toldOf(app, dock.user, 'INTAKE_TODO')).toMatchObject([
      { route: `/fulfillment/intakes/${intake.transfer.id}?licenseId=${licenseId}`, outcome: null },
    ]);
  });

  test('goes when the organization’s plan no longer includes reading it', async () => {
    await receivedThere(await sent());
    expect(await told()).toEqual([[1], [1]]);
    await db().update(organizations).set({ plan: 'FREE' }).where(eq(organizations.id, seller.org.id));
    await runJob(app, 'check-integrations');
    expect(await told()).toEqual([[0], [0]]);
  });

  test('goes with the license', async () => {
    const license = await makeLicense(db(), seller);
    const at = { ...seller, license };
    await makeLicenseKey(db(), at);
    const shipper = { shipperLicense: sender.license.licenseNumber, shipperName: 'Tidemark' };
    await receivedThere(await makeIntake(db(), at, shipper));
    await receivedThere(await sent());
    const people = [seller.owner.user];
    expect(await countsOf(app, people, 'INTAKE_TODO')).toEqual([2]);
    expect(await countsOf(app, [sender.owner.user], 'SENT_TODO')).toEqual([2]);
    await owner.expectOk(licenses.remove, { params: { id: license.id } });
    expect(await countsOf(app, people, 'INTAKE_TODO')).toEqual([1]);
    expect(await countsOf(app, [sender.owner.user], 'SENT_TODO')).toEqual([1]);
  });
});

describe('SENT_TODO', () => {
  test('tells the sender’s people who see its license and packages, with the way to their own transfer', async () => {
    const licenseIds = [sender.license.id];
    const clerk = await makeMember(db(), sender, { features: { INVENTORY: readOnly }, licenseIds });
    const without = await makeMember(db(), sender, { features: { INTAKES: both }, licenseIds });
    const intake = await sent();
    const own = await makeIntake(db(), sender, {
      direction: 'OUTGOING',
      manifestNumber: intake.transfer.manifestNumber,
      carries: [{ label: intake.labels[0] ?? '' }],
    });
    await confirm(intake);
    await hoursLater(intake);
    const { name } = seller.license;
    expect(await toldOf(app, clerk.user, 'SENT_TODO')).toEqual([
      {
        what: 'SENT_TODO',
        orgId: sender.org.id,
        title: `Manifest ${intake.transfer.manifestNumber} to ${name}`,
        lines: [
          `${name} confirmed it over ${HOURS_TO_ACCEPT} hours ago and hasn’t received it in the tracking system.`,
          '',
        ],
        route: `/inventory?selectedTransfers=${own.transfer.id}&includeInactive=true`,
        outcome: null,
      },
    ]);
    expect(await countsOf(app, [sender.owner.user, without.user, dock.user], 'SENT_TODO')).toEqual([1, 0, 0]);
    await receivedThere(intake);
    expect(await toldOf(app, clerk.user, 'SENT_TODO')).toMatchObject([{ outcome: 'Done' }]);
    await db().update(orgUsers).set({ licenseIds: [] }).where(eq(orgUsers.id, clerk.orgUserId));
    expect(await toldOf(app, clerk.user, 'SENT_TODO')).toMatchObject([{ title: HIDDEN_TITLE }]);
  });

  test('isn’t for a sender that isn’t here, or for an organization that sends to itself', async () => {
    const own = await makeLicense(db(), seller);
    await receivedThere(await makeIntake(db(), seller, { shipperLicense: own.licenseNumber }));
    await receivedThere(await makeIntake(db(), seller));
    expect(await countsOf(app, [seller.owner.user], 'INTAKE_TODO')).toEqual([2]);
    expect(await countsOf(app, [seller.owner.user, sender.owner.user], 'SENT_TODO')).toEqual([0, 0]);
  });
});
