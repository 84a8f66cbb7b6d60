import { overwrite } from '../../domain/accounting/push/followed';
import { DomainError } from '../../domain/errors';
import type { Ctx } from '../context';
import type { ConnectionRecord } from './find-connection';
import { followedOf, lockDocuments, saveDocument } from './push/documents';
import { followOrder } from './push/follow-books';
import { judgeOrders } from './push/judge-orders';
import { holdOrder } from './push/read-contents';

/**
 * Pushes an order once more over whatever the books have of it, or for the first time; with the payment that has this id there.
 * CONFLICT with what is against it.
 */
export async function pushAgain(
  ctx: Ctx,
  connection: ConnectionRecord,
  orderId: number,
  paymentId: string | null = null,
): Promise<void> {
  const { db } = ctx;
  const { orgId, id: connectionId } = connection;
  await holdOrder(db, orgId, orderId);
  const [judged] = await judgeOrders(db, orgId, connection, [orderId]);
  if (judged === undefined) throw new DomainError('CONFLICT', 'This order is no longer there.');
  const { order, errors } = judged;
  // What is to be void there has no invoice here, which is no mistake.
  if (errors.length > 0 && order.invoice !== null)
    throw new DomainError('CONFLICT', errors.map(({ message }) => message).join(' '));
  await followOrder(db, connection, order, 'PUSH');
  for (const row of await lockDocuments(db, connection, orderId)) {
    const before = followedOf(row);
    const isMeant = row.kind === 'INVOICE' || (paymentId !== null && row.externalId === paymentId);
    if (isMeant && before.sending === null && (before.externalId !== null || before.state === 'FAILED'))
      await saveDocument(db, row, overwrite(before));
  }
  await ctx.enqueue({ name: 'push-books', data: { orgId, connectionId } });
}
