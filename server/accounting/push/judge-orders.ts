import { and } from 'drizzle-orm';
import type { PushProblem } from '../../../domain/accounting/push/contract';
import { fitNumber } from '../../../domain/accounting/push/names';
import { explainFault, pushErrors, pushNotes } from '../../../domain/accounting/push/preflight';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingDocuments, orders } from '../../db/schema';
import { visibleOrders } from '../../db/visibility';
import type { Books } from '../books';
import { type Connection, ofConnection } from './documents';
import { readMeans } from './means';
import { type OrderContents, readContents } from './read-contents';

export type JudgedOrder = { order: OrderContents; errors: PushProblem[]; notes: string[] };

/** The orders among these that the caller sees, with their companies, by id. */
export function seenOrders({ db, membership }: Pick<Ctx, 'db' | 'membership'>, ids: readonly number[]) {
  return db
    .select({ id: orders.id, companyId: orders.companyId })
    .from(orders)
    .where(and(visibleOrders(membership), isOneOf(orders.id, [...new Set(ids)])))
    .orderBy(orders.id);
}

/** What each of these orders would meet in the books, by what is known here. */
export async function judgeOrders(
  db: Db,
  orgId: number,
  connection: Connection | undefined,
  ids: readonly number[],
): Promise<JudgedOrder[]> {
  const found = [...(await readContents(db, orgId, ids)).values()];
  const means = connection && (await readMeans(db, connection, found));
  return found.map((order) => {
    const own = means?.(order.customerId) ?? null;
    const errors = pushErrors(order, order.invoice, own);
    return { order, errors, notes: own && errors.length === 0 ? pushNotes(order.orderNumber, own) : [] };
  });
}

/** Numbers asked about at once. */
const ASKED_AT_ONCE = 200;

/** Adds to those that aren't in the books whose number somebody else has there; asks the books. */
export async function judgeNumbers(
  db: Db,
  books: Books,
  connection: Connection,
  judged: readonly JudgedOrder[],
): Promise<void> {
  const ids = judged.map(({ order }) => order.id);
  const pushed = await db
    .select({ orderId: accountingDocuments.orderId })
    .from(accountingDocuments)
    .where(and(ofConnection(connection), isOneOf(accountingDocuments.orderId, ids)));
  const known = new Set(pushed.map(({ orderId }) => orderId));
  const fresh = new Map(
    judged.filter(({ order }) => !known.has(order.id)).map((one) => [fitNumber(one.order.orderNumber), one]),
  );
  const numbers = [...fresh.keys()];
  const { orgId, id: connectionId } = connection;
  for (let from = 0; from < numbers.length; from += ASKED_AT_ONCE) {
    const asked = numbers.slice(from, from + ASKED_AT_ONCE);
    for (const { number, isVoid } of await books.findInvoices({ orgId, connectionId }, { numbers: asked }))
      if (!isVoid)
        fresh.get(number ?? '')?.errors.push({
          fault: 'DUPLICATE_NUMBER',
          message: explainFault('DUPLICATE_NUMBER', ''),
          mend: { act: 'RENUMBER', id: null },
        });
  }
}
