import { begun, type Followed, redo, undo, want } from '../../../domain/accounting/push/followed';
import { reachesPush } from '../../../domain/accounting/push/invoice';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { transact } from '../../db/transact';
import type { JobData } from '../../queues';
import { addDocument, type Connection, findConnection, followedOf, lockDocuments, saveDocument } from './documents';
import { holdOrder, type OrderContents, readContents } from './read-contents';
import { tellPushed } from './tell';

/**
 * Brings what the books should have of an order up to date: its invoice once it is pushed or as far as the company pushes
 * by itself, and its payments. Enqueues the sending of what changed.
 */
export async function followBooks(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  { orgId, orderId }: JobData<'follow-books'>,
): Promise<void> {
  await transact(database.db, async (tx) => {
    await holdOrder(tx, orgId, orderId);
    const order = (await readContents(tx, orgId, [orderId])).get(orderId);
    const connection = order && (await findConnection(tx, orgId, order.companyId));
    if (!order || !connection) return;
    const begins = reachesPush(order.status, connection.pushesFrom) && order.invoice !== null;
    if (await followOrder(tx, connection, order, begins ? 'BEGIN' : 'FOLLOW'))
      await jobs.enqueue(tx, { name: 'push-books', data: { orgId, connectionId: connection.id } });
  });
}

/** FOLLOW: as far as it was pushed; BEGIN: also if it wasn't; PUSH: also if it was taken back; UNDO: takes it back. */
export type Following = 'FOLLOW' | 'BEGIN' | 'PUSH' | 'UNDO';

/**
 * Has an order's documents be what the order is now; in the order's own lock. Answers whether there is anything to send.
 */
export async function followOrder(
  tx: Db,
  connection: Connection,
  order: OrderContents,
  following: Following,
): Promise<boolean> {
  const { orgId, id: connectionId } = connection;
  const rows = await lockDocuments(tx, connection, order.id);
  const invoiceRow = rows.find(({ kind }) => kind === 'INVOICE');
  if (!invoiceRow && (following === 'FOLLOW' || following === 'UNDO')) return false;
  if (invoiceRow?.undoneAt && following !== 'PUSH') return false;
  let changes = 0;
  const save = async (row: (typeof rows)[number], next: Followed) => {
    const before = followedOf(row);
    if (next.revision === before.revision && next.isUndone === before.isUndone) return;
    await saveDocument(tx, row, next);
    await tellPushed(tx, row);
    changes += 1;
  };
  const become = (before: Followed, content: unknown): Followed => {
    if (following === 'UNDO') return undo(before);
    return before.isUndone ? redo(before, content) : want(before, content);
  };
  if (invoiceRow) await save(invoiceRow, become(followedOf(invoiceRow), order.invoice));
  else {
    await addDocument(tx, orgId, { connectionId, orderId: order.id, paymentId: null }, begun('INVOICE', order.invoice));
    changes += 1;
  }
  const known = new Map(rows.flatMap((row) => (row.paymentId === null ? [] : [[row.paymentId, row] as const])));
  for (const [paymentId, content] of order.payments) {
    const row = known.get(paymentId);
    // Without an invoice it belongs to, a payment that arrived stays where it is, and none is sent.
    const isOpen = order.invoice !== null || (order.keepsPayments && row !== undefined && wasSent(followedOf(row)));
    const wanted = isOpen ? content : null;
    if (row) await save(row, become(followedOf(row), wanted));
    else if (wanted !== null && following !== 'UNDO') {
      await addDocument(tx, orgId, { connectionId, orderId: order.id, paymentId }, begun('PAYMENT', wanted));
      changes += 1;
    }
  }
  return changes > 0;
}

const wasSent = ({ externalId, sending }: Followed): boolean => externalId !== null || sending !== null;
