import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accounting } from '../../../domain/accounting/connection-contract';
import { organization } from '../../../domain/organization/contract';
import { checkBooks, findBooks } from '../../../server/accounting/connection/check-books';
import { openDatabase } from '../../../server/db/client';
import {
  accountingAuthorizations,
  accountingConnections,
  auditLog,
  companies,
  organizations,
} from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { openLog } from '../../../server/log';
import { allow, booksAt, toggleBooksFault } from '../../support/accounting/books';
import { makeBooks } from '../../support/accounting/factories';
import type { TestApp, TestCaller } from '../../support/app';
import { refuseUntenanted } from '../../support/db/tenant-statements';
import { makeSeller, only, type SellerFixture } from '../../support/factories';
import { press } from '../../support/integrations/sandboxes';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const params = () => ({ companyId: seller.company.id });
const connect = (caller = owner) =>
  caller.expectOk(accounting.connect, { params: params(), query: { systemType: 'quickbooks' } });
const state = (caller = owner) => caller.expectOk(accounting.get, { params: params() });

/** What the accounting service's page answers a person who allows it. */
async function answered(page: string, choice: Parameters<typeof allow>[2] = {}) {
  const back = await allow(app, page, choice);
  const { searchParams } = back;
  return {
    state: searchParams.get('state') ?? '',
    code: searchParams.get('code') ?? 'none',
    externalCompanyId: searchParams.get('realmId') ?? 'none',
  };
}
const finish = (body: Awaited<ReturnType<typeof answered>>, caller = owner, companyId = seller.company.id) =>
  caller.call(accounting.authorized, { params: { companyId }, body });
const rowOf = async (orgId = seller.org.id) => {
  const [row] = await app.database.db
    .select()
    .from(accountingConnections)
    .where(eq(accountingConnections.orgId, orgId));
  return row;
};

