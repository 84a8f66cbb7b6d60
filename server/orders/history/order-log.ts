import { and, asc, eq } from 'drizzle-orm';
import type { Membership } from '../../../domain/access/roles';
import type { LoggedOrder } from '../../../domain/orders/history/history';
import type { Ctx } from '../../context';
import { orderSalesReps, orders } from '../../db/schema';
import { loadLineRows } from '../write-lines';

type Reading = Pick<Ctx, 'db'> & { membership: Pick<Membership, 'orgId'> };

async function readOrder({ db, membership }: Reading, id: number): Promise<LoggedOrder> {
  const { orgId } = membership;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.id, id)));
  if (order === undefined) throw new Error(`Order ${id} is gone`);
  const reps = await db
    .select({ id: orderSalesReps.orgUserId })
    .from(orderSalesReps)
    .where(and(eq(orderSalesReps.orgId, orgId), eq(orderSalesReps.orderId, id)))
    .orderBy(asc(orderSalesReps.orgUserId));
  const lines = await loadLineRows(db, { id, orgId });
  const { customerId, customerName, distributorId, paymentOptionId, paymentDueDate, shipDate } = order;
  const { orderSource, shippingDetails, notes, discountType, discount, totalUsd, status, orderNumber } = order;
  return {
    orderNumber,
    status,
    customer: { id: customerId, name: customerName },
    orderSource,
    distributorId,
    paymentOptionId,
    paymentDueDate,
    shipDate,
    shippingDetails,
    notes,
    discountType,
    discount,
    totalUsd,
    salesRepOrgUserIds: reps.map((rep) => rep.id),
    lines: Object.fromEntries(
      lines.map((line) => [
        line.id,
        {
          position: line.position,
          product: line.productName,
          quantity: line.quantity,
          unitOfMeasure: line.unitOfMeasure,
          orderedUnitPrice: line.orderedUnitPrice,
          isSample: line.isSample,
          isBackorder: line.isBackorder,
          notes: line.notes,
        },
      ]),
    ),
  };
}

/**
 * Writes an order's entry in the audit log once it is saved: all of a new order, else the fields and lines that changed,
 * before and after. A line that was added or removed is on one side alone. `more` is what else is said of it.
 */
export async function logOrder(
  ctx: Reading & Pick<Ctx, 'audit'>,
  id: number,
  before: LoggedOrder | null,
  more: object | null = null,
): Promise<void> {
  const after = await readOrder(ctx, id);
  if (before === null) return ctx.audit({ id, before, after });
  const [was, is] = [differing(before, after), differing(after, before)];
  return ctx.audit({ id, before: was, after: { ...is, ...more } });
}

logOrder.before = readOrder;

function differing({ lines, ...fields }: LoggedOrder, other: LoggedOrder) {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  // A discount says nothing without its type: 0.1 is ten percent, or ten cents.
  const reads = (name: string) => (name === 'discountType' ? ['discountType', 'discount'] : [name]);
  const changed = Object.entries(fields).filter(([name]) =>
    reads(name).some((one) => differs(fields[one], other[one])),
  );
  const changedLines = Object.entries(lines).filter(([id, line]) => differs(line, other.lines[id]));
  return {
    ...Object.fromEntries(changed),
    ...(changedLines.length > 0 && { lines: Object.fromEntries(changedLines) }),
  };
}
