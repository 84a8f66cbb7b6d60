import { and, eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { tracking } from '../../../domain/integrations/contract';
import type { Db } from '../../../server/db/client';
import { packages, sandboxPackages, trackingDifferences, trackingWrites } from '../../../server/db/schema';
import { compareLicenses } from '../../../server/integrations/tracking/tracking-rounds';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { PAUSES } from '../../../server/sandbox/faults';
import type { TestApp, TestCaller } from '../app';
import { press } from '../integrations/sandboxes';
import { only, type SellerFixture, unique } from '../organization/factories';

type Seller = Pick<SellerFixture, 'org' | 'license'>;
type Theirs = typeof sandboxPackages.$inferSelect;

const ITEMS = ['Blue Dream Eighth', 'Gelato Eighth', 'OG Kush Gram'] as const;

/** A package as the tracking system sandbox has it, of one of three items, changed now unless the values say otherwise. */
const draft = (seller: Seller, values: Partial<Theirs> = {}) => {
  const n = unique();
  const item = n % ITEMS.length;
  return {
    licenseNumber: seller.license.licenseNumber,
    list: 'active',
    label: `1A4060300002199${String(n).padStart(9, '0')}`,
    quantity: String(n % 97),
    ...values,
    data: {
      Item: {
        Id: 700_000 + item,
        Name: ITEMS[item],
        ProductCategoryName: 'Buds (prepackaged)',
        StrainName: null,
        UnitOfMeasureName: 'Each',
      },
      UnitOfMeasureName: 'Each',
      LabTestingState: 'NotRequired',
      ...((values.data as object | undefined) ?? {}),
    },
  };
};

/** Packages that only the tracking system knows. */
export async function addTheirs(db: Db, seller: Seller, all: readonly Partial<Theirs>[]): Promise<Theirs[]> {
  return db
    .insert(sandboxPackages)
    .values(all.map((values) => draft(seller, values)))
    .returning();
}

/** Has the tracking system change a package, now. */
export async function changeTheirs(db: Db, { id }: Pick<Theirs, 'id'>, values: Partial<Theirs>): Promise<Theirs> {
  return only(
    await db
      .update(sandboxPackages)
      .set({ modifiedAt: sql`clock_timestamp()`, ...values })
      .where(eq(sandboxPackages.id, id))
      .returning(),
  );
}

/** Makes a sandbox fault begin or end. */
export async function toggleFault({ url }: Pick<TestApp, 'url'>, fault: string): Promise<void> {
  await press({ url }, 'tracking/fault', fault);
}

/** For a file's tests, the sandbox asks for shorter pauses than a tracking system would. */
export function shortenPauses(more: Partial<typeof PAUSES> = {}): void {
  const usual = { ...PAUSES };
  beforeAll(() => void Object.assign(PAUSES, { slowMs: 50, retryAfterSeconds: 0.05, ...more }));
  afterAll(() => void Object.assign(PAUSES, usual));
}

/** Syncs a connected license now, and waits until no job of it is left. */
export const syncNow = (app: TestApp, owner: TestCaller, seller: Seller): Promise<void> => sync(app, owner, seller);

/** The same for the first time, with the key that the sandbox accepts. */
export const connectNow = (app: TestApp, owner: TestCaller, seller: Seller): Promise<void> =>
  sync(app, owner, seller, { metrcApiKey: demoTrackingKey(seller.org.id, seller.license.usState) });

async function sync({ database }: TestApp, owner: TestCaller, { org, license }: Seller, key = {}): Promise<void> {
  const body = { licenseId: license.id, ...key };
  await owner.expectOk(tracking.startLicenseSync, { params: { orgId: org.id }, body });
  await untilQuiet(database.db, org.id);
}

/** Begins the comparison of the night: the next sync of each license reads everything again. */
export async function beginComparison({ database }: Pick<TestApp, 'database'>): Promise<void> {
  const jobs = { enqueue: async () => {}, close: async () => {} };
  await compareLicenses({ database, jobs } as unknown as Parameters<typeof compareLicenses>[0]);
}

/** The comparison of the night, now. */
export async function compareNow(app: TestApp, owner: TestCaller, seller: Seller): Promise<void> {
  await beginComparison(app);
  await syncNow(app, owner, seller);
}

const OF_TRACKING = sql`name in ('sync-license', 'read-license', 'read-history', 'read-lab-results', 'read-deliveries', 'send-tracking-writes')`;

/** Waits until no job with the tracking system is left of an organization; those that wait for another attempt make it now. */
export async function untilQuiet(db: Db, orgId: number): Promise<void> {
  const ofOrg = sql`${OF_TRACKING} and data ->> 'orgId' = ${String(orgId)}`;
  await vi.waitFor(
    async () => {
      await hasten(db, ofOrg);
      const { rows } = await db.execute<{ open: number }>(sql`
        select count(*)::int as open from jobs.job where ${ofOrg} and state in ('created', 'active', 'retry')`);
      expect(rows[0]?.open).toBe(0);
    },
    { timeout: 120_000, interval: 50 },
  );
}

/** As if the minutes had passed for which a process that ended meanwhile had writes to send, and sent ones may be on their way. */
export async function releaseWrites(db: Db, orgId: number): Promise<void> {
  await db
    .update(trackingWrites)
    .set({ heldUntil: null, updatedAt: sql`now() - interval '1 hour'` })
    .where(eq(trackingWrites.orgId, orgId));
}

/** Has waiting jobs start now, also those that wait for a time, as if it had come: wakes who works on them. */
async function hasten(db: Db, which: SQL): Promise<void> {
  await db.execute(sql`
    update jobs.job set start_after = now() where ${which} and state in ('created', 'retry') and start_after > now()`);
  await db.execute(sql`
    select pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), name)
      from (select distinct name from jobs.job where ${which} and state in ('created', 'retry')) as queues`);
}

export const theirsOf = (db: Db, { license }: Seller): Promise<Theirs[]> =>
  db.select().from(sandboxPackages).where(eq(sandboxPackages.licenseNumber, license.licenseNumber));

export const oursOf = (db: Db, { org, license }: Seller) =>
  db
    .select()
    .from(packages)
    .where(and(eq(packages.orgId, org.id), eq(packages.licenseId, license.id)));

export const differencesOf = (db: Db, { org }: Pick<Seller, 'org'>) =>
  db.select().from(trackingDifferences).where(eq(trackingDifferences.orgId, org.id)).orderBy(trackingDifferences.id);

const STATUS: Record<string, string> = { active: 'ACTIVE', labsamples: 'ACTIVE', onhold: 'ON_HOLD' };

/**
 * What must hold whenever nothing is under way: each of their packages is ours too, in the same state and with their
 * figure beside ours; and where the two differ, or a package of ours isn't there, one difference is open.
 */
export async function expectSettled(db: Db, seller: Seller): Promise<void> {
  const ours = new Map((await oursOf(db, seller)).map((one) => [one.label, one]));
  const theirs = await theirsOf(db, seller);
  const open = (await differencesOf(db, seller)).filter(
    ({ settledAt, kind, harvestId }) => settledAt === null && kind !== 'REFUSED' && harvestId === null,
  );
  const wanted: string[] = [];
  for (const one of theirs) {
    const own = ours.get(one.label);
    expect(own, one.label).toMatchObject({
      status: STATUS[one.list] ?? 'INACTIVE',
      seenIn: one.list,
      trackingModifiedAt: one.modifiedAt,
    });
    expect(Number(own?.trackingQuantity)).toBe(Number(one.quantity));
    if (Number(own?.quantity) !== Number(one.quantity)) wanted.push(`QUANTITY ${one.label}`);
    ours.delete(one.label);
  }
  for (const { label, status } of ours.values()) if (status !== 'INACTIVE') wanted.push(`GONE ${label}`);
  expect(open.map(({ kind, label }) => `${kind} ${label}`).sort()).toEqual(wanted.sort());
}
