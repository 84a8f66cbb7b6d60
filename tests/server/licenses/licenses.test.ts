import { and, eq } from 'drizzle-orm';
import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { licenses as contract } from '../../../domain/licenses/contract';
import type { LicenseFilters } from '../../../domain/licenses/filters';
import { auditLog, licenses, orgUsers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBuyer, makeLicense, makeMember, makeSeller, type SellerFixture, unique } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const found = async (filters: LicenseFilters = {}, more: object = {}, caller = owner) => {
  const { results } = await caller.expectOk(contract.search, { body: { orgId: seller.org.id, filters, ...more } });
  return results.map(({ id }) => id);
};
/** Someone whose role has these permissions and sees these licenses. */
const member = async (features: object, licenseIds: number[] = []) => {
  const { user, orgUserId } = await makeMember(db(), seller, { features, licenseIds });
  return { caller: await app.as(user, seller.org), orgUserId };
};
const draft = (licenseNumber = `C10-${unique()}-LIC`) => ({
  licenseNumber,
  name: 'Cedar Storefront',
  state: 'CA',
  address: { lineOne: '4 Grove Street', city: 'Oakland', postalCode: '94612' },
});
const edit = (caller: TestCaller, change: object = {}, id = seller.license.id) =>
  caller.call(contract.update, {
    params: { id },
    body: { dba: '', phone: '', isPublic: true, address: {}, version: 0, ...change },
  });

describe('the list', () => {
  test('finds licenses by name, number, state, type, status and directory, in the asked order', async () => {
    const lab = await makeLicense(db(), seller, { usState: 'OR', licenseType: 'LABORATORY', name: 'Alder 50% Lab' });
    const online = await makeLicense(db(), seller, {
      usState: 'CO',
      licenseNumber: `402R-${unique()}`,
      dba: 'Night Market',
      isPublic: false,
      syncNotFound: false,
      historicalSyncDone: true,
      syncActive: true,
    });
    await makeLicense(db(), await makeSeller(db()), { name: 'Alder 50% Lab of another organization' });
    const own = seller.license.id;
    expect(await found()).toEqual([own, online.id, lab.id]);
    expect(await found({}, { sortDesc: true })).toEqual([lab.id, online.id, own]);
    expect((await found({}, { sortBy: 'name' }))[0]).toBe(lab.id);
    expect((await found({}, { sortBy: 'connectionStatus' }))[0]).toBe(online.id);
    expect(await found({ searchTerm: '50%' })).toEqual([lab.id]);
    expect(await found({ searchTerm: 'night' })).toEqual([online.id]);
    expect(await found({ searchTerm: '402r-' })).toEqual([online.id]);
    expect(await found({ usStates: ['OR', 'CO'] })).toEqual([online.id, lab.id]);
    expect(await found({ licenseTypes: ['LABORATORY'] })).toEqual([lab.id]);
    expect(await found({ connectionStatuses: ['ONLINE'] })).toEqual([online.id]);
    expect(await found({ connectionStatuses: ['SYNC_PENDING'] })).toEqual([own, lab.id]);
    expect(await found({ isPublic: false })).toEqual([online.id]);
    expect(await owner.expectOk(contract.facets, { query: { orgId: seller.org.id } })).toEqual({
      usStates: ['CA', 'CO', 'OR'].map((id) => ({ id, count: 1 })),
      licenseTypes: ['DISTRIBUTOR', 'LABORATORY', 'RETAILER'].map((id) => ({ id, count: 1 })),
      connectionStatuses: [
        { id: 'ONLINE', count: 1 },
        { id: 'SYNC_PENDING', count: 2 },
      ],
    });
  });

  test.each([
    ['SYNC_PENDING', { syncNotFound: true, historicalSyncDone: true, syncActive: true }],
    ['SYNCING_HISTORICAL_DATA', { syncNotFound: false, historicalSyncDone: false, syncActive: true }],
    ['OFFLINE', { syncNotFound: false, historicalSyncDone: true, syncActive: false }],
    ['ONLINE', { syncNotFound: false, historicalSyncDone: true, syncActive: true }],
  ] as const)('shows and filters %s as the license itself has it', async (connectionStatus, flags) => {
    const license = await makeLicense(db(), seller, { usState: 'WA', ...flags });
    const usStates = { usStates: ['WA'] };
    expect(await found({ ...usStates, connectionStatuses: [connectionStatus] })).toEqual([license.id]);
    const { results } = await owner.expectOk(contract.search, { body: { orgId: seller.org.id, filters: usStates } });
    expect(results[0]?.syncStatus).toMatchObject({ connectionStatus, active: flags.syncActive, problem: null });
  });

  test('shows assigned licenses only to someone with a custom role, and none without permission', async () => {
    const second = await makeLicense(db(), seller, { usState: 'OR' });
    const { caller } = await member({ MANAGE_LICENSES: readOnly }, [second.id]);
    expect(await found({}, {}, caller)).toEqual([second.id]);
    const { usStates } = await caller.expectOk(contract.facets, { query: { orgId: seller.org.id } });
    expect(usStates).toEqual([{ id: 'OR', count: 1 }]);
    const { caller: clerk } = await member({ CUSTOMERS: both }, [second.id]);
    expect((await clerk.call(contract.search, { body: { orgId: seller.org.id } })).status).toBe(403);
  });

  test('is exported as csv, as far as the caller sees it', async () => {
    const second = await makeLicense(db(), seller, { usState: 'OR', dba: '=cmd', phone: '(503) 555-0100' });
    const { caller } = await member({ MANAGE_LICENSES: readOnly }, [second.id]);
    const headers = ['state', 'licenseNumber', 'dba', 'connectionStatus', 'address', 'isPublic'] as const;
    const answer = await caller.call(contract.export, { body: { orgId: seller.org.id, headers: [...headers] } });
    expect(answer.status).toBe(200);
    expect(papa.parse(String(answer.body).trim()).data).toEqual([
      ['State', 'License number', 'DBA', 'Status', 'Address', 'In the directory'],
      ['OR', second.licenseNumber, "'=cmd", 'Sync Pending', '100 Main Street, Oakland, OR 94612', 'Yes'],
    ]);
    const free = await makeSeller(db(), { plan: 'FREE' });
    const freeOwner = await app.as(free.owner.user, free.org);
    expect(await freeOwner.call(contract.export, { body: { orgId: free.org.id } })).toMatchObject({
      body: { internalCode: ERROR_CODES.UPGRADE_REQUIRED },
    });
  });
});

