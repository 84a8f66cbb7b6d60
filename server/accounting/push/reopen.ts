import { and, eq } from 'drizzle-orm';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { DomainError } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { accountingRemotes } from '../../db/schema';
import { type BooksCustomer, type BooksItem, BooksRefused, type BooksWrite } from '../books';
import type { Connection, DocumentRow } from './documents';
import { readMeans } from './means';

type Listed = { records: (BooksCustomer | BooksItem)[]; isLast: boolean };

/**
 * Makes the customer and the items of a document active again in the books, as far as they are inactive there. CONFLICT if
 * none is; UNAVAILABLE if the books don't answer.
 */
export async function reopenFor(ctx: Ctx, connection: Connection, row: DocumentRow): Promise<void> {
  const content = (row.content ?? row.sentContent) as InvoiceContent | PaymentContent | null;
  if (content === null) throw nothingInactive();
  const lines = 'lines' in content ? content.lines : [];
  const means = (await readMeans(ctx.db, connection, [{ customerId: content.customerId, invoice: { lines } }]))(
    content.customerId,
  );
  const { books } = ctx.services;
  const of = { orgId: connection.orgId, connectionId: connection.id };
  const itemIds = new Set(lines.flatMap(({ productId }) => means.items.get(productId)?.externalId ?? []));
  const customerIds = new Set(means.customer ? [means.customer.externalId] : []);
  try {
    const customers = await inactive(customerIds, (after) => books.listCustomers(of, after));
    const items = await inactive(itemIds, (after) => books.listItems(of, after));
    const writes = [
      ...customers.map((one) => reopening('REOPEN_CUSTOMER', one)),
      ...items.map((one) => reopening('REOPEN_ITEM', one)),
    ];
    if (writes.length === 0) throw nothingInactive();
    for (const write of writes) {
      const [answer] = await books.write(of, [write]);
      if (answer instanceof BooksRefused) throw answer;
    }
    for (const { id } of [...customers, ...items]) await noteActive(ctx, connection, id);
  } catch (error) {
    if (!(error instanceof BooksRefused)) throw error;
    throw new DomainError('UNAVAILABLE', `Your books didn’t take it: ${error.message}`);
  }
}

const nothingInactive = () =>
  new DomainError('CONFLICT', 'Nothing of it is inactive in your books. Try again, or match it anew.');

/** Those of these that are inactive there. */
async function inactive(
  ids: ReadonlySet<string>,
  list: (after: number) => Promise<Listed>,
): Promise<Listed['records']> {
  const found: Listed['records'] = [];
  if (ids.size === 0) return found;
  for (let after = 0; ; ) {
    const { records, isLast } = await list(after);
    found.push(...records.filter(({ id, isActive }) => ids.has(id) && !isActive));
    after += records.length;
    if (isLast || records.length === 0) return found;
  }
}

const reopening = (act: 'REOPEN_CUSTOMER' | 'REOPEN_ITEM', { id, version }: BooksCustomer | BooksItem): BooksWrite => ({
  act,
  requestId: `r-${id}-${version}`,
  id,
  version,
});

/** What we read of it before is no longer so. */
async function noteActive({ db }: Ctx, { orgId, id: connectionId }: Connection, externalId: string): Promise<void> {
  const own = and(
    eq(accountingRemotes.orgId, orgId),
    eq(accountingRemotes.connectionId, connectionId),
    eq(accountingRemotes.externalId, externalId),
  );
  for (const { kind, record } of await db.select().from(accountingRemotes).where(own))
    await db
      .update(accountingRemotes)
      .set({ record: { ...(record as object), isActive: true } })
      .where(and(own, eq(accountingRemotes.kind, kind)));
}
