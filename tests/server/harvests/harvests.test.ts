// Over 350 lines: every call of harvests over one farm, each allowed and refused, mine and another organization’s.
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { harvests as calls, harvestLists } from '../../../domain/harvests/contract';
import { auditLog, trackingWrites } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLicenseKey, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import {
  type Grown,
  makeGrown,
  makeHarvest,
  makeHarvestPackage,
  makeHarvestWaste,
  plantTag,
} from '../../support/harvests/factories';
import { unique } from '../../support/organization/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let grown: Grown;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
beforeEach(async () => {
  grown = await makeGrown(db(), seller);
});

const of = (id: number) => ({ params: { id } });
const ofLicense = () => ({ licenseId: seller.license.id });
const draft = (rest: object = {}) => ({
  licenseId: seller.license.id,
  name: 'Blue Dream, north room',
  harvestDate: '2026-11-20',
  strainId: grown.strainId,
  dryingLocationId: grown.dryingId,
  defaultUnitOfMeasureAbbreviation: 'g' as const,
  harvestType: 'WholePlant' as const,
  ...rest,
});
const edit = ({ version, ...rest }: { version: number; harvestType?: 'Product' | 'WholePlant' }) => {
  const { licenseId: _l, strainId: _s, ...facts } = draft();
  return { ...facts, ...rest, version };
};
const create = (rest: object = {}, caller = owner) => caller.call(calls.create, { body: draft(rest) });
const begun = async (rest: object = {}) => owner.expectOk(calls.create, { body: draft(rest) });
const add = (id: number, labels: readonly string[], caller = owner) =>
  caller.call(calls.addPlants, { ...of(id), body: { plants: labels.map((label) => ({ label })) } });
const list = (query: object = {}) => owner.expectOk(calls.list, { query: { ...ofLicense(), ...query } });
const tag = (at: number) => grown.tags[at] ?? '';
const grams = (weight: string) => ({ weight, unitOfMeasureAbbreviation: 'g' as const });

