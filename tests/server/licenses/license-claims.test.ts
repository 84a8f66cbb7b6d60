import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { directory } from '../../../domain/directory/contract';
import { ERROR_CODES } from '../../../domain/errors';
import { tracking } from '../../../domain/integrations/contract';
import { licenses as contract } from '../../../domain/licenses/contract';
import { auditLog, licenseSyncs, licenses } from '../../../server/db/schema';
import { claimIdOf } from '../../../server/licenses/claim-licenses';
import { demoTrackingKey, type UnclaimedLicense } from '../../../server/sandbox/demo-keys';
import { openApp, type TestCaller } from '../../support/app';
import { makeLicense, makeMember, makeSeller, makeUnclaimed, type SellerFixture } from '../../support/factories';
import { whileOut } from '../../support/integrations/sandboxes';
import { both } from '../../support/permissions';

const WRONG = 'nobody-ever-had-this-key';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
/** Two licenses that the seller's key can access and nobody has. */
let offered: [UnclaimedLicense, UnclaimedLicense];

beforeEach(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  offered = [await makeUnclaimed(db, seller), await makeUnclaimed(db, seller)];
});

const key = () => demoTrackingKey(seller.org.id, 'CA');
const idOf = ({ usState, licenseNumber }: { usState: string; licenseNumber: string }) =>
  claimIdOf(usState, licenseNumber);
const find = (caller = owner, body: object = {}) =>
  caller.call(contract.claimable, { body: { state: 'CA', metrcApiKey: key(), ...body } });
const claim = (caller = owner, body: object = {}) =>
  caller.call(contract.claim, {
    body: { state: 'CA', metrcApiKey: key(), licenseIds: offered.map(idOf), ...body },
  });
const ownLicenses = () => app.database.db.select().from(licenses).where(eq(licenses.orgId, seller.org.id));
const ownSyncs = () => app.database.db.select().from(licenseSyncs).where(eq(licenseSyncs.orgId, seller.org.id));

describe('the licenses a key can access', () => {
  test('are offered with who has them', async () => {
    const other = await makeSeller(app.database.db);
    const { licenseNumber } = other.license;
    const held = await makeUnclaimed(app.database.db, seller, { licenseNumber });
    const answer = await find();
    expect(answer.status).toBe(200);
    const statesOf = (answer.body as { licenseNumber: string; claimState: string }[]).map(
      (one) => [one.licenseNumber, one.claimState] as const,
    );
    expect(Object.fromEntries(statesOf)).toEqual({
      [seller.license.licenseNumber]: 'YOURS',
      [held.licenseNumber]: 'CLAIMED',
      [offered[0].licenseNumber]: 'AVAILABLE',
      [offered[1].licenseNumber]: 'AVAILABLE',
    });
    expect(answer.body).toContainEqual({
      id: idOf(offered[0]),
      licenseNumber: offered[0].licenseNumber,
      name: offered[0].name,
      licenseType: 'MICROBUSINESS',
      state: { ansiAbbrevation: 'CA' },
      claimState: 'AVAILABLE',
    });
  });

  test('ask for the key of the state, then come with one’s own', async () => {
    const missing = { metrcApiKey: undefined };
    const refusal = {
      status: 403,
      body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED, errorObject: { ansiAbbrevation: 'CA' } },
    };
    expect(await find(owner, missing)).toMatchObject(refusal);
    expect(await claim(owner, missing)).toMatchObject(refusal);
    await owner.expectOk(tracking.saveKey, { body: { usState: 'CA', metrcApiKey: key() } });
    expect((await find(owner, missing)).body).toHaveLength(3);
    expect((await claim(owner, missing)).status).toBe(200);
    const { firstName, lastName } = seller.owner.user;
    const syncs = await owner.expectOk(tracking.licenseSyncs, { params: { orgId: seller.org.id } });
    expect(syncs.filter(({ keyOwner }) => keyOwner === `${firstName} ${lastName}`)).toHaveLength(2);
  });

  test('are not found with a wrong key, in another state, or while the tracking system is down', async () => {
    const refused = { metrcApiKey: 'The tracking system of California doesn’t accept this key' };
    expect(await find(owner, { metrcApiKey: WRONG })).toMatchObject({ status: 400, body: { errors: refused } });
    expect(await claim(owner, { metrcApiKey: WRONG })).toMatchObject({ status: 400, body: { errors: refused } });
    expect((await find(owner, { state: 'OR' })).status).toBe(400);
    await whileOut(app, 'tracking', async () => {
      expect((await find()).status).toBe(503);
      expect((await claim()).status).toBe(503);
    });
    expect(await ownLicenses()).toHaveLength(1);
  });
});

