import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { harvests as calls } from '../../../domain/harvests/contract';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { notifications } from '../../../domain/notifications/contract';
import { licenses, orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeItem,
  makeLicense,
  makeMember,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import {
  type Grown,
  growTheirs,
  makeGrown,
  makeHarvest,
  makeHarvestWaste,
  plantTag,
} from '../../support/harvests/factories';
import { connectNow, shortenPauses, toggleFault, untilQuiet } from '../../support/inventory/tracking-state';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';
import { both, readOnly } from '../../support/permissions';
import { runJob } from '../../support/reports/report-letters';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let grown: Grown;
let grower: MemberFixture;
let viewer: MemberFixture;
let elsewhere: MemberFixture;
let packer: MemberFixture;
let stranger: SellerFixture;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
const db = () => app.database.db;
beforeEach(async () => {
  await db().update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  await connectNow(app, owner, seller);
  grown = await makeGrown(db(), seller, { plants: 4 });
  await growTheirs(db(), seller, grown.tags);
  const licenseIds = [seller.license.id];
  const other = await makeLicense(db(), seller);
  grower = await makeMember(db(), seller, { features: { HARVESTS: both }, licenseIds });
  viewer = await makeMember(db(), seller, { features: { HARVESTS: readOnly }, licenseIds });
  packer = await makeMember(db(), seller, { features: { INVENTORY: both, INTAKES: both }, licenseIds });
  elsewhere = await makeMember(db(), seller, { features: { HARVESTS: both }, licenseIds: [other.id] });
  stranger = await makeSeller(db());
});

const quiet = () => untilQuiet(db(), seller.org.id);
const of = (id: number) => ({ params: { id } });
const told = () => toldOf(app, grower.user, 'HARVEST_REFUSED');
/** What is open; what was sent again and refused again is told anew. */
const open = async () => (await told()).filter(({ outcome }) => outcome === null);

async function submit(id: number) {
  await owner.expectOk(calls.submit, { ...of(id), body: {} });
  await quiet();
}

/** Has the tracking system refuse whatever is written meanwhile. */
async function refusing(acts: () => Promise<unknown>) {
  await toggleFault(app, 'conflicting');
  try {
    await acts();
    await quiet();
  } finally {
    await toggleFault(app, 'conflicting');
  }
}

describe('HARVEST_REFUSED', () => {
  test('is for those who work on harvests at the license, once for all that was refused, until it is sent again', async () => {
    const gone = [plantTag(), plantTag()];
    const harvest = await makeHarvest(db(), seller, grown, { plants: [...grown.tags, ...gone] });
    await submit(harvest.id);
    const entry = {
      what: 'HARVEST_REFUSED',
      orgId: seller.org.id,
      title: `Harvest ${harvest.name}`,
      lines: ['The tracking system refused 2 plants.', ''],
      route: `/harvest/submitted/${harvest.id}`,
      outcome: null,
    };
    expect(await told()).toEqual([entry]);
    const people = [seller.owner, viewer, packer, elsewhere, stranger.owner].map(({ user }) => user);
    expect(await countsOf(app, people, 'HARVEST_REFUSED')).toEqual([1, 0, 0, 0, 0]);
    await submit(harvest.id);
    expect(await open()).toEqual([entry]);
    await growTheirs(db(), seller, gone);
    await submit(harvest.id);
    expect(await open()).toEqual([]);
    expect((await toldOf(app, seller.owner.user, 'HARVEST_REFUSED'))[0]).toMatchObject({ outcome: 'Done' });
  });

  test('names packages, waste and the end, and is settled by removing and trying again', async () => {
    const item = await makeItem(db(), seller, { unitOfMeasure: 'g', name: `Buds of ${seller.license.id}` });
    const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags });
    await submit(harvest.id);
    expect(await told()).toEqual([]);
    await refusing(async () => {
      const unitOfMeasureAbbreviation = 'g' as const;
      await owner.expectOk(calls.addPackage, {
        ...of(harvest.id),
        body: {
          label: plantTag(),
          itemId: item.id,
          locationId: grown.vaultId,
          unitOfMeasureAbbreviation,
          ingredients: [{ harvestId: harvest.id, weight: '100', unitOfMeasureAbbreviation }],
          packagedDate: '2026-11-25',
        },
      });
      await owner.expectOk(calls.addWaste, {
        ...of(harvest.id),
        body: { wasteWeight: '5', wasteType: 'Trim', unitOfMeasureAbbreviation, wasteDate: '2026-11-25' },
      });
      await quiet();
      await owner.expectOk(calls.finish, { ...of(harvest.id), body: {} });
    });
    expect(await open()).toMatchObject([
      {
        lines: ['The tracking system refused 1 package, 1 record of waste, and to finish it.', ''],
      },
    ]);
    const { packages, waste } = await owner.expectOk(calls.get, { ...of(harvest.id), query: {} });
    await owner.expectOk(calls.removePackage, { params: { id: harvest.id, packageId: packages[0]?.id ?? 0 } });
    await owner.expectOk(calls.removeWaste, { params: { id: harvest.id, wasteId: waste[0]?.id ?? 0 } });
    expect(await open()).toMatchObject([{ lines: ['The tracking system refused to finish it.', ''] }]);
    await owner.expectOk(calls.finish, { ...of(harvest.id), body: {} });
    expect(await open()).toEqual([]);
    expect((await told())[0]).toMatchObject({ outcome: 'Done' });
  });

  test('tells of a plant that couldn’t be put back, until it is', async () => {
    const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags });
    await submit(harvest.id);
    const params = { id: harvest.id, plantId: harvest.plants[0]?.id ?? 0 };
    await refusing(() => owner.expectOk(calls.restorePlant, { params }));
    expect(await told()).toMatchObject([{ lines: ['The tracking system refused 1 correction.', ''], outcome: null }]);
    await owner.expectOk(calls.restorePlant, { params });
    await quiet();
    expect(await told()).toMatchObject([{ outcome: 'Done' }]);
  });

  test('is settled when the refused plants are removed, and goes with the harvest', async () => {
    const harvest = await makeHarvest(db(), seller, grown, { plants: [plantTag(), plantTag()] });
    const other = await makeHarvest(db(), seller, grown, { plants: [plantTag()] });
    await submit(harvest.id);
    await submit(other.id);
    expect(await told()).toMatchObject([{ route: `/harvest/${other.id}` }, { route: `/harvest/${harvest.id}` }]);
    for (const [left, { id }] of harvest.plants.entries()) {
      expect(
        (await told()).map(({ outcome }) => outcome),
        `${left}`,
      ).toEqual([null, null]);
      await owner.expectOk(calls.removePlant, { params: { id: harvest.id, plantId: id } });
    }
    expect(await told()).toMatchObject([{ outcome: null }, { outcome: 'Done' }]);
    await owner.expectOk(calls.remove, of(other.id));
    expect(await told()).toMatchObject([{ title: `Harvest ${harvest.name}`, outcome: 'Done' }]);
  });

  test('goes with the license', async () => {
    const license = await makeLicense(db(), seller, { licenseType: 'CULTIVATOR' });
    const harvest = await makeHarvest(db(), { ...seller, license }, grown, { state: 'SUBMITTED' });
    await makeHarvestWaste(db(), harvest, { state: 'REFUSED', problem: 'Too late' });
    await runJob(app, 'follow-harvest', { orgId: seller.org.id, harvestId: harvest.id });
    expect(await countsOf(app, [seller.owner.user], 'HARVEST_REFUSED')).toEqual([1]);
    await owner.expectOk(licenseCalls.remove, { params: { id: license.id } });
    expect(await countsOf(app, [seller.owner.user], 'HARVEST_REFUSED')).toEqual([0]);
  });

  test('says nothing to who may no longer see the license, and doesn’t come to who switched it off', async () => {
    const caller = await app.as(seller.owner.user);
    const { emailSettings } = await caller.expectOk(notifications.settings, {});
    expect(emailSettings.find(({ key }) => key === 'HARVEST_REFUSED')).toMatchObject({
      displayName: 'Harvests of which the tracking system refused something',
      group: 'Inventory and brands',
      inFeed: true,
      byEmail: false,
      emailFixed: null,
    });
    const off = { emailSettings: [{ key: 'HARVEST_REFUSED' as const, inFeed: false }] };
    await caller.expectOk(notifications.updateSettings, { body: off });
    const harvest = await makeHarvest(db(), seller, grown, { plants: [plantTag()] });
    await submit(harvest.id);
    expect(await countsOf(app, [grower.user, seller.owner.user], 'HARVEST_REFUSED')).toEqual([1, 0]);
    await db().update(orgUsers).set({ licenseIds: [] }).where(eq(orgUsers.id, grower.orgUserId));
    expect(await told()).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  });
});