describe('one license', () => {
  test('is shown whole to people who manage it, and without its tracking system to others while it is public', async () => {
    const get = (caller: TestCaller) => caller.call(contract.get, { params: { id: seller.license.id } });
    expect(await get(owner)).toMatchObject({ status: 200, body: { syncStatus: { connectionStatus: 'SYNC_PENDING' } } });
    const buyer = await makeBuyer(db());
    const outsider = await app.as(buyer.owner.user, buyer.org);
    const { licenseNumber } = seller.license;
    expect(await get(outsider)).toMatchObject({ status: 200, body: { licenseNumber, syncStatus: null } });
    const { caller: clerk } = await member({ CUSTOMERS: both }, [seller.license.id]);
    expect(await get(clerk)).toMatchObject({ status: 200, body: { syncStatus: null } });
    await db().update(licenses).set({ isPublic: false }).where(eq(licenses.id, seller.license.id));
    expect((await get(outsider)).status).toBe(404);
    expect((await get(await app.as(buyer.owner.user))).status).toBe(404);
    expect((await get(owner)).status).toBe(200);
    const { caller: unassigned } = await member({ MANAGE_LICENSES: both });
    expect((await get(unassigned)).status).toBe(404);
  });

  test('is edited with its address, and each change is in the audit log', async () => {
    const answer = await edit(owner, {
      dba: 'Cedar Market',
      phone: '(510) 555-0100',
      isPublic: false,
      licenseType: 'RETAILER',
      address: { lineOne: '9 Oak Street', city: 'Alameda', postalCode: '94501', state: { ansiAbbrevation: 'CA' } },
    });
    const after = {
      dba: 'Cedar Market',
      isPublic: false,
      licenseType: 'RETAILER',
      address: { lineOne: '9 Oak Street', city: 'Alameda', postalCode: '94501', state: { ansiAbbrevation: 'CA' } },
      version: 1,
    };
    expect(answer).toMatchObject({ status: 200, body: after });
    const entries = await db().select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entries).toMatchObject([{ entity: 'license', before: { dba: null, version: 0 }, after }]);
  });

  test('keeps its type when an edit doesn’t give one, and loses a DBA when it is cleared', async () => {
    expect(await edit(owner, { dba: 'Cedar' })).toMatchObject({ body: { dba: 'Cedar', licenseType: 'DISTRIBUTOR' } });
    expect(await edit(owner, { version: 1 })).toMatchObject({ body: { dba: null, phone: null } });
  });

  test('says when it expires, which an edit that doesn’t name it leaves as it is', async () => {
    expect(await edit(owner, { expiresOn: '2027-02-01' })).toMatchObject({ body: { expiresOn: '2027-02-01' } });
    expect(await edit(owner, { version: 1 })).toMatchObject({ body: { expiresOn: '2027-02-01' } });
    expect(await edit(owner, { version: 2, expiresOn: null })).toMatchObject({ body: { expiresOn: null } });
    expect(await edit(owner, { version: 3, expiresOn: 'soon' })).toMatchObject({
      status: 400,
      body: { errors: { expiresOn: expect.any(String) } },
    });
  });

  test('refuses an outdated edit, a wrong address at its field, and people who may not change it', async () => {
    expect(await edit(owner, { address: { postalCode: '12' } })).toMatchObject({
      status: 400,
      body: { errors: { 'address.postalCode': 'Enter a ZIP code, such as 94612' } },
    });
    expect(await edit(owner, { address: { state: { ansiAbbrevation: 'OR' } } })).toMatchObject({
      status: 400,
      body: { errors: { 'address.state': 'Must be in California, as the license is' } },
    });
    await edit(owner, { dba: 'First' });
    expect(await edit(owner, { dba: 'Second' })).toMatchObject({
      status: 409,
      body: { internalCode: ERROR_CODES.STALE, errorObject: { currentVersion: 1 } },
    });
    const { caller: reader } = await member({ MANAGE_LICENSES: readOnly }, [seller.license.id]);
    expect((await edit(reader, { version: 1 })).status).toBe(403);
    const { caller: unassigned } = await member({ MANAGE_LICENSES: both });
    expect((await edit(unassigned, { version: 1 })).status).toBe(404);
    const other = await makeSeller(db());
    expect((await edit(owner, {}, other.license.id)).status).toBe(404);
  });
});

