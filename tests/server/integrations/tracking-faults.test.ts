import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tracking } from '../../../domain/integrations/contract';
import { labReports, trackingReads } from '../../../server/db/schema';
import { FAULTS } from '../../../server/sandbox/faults';
import { LIST_FAULTS } from '../../../server/sandbox/tracking/list-faults';
import type { TestApp, TestCaller } from '../../support/app';
import { makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { whileOut } from '../../support/integrations/sandboxes';
import {
  addTheirs,
  changeTheirs,
  compareNow,
  connectNow,
  differencesOf,
  expectSettled,
  oursOf,
  shortenPauses,
  syncNow,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let calls: string[];
/** What the tracking system answers 404 for: calls whose addresses have this. */
let notThere: Set<string>;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
beforeEach(() => {
  calls = [];
  notThere = new Set();
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = String(input);
    if (address.includes('/sandbox/tracking/api/')) calls.push(address.replace(/^.*\/api\/../, ''));
    return [...notThere].some((part) => address.includes(part))
      ? Promise.resolve(Response.json({ Message: 'It isn’t there.' }, { status: 404 }))
      : send(input, init);
  });
});
afterEach(() => void vi.restoreAllMocks());

const db = () => app.database.db;
const connect = () => connectNow(app, owner, seller);
const compareAll = () => compareNow(app, owner, seller);
const of = () => ({ params: { orgId: seller.org.id } });
const syncOf = async () => (await owner.expectOk(tracking.licenseSyncs, of()))[0];
const listsOf = (caller: TestCaller) =>
  caller.expectOk(tracking.licenseLists, { params: { orgId: seller.org.id, licenseId: seller.license.id } });
const callsOf = (path: string) => calls.filter((call) => call.startsWith(path)).length;

async function whileOn(faults: readonly string[], work: () => Promise<void>): Promise<void> {
  for (const fault of faults) await toggleFault(app, fault);
  try {
    await work();
  } finally {
    for (const fault of faults) await toggleFault(app, fault);
  }
}

/** What the regular check of every 15 minutes does about the license. */
const check = () => syncNow(app, owner, seller);

const jobsRun = async () => {
  const { rows } = await db().execute<{ count: number }>(sql`
    select coalesce(sum(1 + retry_count), 0)::int as count from jobs.job
     where data ->> 'orgId' = ${String(seller.org.id)} and name in ('sync-license', 'read-license', 'read-history')`);
  return rows[0]?.count ?? 0;
};

const ON_ACTIVE = Object.keys(LIST_FAULTS).map((fault) => `${fault} /packages/v2/active`);
const ON_OTHERS = Object.keys(LIST_FAULTS).flatMap((fault) => [
  `${fault} /items/v2/active`,
  `${fault} /labtests/v2/results`,
]);

describe('no fault makes jobs call without a pause', () => {
  test.each([...Object.keys(FAULTS), ...ON_ACTIVE, ...ON_OTHERS].map((fault) => [fault]))('%s', async (fault) => {
    await addTheirs(
      db(),
      seller,
      Array.from({ length: 3 }, () => ({ data: { LabTestingState: 'TestPassed' } })),
    );
    await whileOn([fault], async () => {
      await connect();
      const [before, jobs] = [calls.length, await jobsRun()];
      await syncNow(app, owner, seller);
      // A check, and whatever followed it until nothing was left to do: a few calls of each list.
      expect(calls.length - before).toBeLessThan(120);
      expect((await jobsRun()) - jobs).toBeLessThan(6);
    });
  });
});

