import { beforeAll, expect, it } from 'vitest';
import { type Books, type BooksOf, BooksRefused, type BooksWrite } from '../../../server/accounting/books';
import { sandboxEntities } from '../../../server/db/schema';
import { actInBooks, booksAt, connectBooks, draftFor, inBooks, toggleBooksFault } from '../../support/accounting/books';
import { makeBooks } from '../../support/accounting/factories';
import { makeSeller } from '../../support/factories';
import { press } from '../../support/integrations/sandboxes';
import { openSellerApp } from '../../support/seller-app';

const { app, seller } = await openSellerApp();
let of: BooksOf;
let realm: string;
let books: Books;
beforeAll(async () => {
  ({ of, realm, books } = await connectBooks(app, seller));
});

const uuid = () => crypto.randomUUID();
const one = async (write: BooksWrite) => {
  const [result] = await books.write(of, [write]);
  if (!result) throw new Error('no result');
  return result;
};
const faultOf = (result: unknown) => (result instanceof BooksRefused ? result.fault : result);
async function invoice(values: Parameters<typeof draftFor>[2] = {}) {
  const draft = await draftFor(books, of, values);
  const made = await one({ act: 'CREATE_INVOICE', requestId: uuid(), draft });
  if (made instanceof BooksRefused || made.kind !== 'INVOICE') throw made;
  return { draft, record: made.record };
}

it('tells how the books are kept, and their accounts', async () => {
  expect(await books.preferences(of)).toMatchObject({
    takesOurNumbers: true,
    allowsDiscount: true,
    closedUntil: null,
    currency: 'USD',
  });
  const accounts = await books.accounts(of);
  expect(accounts.find(({ name }) => name === 'Discounts given')).toMatchObject({ type: 'INCOME', isActive: true });
  expect(accounts.find(({ name }) => name === 'Cost of Goods Sold')).toMatchObject({ type: 'EXPENSE' });
});

it('adds an invoice once per request id, with the money as it was', async () => {
  const draft = await draftFor(books, of, { number: 'SO-1' });
  const write = { act: 'CREATE_INVOICE', requestId: uuid(), draft } as const;
  const [first, again] = [await one(write), await one(write)];
  expect(first).toEqual(again);
  expect(first).toMatchObject({
    kind: 'INVOICE',
    record: { number: 'SO-1', totalUsd: '37.05', balanceUsd: '37.05', marker: draft.marker, isVoid: false },
  });
  const kept = await inBooks(app, realm, 'Invoice');
  expect(kept.filter(({ data }) => data.DocNumber === 'SO-1')).toHaveLength(1);
});

it('finds a document by its number, its id and our mark, also once it is void', async () => {
  const { draft, record } = await invoice({ number: 'SO-’2’' });
  const voided = await one({ act: 'VOID_INVOICE', requestId: uuid(), id: record.id, version: record.version });
  expect(voided).toMatchObject({ record: { isVoid: true, totalUsd: '0.00', marker: draft.marker } });
  for (const by of [{ ids: [record.id] }, { numbers: ['SO-’2’'] }, { markers: [draft.marker], since: new Date() }]) {
    expect(await books.findInvoices(of, by)).toMatchObject([{ id: record.id, isVoid: true }]);
  }
  expect(await books.findInvoices(of, { markers: ['test-none'] })).toEqual([]);
});

it('takes several at once, each with its own answer', async () => {
  const good = await draftFor(books, of, { number: 'SO-3' });
  const bad = { ...good, number: 'SO-4', lines: good.lines.map((line) => ({ ...line, amount: '37.06' })) };
  const long = { ...good, number: 'SO-1234567890-1234567890' };
  const unknown = { ...good, number: 'SO-5', customerId: '999999' };
  const results = await books.write(
    of,
    [good, bad, long, unknown].map((draft) => ({ act: 'CREATE_INVOICE' as const, requestId: uuid(), draft })),
  );
  expect(results.map(faultOf)).toMatchObject([{ kind: 'INVOICE' }, 'INVALID', 'INVALID', 'INACTIVE_REFERENCE']);
  expect((results[3] as BooksRefused).element).toBe('CustomerRef');
});