describe('a license added by hand', () => {
  test('joins the organization, unsynced', async () => {
    const body = draft(' c10-0000888-lic ');
    const made = await owner.expectOk(contract.create, { body });
    expect(made).toMatchObject({
      licenseNumber: 'C10-0000888-LIC',
      licenseType: 'UNKNOWN',
      isPublic: true,
      address: { ...body.address, state: { ansiAbbrevation: 'CA' } },
      syncStatus: { connectionStatus: 'SYNC_PENDING', keyLastFour: null },
    });
    expect(await found({ searchTerm: '0000888' })).toEqual([made.id]);
  });

  test('is refused when an organization has its number in that state, however it is written', async () => {
    const { licenseNumber } = seller.license;
    expect(await owner.call(contract.create, { body: draft(licenseNumber.toLowerCase()) })).toMatchObject({
      status: 400,
      body: { errors: { licenseNumber: `Your organization already has license ${licenseNumber}.` } },
    });
    const other = await makeSeller(db());
    const stranger = await app.as(other.owner.user, other.org);
    const taken = `Another organization has license ${licenseNumber}. If it’s yours, dispute it in My Licenses.`;
    expect(await stranger.call(contract.create, { body: draft(licenseNumber) })).toMatchObject({
      status: 400,
      body: { errors: { licenseNumber: taken } },
    });
    const elsewhere = { ...draft(licenseNumber), state: 'OR', address: {} };
    expect((await stranger.call(contract.create, { body: elsewhere })).status).toBe(200);
  });

  test('goes to one of two organizations that add it at once', async () => {
    const other = await makeSeller(db());
    const callers = [owner, await app.as(other.owner.user, other.org)];
    const body = draft();
    const answers = await Promise.all(callers.map((caller) => caller.call(contract.create, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const kept = await db().select().from(licenses).where(eq(licenses.licenseNumber, body.licenseNumber));
    expect(kept).toHaveLength(1);
  });

  test('is made once, however often it is sent', async () => {
    const body = draft();
    const idempotencyKey = crypto.randomUUID();
    const first = await owner.expectOk(contract.create, { body }, { idempotencyKey });
    expect(await owner.expectOk(contract.create, { body }, { idempotencyKey })).toEqual(first);
  });

  test('is seen by whoever added it with a custom role, who needs to be allowed to claim licenses', async () => {
    const { caller, orgUserId } = await member({ MANAGE_LICENSES: both, CLAIM_LICENSE: both }, [seller.license.id]);
    const made = await caller.expectOk(contract.create, { body: draft() });
    expect(await found({}, { sortBy: 'licenseNumber' }, caller)).toContain(made.id);
    const [assigned] = await db()
      .select()
      .from(orgUsers)
      .where(and(eq(orgUsers.orgId, seller.org.id), eq(orgUsers.id, orgUserId)));
    expect(assigned?.licenseIds).toEqual([seller.license.id, made.id]);
    const { caller: editor } = await member({ MANAGE_LICENSES: both });
    expect(await editor.call(contract.create, { body: draft() })).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: expect.stringContaining('“Claim licenses”') },
    });
  });
});
