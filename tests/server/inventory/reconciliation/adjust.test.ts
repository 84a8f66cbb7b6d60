import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inventory } from '../../../../domain/inventory/packages/contract';
import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { packages, trackingDifferences, trackingWrites } from '../../../../server/db/schema';
import type { TestApp, TestCaller } from '../../../support/app';
import { makeLicense, type SellerFixture } from '../../../support/factories';
import { whileOut } from '../../../support/integrations/sandboxes';
import {
  addTheirs,
  changeTheirs,
  connectNow,
  differencesOf,
  oursOf,
  syncNow,
  theirsOf,
  toggleFault,
  untilQuiet,
} from '../../../support/inventory/tracking-state';
import { both, readOnly } from '../../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
const quiet = () => untilQuiet(db(), seller.org.id);

/** A package of 40 here, of which the tracking system says 36.5. */
async function differing(): Promise<{ differenceId: number; label: string }> {
  const [theirs] = await addTheirs(db(), seller, [{ quantity: '40' }]);
  await connectNow(app, owner, seller);
  if (theirs === undefined) throw new Error('There is a package');
  await changeTheirs(db(), theirs, { quantity: '36.5' });
  await syncNow(app, owner, seller);
  const [difference] = await differencesOf(db(), seller);
  return { differenceId: difference?.id ?? 0, label: theirs.label };
}
const adjust = (id: number, body: object = {}, caller = owner) =>
  caller.call(calls.adjust, { params: { id }, body: { reason: 'Scale Variance', date: '2026-11-20', ...body } });
const figures = async () => (await theirsOf(db(), seller)).map(({ quantity }) => quantity);

describe('adjusting the tracking system', () => {
  test('has it take our figure, and closes the difference once it says the same', async () => {
    const { differenceId } = await differing();
    expect(await adjust(differenceId, { note: 'Weighed twice' })).toMatchObject({
      status: 200,
      body: { isAdjusting: true, settlement: null },
    });
    await quiet();
    expect(await figures()).toEqual(['40']);
    expect(await differencesOf(db(), seller)).toMatchObject([{ settlement: 'AGREED' }]);
    const [own] = await db().select().from(packages).where(eq(packages.orgId, seller.org.id));
    expect(own).toMatchObject({ quantity: '40', trackingQuantity: '40' });
  });

  test('isn’t said of what else waits about the package', async () => {
    const { differenceId, label } = await differing();
    const [own] = await oursOf(db(), seller);
    const of = { orgId: seller.org.id, licenseId: seller.license.id, packageId: own?.id ?? 0, label };
    await db()
      .insert(trackingDifferences)
      .values({ ...of, kind: 'REFUSED', ours: 'Finish', theirs: 'It holds 40.', cause: 'REFUSED' });
    await whileOut(app, 'tracking', async () => {
      await adjust(differenceId);
      const { differences } = await owner.expectOk(inventory.get, { params: { id: label } });
      expect(differences.map(({ kind, isAdjusting }) => [kind, isAdjusting]).sort()).toEqual([
        ['QUANTITY', true],
        ['REFUSED', false],
      ]);
    });
    await quiet();
  });

  test('is done once, also when the answer is lost on the way', async () => {
    const { differenceId } = await differing();
    await toggleFault(app, 'mute');
    await adjust(differenceId);
    await expect.poll(figures).toEqual(['40']);
    await toggleFault(app, 'mute');
    await quiet();
    expect(await figures()).toEqual(['40']);
    expect(await differencesOf(db(), seller)).toMatchObject([{ settlement: 'AGREED' }]);
  });

  test('isn’t asked for again before the figures are compared', async () => {
    const { differenceId } = await differing();
    await adjust(differenceId);
    await quiet();
    const ofOrg = eq(trackingDifferences.orgId, seller.org.id);
    // As if it had been sent just now, and nothing read since.
    await db().update(trackingDifferences).set({ settledAt: null, settlement: null }).where(ofOrg);
    expect(await adjust(differenceId)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'An adjustment is on its way to the tracking system.' },
    });
    const before = new Date(Date.now() - 10 * 60_000);
    await db().update(trackingWrites).set({ updatedAt: before }).where(eq(trackingWrites.orgId, seller.org.id));
    expect(await adjust(differenceId)).toMatchObject({ status: 200 });
    await quiet();
  });

  test('isn’t asked for twice', async () => {
    const { differenceId } = await differing();
    const both = await Promise.all([adjust(differenceId), adjust(differenceId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await quiet();
    expect(await db().$count(trackingWrites, eq(trackingWrites.orgId, seller.org.id))).toBe(1);
    expect(await adjust(differenceId)).toMatchObject({ status: 409 });
  });

  test('tells in the inbox why it was refused, and changes nothing', async () => {
    const { differenceId, label } = await differing();
    await adjust(differenceId, { reason: 'Magic' });
    await quiet();
    expect(await figures()).toEqual(['36.5']);
    const open = (await differencesOf(db(), seller)).filter(({ settledAt }) => settledAt === null);
    expect(open).toMatchObject([
      { kind: 'QUANTITY' },
      { kind: 'REFUSED', label, ours: 'Adjust to 40 ea', theirs: 'Magic is no reason for an adjustment.' },
    ]);
  });

  test('needs a reason and a day', async () => {
    const { differenceId } = await differing();
    expect(await adjust(differenceId, { reason: '', date: 'x' })).toMatchObject({
      status: 400,
      body: { errors: { reason: 'Choose a reason', date: 'Enter a date, such as 11/20/2026' } },
    });
    expect(await owner.expectOk(calls.adjustmentReasons, { params: { licenseId: seller.license.id } })).toContain(
      'Scale Variance',
    );
  });

  test('is only for active packages', async () => {
    const { differenceId } = await differing();
    await db()
      .update(packages)
      .set({ status: 'ON_HOLD' })
      .where(and(eq(packages.orgId, seller.org.id)));
    expect(await adjust(differenceId)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'Only an active package can be adjusted.' },
    });
  });

  test('takes write on inventory, and the license it is held by', async () => {
    const { differenceId } = await differing();
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect((await adjust(differenceId, {}, reader)).status).toBe(403);
    const elsewhere = await makeLicense(db(), seller);
    const blind = await memberOf({ app, seller }, { features: { INVENTORY: both }, licenseIds: [elsewhere.id] });
    expect((await adjust(differenceId, {}, blind)).status).toBe(404);
    const stranger = await strangerTo({ app });
    expect((await adjust(differenceId, {}, stranger)).status).toBe(404);
    expect(await figures()).toEqual(['36.5']);
  });
});
