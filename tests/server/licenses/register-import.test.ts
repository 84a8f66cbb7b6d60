import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { CallInput } from '../../../domain/contract/endpoint';
import { addDays, dayOf } from '../../../domain/dates';
import type { RegisterChange } from '../../../domain/licenses/register';
import { auditLog, licenses, registeredLicenses, registerImportRows, registerImports } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type LicenseFixture,
  makeLicense,
  makeSeller,
  makeUser,
  only,
  type SellerFixture,
} from '../../support/factories';

const { registerImports: calls, licenses: licenseCalls } = contract;
type Rows = CallInput<typeof calls.addRows>['body']['rows'];

const app = await openApp();
const { db } = app.database;
const TODAY = dayOf(new Date(), 'America/Chicago');
const daysAgo = (days: number) => addDays(TODAY, -days);
const COLUMNS = { licenseNumber: 'License #', name: 'Business', status: 'Status', expiresOn: 'Expires', city: 'City' };

let seller: SellerFixture;
let support: TestCaller;

beforeAll(async () => {
  seller = await makeSeller(db, { name: 'Prairie Works' });
  support = await app.as(await makeUser(db, { firstName: 'Robin', lastName: 'Hale', isSupport: true }));
});

beforeEach(async () => {
  await db.delete(registeredLicenses);
  await db.delete(registerImports);
});

async function begin(rows: Rows, { asOf = TODAY, columns = COLUMNS as typeof COLUMNS, usState = 'IL' } = {}) {
  const body = { usState, fileName: 'illinois.xlsx', asOf, columns, rows: rows.length };
  const { id } = await support.expectOk(calls.begin, { body });
  await support.expectOk(calls.addRows, { params: { id }, body: { portion: 1, rows } });
  return support.expectOk(calls.get, { params: { id } });
}

const apply = async ({ id, counts }: Awaited<ReturnType<typeof begin>>, as = support) =>
  as.call(calls.apply, { params: { id }, body: { counts } });

async function applied(rows: Rows, options: Parameters<typeof begin>[1] = {}) {
  const draft = await begin(rows, options);
  expect(await apply(draft)).toMatchObject({ ok: true });
  return draft;
}

const rowsOf = async (id: number, change: RegisterChange) =>
  (await support.expectOk(calls.rows, { params: { id }, body: { change } })).results;

const registered = async () =>
  (await db.select().from(registeredLicenses).orderBy(registeredLicenses.licenseNumber)).map(
    ({ id: _, createdAt: _at, importId: _import, ...license }) => license,
  );

const licenseOf = async ({ id }: LicenseFixture) => only(await db.select().from(licenses).where(eq(licenses.id, id)));

const number = (at: number) => `284.00000${at}-AUDO`;
type Cells = Partial<Record<keyof typeof COLUMNS, string>>;
const row = (at: number, more: Cells = {}) => ({
  row: at + 1,
  licenseNumber: number(at),
  name: `Shop ${at}`,
  status: 'Active',
  expiresOn: '12/31/2027',
  city: 'Peoria',
  ...more,
});