describe('connecting books', () => {
  it('leads to the accounting service’s page and back, and connects the company', async () => {
    const { url } = await connect();
    expect(new URL(url).origin).toBe(app.config.publicUrl);
    const body = await answered(url);
    const connected = await finish(body);
    expect(connected).toMatchObject({
      status: 200,
      body: {
        companyId: seller.company.id,
        isPaused: false,
        connection: {
          state: 'ACTIVE',
          problem: null,
          takesOurNumbers: true,
          externalCompanyId: body.externalCompanyId,
        },
      },
    });
    expect((await state()).connection?.externalName).toContain('books');
    const { externalSystems } = await owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
    expect(externalSystems).toContainEqual({ kind: 'ACCOUNTING', usState: 'CA' });
  });

  it('stores tokens encrypted, and tells nobody', async () => {
    await finish(await answered((await connect()).url));
    const row = await rowOf();
    const vault = openCredentialEncryption(app.config.credentialsKey);
    const { accessToken, refreshToken } = JSON.parse(
      vault.open(row?.sealedTokens ?? '', places.accounting(seller.org.id, row?.id ?? 0)),
    );
    expect(() => vault.open(row?.sealedTokens ?? '', places.accounting(seller.org.id, 1 + (row?.id ?? 0)))).toThrow();
    const said = JSON.stringify([
      await state(),
      await owner.expectOk(organization.full, { params: { orgId: seller.org.id } }),
      await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id)),
      row,
    ]);
    expect(said).not.toContain(accessToken);
    expect(said).not.toContain(refreshToken);
  });

  it('takes an answer once', async () => {
    const body = await answered((await connect()).url);
    expect((await finish(body)).status).toBe(200);
    expect(await finish(body)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('already used') },
    });
  });

  it('takes an answer only from whoever asked, for the company they asked for', async () => {
    const body = await answered((await connect()).url);
    const reader = await memberOf({ app, seller }, { features: { EDIT_ORGANIZATION: { read: true, write: false } } });
    expect((await finish(body, reader)).status).toBe(403);
    const colleague = await memberOf({ app, seller }, { features: { EDIT_ORGANIZATION: { read: true, write: true } } });
    expect((await finish(body, colleague)).status).toBe(409);
    expect((await reader.call(accounting.get, { params: params() })).status).toBe(200);
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    expect((await finish(body, stranger)).status).toBe(404);
    expect((await finish(body, stranger, other.company.id)).status).toBe(409);
    expect((await finish(body)).status).toBe(200);
  });

  it('takes no answer after ten minutes, and none that it never asked for', async () => {
    const body = await answered((await connect()).url);
    await app.database.db
      .update(accountingAuthorizations)
      .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(accountingAuthorizations.orgId, seller.org.id));
    expect(await finish(body)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('10 minutes') },
    });
    expect((await finish({ ...body, state: `${seller.org.id}-${seller.company.id}-made-up-by-somebody` })).status).toBe(
      409,
    );
    expect((await state()).connection).toBeNull();
  });

  it('takes the same answer again where the accounting service was down', async () => {
    const body = await answered((await connect()).url);
    await press(app, 'accounting/outage');
    expect((await finish(body)).status).toBe(503);
    await press(app, 'accounting/outage');
    await expect.poll(async () => (await finish(body)).status, { timeout: 30_000 }).toBe(200);
    expect((await finish(body)).status).toBe(409);
  });

  it('connects nothing with a code the accounting service doesn’t know', async () => {
    const body = await answered((await connect()).url, { refuses: true });
    expect(body.code).toBe('none');
    expect((await finish({ ...body, externalCompanyId: '1' })).status).toBe(409);
    expect((await state()).connection).toBeNull();
  });

  it('says so when other books were chosen than are connected, or another company’s', async () => {
    await finish(await answered((await connect()).url));
    const page = (await connect()).url;
    const shown = await (await fetch(`${app.url}${new URL(page).pathname}${new URL(page).search}`)).text();
    const old = [...shown.matchAll(/name="realm" value="(\d+)"/g)].at(-1)?.[1] ?? '';
    expect(await finish(await answered(page, { realm: old }))).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('Disconnect it first') },
    });
  });

  it('keeps several companies’ books apart, each with its own', async () => {
    const values = { orgId: seller.org.id, name: 'Second', companyType: 'DISTRIBUTOR', usState: 'CA' };
    const second = only(await app.database.db.insert(companies).values(values).returning());
    const first = await answered((await connect()).url);
    expect((await finish(first)).status).toBe(200);
    const asked = { params: { companyId: second.id }, query: { systemType: 'quickbooks' as const } };
    const page = async () => (await owner.expectOk(accounting.connect, asked)).url;
    const taken = await answered(await page(), { realm: first.externalCompanyId });
    expect(await finish(taken, owner, second.id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('is already connected to these books') },
    });
    const own = await answered(await page(), {
      realm: `46208${String(seller.org.id).padStart(6, '0')}${String(second.id).padStart(5, '0')}`,
    });
    expect(await finish(own, owner, second.id)).toMatchObject({
      body: { connection: { externalName: 'Second books' } },
    });
    expect((await state()).connection?.externalCompanyId).toBe(first.externalCompanyId);
    // A state is of the company it was asked for.
    const again = await answered((await connect()).url);
    expect((await finish(again, owner, second.id)).status).toBe(409);
  });

  it('is of another organization’s company as if it weren’t there', async () => {
    await makeBooks(app.database.db, seller);
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    const row = await rowOf();
    expect((await stranger.call(accounting.get, { params: params() })).status).toBe(404);
    expect(
      (await stranger.call(accounting.connect, { params: params(), query: { systemType: 'quickbooks' } })).status,
    ).toBe(404);
    expect((await stranger.call(accounting.disconnect, { params: { ...params(), id: row?.id ?? 0 } })).status).toBe(
      404,
    );
    expect((await stranger.call(accounting.remoteItems, { params: params(), query: {} })).status).toBe(404);
  });

  it('wants a plan with accounting, and pauses without', async () => {
    const { connectionId } = await makeBooks(app.database.db, seller);
    await app.database.db.update(organizations).set({ plan: 'STARTER' }).where(eq(organizations.id, seller.org.id));
    expect(await state()).toMatchObject({ isPaused: true, connection: { state: 'ACTIVE' } });
    expect(
      await owner.call(accounting.connect, { params: params(), query: { systemType: 'quickbooks' } }),
    ).toMatchObject({
      body: { message: 'UPGRADE_REQUIRED' },
    });
    const before = await rowOf();
    await check(connectionId);
    expect((await rowOf())?.checkedAt).toEqual(before?.checkedAt);
    expect((await owner.call(accounting.disconnect, { params: { ...params(), id: connectionId } })).status).toBe(200);
  });
});

const check = (connectionId: number) =>
  checkBooks({ database: app.database, books: booksAt(app), log: openLog('silent') } as never, {
    orgId: seller.org.id,
    connectionId,
  });

