import { and, eq, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import { OrderStatusSchema } from '../../../domain/orders/status';
import { TheirOrder } from '../../../domain/wholesale/theirs';
import type { Services } from '../../context';
import { orders, wholesaleLags } from '../../db/schema';
import { savepoint, transact } from '../../db/transact';
import { type OrderRecord, withStatus } from '../../orders/find-order';
import { platformContext } from '../platform';
import { CantTake, lockDue, type Outcome, settleRecord } from '../records';
import { companyOf, type Sync } from '../syncs';
import { LeftOut } from './find-customer';
import { makeOrder } from './make-order';
import { updateOrder } from './update-order';

const ENDPOINT = 'read-wholesale';

/**
 * Takes one order over as it was last read, in a transaction of its own: makes it, or follows what they changed. Does nothing
 * if another process did. What can't be taken over stays, with a plain reason. `sends` unless the caller sends what we changed.
 */
export async function takeOrder(services: Services, sync: Sync, number: string, sends = true): Promise<void> {
  await transact(services.database.db, async (tx) => {
    const record = await lockDue(tx, sync, 'ORDER', number);
    if (!record) return;
    const ctx = platformContext(services, tx, sync.orgId, ENDPOINT);
    const outcome = await savepoint(tx, async (nested): Promise<Outcome> => {
      const within = platformContext(services, nested, sync.orgId, ENDPOINT);
      const company = await companyOf(nested, sync);
      if (!company)
        throw new CantTake('Several companies sell in this state. Choose one in the connection’s settings.');
      const theirs = TheirOrder.parse(record.theirs);
      const order = await findOwn(nested, sync, company.id, number);
      const done = order
        ? await updateOrder(within, { sync, record, theirs, order, sends })
        : await makeOrder(within, { sync, company, record, theirs });
      await within.outbox.send();
      return done;
    }).catch((error: unknown): Outcome => {
      if (error instanceof LeftOut) return { state: 'IGNORED' };
      if (error instanceof CantTake) return { problem: error.message };
      if (error instanceof DomainError && error.code === 'SHORT_OF_STOCK')
        return { problem: `${error.message} It moved on there: correct the stock here, then try again.` };
      throw error;
    });
    await settleRecord(tx, sync, record, outcome);
    // What is looked at again for our sake tells nothing of how late they are known.
    const isNews =
      record.theirModifiedAt !== null &&
      ((record.ownId === null && record.problem === null) || record.updatedAt < record.theirModifiedAt);
    if (isNews && record.theirModifiedAt && sync.startedAt && record.theirModifiedAt > sync.startedAt) {
      const lagMs = Math.max(0, Date.now() - record.theirModifiedAt.getTime());
      await tx
        .insert(wholesaleLags)
        .values({ orgId: sync.orgId, syncId: sync.id, kind: 'ORDER', lagMs, at: sql`now()` });
    }
    await ctx.outbox.send();
  });
}

async function findOwn(
  db: Parameters<typeof lockDue>[0],
  { orgId }: Sync,
  companyId: number,
  number: string,
): Promise<OrderRecord | undefined> {
  const [found] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.companyId, companyId), eq(orders.externalId, number)))
    .for('no key update');
  return found && withStatus({ ...found, status: OrderStatusSchema.parse(found.status) });
}