it('adds a payment to its invoice, and takes it back', async () => {
  const { draft, record } = await invoice();
  const payment = {
    customerId: draft.customerId,
    invoiceId: record.id,
    amount: '20.01',
    appliedUsd: '20.01',
    day: draft.day,
    note: 'Check',
    marker: `pay-${uuid()}`,
  };
  const paid = await one({ act: 'CREATE_PAYMENT', requestId: uuid(), draft: payment });
  expect(paid).toMatchObject({
    kind: 'PAYMENT',
    record: { amount: '20.01', invoiceIds: [record.id], marker: payment.marker },
  });
  if (paid instanceof BooksRefused || paid.kind !== 'PAYMENT') throw paid;
  expect(await books.findInvoices(of, { ids: [record.id] })).toMatchObject([{ balanceUsd: '17.04' }]);
  expect(await books.findPayments(of, { markers: [payment.marker] })).toMatchObject([{ id: paid.record.id }]);
  await one({ act: 'VOID_PAYMENT', requestId: uuid(), id: paid.record.id, version: paid.record.version });
  expect(await books.findInvoices(of, { ids: [record.id] })).toMatchObject([{ balanceUsd: '37.05' }]);
});

it('replaces an invoice only from its latest version', async () => {
  const { draft, record } = await invoice({ discount: null });
  const accountId = (await books.accounts(of)).find(({ name }) => name === 'Discounts given')?.id ?? '';
  const less = { ...draft, discount: { amount: '7.05', accountId } };
  const update = { act: 'UPDATE_INVOICE', id: record.id, version: record.version, draft: less } as const;
  expect(await one({ ...update, requestId: uuid() })).toMatchObject({ record: { totalUsd: '30.00', version: '1' } });
  expect(faultOf(await one({ ...update, requestId: uuid() }))).toBe('STALE');
});

it('renames, makes active again and adds customers and items, each name once', async () => {
  const [found] = await books.searchCustomers(of, 'walk', 5);
  if (!found) throw new Error('no customer');
  expect(
    faultOf(
      await one({ act: 'RENAME_CUSTOMER', requestId: uuid(), id: found.id, version: found.version, name: 'A: colon' }),
    ),
  ).toBe('INVALID');
  const renamed = await one({
    act: 'RENAME_CUSTOMER',
    requestId: uuid(),
    id: found.id,
    version: found.version,
    name: 'Corner O’Store',
  });
  expect(renamed).toMatchObject({ record: { name: 'Corner O’Store' } });
  const added = { act: 'CREATE_CUSTOMER', name: 'Cedar', licenseNumber: 'C11-0000001-LIC', email: null } as const;
  expect(await one({ ...added, requestId: uuid() })).toMatchObject({ record: { licenseNumber: 'C11-0000001-LIC' } });
  expect(faultOf(await one({ ...added, requestId: uuid() }))).toBe('DUPLICATE_NAME');
  const all = await books.listItems(of, 0);
  const inactive = all.records.find(({ isActive }) => !isActive);
  if (!inactive) throw new Error('no inactive item');
  expect(
    await one({ act: 'REOPEN_ITEM', requestId: uuid(), id: inactive.id, version: inactive.version }),
  ).toMatchObject({ record: { isActive: true } });
});

it('tells what changed since, by people and by us', async () => {
  const before = new Date();
  const { record } = await invoice({ number: 'SO-9' });
  await actInBooks(app, realm, { act: 'pay', kind: 'Invoice', id: record.id });
  const { record: gone } = await invoice();
  await actInBooks(app, realm, { act: 'delete', kind: 'Invoice', id: gone.id });
  const changes = await books.changes(of, before);
  expect(changes.invoices.find(({ id }) => id === record.id)).toMatchObject({ balanceUsd: '0.00' });
  expect(changes.payments).toMatchObject([{ amount: '37.05', invoiceIds: [record.id] }]);
  expect(changes.deleted).toEqual([{ kind: 'INVOICE', id: gone.id }]);
});

it('says what is wrong with a document by its kind', async () => {
  const { draft, record } = await invoice({ number: 'SO-10' });
  const create = async () =>
    faultOf(await one({ act: 'CREATE_INVOICE', requestId: uuid(), draft: { ...draft, number: null } }));
  for (const [fault, kind] of [
    ['closed', 'CLOSED_PERIOD'],
    ['inactive', 'INACTIVE_REFERENCE'],
  ] as const) {
    await toggleBooksFault(app, fault);
    expect(await create()).toBe(kind);
    await toggleBooksFault(app, fault);
  }
  expect(faultOf(await one({ act: 'CREATE_INVOICE', requestId: uuid(), draft }))).toBe('DUPLICATE_NUMBER');
  await toggleBooksFault(app, 'stale');
  const update = { act: 'UPDATE_INVOICE', id: record.id, draft } as const;
  expect(faultOf(await one({ ...update, requestId: uuid(), version: record.version }))).toBe('STALE');
  const [now] = await books.findInvoices(of, { ids: [record.id] });
  expect(await one({ ...update, requestId: uuid(), version: now?.version ?? '' })).toMatchObject({ kind: 'INVOICE' });
  await toggleBooksFault(app, 'stale');
  const paid = await inBooks(app, realm, 'Payment');
  await actInBooks(app, realm, { act: 'deposit', kind: 'Payment', id: paid.at(-1)?.entityId ?? '' });
  const [payment] = await books.findPayments(of, { ids: [paid.at(-1)?.entityId ?? ''] });
  expect(
    faultOf(
      await one({ act: 'VOID_PAYMENT', requestId: uuid(), id: payment?.id ?? '', version: payment?.version ?? '' }),
    ),
  ).toBe('LINKED_PAYMENT');
});

