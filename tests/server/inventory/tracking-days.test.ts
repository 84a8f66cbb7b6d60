import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { companies, labReports, licenseSyncs, packages, transfers } from '../../../server/db/schema';
import { beginRound } from '../../../server/integrations/tracking/tracking-rounds';
import { saveGone } from '../../../server/inventory/reconciliation/store-differences';
import { storePackages } from '../../../server/inventory/tracking/store-packages';
import type { TestApp, TestCaller } from '../../support/app';
import type { SellerFixture } from '../../support/factories';
import { addTheirs, connectNow, differencesOf, oursOf, theirsOf } from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;

// The zone of the process must decide nothing.
const usual = process.env.TZ;
beforeAll(() => void Object.assign(process.env, { TZ: 'Pacific/Auckland' }));
afterAll(() => {
  if (usual === undefined) delete process.env.TZ;
  else process.env.TZ = usual;
});

async function connected(data: object) {
  const [theirs] = await addTheirs(db(), seller, [{ data }]);
  await connectNow(app, owner, seller);
  return theirs?.label ?? '';
}

const days = { PackagedDate: '2026-11-01', FinishedDate: '2026-11-20T00:00:00+00:00' };

describe('days of the tracking system', () => {
  test('are the same day in the row, the reply, the file and the order of lists, in any zone', async () => {
    const label = await connected(days);
    expect(await oursOf(db(), seller)).toMatchObject([{ packagedOn: '2026-11-01', finishedOn: '2026-11-20' }]);
    const query = { orgId: seller.org.id, usState: 'CA' };
    expect(new Date().getTimezoneOffset()).toBeLessThan(0);
    const { results } = await owner.expectOk(calls.list, { query: { ...query, sortBy: 'packaged' } });
    expect(results).toMatchObject([{ label, packaged: '2026-11-01' }]);
    const file = await owner.expectOk(calls.export, { query: { ...query, headers: ['label', 'packaged'] as never } });
    expect(file).toContain('Tag,Packaged\r\n');
    expect(file).toContain(`${label},11/01/2026`);
  });

  test('of labs are as labs wrote them', async () => {
    await connected({ LabTestingState: 'TestPassed' });
    const [report] = await db().select().from(labReports).where(eq(labReports.orgId, seller.org.id));
    expect(report?.performed).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe('times of the tracking system', () => {
  const outgoing = { ...days, ManifestNumber: '0000009122', RecipientFacilityName: 'Evergreen Corner' };
  const departed = async () => {
    const [found] = await db().select().from(transfers).where(eq(transfers.orgId, seller.org.id));
    return found?.departedAt?.toISOString();
  };

  test.each([
    ['the state’s zone', null, '2026-11-01T16:00:00.000Z'],
    ['the zone of the company that sells with the license', 'America/Denver', '2026-11-01T15:00:00.000Z'],
  ])('without an offset are read in %s', async (_, timeZone, at) => {
    const licenseId = seller.license.id;
    await db().update(companies).set({ timeZone, licenseId }).where(eq(companies.orgId, seller.org.id));
    await connected(outgoing);
    expect(await departed()).toBe(at);
  });

  test('with an offset are as given', async () => {
    await connected({ ReceivedDateTime: '2026-11-20T17:00:00-06:00' });
    const [own] = await db().select().from(packages).where(eq(packages.orgId, seller.org.id));
    expect(own?.receivedAt?.toISOString()).toBe('2026-11-20T23:00:00.000Z');
  });

  test.each([-90, 90])('are noted by the database’s clock, whatever ours says: %i minutes from it', async (minutes) => {
    await connected({});
    const [there] = await theirsOf(db(), seller);
    const ids = { orgId: seller.org.id, licenseId: seller.license.id };
    const databaseNow = async () => {
      const { rows } = await db().execute<{ at: number }>(sql`
        select extract(epoch from date_trunc('milliseconds', clock_timestamp()))::float8 * 1000 as at`);
      return rows[0]?.at ?? Number.NaN;
    };
    const untold = { publish: async () => {}, enqueue: async () => {} };
    const ctx = { db: db(), ...untold, person: { userId: null }, membershipOrNull: null };
    const record = { Id: there?.id, Label: there?.label, Quantity: there?.quantity, ...(there?.data as object) };
    const before = await databaseNow();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    try {
      await beginRound(db(), ids);
      await storePackages(ctx, { ...ids, list: 'active' }, [record]);
    } finally {
      vi.useRealTimers();
    }
    const after = await databaseNow();
    const [sync] = await db().select().from(licenseSyncs).where(eq(licenseSyncs.licenseId, ids.licenseId));
    const [seen] = await oursOf(db(), seller);
    const moments = [before, sync?.roundBeganAt?.getTime(), seen?.seenAt?.getTime(), after + 1];
    expect(moments).toEqual(moments.toSorted((a = 0, b = 0) => a - b));
    await saveGone(ctx, { ...ids, roundBeganAt: sync?.roundBeganAt ?? new Date(0) });
    expect(await differencesOf(db(), seller)).toEqual([]);
  });
});
