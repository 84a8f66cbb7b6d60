// Over 350 lines: one month, of which every act and fault needs the others.
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { addDays } from '../../../domain/dates';
import { harvests as calls, harvestLists } from '../../../domain/harvests/contract';
import { intakes as dock } from '../../../domain/intakes/contract';
import { tracking } from '../../../domain/integrations/contract';
import {
  intakePackages,
  intakeTodos,
  licenses,
  sandboxHarvests,
  sandboxPackages,
  sandboxPlants,
  trackingItems,
  transfers,
} from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { recordsOf } from '../../../server/sandbox/records';
import { ITEM } from '../../../server/sandbox/tracking/items';
import { type Random, randomOf } from '../../../server/seed/random';
import { makeMember, only, unique } from '../../support/factories';
import {
  expectHarvestsAgree,
  expectTransfersAgree,
  OURS,
  ourHarvests,
  theirTransfers,
} from '../../support/harvests/agreement';
import { newTag } from '../../support/intakes/factories';
import { press, toggleKey, whileOut } from '../../support/integrations/sandboxes';
import {
  beginComparison,
  changeTheirs,
  connectNow,
  differencesOf,
  expectSettled,
  releaseWrites,
  shortenPauses,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { openSellerApp } from '../../support/seller-app';

// A month in a minute. Whoever gave no answer five times is left alone for seconds, in which a day would pass without a call:
// here for a moment. And calls follow each other faster than a tracking system would take them.
vi.mock('cockatiel', async (load) => {
  const found = await load<typeof import('cockatiel')>();
  const circuitBreaker: typeof found.circuitBreaker = (policy, options) =>
    found.circuitBreaker(policy, { ...options, halfOpenAfter: 50 });
  return { ...found, circuitBreaker };
});

vi.mock('../../../server/integrations/acquire-turn', async (load) => {
  const found = await load<typeof import('../../../server/integrations/acquire-turn')>();
  const acquireTurns: typeof found.acquireTurns = (db, limits) =>
    found.acquireTurns(
      db,
      limits.map(({ name, gapMs }) => ({ name, gapMs: gapMs / FASTER })),
    );
  return { ...found, acquireTurns };
});
const FASTER = 5;

/**
 * The whole month is too long for every run: `SEED=37 npm test -- harvest-month`, or another number. The seed says what is done;
 * how far jobs are by then is the machine's.
 */
const SEED = Number(process.env.SEED ?? 37);
const DAYS = process.env.SEED ? 30 : 8;
/** Every so many days all faults stop, and theirs is compared with ours. */
const QUIET = 10;
const FIRST_DAY = '2026-10-01';
const MOST_MS = 600_000;
/** Each has its days; the others join by chance. */
const FAULTS = [
  'mute',
  'late',
  'limiting',
  'endless',
  'slow',
  'stuck',
  'conflicting',
  'twice',
  'shuffled',
  'refused /transfers/v2/incoming',
  'garbled /transfers/v2/deliveries',
  'uncounted /packages/v2/active',
];
/** They refuse or hold up all there is, so they come on their days alone. */
const RARE = ['conflicting', 'slow'];
const ACTS = [
  'begin',
  'weigh',
  'weigh',
  'pack',
  'pack',
  'throw',
  'throw',
  'submit',
  'submit',
  'finish',
  'reopen',
  'restore',
  'unthrow',
] as const;

const { app, seller, owner } = await openSellerApp();
shortenPauses({ callsASecond: 75 * FASTER });

test('over weeks of everything going wrong, harvests and deliveries come to what theirs are, or say why not', {
  timeout: MOST_MS,
}, async () => {
  console.info(`SEED=${SEED}`);
  const { db } = app.database;
  const { licenseNumber } = seller.license;
  const key = demoTrackingKey(seller.org.id, 'CA');
  const licenseId = seller.license.id;
  await db.update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, licenseId));
  await recordsOf(db, 'tracking').add(ITEM, licenseNumber, {
    Name: 'Flower in bulk',
    ProductCategoryName: 'Buds',
    UnitOfMeasureName: 'Grams',
    StrainName: null,
  });
  await connectNow(app, owner, seller);
  const strains = await owner.expectOk(harvestLists.strains, { query: { licenseId } });
  const locations = await owner.expectOk(harvestLists.locations, { query: { licenseId } });
  const dryingId = locations.find(({ forHarvests }) => forHarvests)?.id ?? 0;
  const vaultId = locations.find(({ forHarvests, forPackages }) => forPackages && !forHarvests)?.id ?? 0;
  const item = only(await db.select().from(trackingItems).where(eq(trackingItems.orgId, seller.org.id)));
  const order = randomOf(SEED, 0).shuffle(FAULTS);
  const done = new Map<string, number>();

  for (let day = 1; day <= DAYS; day += 1) {
    const random = randomOf(SEED, day);
    const began = Date.now();
    const today = addDays(FIRST_DAY, day);
    // Another person each day: syncs are limited by person.
    const { user } = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
    const person = await app.as(user, seller.org);
    const sync = (body: { metrcApiKey?: string } = {}) =>
      person.call(tracking.startLicenseSync, { params: { orgId: seller.org.id }, body: { licenseId, ...body } });
    const main = order[day % order.length] ?? '';
    const faults = FAULTS.filter((fault) => fault === main || (random.chance(0.12) && !RARE.includes(fault)));
    const isRevoked = random.chance(0.15);
    for (const fault of faults) await toggleFault(app, fault);
    const work = async () => {
      // What it answers while faults are on doesn’t matter; nothing may be lost.
      if (day % 3 === 0) await sync();
      for (let acts = 0; acts < 3; acts += 1) await harvest(random, today);
      await untilTried();
      await interfere(random);
      for (let acts = 0; acts < 3; acts += 1) await drive(random);
      for (let acts = 0; acts < 3; acts += 1) await receive(random);
      if (isRevoked) await toggleKey(app, 'tracking', key);
      for (let acts = 0; acts < 2; acts += 1) await harvest(random, today);
      await untilTried();
    };
    if (random.chance(0.07)) await whileOut(app, 'tracking', work);
    else await work();
    if (isRevoked) {
      await toggleKey(app, 'tracking', key);
      await sync({ metrcApiKey: key });
    }
    for (const fault of faults) await toggleFault(app, fault);
    await passDay();
    await untilQuiet(db, seller.org.id);
    console.info(day, faults.join(), isRevoked, Date.now() - began);
    if (day % QUIET !== 0 && day !== DAYS) continue;
    await releaseWrites(db, seller.org.id);
    await beginComparison(app);
    await connectNow(app, person, seller);
    await expectHarvestsAgree(db, seller);
    await expectTransfersAgree(db, seller);
    await expectSettled(db, seller);
    await expectTodos();
  }
  const { all, plants, made, waste } = await ourHarvests(db, seller);
  const count = (rows: readonly { state: string }[], state: string) => rows.filter((one) => one.state === state).length;
  console.info(
    JSON.stringify({
      done: Object.fromEntries(done),
      ...Object.fromEntries(
        Object.entries({ all, plants, made, waste }).map(([name, rows]) => [
          name,
          Object.fromEntries(
            [...Map.groupBy(rows as readonly { state: string }[], ({ state }) => state)].map(([state, some]) => [
              state,
              some.length,
            ]),
          ),
        ]),
      ),
      differences: Object.fromEntries(
        [...Map.groupBy(await differencesOf(db, seller), ({ kind }) => kind)].map(([kind, some]) => [
          kind,
          some.length,
        ]),
      ),
    }),
  );
  expect(count(plants, 'SENT')).toBeGreaterThan(0);
  if (!process.env.SEED) return;
  expect(count(plants, 'SENT')).toBeGreaterThan(30);
  expect(count(plants, 'REFUSED')).toBeGreaterThan(0);
  expect(Math.min(count(made, 'SENT'), count(waste, 'SENT'))).toBeGreaterThan(5);

  function noted(act: string, { status }: { status: number }): void {
    expect(status, act).toBeLessThan(500);
    const name = `${act} ${status}`;
    done.set(name, (done.get(name) ?? 0) + 1);
  }

  /** Somebody works on harvests, also in ways the state of one doesn’t allow. */
  async function harvest(random: Random, today: string): Promise<void> {
    const act = random.pick(ACTS);
    const { all } = await ourHarvests(db, seller);
    const ofState = (...states: string[]) => all.filter(({ state }) => states.includes(state));
    const one = (some: typeof all) => (some.length > 0 ? random.pickFront(some.toReversed()) : undefined);
    const meant = {
      begin: undefined,
      weigh: one(ofState('ACTIVE')),
      submit: one(ofState('ACTIVE', 'SUBMITTED')),
      finish: one(ofState('SUBMITTED')),
      reopen: one(ofState('FINISHED')),
      restore: one(ofState('SUBMITTED')),
      pack: one(ofState('ACTIVE', 'SUBMITTING', 'SUBMITTED')),
      throw: one(ofState('ACTIVE', 'SUBMITTING', 'SUBMITTED')),
      unthrow: one(ofState('ACTIVE', 'SUBMITTED')),
    }[act];
    if (meant === undefined) {
      if (act !== 'begin' && act !== 'weigh') return;
      const strain = random.pick(strains);
      const answer = await owner.call(calls.create, {
        body: {
          licenseId,
          name: `${strain.name} ${OURS} ${unique()}`,
          harvestDate: today,
          strainId: strain.id,
          dryingLocationId: dryingId,
          defaultUnitOfMeasureAbbreviation: 'g',
          harvestType: random.chance(0.7) ? 'WholePlant' : 'Product',
        },
      });
      noted('begin', answer);
      if (answer.ok) await weigh(random, answer.body.id);
      return;
    }
    const params = { id: meant.id };
    const found = await owner.expectOk(calls.get, { params, query: { includePlants: 'true' } });
    const share = (most: number) => ((Number(found.balance.current) * random.int(5, most)) / 100).toFixed(2);
    if (act === 'weigh') await weigh(random, meant.id);
    if (act === 'submit') noted(act, await owner.call(calls.submit, { params, body: {} }));
    if (act === 'finish') noted(act, await owner.call(calls.finish, { params, body: { finishedDate: today } }));
    if (act === 'reopen') noted(act, await owner.call(calls.unfinish, { params }));
    if (act === 'pack' && Number(share(5)) > 0)
      noted(
        act,
        await owner.call(calls.addPackage, {
          params,
          body: {
            label: `1A40603HPAC${String(unique()).padStart(13, '0')}`,
            itemId: item.id,
            locationId: vaultId,
            unitOfMeasureAbbreviation: 'g',
            ingredients: [{ harvestId: meant.id, weight: share(40), unitOfMeasureAbbreviation: 'g' }],
            forTesting: random.chance(0.25),
            packagedDate: today,
          },
        }),
      );
    if (act === 'throw' && Number(share(5)) > 0) {
      const body = {
        // Some of it alike, which only its number tells apart.
        wasteWeight: random.chance(0.5) ? '5' : share(20),
        wasteType: random.pick(['Trim', 'Fibrous']),
        unitOfMeasureAbbreviation: 'g' as const,
        wasteDate: meant.harvestDate,
      };
      noted(act, await owner.call(calls.addWaste, { params, body }));
    }
    const thrown = found.waste.at(0);
    if (act === 'unthrow' && thrown)
      noted(act, await owner.call(calls.removeWaste, { params: { ...params, wasteId: thrown.id } }));
    const cut = found.harvestPlants?.find(({ state }) => state === 'SENT');
    if (act === 'restore' && cut)
      noted(act, await owner.call(calls.restorePlant, { params: { ...params, plantId: cut.id } }));
  }

  /** Plants are put on the scale, or their weight is told of all. */
  async function weigh(random: Random, id: number): Promise<void> {
    const params = { id };
    const available = await owner.expectOk(calls.availablePlants, { params, query: {} });
    const some = random.shuffle(available).slice(0, random.int(2, 14));
    if (some.length === 0) return;
    if (random.chance(0.6)) {
      const body = { plants: some.map(({ label }) => ({ label })) };
      noted('add', await owner.call(calls.addPlants, { params, body }));
      const wish = { desiredTotal: String(some.length * random.int(300, 600)), maxVarianceFromMean: '80' };
      noted('distribute', await owner.call(calls.distributeWeights, { params, body: wish }));
      return;
    }
    for (const { label } of some.slice(0, 5)) {
      const body = { label, weight: `${random.int(200, 800)}.5`, unitOfMeasureAbbreviation: 'g' as const };
      noted('weigh', await owner.call(calls.harvestPlant, { params, body }));
    }
  }

  /** What senders, drivers and receiving staff do there. */
  async function drive(random: Random): Promise<void> {
    const act = random.pick(['send', 'send', 'receive', 'receive-part', 'reject', 'edit', 'edit', 'void'] as const);
    const underWay = (await theirTransfers(db, seller)).filter(
      ({ packages: all, IsVoided }) =>
        !IsVoided && all.some(({ ShipmentPackageState }) => ShipmentPackageState === 'Shipped'),
    );
    const one = underWay.length > 0 ? random.pick(underWay) : undefined;
    await press(
      app,
      `tracking/transfer/${one === undefined ? 'send' : act}`,
      act === 'send' || !one ? licenseNumber : String(one.id),
    );
    done.set(act, (done.get(act) ?? 0) + 1);
  }

  /** Somebody at the dock. */
  async function receive(random: Random): Promise<void> {
    const all = (await owner.expectOk(dock.list, { params: { licenseId }, query: {} })).results;
    if (all.length === 0) return;
    const params = { licenseId, intakeId: random.pickFront(all).id };
    const { intakePackages: some } = await owner.expectOk(dock.get, { params });
    if (some.length === 0) return;
    const one = random.pick(some);
    const ofOne = { ...params, label: one.label };
    const act = random.pick(['confirm', 'confirm', 'all', 'miss', 'count', 'overrule', 'stray'] as const);
    const labels = some.filter(({ confirmed, unknown }) => !confirmed && !unknown).map(({ label }) => label);
    const body = { confirmed: false, notes: 'Not on the pallet', markNotFound: true };
    if (act === 'confirm') noted(act, await owner.call(dock.confirm, { params, body: { labels: [one.label] } }));
    if (act === 'all' && labels.length > 0) noted(act, await owner.call(dock.confirm, { params, body: { labels } }));
    if (act === 'miss') noted(act, await owner.call(dock.setPackage, { params: ofOne, body }));
    if (act === 'count') noted(act, await owner.call(dock.count, { params: ofOne, body: { quantity: '23' } }));
    if (act === 'overrule')
      noted(act, await owner.call(dock.overrule, { params, body: { labels: [one.label], why: 'Retested' } }));
    if (act === 'stray')
      noted(
        act,
        await owner.call(dock.setPackage, {
          params: { ...params, label: newTag() },
          body: { ...body, markNotFound: false },
        }),
      );
  }

  /** Some things the state’s system does by itself: a plant dies, a package is adjusted. */
  async function interfere(random: Random): Promise<void> {
    const { plants } = await ourHarvests(db, seller);
    const drafts = plants.filter(({ state }) => state === 'DRAFT' || state === 'WAITING');
    if (drafts.length > 0 && random.chance(0.6)) {
      const { label } = random.pick(drafts);
      const flowering = and(eq(sandboxPlants.licenseNumber, licenseNumber), eq(sandboxPlants.list, 'flowering'));
      await db
        .update(sandboxPlants)
        .set({ list: 'inactive', modifiedAt: sql`clock_timestamp()` as never })
        .where(and(flowering, eq(sandboxPlants.label, label)));
    }
    // Others record waste of a harvest there, or delete some.
    const grown = await db.select().from(sandboxHarvests).where(eq(sandboxHarvests.licenseNumber, licenseNumber));
    const ours = grown.filter(({ name, list }) => name.includes(OURS) && list === 'active');
    if (ours.length > 0 && random.chance(0.4)) {
      const one = random.pick(ours);
      await db
        .update(sandboxHarvests)
        .set({
          waste: sql`greatest(0, ${sandboxHarvests.waste} + ${random.int(-20, 40)})`,
          modifiedAt: sql`clock_timestamp()` as never,
        })
        .where(eq(sandboxHarvests.id, one.id));
      done.set('waste there', (done.get('waste there') ?? 0) + 1);
    }
    const theirs = await db.select().from(sandboxPackages).where(eq(sandboxPackages.licenseNumber, licenseNumber));
    if (theirs.length > 0 && random.chance(0.5))
      await changeTheirs(db, random.pick(theirs), { quantity: String(random.int(0, 90)) });
  }

  /** Waits until what may be sent now was tried; what failed waits for another attempt. */
  async function untilTried(): Promise<void> {
    const { rows: asked } = await db.execute<{ at: Date }>(sql`select clock_timestamp() as at`);
    await vi.waitFor(
      async () => {
        const { rows } = await db.execute<{ open: number }>(sql`
          select count(*)::int as open from jobs.job where data ->> 'orgId' = ${String(seller.org.id)}
             and (state = 'active' or state in ('created', 'retry') and start_after <= ${asked[0]?.at})
             and name = 'send-tracking-writes'`);
        expect(rows[0]?.open).toBe(0);
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  /** A day goes by at the dock. */
  async function passDay(): Promise<void> {
    await passDayOf(intakePackages, intakePackages.confirmedAt);
    await passDayOf(intakeTodos, intakeTodos.dueAt);
  }

  /** By value, as a cluster subtracts no days while it updates. */
  async function passDayOf(table: typeof intakePackages | typeof intakeTodos, column: PgColumn): Promise<void> {
    const own = eq(table.orgId, seller.org.id);
    const moments = await db.selectDistinct({ at: column }).from(table).where(own).orderBy(column);
    for (const { at } of moments as { at: Date | null }[]) {
      if (at === null) continue;
      const before = sql`${new Date(at.getTime() - 86_400_000).toISOString()}::timestamptz`;
      await db.execute(
        sql`update ${table} set ${sql.identifier(column.name)} = ${before} where ${and(own, eq(column, at))}`,
      );
    }
  }

  /** Where dock and tracking system don’t say the same, somebody is told to see to it. */
  async function expectTodos(): Promise<void> {
    const rows = await db
      .select({ id: transfers.id, createdAt: transfers.createdAt, receivedAt: transfers.receivedAt })
      .from(transfers)
      .where(eq(transfers.orgId, seller.org.id));
    for (const { id, createdAt, receivedAt } of rows) {
      const intake = await owner.expectOk(dock.get, { params: { licenseId, intakeId: id } });
      const here = intake.intakePackages.filter(({ leftManifest, unknown }) => !leftManifest && !unknown);
      const waiting = here.some(({ confirmed, theirState }) => confirmed && theirState === 'SHIPPED');
      const unseen = here.some(
        ({ confirmed, notFound, theirState }) => !confirmed && !notFound && theirState === 'ACCEPTED',
      );
      const isFollowed = receivedAt === null || createdAt < receivedAt;
      const todo = waiting ? 'ACCEPT_THERE' : unseen && isFollowed ? 'CONFIRM_HERE' : null;
      expect([id, intake.todo]).toEqual([id, intake.isVoided ? null : todo]);
    }
  }
});