it('doesn’t know whether a write was done whose answer was lost, and finds it by its mark', async () => {
  const draft = await draftFor(books, of);
  await toggleBooksFault(app, 'mute');
  const since = new Date();
  const lost = await books.write(of, [
    { act: 'CREATE_INVOICE', requestId: uuid(), draft },
    { act: 'CREATE_INVOICE', requestId: uuid(), draft: { ...draft, marker: `${draft.marker}-b` } },
  ]);
  await toggleBooksFault(app, 'mute');
  expect(lost.map(faultOf)).toEqual(['UNCERTAIN', 'UNCERTAIN']);
  expect(await books.findInvoices(of, { markers: [draft.marker, `${draft.marker}-b`], since })).toHaveLength(2);
});

it('did nothing where it may not call now', async () => {
  const draft = await draftFor(books, of);
  const create = async () => faultOf(await one({ act: 'CREATE_INVOICE', requestId: uuid(), draft }));
  const count = (await inBooks(app, realm, 'Invoice')).length;
  await toggleBooksFault(app, 'limiting');
  const answers = [await create(), await create(), await create()];
  await toggleBooksFault(app, 'limiting');
  // Once they said “too many” they are left alone for a minute.
  const refused = answers.filter((answer) => typeof answer === 'string');
  expect(refused[0]).toBe('THROTTLED');
  expect(refused.slice(1).every((answer) => answer === 'TRANSIENT')).toBe(true);
  expect(await create()).toBe('TRANSIENT');
  expect(await inBooks(app, realm, 'Invoice')).toHaveLength(count + answers.length - refused.length);
});

it('sends nothing while the service is down and says so', async () => {
  const other = await makeSeller(app.database.db);
  const { connectionId } = await makeBooks(app.database.db, other);
  await press(app, 'accounting/outage');
  await expect(books.preferences({ orgId: other.org.id, connectionId })).rejects.toMatchObject({ fault: 'TRANSIENT' });
  await press(app, 'accounting/outage');
});

it('keeps to a company’s limits, whoever calls', async () => {
  const other = await makeSeller(app.database.db);
  const { connectionId } = await makeBooks(app.database.db, other);
  const busy = { orgId: other.org.id, connectionId };
  // More at once than a second takes: none is refused.
  const answers = await Promise.all(
    [books, booksAt(app)].flatMap((all) => Array.from({ length: 8 }, () => all.searchItems(busy, '', 5))),
  );
  expect(answers).toHaveLength(16);
});

it('asks for no more than a page at once, and for all of them', async () => {
  const other = await makeSeller(app.database.db);
  const made = await makeBooks(app.database.db, other);
  const { db } = app.database;
  const values = Array.from({ length: 1_205 }, (_, at) => ({
    standIn: 'accounting',
    realm: made.realm,
    kind: 'Item',
    entityId: `${10_000 + at}`,
    data: { Name: `Jar ${at}`, Type: 'NonInventory', Active: true, createTime: new Date().toISOString() },
    modifiedAt: new Date(),
  }));
  await db.insert(sandboxEntities).values(values);
  const many = { orgId: other.org.id, connectionId: made.connectionId };
  const first = await books.listItems(many, 0);
  expect(first).toMatchObject({ isLast: false });
  const rest = await books.listItems(many, first.records.length);
  expect(rest.isLast).toBe(true);
  const ids = new Set([...first.records, ...rest.records].map(({ id }) => id));
  expect(values.every(({ entityId }) => ids.has(entityId))).toBe(true);
  // A reply about changes has a thousand records and names no rest.
  const changes = await books.changes(many, new Date(Date.now() - 3_600_000));
  expect(changes.items.filter(({ name }) => name.startsWith('Jar'))).toHaveLength(1_205);
});
