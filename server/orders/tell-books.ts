import { and, eq, ne } from 'drizzle-orm';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { accountingConnections } from '../db/schema';
import type { OrderRecord } from './find-order';

/**
 * Has the books follow orders of one seller that were just changed in what they owe or are paid; nothing where their
 * companies have no books connected. Called wherever an order's status, lines, dates or payments change.
 */
export async function tellBooks(
  { db, enqueue }: Pick<Ctx, 'db' | 'enqueue'>,
  orgId: number,
  changed: readonly Pick<OrderRecord, 'id' | 'companyId'>[],
): Promise<void> {
  const companyIds = [...new Set(changed.map(({ companyId }) => companyId))];
  if (companyIds.length === 0) return;
  const connected = await db
    .select({ companyId: accountingConnections.companyId })
    .from(accountingConnections)
    .where(
      and(
        eq(accountingConnections.orgId, orgId),
        isOneOf(accountingConnections.companyId, companyIds),
        ne(accountingConnections.state, 'ENDED'),
      ),
    );
  const known = new Set(connected.map(({ companyId }) => companyId));
  for (const { id: orderId, companyId } of changed)
    if (known.has(companyId)) await enqueue({ name: 'follow-books', data: { orgId, orderId } });
}