describe('connected books', () => {
  let realm: string;
  let connectionId: number;
  beforeEach(async () => {
    ({ realm, connectionId } = await makeBooks(app.database.db, seller));
  });

  it('have their settings changed, with accounts that are theirs', async () => {
    const accounts = await owner.expectOk(accounting.itemAccounts, {
      params: params(),
      query: { externalCompanyId: realm },
    });
    const id = (name: string) => accounts.find((one) => one.name === name)?.id ?? '';
    const settings = {
      externalCompanyId: realm,
      defaultIncomeAccountId: id('Sales of Product Income'),
      defaultItemExpenseAccountId: id('Cost of Goods Sold'),
      defaultOrderDiscountAccountId: id('Discounts given'),
    };
    const update = (body: object) =>
      owner.call(accounting.update, { params: params(), body: { ...settings, ...body } });
    expect(await update({ pushesFrom: 'SHIPPED' })).toMatchObject({
      body: { connection: { ...settings, externalCompanyId: realm, pushesFrom: 'SHIPPED' } },
    });
    expect(await update({ defaultIncomeAccountId: id('Supplies') })).toMatchObject({
      status: 400,
      body: { errors: { defaultIncomeAccountId: 'Choose an income account' } },
    });
    expect(await update({ defaultItemExpenseAccountId: '4711' })).toMatchObject({
      status: 400,
      body: { errors: { defaultItemExpenseAccountId: 'This account isn’t in the books anymore' } },
    });
    expect((await update({ externalCompanyId: '1' })).status).toBe(404);
    expect((await state()).connection).toMatchObject({ pushesFrom: 'SHIPPED' });
  });

  it('are searched for items and customers', async () => {
    const items = await owner.expectOk(accounting.remoteItems, { params: params(), query: { search: 'SERV' } });
    expect(items).toMatchObject([{ name: 'Services' }]);
    const customers = await owner.expectOk(accounting.remoteCustomers, { params: params(), query: { search: '' } });
    expect(customers.map(({ name }) => name)).toContain('Walk-in customer');
    expect(customers.map(({ name }) => name)).not.toContain('Closed Dispensary');
    expect(await owner.expectOk(accounting.remoteItems, { params: params(), query: { search: "o'\\%" } })).toEqual([]);
  });

  it('are disconnected: the access is given up there and forgotten here, and the same books go on where they were', async () => {
    const of = { orgId: seller.org.id, connectionId };
    const books = booksAt(app);
    const row = await rowOf();
    expect((await owner.call(accounting.disconnect, { params: { ...params(), id: connectionId } })).status).toBe(200);
    expect(await rowOf()).toMatchObject({ state: 'ENDED', sealedTokens: null });
    expect((await state()).connection).toBeNull();
    await expect(books.preferences(of)).rejects.toMatchObject({ fault: 'ENDED' });
    // What was copied from here opens nothing there either.
    await app.database.db
      .update(accountingConnections)
      .set({ state: 'ACTIVE', sealedTokens: row?.sealedTokens ?? null })
      .where(and(eq(accountingConnections.orgId, seller.org.id), eq(accountingConnections.id, connectionId)));
    await expect(books.preferences(of)).rejects.toMatchObject({ fault: 'AUTH' });
    expect(await rowOf()).toMatchObject({ state: 'REFUSED' });
    const again = await finish(await answered((await connect()).url, { realm }));
    expect(again).toMatchObject({ status: 200, body: { connection: { id: connectionId, state: 'ACTIVE' } } });
  });

  it('are checked every hour where the plan includes it', async () => {
    const other = await makeSeller(app.database.db);
    await makeBooks(app.database.db, other);
    await app.database.db.update(organizations).set({ plan: 'STARTER' }).where(eq(organizations.id, other.org.id));
    const checked = openDatabase(app.config.databaseUrl ?? '', { max: 2 });
    await refuseUntenanted(checked.pool);
    const asked: number[] = [];
    const enqueue = async (_db: unknown, { data }: { data: { orgId: number } }) => void asked.push(data.orgId);
    await findBooks({ database: checked, jobs: { enqueue } } as never).finally(() => checked.close());
    expect(asked).toContain(seller.org.id);
    expect(asked).not.toContain(other.org.id);
  });

  it('show how they do without anybody looking', async () => {
    await check(connectionId);
    expect((await state()).connection).toMatchObject({ problem: null });
    await press(app, 'accounting/outage');
    await check(connectionId);
    expect((await state()).connection).toMatchObject({
      state: 'ACTIVE',
      problem: 'The accounting service isn’t responding.',
    });
    await press(app, 'accounting/outage');
    await expect
      .poll(
        () =>
          check(connectionId)
            .then(() => state())
            .then(({ connection }) => connection?.problem),
        { timeout: 30_000 },
      )
      .toBeNull();
    await toggleBooksFault(app, 'refused');
    await check(connectionId);
    await toggleBooksFault(app, 'refused');
    expect((await state()).connection).toMatchObject({
      state: 'REFUSED',
      problem: expect.stringContaining('Connect the books again'),
    });
  });
});