test('a register is read, reviewed and applied; the next one changes, adds and misses licenses; undone, all is as before', async () => {
  const first = await applied([row(1), row(2), row(3, { licenseNumber: ` ${number(3).toLowerCase()}` })], {
    asOf: daysAgo(20),
  });
  expect(first.counts).toEqual({ added: 3, changed: 0, gone: 0, unchanged: 0, leftOut: 0 });
  const before = await registered();
  expect(before[2]).toMatchObject({
    usState: 'IL',
    licenseNumber: number(3),
    status: 'ACTIVE',
    expiresOn: '2027-12-31',
  });

  const second = await begin([
    row(1),
    row(2, { name: 'Shop Two', status: 'SUSPENDED', expiresOn: '' }),
    row(4, { status: 'Tier II' }),
    row(5, { expiresOn: 'soon' }),
    row(6, { licenseNumber: number(4) }),
    row(7, { licenseNumber: '1.2345E+11' }),
  ]);
  expect(second).toMatchObject({
    counts: { added: 1, changed: 1, gone: 1, unchanged: 1, leftOut: 3 },
    listed: 3,
    received: 6,
    unknownStatuses: [{ text: 'Tier II', count: 1 }],
  });
  expect(await rowsOf(second.id, 'CHANGED')).toMatchObject([
    {
      row: 3,
      licenseNumber: number(2),
      changes: [
        { label: 'Name', from: 'Shop 2', to: 'Shop Two' },
        { label: 'Status', from: 'Active', to: 'Suspended' },
        { label: 'Expires', from: '12/31/2027', to: '' },
      ],
    },
  ]);
  expect(await rowsOf(second.id, 'GONE')).toMatchObject([{ row: null, licenseNumber: number(3), name: 'Shop 3' }]);
  expect((await rowsOf(second.id, 'LEFT_OUT')).map(({ reasons }) => reasons.join())).toEqual([
    'Expires: “soon” isn’t a date, such as 11/20/2026',
    'Same license as row 5',
    'License number: a spreadsheet shortened this number to 1.2345E+11. Format its column as text and enter it again',
  ]);
  expect(await registered()).toEqual(before);

  expect(await apply(second)).toMatchObject({
    body: { state: 'APPLIED', counts: second.counts, appliedBy: 'Robin Hale', canUndo: true },
  });
  expect(await registered()).toMatchObject([
    { licenseNumber: number(1), listedOn: TODAY, notListedSince: null },
    { licenseNumber: number(2), name: 'Shop Two', status: 'SUSPENDED', expiresOn: null, listedOn: TODAY },
    { licenseNumber: number(3), name: 'Shop 3', listedOn: daysAgo(20), notListedSince: TODAY },
    { licenseNumber: number(4), status: null, statusText: 'Tier II' },
  ]);
  expect(await rowsOf(second.id, 'CHANGED')).toMatchObject([{ changes: [{ from: 'Shop 2' }, {}, {}] }]);
  expect(await rowsOf(second.id, 'GONE')).toMatchObject([{ licenseNumber: number(3) }]);
  // The first can't be undone anymore: what it replaced is gone.
  expect(await support.call(calls.undo, { params: { id: first.id } })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'Only the latest import of a state can be undone.' },
  });

  expect(await support.call(calls.undo, { params: { id: second.id } })).toMatchObject({
    body: { state: 'UNDONE', undoneBy: 'Robin Hale', canUndo: false },
  });
  expect(await registered()).toEqual(before);
  expect((await support.call(calls.undo, { params: { id: second.id } })).status).toBe(409);
  const { results } = await support.expectOk(calls.list, { query: {} });
  expect(results.map(({ id, state }) => [id, state])).toEqual([
    [second.id, 'UNDONE'],
    [first.id, 'APPLIED'],
  ]);
  const said = await db.select().from(auditLog).where(eq(auditLog.entity, 'register'));
  const acts = said.filter(({ entityId }) => entityId === String(second.id)).map(({ endpoint }) => endpoint);
  expect(acts.map((endpoint) => endpoint.replace('POST /support/register-imports', ''))).toEqual([
    '',
    '/:id/portions',
    '/:id/apply',
    '/:id/undo',
  ]);
});

