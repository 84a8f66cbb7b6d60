// Over 350 lines: one submission, with each way the tracking system can fail it.
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { harvests as calls } from '../../../domain/harvests/contract';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import {
  harvestPlants,
  harvests,
  harvestWaste,
  licenses,
  packages,
  sandboxHarvests,
  sandboxPackages,
  sandboxPlants,
  sandboxWaste,
  trackingWrites,
} from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, type SellerFixture } from '../../support/factories';
import {
  type Grown,
  growTheirs,
  makeGrown,
  makeHarvest,
  makeHarvestPackage,
  makeHarvestWaste,
  plantTag,
} from '../../support/harvests/factories';
import { whileOut } from '../../support/integrations/sandboxes';
import {
  connectNow,
  differencesOf,
  releaseWrites,
  shortenPauses,
  syncNow,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let grown: Grown;
let itemId: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
const db = () => app.database.db;
beforeEach(async () => {
  await db().update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  // The sandbox has only what a test gives it, and the drying room of its own.
  await connectNow(app, owner, seller);
  grown = await makeGrown(db(), seller, { plants: 25 });
  await growTheirs(db(), seller, grown.tags);
  itemId = (await makeItem(db(), seller, { unitOfMeasure: 'g', name: `Buds of ${seller.license.id}` })).id;
});

type Of = { params: { id: number } };
const of = (id: number): Of => ({ params: { id } });
const submit = (id: number) => owner.call(calls.submit, { ...of(id), body: {} });
const quiet = () => untilQuiet(db(), seller.org.id);
const read = (id: number) => owner.expectOk(calls.get, { ...of(id), query: { includePlants: 'true' } });
const theirHarvest = async (name: string) =>
  (
    await db()
      .select()
      .from(sandboxHarvests)
      .where(and(eq(sandboxHarvests.licenseNumber, seller.license.licenseNumber), eq(sandboxHarvests.name, name)))
  )[0];
const theirPlants = (harvestId: number) =>
  db().select().from(sandboxPlants).where(eq(sandboxPlants.harvestId, harvestId)).orderBy(sandboxPlants.label);
const writesOf = (harvestId: number) =>
  db()
    .select()
    .from(trackingWrites)
    .where(and(eq(trackingWrites.orgId, seller.org.id), eq(trackingWrites.harvestId, harvestId)))
    .orderBy(trackingWrites.id);

/** A harvest with plants, a package, one for testing, and waste. */
async function makeWhole(values: Parameters<typeof makeHarvest>[3] = {}) {
  const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags, ...values });
  const pack = await makeHarvestPackage(db(), harvest, itemId, { weight: '3000' });
  const test = await makeHarvestPackage(db(), harvest, itemId, { weight: '20', forTesting: true });
  const waste = await makeHarvestWaste(db(), harvest, { weight: '700' });
  return { ...harvest, pack, test, waste };
}

async function expectAllThere(harvest: Awaited<ReturnType<typeof makeWhole>>, plants = grown.tags.length) {
  const there = await theirHarvest(harvest.name);
  expect(there).toMatchObject({ plantCount: plants, packageCount: 2, list: 'active' });
  expect([there?.wet, there?.packaged, there?.waste].map(Number)).toEqual([plants * 500, 3020, 700]);
  const { rows } = await db().execute(sql`
    select label from sandbox_packages where label in (${harvest.pack.label}, ${harvest.test.label})`);
  expect(rows).toHaveLength(2);
  expect(await db().$count(sandboxWaste, eq(sandboxWaste.harvestId, there?.id ?? 0))).toBe(1);
  expect(await read(harvest.id)).toMatchObject({
    state: 'SUBMITTED',
    submission: { sent: plants + 3, waiting: 0, refused: 0, problem: null },
  });
  return there;
}

