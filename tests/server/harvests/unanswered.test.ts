import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { harvests as calls } from '../../../domain/harvests/contract';
import { licenses, sandboxHarvests } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, only, type SellerFixture } from '../../support/factories';
import {
  growTheirs,
  makeGrown,
  makeHarvest,
  makeHarvestPackage,
  makeHarvestWaste,
} from '../../support/harvests/factories';
import {
  connectNow,
  differencesOf,
  releaseWrites,
  shortenPauses,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
const db = () => app.database.db;
beforeEach(async () => {
  await db().update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  await connectNow(app, owner, seller);
});

afterEach(() => void vi.restoreAllMocks());

/** From the first call of this address that isn’t answered on, the key is refused; returns how that ends. */
function refuseAfterSilenceAt(path: string): () => void {
  const send = globalThis.fetch;
  let isRefusing = false;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const address = String(input);
    if (!address.includes('/sandbox/tracking/api/')) return send(input, init);
    if (isRefusing) return Response.json({ Message: 'The API key is not valid.' }, { status: 401 });
    const response = await send(input, init);
    // Calls under way at the same time are answered too, and don’t give the key back.
    if (response.status === 504 && (address.split('?')[0] ?? '').endsWith(path)) isRefusing = true;
    return response;
  });
  return () => {
    expect(isRefusing).toBe(true);
    spy.mockRestore();
  };
}

test.each([
  ['WholePlant', '/plants/v2/harvest'],
  ['Product', '/plants/v2/manicure'],
  ['WholePlant', '/harvests/v2/packages'],
  ['WholePlant', '/harvests/v2/waste'],
] as const)(
  'what was sent of a %s harvest to %s without an answer isn’t sent twice, though the key was refused since',
  async (harvestType, path) => {
    const grown = await makeGrown(db(), seller, { plants: 3 });
    await growTheirs(db(), seller, grown.tags);
    const item = await makeItem(db(), seller, { unitOfMeasure: 'g', name: `Buds of ${seller.license.id}` });
    const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags, harvestType });
    await makeHarvestPackage(db(), harvest, item.id, { weight: '300' });
    await makeHarvestWaste(db(), harvest, { weight: '70' });

    await toggleFault(app, 'mute');
    const endRefusing = refuseAfterSilenceAt(path);
    await owner.expectOk(calls.submit, { params: { id: harvest.id }, body: {} });
    await untilQuiet(db(), seller.org.id);
    endRefusing();
    await toggleFault(app, 'mute');
    await releaseWrites(db(), seller.org.id);
    await connectNow(app, owner, seller);

    const there = only(await db().select().from(sandboxHarvests).where(eq(sandboxHarvests.name, harvest.name)));
    expect(there).toMatchObject({ plantCount: 3, packageCount: 1 });
    expect([there.wet, there.packaged, there.waste].map(Number)).toEqual([1500, 300, 70]);
    const ours = await owner.expectOk(calls.get, { params: { id: harvest.id }, query: {} });
    expect(ours).toMatchObject({ state: 'SUBMITTED', submission: { sent: 5, waiting: 0, refused: 0 } });
    expect(await differencesOf(db(), seller)).toEqual([]);
  },
);

/** A harvest of three plants to be manicured. */
async function manicure() {
  const grown = await makeGrown(db(), seller, { plants: 3 });
  await growTheirs(db(), seller, grown.tags);
  return makeHarvest(db(), seller, grown, { plants: grown.tags, harvestType: 'Product' });
}

/** What is written at this address never arrives, and gets no answer, until it shall again. */
function loseCallsTo(path: string): () => void {
  const send = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isLost = init?.body !== undefined && (String(input).split('?')[0] ?? '').endsWith(path);
    return isLost ? Response.json({ Message: 'No answer in time.' }, { status: 504 }) : send(input, init);
  });
  return () => spy.mockRestore();
}

const there = (name: string) => db().select().from(sandboxHarvests).where(eq(sandboxHarvests.name, name));
const submit = (id: number) => owner.expectOk(calls.submit, { params: { id }, body: {} });

test('a manicure without an answer isn’t sent twice while the harvest isn’t listed there yet', async () => {
  const harvest = await manicure();
  await toggleFault(app, 'mute');
  await toggleFault(app, 'late');
  await submit(harvest.id);
  await untilQuiet(db(), seller.org.id);
  await toggleFault(app, 'mute');
  await connectNow(app, owner, seller);
  expect(only(await there(harvest.name))).toMatchObject({ plantCount: 3 });
  const waiting = await owner.expectOk(calls.get, { params: { id: harvest.id }, query: {} });
  expect(waiting).toMatchObject({
    state: 'SUBMITTING',
    submission: { sent: 0, waiting: 3, problem: 'The tracking system doesn’t list the harvest yet.' },
  });

  await toggleFault(app, 'late');
  await connectNow(app, owner, seller);
  expect(only(await there(harvest.name))).toMatchObject({ plantCount: 3 });
  const ours = await owner.expectOk(calls.get, { params: { id: harvest.id }, query: {} });
  expect(ours).toMatchObject({ state: 'SUBMITTED', submission: { sent: 3, waiting: 0, refused: 0 } });
});

test('a manicure that never arrived is sent again once lists had the time to tell', async () => {
  const harvest = await manicure();
  const arrive = loseCallsTo('/plants/v2/manicure');
  await submit(harvest.id);
  await untilQuiet(db(), seller.org.id);
  arrive();
  await connectNow(app, owner, seller);
  expect(await there(harvest.name)).toEqual([]);

  await releaseWrites(db(), seller.org.id);
  await connectNow(app, owner, seller);
  expect(only(await there(harvest.name))).toMatchObject({ plantCount: 3 });
  const ours = await owner.expectOk(calls.get, { params: { id: harvest.id }, query: {} });
  expect(ours).toMatchObject({ state: 'SUBMITTED', submission: { sent: 3 } });
});

test('waste that never arrived is sent again, though a list names others alike twice', async () => {
  const grown = await makeGrown(db(), seller, { plants: 3 });
  await growTheirs(db(), seller, grown.tags);
  const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags });
  // More than a page of them.
  for (let count = 0; count < 24; count += 1) await makeHarvestWaste(db(), harvest, { weight: '1' });
  await submit(harvest.id);
  await untilQuiet(db(), seller.org.id);
  await toggleFault(app, 'twice');
  const arrive = loseCallsTo('/harvests/v2/waste');
  const body = {
    wasteWeight: '1',
    wasteType: 'Trim',
    unitOfMeasureAbbreviation: 'g',
    wasteDate: '2026-11-21',
  } as const;
  await owner.expectOk(calls.addWaste, { params: { id: harvest.id }, body });
  await untilQuiet(db(), seller.org.id);
  arrive();
  await connectNow(app, owner, seller);
  await toggleFault(app, 'twice');
  expect(Number(only(await there(harvest.name)).waste)).toBe(25);
  const ours = await owner.expectOk(calls.get, { params: { id: harvest.id }, query: {} });
  expect(ours).toMatchObject({ submission: { waiting: 0, refused: 0 }, balance: { waste: '25' } });
});
