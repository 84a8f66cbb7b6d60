import { useState } from 'react';
import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { type Order, OverrideReason } from '../../../../domain/orders/order';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { mayOverride, OVERRIDE_FIELD } from './override';

type UnmergeDialogProps = { order: Order; refresh: () => unknown; onClose: () => void };

/** Takes a merged order apart. */
export function UnmergeDialog({ order, refresh, onClose }: UnmergeDialogProps) {
  const { run } = useCall(calls.unmerge, { showsErrors: true });
  const [isStopped, stop] = useState(false);
  const numbers = order.mergedFrom.map(({ orderNumber }) => orderNumber).join(', ');
  return (
    <Confirm<{ reason: string }>
      title="Undo merge"
      act="Undo merge"
      tone="primary"
      values={{ reason: '' }}
      fields={isStopped ? [OVERRIDE_FIELD] : []}
      {...(isStopped && { schema: OverrideReason })}
      run={async ({ reason }) => {
        const result = await run({ body: { orderId: order.id, ...(isStopped && { overrideReason: reason }) } });
        if (!result.ok && mayOverride(result.error)) stop(true);
        return result;
      }}
      success="Merge undone"
      onDone={refresh}
      onClose={onClose}
    >
      <p>
        Orders {numbers} get their own status and stock back. Order {order.orderNumber} is cancelled.
      </p>
    </Confirm>
  );
}
