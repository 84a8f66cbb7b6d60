import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../domain/bulk/contract';
import { harvests as calls } from '../../../domain/harvests/contract';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { harvests, licenses, sandboxHarvests } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, type SellerFixture } from '../../support/factories';
import {
  growTheirs,
  makeGrown,
  makeHarvest,
  makeHarvestPackage,
  makeHarvestWaste,
} from '../../support/harvests/factories';
import {
  compareNow,
  connectNow,
  differencesOf,
  shortenPauses,
  syncNow,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { countsOf, toldOf } from '../../support/notifications/told';
import { both } from '../../support/permissions';
import { runJob } from '../../support/reports/report-letters';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let harvest: { id: number; name: string };

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
const db = () => app.database.db;
/** A harvest that was submitted: 1500 g of plants, of which 300 g are packaged and 70 g waste. */
beforeEach(async () => {
  await db().update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  await connectNow(app, owner, seller);
  const grown = await makeGrown(db(), seller, { plants: 3 });
  await growTheirs(db(), seller, grown.tags);
  const item = await makeItem(db(), seller, { unitOfMeasure: 'g', name: `Buds of ${seller.license.id}` });
  const made = await makeHarvest(db(), seller, grown, { plants: grown.tags });
  await makeHarvestPackage(db(), made, item.id, { weight: '300' });
  await makeHarvestWaste(db(), made, { weight: '70' });
  harvest = made;
  await owner.expectOk(calls.submit, { params: { id: made.id }, body: {} });
  await untilQuiet(db(), seller.org.id);
});

const params = () => ({ id: harvest.id });
const read = () => owner.expectOk(calls.get, { params: params(), query: { includeAudit: 'true' } });
const sync = () => syncNow(app, owner, seller);
const inbox = async (caller = owner) =>
  (await caller.expectOk(reconciliation.search, { body: { orgId: seller.org.id, filters: {} } })).results;
const byKind = <One extends { kind: string }>(all: readonly One[]) =>
  all.toSorted((a, b) => a.kind.localeCompare(b.kind));
const accept = (id: number, caller = owner) => caller.call(reconciliation.accept, { params: { id } });
type Theirs = Partial<typeof sandboxHarvests.$inferSelect>;

/** Somebody outside Verdant changes the harvest at the tracking system; without a word of when, if it isn't `told`. */
const changeTheirs = (values: Theirs, told = true) =>
  db()
    .update(sandboxHarvests)
    .set({ ...values, ...(told && { modifiedAt: sql`clock_timestamp()` as never }) })
    .where(
      and(eq(sandboxHarvests.licenseNumber, seller.license.licenseNumber), eq(sandboxHarvests.name, harvest.name)),
    );

describe('a harvest that somebody changed at the tracking system', () => {
  test('is in the inbox with each figure once, until both agree', async () => {
    await changeTheirs({ waste: '120', packaged: '0', packageCount: 0, wet: '1980', restored: '500' });
    await sync();
    const found = { label: harvest.name, harvestId: harvest.id, packageId: null, cause: 'CHANGED', settlement: null };
    const told = [
      { kind: 'PACKAGED', ours: '300 g', theirs: '0 g' },
      { kind: 'PLANTS', ours: '1500 g', theirs: '1480 g' },
      { kind: 'WASTE', ours: '70 g', theirs: '120 g' },
    ];
    expect(byKind(await inbox())).toMatchObject(told.map((one) => ({ ...found, ...one })));
    expect((await read()).balance).toMatchObject({ wet: '1500', packaged: '300', waste: '70', current: '1130' });

    await changeTheirs({ waste: '90', packaged: '300', packageCount: 1, wet: '1500', restored: '0' });
    await sync();
    expect(await inbox()).toMatchObject([{ kind: 'WASTE', ours: '70 g', theirs: '90 g' }]);
    expect(byKind(await differencesOf(db(), seller))).toMatchObject([
      { kind: 'PACKAGED', settlement: 'AGREED' },
      { kind: 'PLANTS', settlement: 'AGREED' },
      { kind: 'WASTE', settlement: null },
    ]);
  });

  test('weighs what it does there once that was accepted, differs no more, and can be undone', async () => {
    // Also where it isn’t said when.
    await changeTheirs({ waste: '120', restored: '500' }, false);
    await compareNow(app, owner, seller);
    const all = await inbox();
    expect(all.map(({ kind }) => kind).sort()).toEqual(['PLANTS', 'WASTE']);
    const ids = all.map(({ id }) => id);
    const settling = { orgId: seller.org.id, selection: { ids }, act: { name: 'accept' as const } };
    const { id } = await owner.expectOk(reconciliation.bulk, { body: settling });
    await untilDone(id);
    expect((await read()).balance).toEqual({
      wet: '1000',
      waste: '120',
      packaged: '300',
      restored: '0',
      current: '580',
      moisture: '0',
    });
    expect((await read()).audit?.[0]).toMatchObject({ action: 'Settle many differences' });
    const body = {
      wasteWeight: '581',
      wasteType: 'Trim',
      unitOfMeasureAbbreviation: 'g' as const,
      wasteDate: '2026-11-20',
    };
    expect(await owner.call(calls.addWaste, { params: params(), body })).toMatchObject({ status: 400 });
    await compareNow(app, owner, seller);
    expect(await inbox()).toEqual([]);

    const undo = await owner.expectOk(bulkActs.undo, { params: { id } });
    await untilDone(undo.id);
    expect((await inbox()).map((one) => one.id).sort()).toEqual(ids.sort());
    expect((await read()).balance).toMatchObject({ wet: '1500', waste: '70', current: '1130' });
    // Whatever is settled is so once.
    expect(await accept(ids[0] ?? 0)).toMatchObject({ status: 200 });
    expect(await accept(ids[0] ?? 0)).toMatchObject({ status: 409 });
  });

  test('is finished or open here as it is there, without a difference', async () => {
    await changeTheirs({ list: 'inactive', finishedOn: '2026-11-24' });
    await sync();
    expect(await read()).toMatchObject({
      state: 'FINISHED',
      finishedDate: '2026-11-24',
      balance: { moisture: '1130' },
    });
    await changeTheirs({ list: 'active', finishedOn: null });
    await sync();
    expect(await read()).toMatchObject({ state: 'SUBMITTED', finishedDate: null, balance: { current: '1130' } });
    expect(await differencesOf(db(), seller)).toEqual([]);
  });

  test('isn’t refused anymore once somebody finished it there', async () => {
    const refused = { state: 'SUBMITTED', endProblem: 'The harvest has plants left.' } as const;
    await db().update(harvests).set(refused).where(eq(harvests.id, harvest.id));
    await runJob(app, 'follow-harvest', { orgId: seller.org.id, harvestId: harvest.id });
    expect(await countsOf(app, [seller.owner.user], 'HARVEST_REFUSED')).toEqual([1]);
    await changeTheirs({ list: 'inactive', finishedOn: '2026-11-24' });
    await sync();
    expect(await read()).toMatchObject({ state: 'FINISHED', endProblem: null });
    expect(await toldOf(app, seller.owner.user, 'HARVEST_REFUSED')).toMatchObject([{ outcome: 'Done' }]);
  });

  test('isn’t told apart while something of ours is on its way there', async () => {
    await toggleFault(app, 'endless');
    await owner.expectOk(calls.finish, { params: params(), body: { finishedDate: '2026-11-25' } });
    await untilQuiet(db(), seller.org.id);
    await changeTheirs({ waste: '120' });
    await sync();
    expect(await read()).toMatchObject({ state: 'FINISHED', finishedDate: '2026-11-25' });
    expect(await inbox()).toEqual([]);
    await toggleFault(app, 'endless');
    await sync();
    expect(await read()).toMatchObject({ state: 'FINISHED', finishedDate: '2026-11-25' });
    expect(await inbox()).toMatchObject([{ kind: 'WASTE', ours: '70 g', theirs: '120 g' }]);
  });

  test('is told to those who see its license, and to no other organization', async () => {
    await changeTheirs({ waste: '120' });
    await sync();
    const [found] = await inbox();
    const id = found?.id ?? 0;
    const stranger = await strangerTo({ app });
    expect(await accept(id, stranger)).toMatchObject({ status: 404 });
    const asked = { orgId: seller.org.id, filters: {} };
    expect((await stranger.call(reconciliation.search, { body: asked })).ok).toBe(false);
    const elsewhere = await memberOf({ app, seller }, { features: { INVENTORY: both }, licenseIds: [] });
    expect(await inbox(elsewhere)).toEqual([]);
    expect(await accept(id, elsewhere)).toMatchObject({ status: 404 });
    expect((await read()).balance.waste).toBe('70');
    expect(await accept(id)).toMatchObject({ status: 200 });
  });
});

async function untilDone(id: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const act = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
      expect(act.state).not.toBe('RUNNING');
    },
    { timeout: 30_000, interval: 50 },
  );
}