describe('a submitted harvest', () => {
  test('goes to the tracking system whole: plants, packages and waste', async () => {
    const harvest = await makeWhole();
    const answer = await submit(harvest.id);
    expect(answer).toMatchObject({ status: 200, body: { state: 'SUBMITTING', submission: { waiting: 28 } } });
    await quiet();
    const there = await expectAllThere(harvest);
    expect((await theirPlants(there?.id ?? 0)).map(({ label }) => label)).toEqual([...grown.tags].sort());
    const [own] = await db().select().from(harvests).where(eq(harvests.id, harvest.id));
    expect(own).toMatchObject({ trackingId: there?.id });
    const [test] = await db().select().from(sandboxPackages).where(eq(sandboxPackages.label, harvest.test.label));
    expect(test?.data).toMatchObject({ LabTestingState: 'SubmittedForTesting' });
    const [made] = await db()
      .select()
      .from(packages)
      .where(and(eq(packages.orgId, seller.org.id), eq(packages.label, harvest.pack.label)));
    expect(made).toMatchObject({ sourceHarvests: [harvest.name], quantity: '3000' });
    expect(await differencesOf(db(), seller)).toEqual([]);
  });

  test('of manicured plants leaves them flowering', async () => {
    const harvest = await makeWhole({ harvestType: 'Product' });
    await submit(harvest.id);
    await quiet();
    const there = await expectAllThere(harvest);
    expect(await theirPlants(there?.id ?? 0)).toEqual([]);
  });

  test.each(['WholePlant', 'Product'] as const)(
    'is sent once although every answer is lost (%s)',
    async (harvestType) => {
      const harvest = await makeWhole({ harvestType });
      await toggleFault(app, 'mute');
      try {
        await submit(harvest.id);
        await quiet();
      } finally {
        await toggleFault(app, 'mute');
      }
      await expectAllThere(harvest);
    },
  );

  test('waits while the tracking system is down, and is sent then', async () => {
    const harvest = await makeWhole();
    await whileOut(app, 'tracking', async () => {
      await submit(harvest.id);
      await expect.poll(async () => (await read(harvest.id)).submission.problem).toContain('isn’t responding');
      expect(await read(harvest.id)).toMatchObject({ state: 'SUBMITTING' });
    });
    await quiet();
    await expectAllThere(harvest);
  });

  test('is sent whole although every third call is one too many', async () => {
    const harvest = await makeWhole();
    await toggleFault(app, 'limiting');
    try {
      await submit(harvest.id);
      await quiet();
    } finally {
      await toggleFault(app, 'limiting');
    }
    await expectAllThere(harvest);
  });

  test('is sent in three calls at once, and what is made of plants waits for all of them', async () => {
    const more = await makeGrown(db(), seller, { plants: 40 });
    await growTheirs(db(), seller, more.tags);
    const harvest = await makeHarvest(db(), seller, more, { plants: more.tags });
    await makeHarvestWaste(db(), harvest, { weight: '5' });
    const isFirstOfTen = (_: string, at: number) => at % 10 === 0;
    const heldTags = more.tags.filter(isFirstOfTen);
    await app.database.db.transaction(async (tx) => {
      // As a tracking system that is slow to take each of these.
      await tx.select().from(sandboxPlants).where(inArray(sandboxPlants.label, heldTags)).for('update');
      await submit(harvest.id);
      const begun = async () => (await writesOf(harvest.id)).filter(({ triedAt }) => triedAt !== null);
      await vi.waitFor(async () => expect(await begun()).toHaveLength(30), { timeout: 30_000 });
      expect((await begun()).map(({ state, kind }) => `${state} ${kind}`)).toEqual(
        Array(30).fill('PENDING HARVEST_PLANT'),
      );
    });
    await quiet();
    const there = await theirHarvest(harvest.name);
    expect(there).toMatchObject({ plantCount: 40 });
    const writes = await writesOf(harvest.id);
    expect(writes.filter(({ state, attempts }) => state === 'SENT' && attempts === 1)).toHaveLength(41);
    const [waste, plants] = [writes.at(-1), writes.slice(0, -1)];
    for (const { updatedAt } of plants) expect(waste?.triedAt?.getTime()).toBeGreaterThanOrEqual(updatedAt.getTime());
  });

  test.each(['WholePlant', 'Product'] as const)(
    'goes on where a killed process left it: nothing twice, nothing missing (%s)',
    async (harvestType) => {
      const harvest = await makeWhole({ harvestType });
      await submit(harvest.id);
      await quiet();
      // As if it had been killed after its calls were taken and before it noted that: some plants, a package and the waste.
      const all = await writesOf(harvest.id);
      const lost = all.filter(({ kind }, at) => at >= 17 && kind !== 'HARVEST_TEST_PACKAGE');
      for (const { id, recordId, kind } of lost) {
        await db()
          .update(trackingWrites)
          .set({ state: 'PENDING', isUnanswered: true, attempts: 1, heldUntil: null })
          .where(and(eq(trackingWrites.orgId, seller.org.id), eq(trackingWrites.id, id)));
        const table = { HARVEST_PLANT: harvestPlants, HARVEST_MANICURE: harvestPlants, HARVEST_WASTE: harvestWaste }[
          kind as string
        ];
        if (table)
          await db()
            .update(table)
            .set({ state: 'WAITING' })
            .where(and(eq(table.orgId, seller.org.id), eq(table.id, recordId ?? 0)));
      }
      await db()
        .update(harvests)
        .set({ state: 'SUBMITTING', trackingId: null })
        .where(and(eq(harvests.orgId, seller.org.id), eq(harvests.id, harvest.id)));
      await releaseWrites(db(), seller.org.id);
      await syncNow(app, owner, seller);
      await expectAllThere(harvest);
    },
  );

  test('names each plant that was refused and why, and can be submitted again for those', async () => {
    const gone = plantTag();
    const harvest = await makeWhole({ plants: [...grown.tags.slice(0, 12), gone] });
    await submit(harvest.id);
    await quiet();
    const before = await read(harvest.id);
    expect(before).toMatchObject({ state: 'SUBMITTED', submission: { refused: 1, waiting: 0, sent: 15 } });
    expect(before.harvestPlants?.find(({ label }) => label === gone)).toMatchObject({
      state: 'REFUSED',
      problem: expect.stringContaining('not a flowering plant'),
    });
    expect(before.balance.wet).toBe('6000');
    expect(await differencesOf(db(), seller)).toMatchObject([{ kind: 'REFUSED', label: gone, packageId: null }]);
    const [refusal] = await differencesOf(db(), seller);
    await owner.expectOk(reconciliation.note, { params: { id: refusal?.id ?? 0 } });
    await growTheirs(db(), seller, [gone]);
    expect(await submit(harvest.id)).toMatchObject({ status: 200 });
    await quiet();
    expect(await theirHarvest(harvest.name)).toMatchObject({ plantCount: 13 });
    expect(await read(harvest.id)).toMatchObject({ state: 'SUBMITTED', submission: { refused: 0, sent: 16 } });
    expect(await submit(harvest.id)).toMatchObject({ status: 409 });
  });

  test('of which nothing was taken is in progress again', async () => {
    const harvest = await makeHarvest(db(), seller, grown, { plants: [plantTag(), plantTag()] });
    await makeHarvestWaste(db(), harvest);
    await submit(harvest.id);
    await quiet();
    expect(await read(harvest.id)).toMatchObject({ state: 'ACTIVE', waste: [{ state: 'DRAFT' }] });
    expect((await owner.call(calls.remove, of(harvest.id))).status).toBe(200);
  });

  test('is not sent without a key, which is asked for before anything changes', async () => {
    const harvest = await makeWhole();
    await db().execute(sql`delete from license_syncs where org_id = ${seller.org.id}`);
    expect(await submit(harvest.id)).toMatchObject({
      body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED },
    });
    expect(await read(harvest.id)).toMatchObject({ state: 'ACTIVE' });
    expect(await writesOf(harvest.id)).toEqual([]);
  });
});