describe('claimed licenses', () => {
  test('join the organization and go online with the key', async () => {
    const answer = await claim();
    expect(answer).toMatchObject({
      status: 200,
      body: offered.map(({ licenseNumber, name }) => ({
        licenseNumber,
        name,
        licenseType: 'MICROBUSINESS',
        syncStatus: { connectionStatus: 'SYNC_PENDING', keyLastFour: key().slice(-4) },
      })),
    });
    await vi.waitFor(
      async () => {
        const body = { orgId: seller.org.id, filters: { connectionStatuses: ['ONLINE' as const] } };
        const { results } = await owner.expectOk(contract.search, { body });
        expect(results.map((one) => one.licenseNumber)).toEqual(offered.map((one) => one.licenseNumber));
        expect(results[0]?.syncStatus.checked).not.toBeNull();
      },
      { timeout: 30_000, interval: 200 },
    );
    expect((await find()).body).not.toContainEqual(expect.objectContaining({ claimState: 'AVAILABLE' }));
  });

  test('are checked by the key that claims them, for everyone who finds them; one added by hand is not, until it is synced', async () => {
    await claim();
    const [claimed] = offered;
    const found = async ({ licenseNumber }: { licenseNumber: string }) => {
      const query = { searchString: licenseNumber, directoryListingTypes: ['license' as const] };
      return (await app.withToken(null).expectOk(directory.autocomplete, { query }))[0]?.license;
    };
    expect(await found(claimed)).toMatchObject({ standing: 'FRESH', checkedFrom: 'TRACKING_SYSTEM' });
    const typed = await makeUnclaimed(app.database.db, seller);
    const draft = { licenseNumber: typed.licenseNumber, name: typed.name, state: 'CA', address: {} };
    const { id, checkedAt } = await owner.expectOk(contract.create, { body: draft });
    expect(checkedAt).toBeNull();
    expect(await found(typed)).toMatchObject({ standing: 'UNKNOWN', checkedFrom: null });
    await owner.expectOk(tracking.startLicenseSync, {
      params: { orgId: seller.org.id },
      body: { licenseId: id, metrcApiKey: key() },
    });
    await expect.poll(async () => (await found(typed))?.standing, { timeout: 30_000 }).toBe('FRESH');
    const { results } = await owner.expectOk(contract.search, {
      body: { orgId: seller.org.id, sortBy: 'checkedAt', sortDesc: true },
    });
    expect(results[0]).toMatchObject({ id, checkedFrom: 'TRACKING_SYSTEM' });
    expect(results.at(-1)).toMatchObject({ id: seller.license.id, checkedAt: null });
  });

  test('stay unsynced when opted out, whatever the plan; with a sync, the plan must include it', async () => {
    const [first, second] = offered.map(idOf);
    expect((await claim(owner, { licenseIds: [first], optOutOfMetrcSyncs: true })).status).toBe(200);
    expect(await ownSyncs()).toEqual([]);

    const free = await makeSeller(app.database.db, { plan: 'FREE' });
    const unclaimed = await makeUnclaimed(app.database.db, free);
    const freeOwner = await app.as(free.owner.user, free.org);
    const body = { metrcApiKey: demoTrackingKey(free.org.id, 'CA'), licenseIds: [idOf(unclaimed)] };
    expect(await claim(freeOwner, body)).toMatchObject({
      status: 403,
      body: { internalCode: ERROR_CODES.UPGRADE_REQUIRED },
    });
    expect((await claim(freeOwner, { ...body, optOutOfMetrcSyncs: true })).status).toBe(200);
    expect((await claim(owner, { licenseIds: [second] })).status).toBe(200);
    expect(await ownSyncs()).toHaveLength(1);
  });

  test('are claimed all or not at all', async () => {
    const other = await makeSeller(app.database.db);
    const { licenseNumber } = offered[1];
    await makeLicense(app.database.db, other, { licenseNumber });
    const taken = `Another organization has license ${licenseNumber}. If it’s yours, dispute it in My Licenses.`;
    expect(await claim()).toMatchObject({ status: 400, body: { errors: { licenseIds: taken } } });
    const theirs = await makeUnclaimed(app.database.db, other);
    expect(await claim(owner, { licenseIds: [idOf(offered[0]), idOf(theirs)] })).toMatchObject({
      status: 400,
      body: { errors: { licenseIds: expect.stringContaining('can no longer access every license') } },
    });
    expect(await claim(owner, { licenseIds: [] })).toMatchObject({
      status: 400,
      body: { errors: { licenseIds: 'Choose at least one license' } },
    });
    expect(await ownLicenses()).toHaveLength(1);
    expect(await ownSyncs()).toEqual([]);
  });

  test('take write on claiming licenses, and are then assigned to whoever claimed them', async () => {
    const manager = await makeMember(app.database.db, seller, { features: { MANAGE_LICENSES: both } });
    const caller = await app.as(manager.user, seller.org);
    expect((await find(caller)).status).toBe(403);
    expect((await claim(caller)).status).toBe(403);
    const claimer = await makeMember(app.database.db, seller, {
      features: { MANAGE_LICENSES: both, CLAIM_LICENSE: both },
    });
    const second = await app.as(claimer.user, seller.org);
    expect((await claim(second)).status).toBe(200);
    const { results } = await second.expectOk(contract.search, { body: { orgId: seller.org.id } });
    expect(results.map((one) => one.licenseNumber)).toEqual(offered.map((one) => one.licenseNumber));
  });

  test('are in the audit log without the key', async () => {
    await claim();
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entries.map(({ entity, before }) => [entity, before])).toEqual([
      ['license', null],
      ['license', null],
    ]);
    expect(JSON.stringify(entries)).not.toContain(key());
  });
});