describe('a harvest', () => {
  test('is begun, changed and deleted, and who did what is told', async () => {
    const made = await begun();
    expect(made).toMatchObject({
      state: 'ACTIVE',
      strainName: 'Blue Dream',
      dryingLocationName: 'Drying room',
      plantCount: 0,
      balance: { wet: '0', current: '0' },
    });
    const changed = await owner.expectOk(calls.update, {
      ...of(made.id),
      body: { ...edit({ version: made.version }), name: 'South room', harvestType: 'Product' },
    });
    expect(changed).toMatchObject({ name: 'South room', harvestType: 'Product', version: 1 });
    const stale = await owner.call(calls.update, { ...of(made.id), body: edit({ version: 0 }) });
    expect(stale).toMatchObject({ status: 409, body: { message: 'STALE' } });
    const { audit } = await owner.expectOk(calls.get, { ...of(made.id), query: { includeAudit: 'true' } });
    expect(audit?.map(({ action }) => action)).toEqual(['Change a harvest', 'Begin a harvest']);
    expect(audit?.[0]?.changes).toContainEqual({
      field: 'Name',
      before: 'Blue Dream, north room',
      after: 'South room',
    });
    await owner.expectOk(calls.remove, of(made.id));
    expect(await owner.call(calls.get, { ...of(made.id), query: {} })).toMatchObject({ status: 404 });
  });

  test('has a strain and drying location of its license, and a name no other has that day', async () => {
    for (const [rest, field] of [
      [{ strainId: 1 }, 'strainId'],
      [{ dryingLocationId: 1 }, 'dryingLocationId'],
      [{ dryingLocationId: grown.vaultId }, 'dryingLocationId'],
    ] as const)
      expect(await create(rest)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    await begun();
    expect(await create({ name: 'BLUE DREAM, NORTH ROOM' })).toMatchObject({
      status: 400,
      body: { errors: { name: 'Another harvest has this name, date, drying location and strain' } },
    });
    expect(await create({ harvestDate: '2026-11-21' })).toMatchObject({ status: 200 });
  });

  test('is in the list of its state', async () => {
    const { id } = await makeHarvest(db(), seller, grown, { plants: [tag(0)] });
    const submitted = await makeHarvest(db(), seller, grown, { state: 'SUBMITTED', trackingId: 7 });
    const finished = await makeHarvest(db(), seller, grown, {
      state: 'FINISHED',
      trackingId: 8,
      finishedOn: '2026-11-25',
    });
    expect((await list()).map((one) => one.id)).toEqual([id]);
    expect((await list({ submitted: 'true' })).map((one) => one.id)).toEqual([submitted.id]);
    expect((await list({ finished: 'true' })).map((one) => one.id)).toEqual([finished.id]);
    const within = (finishedStart: string, finishedEnd: string) =>
      owner.expectOk(calls.finished, { query: { ...ofLicense(), finishedStart, finishedEnd } });
    expect((await within('2026-11-25', '2026-11-25')).map((one) => one.id)).toEqual([finished.id]);
    expect(await within('2026-11-26', '2026-11-30')).toEqual([]);
  });

  test('that was submitted is changed and deleted no more', async () => {
    const { id, plants, version } = await makeHarvest(db(), seller, grown, {
      state: 'SUBMITTED',
      trackingId: 7,
      plants: [tag(0)],
    });
    const plantId = plants[0]?.id ?? 0;
    const answers = [
      await owner.call(calls.update, { ...of(id), body: edit({ version }) }),
      await owner.call(calls.remove, of(id)),
      await add(id, [tag(1)]),
      await owner.call(calls.updatePlant, { params: { id, plantId }, body: grams('4') }),
      await owner.call(calls.removePlant, { params: { id, plantId } }),
      await owner.call(calls.distributeWeights, { ...of(id), body: { desiredTotal: '9', maxVarianceFromMean: '1' } }),
      await owner.call(calls.submit, { ...of(id), body: {} }),
      await owner.call(calls.unfinish, of(id)),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
  });
});

describe('plants', () => {
  test('are added and removed, and the count follows', async () => {
    const { id } = await begun();
    const free = await owner.expectOk(calls.availablePlants, { ...of(id), query: {} });
    expect(free.map(({ label }) => label)).toEqual([...grown.tags].sort());
    const added = await add(id, [tag(0), tag(1)]);
    expect(added).toMatchObject({ status: 200, body: { plantCount: 2, weighedCount: 0 } });
    const left = await owner.expectOk(calls.availablePlants, { ...of(id), query: { strainId: grown.strainId } });
    expect(left).toHaveLength(grown.tags.length - 2);
    const plantId = (added.ok && added.body.harvestPlants?.[0]?.id) || 0;
    await owner.expectOk(calls.removePlant, { params: { id, plantId } });
    expect((await list())[0]?.plantCount).toBe(1);
  });

  test('are all or none of them added: once, of the strain, flowering, and whole in one harvest', async () => {
    const { id } = await begun();
    await makeHarvest(db(), seller, grown, { name: 'Elsewhere', plants: [tag(5)] });
    await add(id, [tag(0)]);
    const bad: [string[], string][] = [
      [[tag(1), tag(0)], 'This plant is in the harvest already'],
      [[tag(1), tag(1)], 'This plant is in the harvest already'],
      [[tag(1), grown.otherTag], 'This plant is Gelato. The harvest is Blue Dream.'],
      [[tag(1), plantTag()], 'The license has no flowering plant with this tag'],
      [[tag(1), tag(5)], 'This plant is in the harvest “Elsewhere”'],
    ];
    for (const [labels, message] of bad)
      expect(await add(id, labels)).toMatchObject({ status: 400, body: { errors: { 'plants.1.label': message } } });
    expect((await list()).find((one) => one.id === id)?.plantCount).toBe(1);
    const manicure = await begun({ name: 'Manicure', harvestType: 'Product' });
    expect(await add(manicure.id, [tag(5)])).toMatchObject({ status: 200 });
    expect(
      await owner.call(calls.update, { ...of(manicure.id), body: { ...edit({ version: 0 }), name: 'Manicure' } }),
    ).toMatchObject({ status: 400, body: { errors: { harvestType: expect.stringContaining('Elsewhere') } } });
  });

  test('are scanned and weighed, and each weight says where it is from', async () => {
    const { id } = await begun();
    expect(await owner.expectOk(calls.scanPlant, { params: { id, label: tag(0) } })).toMatchObject({
      harvestPlant: null,
      available: { label: tag(0) },
      problem: null,
    });
    const scale = { origin: 'SCALE', device: 'Ohaus Ranger' } as const;
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const weighed = await owner.expectOk(calls.harvestPlant, {
      ...of(id),
      body: { label: tag(0).toLowerCase(), ...grams('512.25'), ...scale, weighed: hourAgo },
    });
    expect(weighed).toMatchObject({ weight: '512.25', ...scale, weighed: hourAgo, state: 'DRAFT' });
    expect(weighed.weighedBy).toContain(seller.owner.user.lastName);
    const again = await owner.expectOk(calls.updatePlant, {
      params: { id, plantId: weighed.id },
      body: { weight: '1.5', unitOfMeasureAbbreviation: 'lb' },
    });
    expect(again).toMatchObject({ weight: '1.5', origin: 'TYPED', device: '' });
    expect(await owner.expectOk(calls.scanPlant, { params: { id, label: tag(0) } })).toMatchObject({
      harvestPlant: { id: weighed.id },
      available: null,
    });
    expect(await owner.expectOk(calls.scanPlant, { params: { id, label: grown.otherTag } })).toMatchObject({
      problem: 'This plant is Gelato. The harvest is Blue Dream.',
    });
    const harvest = await owner.expectOk(calls.get, { ...of(id), query: { includePlants: 'true' } });
    expect(harvest.balance.wet).toBe('680.3885');
    expect(harvest.harvestedPlants).toEqual([{ label: tag(0), weight: '1.5', unitOfMeasureAbbreviation: 'lb' }]);
    const bad = await owner.call(calls.harvestPlant, { ...of(id), body: { label: grown.otherTag, ...grams('5') } });
    expect(bad).toMatchObject({ status: 400, body: { errors: { label: expect.stringContaining('Gelato') } } });
  });

  test('share a total, except those that were weighed', async () => {
    const { id } = await begun();
    await add(id, grown.tags.slice(0, 6));
    await owner.expectOk(calls.harvestPlant, { ...of(id), body: { label: tag(0), ...grams('900') } });
    const wish = { desiredTotal: '3400', maxVarianceFromMean: '40' };
    const shared = await owner.expectOk(calls.distributeWeights, { ...of(id), body: wish });
    expect(shared.balance.wet).toBe('3400');
    const [first, ...others] = shared.harvestPlants ?? [];
    expect(first).toMatchObject({ weight: '900', origin: 'TYPED' });
    for (const plant of others) {
      expect(plant.origin).toBe('DISTRIBUTED');
      expect(Math.abs(Number(plant.weight) - 500)).toBeLessThanOrEqual(40);
    }
    const again = await owner.expectOk(calls.distributeWeights, { ...of(id), body: wish });
    expect(again.harvestPlants?.map(({ weight }) => weight)).toEqual(shared.harvestPlants?.map(({ weight }) => weight));
    const { warnings } = await owner.expectOk(calls.previewSubmission, of(id));
    expect(warnings[0]).toContain('5 plants have weights that were distributed');
    const less = { desiredTotal: '800', maxVarianceFromMean: '5' };
    expect(await owner.call(calls.distributeWeights, { ...of(id), body: less })).toMatchObject({
      status: 400,
      body: { errors: { desiredTotal: expect.any(String) } },
    });
  });
});

describe('what becomes of a harvest', () => {
  const packed = (id: number, itemId: number, weight: string, rest: object = {}) => ({
    label: plantTag(),
    itemId,
    locationId: grown.vaultId,
    unitOfMeasureAbbreviation: 'g' as const,
    ingredients: [{ harvestId: id, ...grams(weight) }],
    packagedDate: '2026-11-25',
    ...rest,
  });
  const waste = (weight: string, unitOfMeasureAbbreviation: 'g' | 'kg' = 'g') => ({
    wasteWeight: weight,
    wasteType: 'Trim',
    unitOfMeasureAbbreviation,
    wasteDate: '2026-11-21',
  });

  test('packages and waste never weigh more than is left, in whatever unit', async () => {
    const item = await makeItem(db(), seller, { unitOfMeasure: 'g' });
    const { id } = await makeHarvest(db(), seller, grown, { plants: [tag(0), tag(1)] });
    const made = await owner.expectOk(calls.addPackage, { ...of(id), body: packed(id, item.id, '400') });
    expect(made).toMatchObject({ packageCount: 1, balance: { wet: '1000', packaged: '400', current: '600' } });
    const wasted = await owner.expectOk(calls.addWaste, { ...of(id), body: waste('0.25', 'kg') });
    expect(wasted.balance).toMatchObject({ waste: '250', current: '350' });
    expect(await owner.call(calls.addWaste, { ...of(id), body: waste('350.0001') })).toMatchObject({
      status: 400,
      body: { errors: { wasteWeight: 'Only 350 g left in this harvest' } },
    });
    expect(await owner.call(calls.addPackage, { ...of(id), body: packed(id, item.id, '351') })).toMatchObject({
      status: 400,
      body: { errors: { 'ingredients.0.weight': 'Only 350 g left in this harvest' } },
    });
    const { steps, problem } = await owner.expectOk(calls.previewSubmission, of(id));
    expect(problem).toBeNull();
    expect(steps.map(({ words }) => words)).toEqual([
      'Harvest 2 plants, 1,000 g',
      'Make 1 package, 400 g',
      'Record 0.25 kg of waste: Trim',
    ]);
    expect(steps.at(-1)?.after.current).toBe('350');
    await owner.expectOk(calls.removeWaste, { params: { id, wasteId: wasted.waste[0]?.id ?? 0 } });
    const last = await owner.expectOk(calls.removePackage, { params: { id, packageId: made.packages[0]?.id ?? 0 } });
    expect(last).toMatchObject({ packageCount: 0, balance: { current: '1000' } });
  });

  test('a package needs a free tag, an item by weight and a location for packages', async () => {
    const [item, counted] = [await makeItem(db(), seller, { unitOfMeasure: 'g' }), await makeItem(db(), seller)];
    const { id } = await makeHarvest(db(), seller, grown, { plants: [tag(0)] });
    const label = plantTag();
    await owner.expectOk(calls.addPackage, { ...of(id), body: packed(id, item.id, '10', { label }) });
    for (const [rest, field] of [
      [{ label }, 'label'],
      [{ itemId: counted.id }, 'itemId'],
      [{ itemId: 999_999 }, 'itemId'],
      [{ locationId: 1 }, 'locationId'],
      [{ ingredients: [] }, 'ingredients'],
    ] as const)
      expect(
        await owner.call(calls.addPackage, { ...of(id), body: packed(id, item.id, '10', rest) }),
        field,
      ).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    expect(await owner.call(calls.addWaste, { ...of(id), body: { ...waste('1'), wasteType: 'Glass' } })).toMatchObject({
      status: 400,
      body: { errors: { wasteType: expect.any(String) } },
    });
  });

  test('a package may have some of another harvest that was submitted in it', async () => {
    const item = await makeItem(db(), seller, { unitOfMeasure: 'g' });
    const { id } = await makeHarvest(db(), seller, grown, { plants: [tag(0)] });
    const open = await makeHarvest(db(), seller, grown, { plants: [tag(1)] });
    const sent = await makeHarvest(db(), seller, grown, { plants: [tag(2)], state: 'SUBMITTED', trackingId: 7 });
    const both = (harvestId: number) => ({
      ingredients: [
        { harvestId: id, ...grams('10') },
        { harvestId, ...grams('20') },
      ],
    });
    expect(
      await owner.call(calls.addPackage, { ...of(id), body: packed(id, item.id, '1', both(open.id)) }),
    ).toMatchObject({ status: 400, body: { errors: { 'ingredients.1.harvestId': expect.any(String) } } });
    const made = await owner.expectOk(calls.addPackage, { ...of(id), body: packed(id, item.id, '1', both(sent.id)) });
    expect(made.packages).toMatchObject([{ weight: '30' }]);
    await makeLicenseKey(db(), seller);
    expect(await owner.call(calls.finish, { ...of(sent.id), body: {} })).toMatchObject({ status: 409 });
    expect((await owner.expectOk(calls.get, { ...of(sent.id), query: {} })).balance.current).toBe('480');
  });

  test('nothing is sent of a harvest without plants or weights, and nothing without a key', async () => {
    const { id } = await begun();
    const submit = () => owner.call(calls.submit, { ...of(id), body: {} });
    expect(await submit()).toMatchObject({ status: 409, body: { userFriendlyMessage: 'It has no plants yet.' } });
    await add(id, [tag(0)]);
    expect(await submit()).toMatchObject({ body: { userFriendlyMessage: '1 plant has no weight yet.' } });
    await owner.expectOk(calls.harvestPlant, { ...of(id), body: { label: tag(0), ...grams('5') } });
    expect(await submit()).toMatchObject({ body: { internalCode: 998 } });
    expect(await db().$count(trackingWrites, eq(trackingWrites.orgId, seller.org.id))).toBe(0);
  });
});

test('the csv and the labels have a harvest’s plants', async () => {
  const item = await makeItem(db(), seller, { unitOfMeasure: 'g' });
  const harvest = await makeHarvest(db(), seller, grown, { name: 'A/B: north', plants: [tag(0)] });
  await makeHarvestPackage(db(), harvest, item.id);
  const sheet = await owner.call(calls.export, of(harvest.id));
  expect(sheet).toMatchObject({ status: 200, body: expect.stringContaining(`${tag(0)},500,g,Typed,`) });
  expect(sheet.headers.get('content-disposition')).toContain('A B north.csv');
  const labels = await owner.expectOk(calls.labels, of(harvest.id));
  expect((await labels.text()).slice(0, 5)).toBe('%PDF-');
  const slashed = await owner.call({ ...calls.labels, path: `${calls.labels.path}/` }, of(harvest.id));
  expect(slashed).toMatchObject({ status: 200 });
});

test('a strain’s usual loss is told of one’s own finished harvests of it, once there are three', async () => {
  const finishedOf = (farm: SellerFixture, from: typeof grown) =>
    makeHarvest(db(), farm, from, {
      state: 'FINISHED',
      trackingId: 70_000_000 + unique(),
      submittedAt: new Date(),
      submittedBy: farm.owner.orgUserId,
      finishedOn: '2026-11-25',
      plants: [plantTag(), plantTag()],
    });
  const open = await makeHarvest(db(), seller, grown, { plants: [tag(0)] });
  const lossOf = () => owner.expectOk(calls.usualLoss, of(open.id));
  const other = await makeSeller(db());
  const theirs = await makeGrown(db(), other);
  for (let n = 0; n < 3; n += 1) await finishedOf(other, theirs);
  for (let n = 0; n < 2; n += 1) await finishedOf(seller, grown);
  expect(await lossOf()).toEqual({ harvests: 2, usual: null });
  const third = await finishedOf(seller, grown);
  await makeHarvestWaste(db(), third, { weight: '100', state: 'SENT' });
  expect(await lossOf()).toEqual({
    harvests: 3,
    usual: { moisture: { middle: 100, low: 95, high: 100 }, waste: { middle: 0, low: 0, high: 5 } },
  });
  expect(await (await strangerTo({ app })).call(calls.usualLoss, of(open.id))).toMatchObject({ status: 404 });
});

test('strains, locations and kinds of waste are those of the license', async () => {
  const { id } = await begun();
  expect(await owner.expectOk(harvestLists.strains, { query: ofLicense() })).toEqual([
    { id: grown.strainId, name: 'Blue Dream' },
    { id: grown.otherStrainId, name: 'Gelato' },
  ]);
  expect(await owner.expectOk(harvestLists.locations, { query: ofLicense() })).toContainEqual({
    id: grown.dryingId,
    name: 'Drying room',
    forHarvests: true,
    forPackages: true,
  });
  expect(await owner.expectOk(calls.wasteTypes, of(id))).toEqual([{ name: 'Fibrous' }, { name: 'Trim' }]);
});

describe('others', () => {
  test('who only read harvests change none, and only who may deletes them', async () => {
    const { id } = await begun();
    const as = (features: object) => memberOf({ app, seller }, { features });
    const reader = await as({ HARVESTS: readOnly });
    expect((await reader.call(calls.get, { ...of(id), query: {} })).status).toBe(200);
    expect((await create({ name: 'Theirs' }, reader)).status).toBe(403);
    expect((await add(id, [tag(0)], reader)).status).toBe(403);
    const grower = await as({ HARVESTS: both });
    expect((await add(id, [tag(0)], grower)).status).toBe(200);
    expect((await grower.call(calls.remove, of(id))).status).toBe(403);
    const remover = await as({ HARVESTS: both, HARVEST_DELETE: both });
    expect((await remover.call(calls.remove, of(id))).status).toBe(200);
  });

  test('of other licenses and organizations find none', async () => {
    const harvest = await makeHarvest(db(), seller, grown, { plants: [tag(0)] });
    const waste = await makeHarvestWaste(db(), harvest);
    const { user } = await makeMember(db(), seller.org, { features: { HARVESTS: both }, licenseIds: [] });
    const params = { id: harvest.id };
    for (const caller of [await strangerTo({ app }), await app.as(user, seller.org)]) {
      const answers = [
        await caller.call(calls.get, { params, query: {} }),
        await caller.call(calls.list, { query: ofLicense() }),
        await caller.call(harvestLists.strains, { query: ofLicense() }),
        await create({ name: 'Mine' }, caller),
        await add(harvest.id, [tag(1)], caller),
        await caller.call(calls.submit, { params, body: {} }),
        await caller.call(calls.removeWaste, { params: { ...params, wasteId: waste.id } }),
        await caller.call(calls.export, { params }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    const ofHarvest = and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entity, 'harvest'));
    expect(await db().$count(auditLog, ofHarvest)).toBe(0);
  });
});
