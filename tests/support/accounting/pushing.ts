import { and, asc, eq } from 'drizzle-orm';
import { bookPushes } from '../../../domain/accounting/push/contract';
import { begun, failed } from '../../../domain/accounting/push/followed';
import { addDocument, type DocumentRow } from '../../../server/accounting/push/documents';
import type { Db } from '../../../server/db/client';
import { accountingCustomers, accountingDocuments, accountingProducts } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../app';
import { makeOrder, makeProduct, type SellerFixture } from '../factories';
import { connectBooks } from './books';

type Connected = Awaited<ReturnType<typeof connectBooks>>;

/** An order of the seller whose invoice the books didn't take. */
export async function makeFailedPush(
  db: Db,
  seller: SellerFixture,
  { connectionId }: { connectionId: number },
): Promise<{ orderId: number; documentId: number }> {
  const { order } = await makeOrder(db, seller, { status: 'ACCEPTED' });
  const key = { connectionId, orderId: order.id, paymentId: null };
  const wanted = begun('INVOICE', { customerId: order.customerId, totalUsd: order.totalUsd, lines: [] });
  await addDocument(db, seller.org.id, key, failed(wanted, 'UNMAPPED_CUSTOMER', 'Its customer isn’t matched.'));
  const [document] = await db
    .select({ id: accountingDocuments.id })
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, seller.org.id), eq(accountingDocuments.orderId, order.id)));
  return { orderId: order.id, documentId: document?.id ?? 0 };
}

/** A seller whose books are connected, with the first customers and items of the books to match with. */
export async function openPushing(app: TestApp, seller: SellerFixture, owner: TestCaller) {
  const connected = await connectBooks(app, seller);
  const { db } = app.database;
  const { of, books, realm } = connected;
  const [theirs] = await books.searchCustomers(of, '', 1);
  const [item] = await books.searchItems(of, '', 1);
  const company = { companyId: seller.company.id };
  const scope = { orgId: seller.org.id };
  const match = {
    customer: (customerId: number) =>
      db
        .insert(accountingCustomers)
        .values({
          ...scope,
          connectionId: of.connectionId,
          customerId,
          externalId: theirs?.id ?? '',
          externalName: 'X',
        })
        .onConflictDoNothing(),
    product: (productId: number) =>
      db
        .insert(accountingProducts)
        .values({ ...scope, connectionId: of.connectionId, productId, externalId: item?.id ?? '', externalName: 'Y' })
        .onConflictDoNothing(),
  };
  return {
    ...connected,
    match,
    /** An order all of which is matched, unless said otherwise. */
    order: async (values: Parameters<typeof makeOrder>[2] & { isUnmatched?: boolean } = {}) => {
      const { isUnmatched, ...given } = values;
      const lines = given.lines ?? [{ product: await makeProduct(db, seller), quantity: '3', unitPrice: '12.35' }];
      const made = await makeOrder(db, seller, { status: 'ACCEPTED', ...given, lines });
      if (!isUnmatched) {
        await match.customer(made.order.customerId);
        for (const { productId } of made.lines) await match.product(productId);
      }
      return made.order;
    },
    push: (...orderIds: number[]) =>
      owner.expectOk(bookPushes.push, { params: company, body: { ...scope, ...company, orderIds } }),
    documents: (orderId: number) =>
      owner.expectOk(bookPushes.documents, { params: { ...company, orderId }, query: scope }),
    undo: (orderId: number) => owner.expectOk(bookPushes.undo, { params: { ...company, orderId }, body: scope }),
    mend: (id: number, act: 'RETRY' | 'OVERWRITE' | 'REOPEN' | 'RENUMBER', number?: string) =>
      owner.expectOk(bookPushes.mend, {
        params: { ...company, id },
        body: { ...scope, act, ...(number && { number }) },
      }),
    rows: (orderId: number): Promise<DocumentRow[]> => readDocuments(db, of, orderId),
    realm,
  };
}

export function readDocuments(db: Db, { orgId }: Connected['of'], orderId: number): Promise<DocumentRow[]> {
  return db
    .select()
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, orgId), eq(accountingDocuments.orderId, orderId)))
    .orderBy(asc(accountingDocuments.id));
}
