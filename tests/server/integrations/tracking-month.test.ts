import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tracking } from '../../../domain/integrations/contract';
import { inventory } from '../../../domain/inventory/packages/contract';
import { reconciliation } from '../../../domain/inventory/reconciliation/contract';
import { sandboxPackages } from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { randomFrom } from '../../../server/seed/random';
import { startTestApp, type TestCaller } from '../../support/app';
import { makeMember, unique } from '../../support/factories';
import { toggleKey } from '../../support/integrations/sandboxes';
import {
  addTheirs,
  beginComparison,
  changeTheirs,
  connectNow,
  differencesOf,
  expectSettled,
  oursOf,
  releaseWrites,
  shortenPauses,
  theirsOf,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { openSellerApp } from '../../support/seller-app';

/** The whole month is too long for every run: `SEED=71 npm test -- tracking-month`, or another number. */
const SEED = Number(process.env.SEED ?? 71);
const DAYS = process.env.SEED ? 30 : 8;
const PACKAGES = 90;
const MOST_MS = 900_000;
const FAULTS = ['limiting', 'shuffled', 'late', 'twice', 'mute'];
const LISTS = ['active', 'active', 'onhold', 'inactive', 'intransit', 'transferred'];

const { app, seller, owner } = await openSellerApp();
shortenPauses();

test('over weeks of everything going wrong, each quiet point has their figures, or the difference in the inbox', {
  timeout: MOST_MS,
}, async () => {
  const { db } = app.database;
  const random = randomFrom(SEED);
  const key = demoTrackingKey(seller.org.id, 'CA');
  const licenseId = seller.license.id;
  let splits = 0;
  const ask = (caller: TestCaller) =>
    caller.call(tracking.startLicenseSync, { params: { orgId: seller.org.id }, body: { licenseId } });
  await addTheirs(
    db,
    seller,
    Array.from({ length: PACKAGES }, (_, n) => ({ modifiedAt: new Date(Date.UTC(2021, n % 60, 1)) })),
  );
  await connectNow(app, owner, seller);
  await expectSettled(db, seller);

  for (let day = 1; day <= DAYS; day += 1) {
    // Another person each day: syncs are limited by person.
    const { user } = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
    const person = await app.as(user, seller.org);
    const faults = FAULTS.filter(() => random.chance(0.3));
    for (const fault of faults) await toggleFault(app, fault);
    const isRevoked = random.chance(0.2);
    const other = random.chance(0.4) ? await startTestApp({ beside: app }) : undefined;
    for (let moment = 0; moment < 4; moment += 1) {
      await move(random);
      if (isRevoked && moment === 1) await toggleKey(app, 'tracking', key);
      // What it answers while faults are on doesn't matter; nothing may be lost.
      await ask(person);
      if (moment === 2) await settleSome(random);
      if (moment === 0) await splitOne();
    }
    // Closed with jobs under way: they go on in the other process.
    await other?.close();
    if (isRevoked) await toggleKey(app, 'tracking', key);
    for (const fault of faults) await toggleFault(app, fault);
    await untilQuiet(db, seller.org.id);
    await releaseWrites(db, seller.org.id);
    await beginComparison(app);
    await connectNow(app, person, seller);
    await expectSettled(db, seller);
  }
  const all = await differencesOf(db, seller);
  const ended = new Set(all.map(({ settlement }) => settlement));
  expect([...ended]).toEqual(expect.arrayContaining([null, 'ACCEPTED']));
  expect(splits).toBeGreaterThan(DAYS / 2);
  expect((await oursOf(db, seller)).length).toBeGreaterThan(PACKAGES + splits);

  /** Some things the state's system does by itself. */
  async function move({ int, chance }: ReturnType<typeof randomFrom>): Promise<void> {
    const theirs = await theirsOf(db, seller);
    const some = () => theirs[int(0, theirs.length - 1)] as (typeof theirs)[number];
    await changeTheirs(db, some(), { quantity: String(int(0, 90)) });
    await changeTheirs(db, some(), { list: LISTS[int(0, LISTS.length - 1)] ?? 'active' });
    if (chance(0.5)) await addTheirs(db, seller, [{}, { list: 'onhold' }]);
    const gone = chance(0.3) ? some() : undefined;
    if (gone) await db.delete(sandboxPackages).where(eq(sandboxPackages.id, gone.id));
    const own = (await oursOf(db, seller)).filter(({ quantity, trackingQuantity }) => quantity !== trackingQuantity);
    const back = theirs.find((each) => each !== gone && each.label === own[0]?.label);
    if (back && own[0] && chance(0.5)) await changeTheirs(db, back, { quantity: own[0].quantity });
  }

  /** Somebody works on the inbox meanwhile. */
  async function settleSome({ chance, int }: ReturnType<typeof randomFrom>): Promise<void> {
    const open = (await differencesOf(db, seller)).filter(({ settledAt }) => settledAt === null);
    for (const { id, theirs, kind } of open.slice(0, 3)) {
      const [figure = '0'] = theirs.split(' ');
      const quantity = chance(0.5) ? figure : String(int(0, 90));
      const answer =
        kind === 'QUANTITY' && chance(0.5)
          ? await owner.call(reconciliation.correct, { params: { id }, body: { quantity } })
          : await owner.call(reconciliation.accept, { params: { id } });
      expect([200, 409]).toContain(answer.status);
    }
  }

  /** Somebody splits a package that both agree on. */
  async function splitOne(): Promise<void> {
    const agreed = (one: Awaited<ReturnType<typeof oursOf>>[number]) =>
      one.status === 'ACTIVE' && one.quantity === one.trackingQuantity && Number(one.quantity) > 4;
    const one = (await oursOf(db, seller)).find(agreed);
    if (one === undefined) return;
    const answer = await owner.call(inventory.split, {
      params: { licenseId, label: one.label },
      body: {
        newPackages: [{ label: `1A40603000021991${String(unique()).padStart(8, '0')}`, quantity: '3' }],
        unitOfMeasureAbbreviation: 'ea',
        actualDate: '2026-11-20',
        tradeSample: false,
      },
    });
    expect(answer.status).toBe(200);
    splits += 1;
  }
});
