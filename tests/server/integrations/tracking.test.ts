import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionStatus } from '../../../domain/access/vocabulary';
import { ERROR_CODES } from '../../../domain/errors';
import { tracking } from '../../../domain/integrations/contract';
import { support } from '../../../domain/support/contract';
import { auditLog, licenseSyncs, trackingKeys } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeLicense,
  makeMember,
  makeSeller,
  makeUnclaimed,
  makeUser,
  type SellerFixture,
} from '../../support/factories';
import { toggleKey, whileOut } from '../../support/integrations/sandboxes';
import { untilQuiet } from '../../support/inventory/tracking-state';
import { listen, stopListening } from '../../support/live';
import { both } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

const WRONG = 'nobody-ever-had-this-key';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
afterEach(stopListening);

const org = () => ({ orgId: seller.org.id });
const right = () => demoTrackingKey(seller.org.id, 'CA');
const start = (caller: TestCaller, body: { licenseId?: number; metrcApiKey?: string } = {}) =>
  caller.call(tracking.startLicenseSync, { params: org(), body: { licenseId: seller.license.id, ...body } });
const keep = (metrcApiKey: string, usState = 'CA', caller = owner) =>
  caller.call(tracking.saveKey, { body: { usState, metrcApiKey } });
const syncs = () => owner.expectOk(tracking.licenseSyncs, { params: org() });
const syncOf = async (licenseId = seller.license.id) => (await syncs()).find((sync) => sync.licenseId === licenseId);
const reaches = (connectionStatus: ConnectionStatus, rest: object = {}) =>
  vi.waitFor(async () => expect(await syncOf()).toMatchObject({ connectionStatus, ...rest }), {
    timeout: 30_000,
    interval: 200,
  });

describe('a key of one’s own', () => {
  test('is saved once the tracking system accepts it, and shown by its last four only', async () => {
    const kept = await keep(right());
    expect(kept).toMatchObject({ status: 200, body: { usState: 'CA', lastFour: right().slice(-4) } });
    expect(await owner.expectOk(tracking.keys, {})).toEqual([kept.body]);
  });

  test.each([
    ['nobody ever had', () => WRONG],
    ['of another state', () => demoTrackingKey(seller.org.id, 'CO')],
  ])('%s is refused on its field, and nothing is saved', async (_what, key) => {
    expect(await keep(key())).toMatchObject({
      status: 400,
      body: { errors: { metrcApiKey: 'The tracking system of California doesn’t accept this key' } },
    });
    expect(await owner.expectOk(tracking.keys, {})).toEqual([]);
  });

  test('is for a state whose licenses the person sees, or where they may claim some', async () => {
    const keeper = await makeMember(app.database.db, seller, {
      features: { MANAGE_LICENSES: both },
      licenseIds: [seller.license.id],
    });
    const texan = { status: 400, body: { errors: { usState: 'You don’t have a license in Texas' } } };
    expect(await keep(right(), 'TX', await app.as(keeper.user, seller.org))).toMatchObject(texan);
    expect(await keep(right(), 'TX')).toMatchObject({
      status: 400,
      body: { errors: { metrcApiKey: 'The tracking system of Texas doesn’t accept this key' } },
    });
    await makeUnclaimed(app.database.db, seller, { usState: 'OR' });
    expect((await keep(demoTrackingKey(seller.org.id, 'OR'), 'OR')).status).toBe(200);
    const clerk = await makeMember(app.database.db, seller, { features: {} });
    expect((await keep(right(), 'CA', await app.as(clerk.user, seller.org))).status).toBe(400);
  });

  test('isn’t accepted while the tracking system is down, and nothing is lost', async () => {
    await keep(right());
    await whileOut(app, 'tracking', async () => {
      expect(await keep(right())).toMatchObject({
        status: 503,
        body: { userFriendlyMessage: expect.stringContaining('The tracking system isn’t responding') },
      });
    });
    expect(await owner.expectOk(tracking.keys, {})).toHaveLength(1);
  });

  test('is entered in person, not by support acting for someone', async () => {
    const helper = await app.as(await makeUser(app.database.db, { isSupport: true }));
    const { token } = await helper.expectOk(support.impersonate, {
      body: { userId: seller.owner.user.id, reason: 'They cannot turn on a sync' },
    });
    const acting = app.withToken(token, seller.org.id);
    expect(await keep(right(), 'CA', acting)).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: expect.stringContaining('can do this') },
    });
    expect(await owner.expectOk(tracking.keys, {})).toEqual([]);
  });

  test('is private: a colleague and another organization see nothing of it', async () => {
    await keep(right());
    const colleague = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
    const caller = await app.as(colleague.user, seller.org);
    expect(await caller.expectOk(tracking.keys, {})).toEqual([]);
    expect((await caller.call(tracking.removeKey, { params: { usState: 'CA' } })).status).toBe(404);
    expect(await start(caller)).toMatchObject({ body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED } });
  });
});

