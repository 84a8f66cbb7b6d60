import { useState } from 'react';
import { compare, formatUsd, subtract } from '../../../../domain/money';
import type { Order } from '../../../../domain/orders/order';
import { orderCredit as calls } from '../../../../domain/orders/payments/contract';
import { useCan } from '../../../access/useCan';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';

const CreditDialog = lazyDialog(async () => (await import('./CreditDialog')).CreditDialog);

/** Offers the customer's credit while an order isn't paid; says what an overpaid order leaves for others. */
export function OrderCredit({ order, reread }: { order: Order; reread: () => Promise<void> }) {
  const [isApplying, setApplying] = useState(false);
  const mayApply = useCan().can(calls.apply.requires);
  const balance = compare(order.totalUsd, order.paidUsd);
  const { data: credit } = useCallQuery(
    calls.get,
    { params: { id: order.id } },
    { enabled: mayApply && balance > 0, topics: ['orders'] },
  );
  if (balance < 0) {
    const over = formatUsd(subtract(order.paidUsd, order.totalUsd));
    return <p className="v-hint">{over} is credit for the customer’s other orders.</p>;
  }
  if (balance === 0 || !credit || compare(credit.creditUsd, 0) === 0) return null;
  return (
    <>
      <Button onClick={() => setApplying(true)} onPointerEnter={CreditDialog.prefetch}>
        Apply {formatUsd(credit.creditUsd)} credit
      </Button>
      {isApplying && (
        <CreditDialog.Part order={order} credit={credit} onApplied={reread} onClose={() => setApplying(false)} />
      )}
    </>
  );
}
