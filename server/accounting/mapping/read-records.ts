import { and, eq, lt, sql } from 'drizzle-orm';
import { type Own, type Remote, suggestAll } from '../../../domain/accounting/suggest';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { recordset } from '../../db/recordset';
import {
  accountingCustomers,
  accountingProducts,
  customers,
  licenses,
  products,
  accountingRemotes as remotes,
  accountingSuggestions as suggestions,
} from '../../db/schema';
import { publish } from '../../live/publish';
import type { Books, BooksCustomer, BooksItem, BooksOf } from '../books';
import { withAccounting } from '../connection/check-books';
import { findActive } from '../find-connection';

export type RemoteKind = 'CUSTOMER' | 'ITEM';

/** Reads all customers and items of the books, page by page, and finds what of ours they probably are. */
export async function readBooksRecords(services: Services, of: BooksOf): Promise<void> {
  const { db } = services.database;
  const connection = await findActive(db, of);
  if (connection === null || !(await withAccounting(db, [of.orgId])).has(of.orgId)) return;
  const { books } = services;
  const startedAt = new Date();
  await readAll(db, of, 'CUSTOMER', (after) => books.listCustomers(of, after));
  await readAll(db, of, 'ITEM', (after) => books.listItems(of, after));
  // What no page had is no longer there: it stays to be named, but can't be chosen.
  await db
    .update(remotes)
    .set({ record: sql`${remotes.record} || '{"isActive": false}'` })
    .where(and(eq(remotes.orgId, of.orgId), eq(remotes.connectionId, of.connectionId), lt(remotes.seenAt, startedAt)));
  await suggestMappings(db, { ...of, companyId: connection.companyId });
  await publish(db, { topic: 'integrations', kind: 'changed', id: of.connectionId, orgIds: [of.orgId] });
}

type Page = Awaited<ReturnType<Books['listCustomers']>> | Awaited<ReturnType<Books['listItems']>>;

async function readAll(db: Db, of: BooksOf, kind: RemoteKind, read: (after: number) => Promise<Page>): Promise<void> {
  for (let after = 0; ; ) {
    const { records, isLast } = await read(after);
    await saveRemotes(db, of, kind, records);
    after += records.length;
    if (isLast || records.length === 0) return;
  }
}

/** Keeps records of the books as they are now. */
export async function saveRemotes(
  db: Db,
  { orgId, connectionId }: BooksOf,
  kind: RemoteKind,
  records: readonly (BooksCustomer | BooksItem)[],
): Promise<void> {
  if (records.length === 0) return;
  const seenAt = new Date();
  const rows = [...new Map(records.map((record) => [record.id, record])).values()].map((record) => ({
    orgId,
    connectionId,
    kind,
    externalId: record.id,
    name: record.name,
    record,
    seenAt,
  }));
  await db
    .insert(remotes)
    .values(rows)
    .onConflictDoUpdate({
      target: [remotes.orgId, remotes.connectionId, remotes.kind, remotes.externalId],
      set: { name: sql`excluded.name`, record: sql`excluded.record`, seenAt: sql`excluded.seen_at` },
    });
}

type Where = BooksOf & { companyId: number };

/** Finds anew which records the customers and products that aren't mapped probably are. */
export async function suggestMappings(db: Db, where: Where): Promise<void> {
  const { orgId, connectionId, companyId } = where;
  const mappedCustomers = await db
    .select({ ownId: accountingCustomers.customerId, externalId: accountingCustomers.externalId })
    .from(accountingCustomers)
    .where(and(eq(accountingCustomers.orgId, orgId), eq(accountingCustomers.connectionId, connectionId)));
  const ownCustomers = await db
    .select({ id: customers.id, name: customers.name, mark: licenses.licenseNumber })
    .from(customers)
    .leftJoin(licenses, eq(licenses.id, customers.licenseId))
    .where(and(eq(customers.orgId, orgId), eq(customers.companyId, companyId)));
  await save(db, where, 'CUSTOMER', ownCustomers, mappedCustomers);
  const mappedProducts = await db
    .select({ ownId: accountingProducts.productId, externalId: accountingProducts.externalId })
    .from(accountingProducts)
    .where(and(eq(accountingProducts.orgId, orgId), eq(accountingProducts.connectionId, connectionId)));
  const ownProducts = await db
    .select({ id: products.id, name: products.name, mark: products.sku })
    .from(products)
    .where(and(eq(products.orgId, orgId), eq(products.companyId, companyId), eq(products.isParent, false)));
  await save(db, where, 'ITEM', ownProducts, mappedProducts);
}

async function save(
  db: Db,
  { orgId, connectionId }: Where,
  kind: RemoteKind,
  own: readonly Own[],
  mapped: readonly { ownId: number; externalId: string }[],
): Promise<void> {
  const of = and(eq(remotes.orgId, orgId), eq(remotes.connectionId, connectionId), eq(remotes.kind, kind));
  const known = (await db.select().from(remotes).where(of)).map(({ externalId, name, record }): Remote => {
    const { isActive, ...rest } = record as BooksCustomer | BooksItem;
    return { externalId, name, isActive, mark: 'sku' in rest ? rest.sku : rest.licenseNumber };
  });
  const done = new Set(mapped.map(({ ownId }) => ownId));
  const found = suggestAll(
    own.filter(({ id }) => !done.has(id)),
    known,
    { by: kind === 'ITEM' ? 'SKU' : 'LICENSE', taken: new Set(mapped.map(({ externalId }) => externalId)) },
  );
  const rows = [...found].map(([ownId, one]) => ({ orgId, connectionId, kind, ownId, ...one }));
  await db.transaction(async (tx) => {
    const all = and(
      eq(suggestions.orgId, orgId),
      eq(suggestions.connectionId, connectionId),
      eq(suggestions.kind, kind),
    );
    await tx.delete(suggestions).where(all);
    if (rows.length === 0) return;
    const { source, columns, values } = recordset('found', suggestions, rows);
    await tx.execute(
      sql`insert into ${suggestions} (${columns}) select ${values} from ${source} on conflict do nothing`,
    );
  });
}