test('a license that is listed again is listed; columns the file lacks stay as they are', async () => {
  await applied([row(1), row(2)], { asOf: daysAgo(9) });
  await applied([row(1)], { asOf: daysAgo(5) });
  const { status: _, city: _city, ...columns } = COLUMNS;
  const { status: _row, city: _cell, ...cells } = row(2);
  const draft = await begin([row(1), cells], { columns: columns as typeof COLUMNS });
  const since = new Date(`${daysAgo(5)}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  expect(await rowsOf(draft.id, 'CHANGED')).toMatchObject([
    { licenseNumber: number(2), changes: [{ label: 'Register', from: `Not listed since ${since}`, to: 'Listed' }] },
  ]);
  expect(await apply(draft)).toMatchObject({ ok: true });
  expect((await registered())[1]).toMatchObject({ status: 'ACTIVE', city: 'Peoria', notListedSince: null });
});

test('claimed licenses are checked with it, but a newer check stays; undone, so are they unless changed since', async () => {
  const old = { checkedAt: new Date('2026-01-05T12:00:00Z'), checkedFrom: 'TRACKING_SYSTEM' as const };
  const newer = { checkedAt: new Date(), checkedFrom: 'TRACKING_SYSTEM' as const };
  const make = (at: number) => makeLicense(db, seller, { usState: 'IL', licenseNumber: number(at) });
  const [stale, fresh, edited, other] = [await make(1), await make(2), await make(3), await make(4)];
  await db
    .update(licenses)
    .set({ ...old, expiresOn: '2026-06-01' })
    .where(eq(licenses.id, stale.id));
  await db.update(licenses).set(newer).where(eq(licenses.id, fresh.id));
  const draft = await begin([row(1), row(2, { status: 'Suspended' }), row(3)], { asOf: daysAgo(3) });
  expect((await rowsOf(draft.id, 'ADDED')).map(({ isClaimed }) => isClaimed)).toEqual([true, true, true]);
  expect(await apply(draft)).toMatchObject({ ok: true });

  const said = { checkedFrom: 'STATE_REGISTER', statedStatus: 'ACTIVE', expiresOn: '2027-12-31' };
  expect(await licenseOf(stale)).toMatchObject(said);
  expect(dayOf((await licenseOf(stale)).checkedAt ?? '', 'America/Chicago')).toBe(daysAgo(3));
  expect(await licenseOf(fresh)).toMatchObject({ ...newer, statedStatus: 'SUSPENDED', expiresOn: '2027-12-31' });
  expect(await licenseOf(other)).toMatchObject({ checkedAt: null, checkedFrom: null, statedStatus: null });

  await db
    .update(licenses)
    .set({ expiresOn: '2028-02-02', ...newer })
    .where(eq(licenses.id, edited.id));
  await support.expectOk(calls.undo, { params: { id: draft.id } });
  expect(await licenseOf(stale)).toMatchObject({ ...old, statedStatus: null, expiresOn: '2026-06-01' });
  expect(await licenseOf(fresh)).toMatchObject({ ...newer, statedStatus: null, expiresOn: null });
  expect(await licenseOf(edited)).toMatchObject({ ...newer, statedStatus: null, expiresOn: '2028-02-02' });
  expect((await support.call(licenseCalls.get, { params: { id: stale.id } })).ok).toBe(true);
});

test('a portion that comes twice counts once; one whose rows came with another is refused, as is a draft that lacks rows', async () => {
  const body = { usState: 'IL', fileName: 'illinois.csv', asOf: TODAY, columns: COLUMNS, rows: 3 };
  const { id } = await support.expectOk(calls.begin, { body });
  const params = { id };
  const send = (portion: number, rows: Rows) => support.call(calls.addRows, { params, body: { portion, rows } });
  const both = await Promise.all([send(1, [row(1), row(2)]), send(1, [row(1), row(2)])]);
  expect(both.map((one) => one.body)).toEqual([{ received: 2 }, { received: 2 }]);
  expect((await send(2, [row(2)])).status).toBe(409);
  expect((await send(2, [row(3), row(4)])).status).toBe(409);
  const draft = await support.expectOk(calls.get, { params });
  expect(draft).toMatchObject({ received: 2, rows: 3 });
  expect(await apply(draft)).toMatchObject({ status: 409 });
  expect((await send(2, [row(3)])).body).toEqual({ received: 3 });
  const whole = await support.expectOk(calls.get, { params });
  expect(await apply(whole)).toMatchObject({ ok: true });
  expect((await send(3, [row(9)])).status).toBe(409);
});

test('of two who apply at once one does; who saw another difference reviews it again', async () => {
  const draft = await begin([row(1), row(2)]);
  const rival = await begin([row(1), row(3)]);
  const twice = await Promise.all([apply(draft), apply(draft)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await apply(rival)).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'The register changed meanwhile. Review the difference again.' },
  });
  const again = await support.expectOk(calls.get, { params: { id: rival.id } });
  expect(again.counts).toEqual({ added: 1, changed: 0, gone: 1, unchanged: 1, leftOut: 0 });
  expect(await apply(again)).toMatchObject({ ok: true });
  expect((await registered()).map(({ notListedSince }) => notListedSince)).toEqual([null, TODAY, null]);
});

test('an older register than the applied one, one of tomorrow and one without a name are refused at their fields', async () => {
  await applied([row(1)], { asOf: daysAgo(2) });
  const body = { usState: 'IL', fileName: 'illinois.csv', asOf: daysAgo(3), columns: COLUMNS, rows: 1 };
  const errorsOf = async (change: object) => (await support.call(calls.begin, { body: { ...body, ...change } })).body;
  expect(await errorsOf({})).toMatchObject({
    errors: { asOf: expect.stringMatching(/^A newer register of Illinois is applied, of /) },
  });
  expect(await errorsOf({ asOf: addDays(TODAY, 2) })).toMatchObject({ errors: { asOf: 'Can’t be in the future' } });
  expect(await errorsOf({ usState: 'XX' })).toMatchObject({ errors: { usState: 'Choose a state' } });
  expect(await errorsOf({ columns: { licenseNumber: 'License #' } })).toMatchObject({
    errors: { columns: 'Choose the columns with the license number and the name.' },
  });
  // Another state’s register is another.
  expect(await errorsOf({ usState: 'MI' })).toMatchObject({ usState: 'MI', state: 'DRAFT', counts: null });
});

test('only support staff import registers; a draft is discarded with its rows, an applied one isn’t', async () => {
  const draft = await begin([row(1)]);
  const params = { id: draft.id };
  const owner = await app.as(seller.owner.user, seller.org);
  for (const [call, input] of [
    [calls.list, { query: {} }],
    [calls.get, { params }],
    [calls.rows, { params, body: { change: 'ADDED' } }],
    [calls.discard, { params }],
    [calls.undo, { params }],
  ] as const) {
    expect((await owner.call(call, input as never)).status).toBe(403);
  }
  expect(await apply(draft, owner)).toMatchObject({ status: 403 });
  expect(await support.expectOk(calls.discard, { params })).toEqual({ ok: true });
  expect(await db.$count(registerImportRows)).toBe(0);
  expect((await support.call(calls.get, { params })).status).toBe(404);
  const { id } = await applied([row(1)]);
  expect((await support.call(calls.discard, { params: { id } })).status).toBe(409);
});