describe('the sync of a license', () => {
  test('without a key asks for the one of its state', async () => {
    expect(await start(owner)).toMatchObject({
      status: 403,
      body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED, errorObject: { ansiAbbrevation: 'CA' } },
    });
    expect(await syncOf()).toMatchObject({ connectionStatus: 'SYNC_PENDING', keyLastFour: null });
  });

  test('goes from pending to online automatically, with the person’s own key', async () => {
    await keep(right());
    const begun = await start(owner);
    expect(begun).toMatchObject({ status: 200, body: { connectionStatus: 'SYNC_PENDING' } });
    const { firstName, lastName } = seller.owner.user;
    await reaches('ONLINE', { keyOwner: `${firstName} ${lastName}`, keyLastFour: right().slice(-4), problem: null });
    expect((await syncOf())?.checked).not.toBeNull();
  });

  test('takes a key for this license only, and says so when it is wrong or for others', async () => {
    expect(await start(owner, { metrcApiKey: WRONG })).toMatchObject({
      status: 400,
      body: { errors: { metrcApiKey: 'The tracking system of California doesn’t accept this key' } },
    });
    const other = await makeSeller(app.database.db);
    const theirs = demoTrackingKey(other.org.id, 'CA');
    expect(await start(owner, { metrcApiKey: theirs })).toMatchObject({
      status: 400,
      body: {
        errors: {
          metrcApiKey: `This key can’t access license ${seller.license.licenseNumber}. It can access  ${other.license.licenseNumber}.`,
        },
      },
    });
    expect((await start(owner, { metrcApiKey: right() })).status).toBe(200);
    await reaches('ONLINE', { keyOwner: null, keyLastFour: right().slice(-4) });
    expect(await owner.expectOk(tracking.keys, {})).toEqual([]);
  });

  test('says which licenses the person’s own key can access when it can’t access this one', async () => {
    const other = await makeSeller(app.database.db);
    await keep(demoTrackingKey(other.org.id, 'CA'));
    expect(await start(owner)).toMatchObject({
      status: 400,
      body: { errors: { licenseId: expect.stringContaining(`It can access  ${other.license.licenseNumber}.`) } },
    });
  });

  test('goes offline when its key is revoked, says why, and comes back with a valid one', async () => {
    await keep(right());
    await start(owner);
    await reaches('ONLINE');
    await toggleKey(app, 'tracking', right());
    expect((await start(owner)).status).toBe(200);
    await reaches('OFFLINE', { problem: 'The tracking system no longer accepts its key. Reconnect it.' });
    const again = await start(owner);
    expect(again).toMatchObject({
      body: {
        internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED,
        userFriendlyMessage: expect.stringContaining('no longer accepts your key for California'),
        errorObject: { ansiAbbrevation: 'CA' },
      },
    });
    await toggleKey(app, 'tracking', right());
    await keep(right());
    await reaches('ONLINE', { problem: null });
  });

  test('makes every page read the organization again when its status changes, not when a check confirms it', async () => {
    await keep(right());
    await start(owner);
    await reaches('ONLINE');
    const { checked } = (await syncOf()) ?? {};
    const live = await listen(app, owner.token, seller.org.id);
    const topics = () => live.events.map(({ topic }) => topic);
    await start(owner);
    await expect.poll(async () => (await syncOf())?.checked).not.toBe(checked);
    await expect.poll(topics).toEqual(['integrations', 'integrations']);
    await untilQuiet(app.database.db, seller.org.id);
    await toggleKey(app, 'tracking', right());
    await start(owner);
    await reaches('OFFLINE');
    await expect.poll(topics).toEqual(['integrations', 'integrations', 'integrations', 'organization']);
  });

  test('stops when asked, deletes the key entered for it, and can be started again', async () => {
    const stop = (caller: TestCaller) =>
      caller.call(tracking.stopLicenseSync, { params: { ...org(), licenseId: seller.license.id } });
    expect((await stop(owner)).status).toBe(404);
    await start(owner, { metrcApiKey: right() });
    await reaches('ONLINE');
    const reader = await makeMember(app.database.db, seller, {
      features: { MANAGE_LICENSES: { read: true, write: false } },
      licenseIds: [seller.license.id],
    });
    expect((await stop(await app.as(reader.user, seller.org))).status).toBe(403);
    const other = await makeSeller(app.database.db);
    expect((await stop(await app.as(other.owner.user, other.org))).status).toBe(404);
    expect(await stop(owner)).toMatchObject({
      status: 200,
      body: { connectionStatus: 'SYNC_PENDING', keyLastFour: null, checked: null },
    });
    expect(await app.database.db.select().from(licenseSyncs).where(eq(licenseSyncs.orgId, seller.org.id))).toEqual([]);
    expect((await start(owner, { metrcApiKey: right() })).status).toBe(200);
    await reaches('ONLINE');
  });

  test('goes offline when the person deletes their key', async () => {
    await keep(right());
    await start(owner);
    await reaches('ONLINE');
    await owner.expectOk(tracking.removeKey, { params: { usState: 'CA' } });
    await reaches('OFFLINE', { problem: expect.stringContaining('was removed'), keyLastFour: null });
  });

  test('isn’t started while the tracking system is down', async () => {
    await keep(right());
    await whileOut(app, 'tracking', async () => {
      expect((await start(owner)).status).toBe(503);
    });
    expect(await syncOf()).toMatchObject({ connectionStatus: 'SYNC_PENDING', keyLastFour: null });
  });

  test('stays as is while the tracking system is down, says so, and is checked again automatically', async () => {
    await keep(right());
    await start(owner);
    await reaches('ONLINE');
    await whileOut(app, 'tracking', async () => {
      expect((await start(owner)).status).toBe(200);
      await reaches('ONLINE', { problem: expect.stringContaining('isn’t responding') });
    });
    await reaches('ONLINE', { problem: null });
  });

  test('requires write on licenses, a plan that includes it, and a license the person sees', async () => {
    const reader = await makeMember(app.database.db, seller, {
      features: { MANAGE_LICENSES: { read: true, write: false } },
    });
    expect(await start(await app.as(reader.user, seller.org))).toMatchObject({
      status: 403,
      body: { internalCode: ERROR_CODES.FORBIDDEN },
    });
    const blind = await makeMember(app.database.db, seller, { features: { MANAGE_LICENSES: both } });
    expect((await start(await app.as(blind.user, seller.org))).status).toBe(404);
    const elsewhere = await makeSeller(app.database.db);
    expect((await start(owner, { licenseId: elsewhere.license.id })).status).toBe(404);

    const free = await makeSeller(app.database.db, { plan: 'FREE' });
    const answer = await (await app.as(free.owner.user, free.org)).call(tracking.startLicenseSync, {
      params: { orgId: free.org.id },
      body: { licenseId: free.license.id },
    });
    expect(answer).toMatchObject({ status: 403, body: { internalCode: ERROR_CODES.UPGRADE_REQUIRED } });
  });

  test('is shown for the licenses the person sees, in every state', async () => {
    await makeLicense(app.database.db, seller, { usState: 'OR' });
    expect((await syncs()).map(({ state }) => state.ansiAbbrevation)).toEqual(['CA', 'OR']);
    const assigned = await makeMember(app.database.db, seller, {
      features: { MANAGE_LICENSES: { read: true, write: false } },
      licenseIds: [seller.license.id],
    });
    const caller = await app.as(assigned.user, seller.org);
    expect(await caller.expectOk(tracking.licenseSyncs, { params: org() })).toHaveLength(1);
  });
});