describe('after the submission', () => {
  async function submitted() {
    const harvest = await makeWhole();
    await submit(harvest.id);
    await quiet();
    return harvest;
  }

  test('a harvest is finished and reopened there too', async () => {
    const harvest = await submitted();
    const finished = await owner.expectOk(calls.finish, { ...of(harvest.id), body: { finishedDate: '2026-11-28' } });
    expect(finished).toMatchObject({ state: 'FINISHED', balance: { current: '0', moisture: '8780' } });
    await quiet();
    expect(await theirHarvest(harvest.name)).toMatchObject({ list: 'inactive', finishedOn: '2026-11-28' });
    await toggleFault(app, 'mute');
    try {
      await owner.expectOk(calls.unfinish, of(harvest.id));
      await quiet();
    } finally {
      await toggleFault(app, 'mute');
    }
    expect(await theirHarvest(harvest.name)).toMatchObject({ list: 'active', finishedOn: null });
    expect(await read(harvest.id)).toMatchObject({ state: 'SUBMITTED', balance: { current: '8780' } });
  });

  test('what the key may not do waits and says so, and the rest is done', async () => {
    const harvest = await submitted();
    await toggleFault(app, 'endless');
    try {
      await owner.expectOk(calls.finish, { ...of(harvest.id), body: {} });
      await quiet();
      const { submission } = await read(harvest.id);
      expect(submission.problem).toContain('doesn’t accept the license’s key for this');
    } finally {
      await toggleFault(app, 'endless');
    }
    expect(await theirHarvest(harvest.name)).toMatchObject({ list: 'active' });
    await syncNow(app, owner, seller);
    expect(await theirHarvest(harvest.name)).toMatchObject({ list: 'inactive' });
  });

  test('a finish that is refused is undone, and the inbox says why', async () => {
    const harvest = await submitted();
    await toggleFault(app, 'conflicting');
    try {
      await owner.expectOk(calls.finish, { ...of(harvest.id), body: {} });
      await quiet();
    } finally {
      await toggleFault(app, 'conflicting');
    }
    expect(await read(harvest.id)).toMatchObject({
      state: 'SUBMITTED',
      finishedDate: null,
      endProblem: expect.stringContaining('changed by another user'),
    });
    expect(await differencesOf(db(), seller)).toMatchObject([{ kind: 'REFUSED', label: harvest.name, ours: 'Finish' }]);
    expect(await owner.expectOk(calls.finish, { ...of(harvest.id), body: {} })).toMatchObject({ endProblem: null });
  });

  test('a plant goes back to flowering, and waste is deleted, once each although the answers are lost', async () => {
    const harvest = await submitted();
    const [plant] = harvest.plants;
    await toggleFault(app, 'mute');
    try {
      await owner.expectOk(calls.restorePlant, { params: { id: harvest.id, plantId: plant?.id ?? 0 } });
      const left = await owner.expectOk(calls.removeWaste, { params: { id: harvest.id, wasteId: harvest.waste.id } });
      expect(left.balance).toMatchObject({ restored: '500', waste: '0', current: '8980' });
      await quiet();
    } finally {
      await toggleFault(app, 'mute');
    }
    const there = await theirHarvest(harvest.name);
    expect([there?.restored, there?.waste].map(Number)).toEqual([500, 0]);
    expect(there?.plantCount).toBe(24);
    expect(await db().$count(sandboxWaste, eq(sandboxWaste.harvestId, there?.id ?? 0))).toBe(0);
    const [back] = await db()
      .select()
      .from(sandboxPlants)
      .where(eq(sandboxPlants.label, plant?.label ?? ''));
    expect(back).toMatchObject({ list: 'flowering', harvestId: null });
    expect((await read(harvest.id)).plantCount).toBe(24);
  });

  test('packages and waste are sent at once, also those alike', async () => {
    const harvest = await submitted();
    const waste = {
      wasteWeight: '5',
      wasteType: 'Trim',
      unitOfMeasureAbbreviation: 'oz',
      wasteDate: '2026-11-22',
    } as const;
    for (let n = 0; n < 2; n += 1) await owner.expectOk(calls.addWaste, { ...of(harvest.id), body: waste });
    await quiet();
    const there = await theirHarvest(harvest.name);
    expect(await db().$count(sandboxWaste, eq(sandboxWaste.harvestId, there?.id ?? 0))).toBe(3);
    expect(await read(harvest.id)).toMatchObject({ submission: { waiting: 0, refused: 0 } });
  });
});

test('a plant that moved on is in one list of what was read', async () => {
  const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags.slice(0, 3) });
  await submit(harvest.id);
  await quiet();
  const listed = async () => {
    const { rows } = await db().execute<{ list: string; count: number }>(sql`
      select list, count(*)::int as count from tracking_records
       where org_id = ${seller.org.id} and starts_with(list, 'plants ') and data ->> 'Label' = ${grown.tags[0]}
         and data ? 'HarvestCount' group by 1`);
    return rows;
  };
  await syncNow(app, owner, seller);
  expect(await listed()).toEqual([{ list: 'plants inactive', count: 1 }]);
  await owner.expectOk(calls.restorePlant, { params: { id: harvest.id, plantId: harvest.plants[0]?.id ?? 0 } });
  await quiet();
  await syncNow(app, owner, seller);
  expect(await listed()).toEqual([{ list: 'plants flowering', count: 1 }]);
  expect(await db().$count(harvests, and(eq(harvests.id, harvest.id), ne(harvests.state, 'SUBMITTED')))).toBe(0);
});