describe('a list that goes wrong', () => {
  const GOES_WRONG: [string, string][] = [
    ['refused', 'Its key can’t read active packages. Give it that permission at the tracking system'],
    ['failing', 'The tracking system fails to list active packages. We’ll try again automatically.'],
    ['garbled', 'The tracking system fails to list active packages. We’ll try again automatically.'],
    ['uncounted', 'The tracking system counts more active packages than it lists. We’ll read them again tonight.'],
  ];
  const others = ['onhold', 'inactive', 'intransit', 'transferred'] as const;

  test.each(GOES_WRONG)('%s: is named, the others are read, and all of it once it works', async (fault, problem) => {
    await addTheirs(db(), seller, [{ list: 'active' }, ...others.map((list) => ({ list }))]);
    await whileOn([`${fault} /packages/v2/active`], async () => {
      await connect();
      expect(await syncOf()).toMatchObject({ connectionStatus: 'ONLINE', problem: expect.stringContaining(problem) });
      expect((await oursOf(db(), seller)).map(({ seenIn }) => seenIn).sort()).toEqual(
        [...others, ...(fault === 'uncounted' ? ['active'] : [])].sort(),
      );
      await check();
      expect((await syncOf())?.problem).toContain(problem);
      const states = { refused: 'REFUSED', uncounted: 'INCOMPLETE' } as Record<string, string>;
      expect(await listsOf(owner)).toContainEqual(
        expect.objectContaining({ list: 'packages active', state: states[fault] ?? 'FAILED' }),
      );
    });
    if (fault === 'uncounted') await compareAll();
    else await check();
    expect(await syncOf()).toMatchObject({ connectionStatus: 'ONLINE', problem: null });
    await expectSettled(db(), seller);
  });

  test.each([['refused'], ['failing'], ['garbled'], ['uncounted']])(
    '%s in the night: none of its packages is called gone',
    async (fault) => {
      await addTheirs(db(), seller, [{ list: 'active' }, { list: 'onhold' }]);
      await connect();
      await whileOn([`${fault} /packages/v2/active`], compareAll);
      expect(await differencesOf(db(), seller)).toEqual([]);
      await compareAll();
      expect(await differencesOf(db(), seller)).toEqual([]);
      await expectSettled(db(), seller);
    },
  );

  const tested = (count: number) =>
    addTheirs(
      db(),
      seller,
      Array.from({ length: count }, () => ({ data: { LabTestingState: 'TestPassed' } })),
    );

  test.each([
    ['refused', 30, 'Its key can’t read lab results.'],
    ['failing', 30, 'The tracking system fails to list lab results.'],
    ['failing', 2, 'The tracking system fails to list lab results.'],
    ['garbled', 30, 'The tracking system fails to list lab results.'],
  ])('%s, lab results of %i packages are named, and nothing else waits for them', async (fault, count, problem) => {
    await tested(count);
    await whileOn([`${fault} /labtests/v2/results`], async () => {
      await connect();
      expect(callsOf('/labtests/v2/results')).toBeLessThan(35);
      expect(await syncOf()).toMatchObject({
        connectionStatus: 'ONLINE',
        problem: expect.stringContaining(problem),
      });
    });
    await syncNow(app, owner, seller);
    expect(await syncOf()).toMatchObject({ problem: null });
    expect(await labsLacking()).toBe(0);
  });

  test('packages of which no lab results are told hold up no others, and aren’t asked about again and again', async () => {
    const made = await tested(30);
    for (const { id } of made.slice(0, 26))
      notThere.add(`/labtests/v2/results?licenseNumber=${seller.license.licenseNumber}&packageId=${id}&`);
    await connect();
    expect(await labsLacking()).toBe(0);
    expect(await db().$count(labReports, eq(labReports.orgId, seller.org.id))).toBe(4);
    expect(await syncOf()).toMatchObject({ problem: null });
    calls = [];
    await check();
    expect(callsOf('/labtests/v2/results')).toBe(0);
  });

  test('what was read of lab results stays when nothing is told of it anymore', async () => {
    const [one] = await tested(1);
    if (one === undefined) throw new Error('It was made');
    await connect();
    notThere.add(`packageId=${one.id}&`);
    await changeTheirs(db(), one, { quantity: '3' });
    await check();
    expect(callsOf('/labtests/v2/results')).toBe(2);
    expect(await db().$count(labReports, eq(labReports.orgId, seller.org.id))).toBe(1);
  });
});

const labsLacking = async () => {
  const rows = await oursOf(db(), seller);
  return rows.filter(({ labReadAt }) => labReadAt === null).length;
};

test('what a key may read is seen by whoever sees the license, and by nobody else', async () => {
  const params = { orgId: seller.org.id, licenseId: seller.license.id };
  expect((await owner.call(tracking.licenseLists, { params })).status).toBe(404);
  await connect();
  expect(await listsOf(owner)).toContainEqual({
    list: 'packages active',
    title: 'Active packages',
    state: 'READ',
    readUntil: expect.any(String),
  });
  const other = await makeSeller(db());
  const stranger = await app.as(other.owner.user, other.org);
  const asOwn = { params: { ...params, orgId: other.org.id } };
  expect((await stranger.call(tracking.licenseLists, asOwn)).status).toBe(404);
  const clerk = await makeMember(db(), seller, { features: {}, licenseIds: [seller.license.id] });
  expect((await (await app.as(clerk.user, seller.org)).call(tracking.licenseLists, { params })).status).toBe(403);
});

test('what changed over a long time is read window by window', async () => {
  const began = new Date('2024-01-01T00:00:00Z').getTime();
  await connect();
  await addTheirs(
    db(),
    seller,
    Array.from({ length: 4_300 }, (_, n) => ({ modifiedAt: new Date(began + n * 3_600_000) })),
  );
  const position = and(eq(trackingReads.licenseId, seller.license.id), eq(trackingReads.list, 'packages active'));
  await db()
    .update(trackingReads)
    .set({ readUntil: new Date(began), readAt: new Date(began) })
    .where(position);
  calls = [];
  await syncNow(app, owner, seller);
  await expectSettled(db(), seller);
  const windows = new Set(
    calls.flatMap((call) => /^\/packages\/v2\/active.*lastModifiedStart=([^&]+)/.exec(call)?.[1] ?? []),
  );
  expect(windows.size).toBeGreaterThan(1);
});

test('a whole outage is no list’s fault', async () => {
  await connect();
  await whileOut(app, 'tracking', async () => {
    await owner.expectOk(tracking.startLicenseSync, { ...of(), body: { licenseId: seller.license.id } });
    await untilQuiet(db(), seller.org.id);
    expect(await syncOf()).toMatchObject({
      connectionStatus: 'ONLINE',
      problem: 'The tracking system isn’t responding. We’ll try again automatically.',
    });
  });
  const rows = await db().select().from(trackingReads).where(eq(trackingReads.orgId, seller.org.id));
  expect(rows.filter(({ problem, list }) => problem && !/plants|harvests|waste/.test(list))).toEqual([]);
});