describe('a key never appears', () => {
  test('in a reply, the audit log, a job or the database', async () => {
    const said = [
      await keep(right()),
      await start(owner, { metrcApiKey: right() }),
      await keep(`${right()}x`),
      await owner.call(tracking.keys, {}),
      await owner.call(tracking.licenseSyncs, { params: org() }),
    ];
    await reaches('ONLINE');
    const audited = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(audited.map(({ entity }) => entity).sort()).toEqual(['license-sync', 'tracking-key']);
    const { rows: jobs } = await app.database.db.execute(sql`select data from jobs.job where name = 'sync-license'`);
    expect(jobs.length).toBeGreaterThan(0);
    const kept = [
      await app.database.db.select().from(trackingKeys).where(eq(trackingKeys.orgId, seller.org.id)),
      await app.database.db.select().from(licenseSyncs).where(eq(licenseSyncs.orgId, seller.org.id)),
    ];
    expect(kept.flat()).toHaveLength(2);
    for (const text of [said, audited, jobs, kept].map((found) => JSON.stringify(found))) {
      expect(text).not.toContain(right());
      expect(text).not.toContain(Buffer.from(right()).toString('base64').slice(0, 20));
    }
  });

  test('an encrypted one only works in its own place with its own key', () => {
    const vault = openCredentialEncryption(app.config.credentialsKey);
    const sealed = vault.seal('a key of somebody', places.ownKey(1, 'CA'));
    expect(vault.open(sealed, places.ownKey(1, 'CA'))).toBe('a key of somebody');
    expect(vault.seal('a key of somebody', places.ownKey(1, 'CA'))).not.toBe(sealed);
    expect(() => vault.open(sealed, places.ownKey(2, 'CA'))).toThrow();
    expect(() =>
      openCredentialEncryption(Buffer.alloc(32, 1).toString('base64')).open(sealed, places.ownKey(1, 'CA')),
    ).toThrow();
    expect(() => vault.open(`${sealed.slice(0, -2)}xx`, places.ownKey(1, 'CA'))).toThrow();
  });
});
