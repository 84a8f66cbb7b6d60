import { orderEntry as calls } from '../../../../domain/orders/entry-contract';
import type { Order } from '../../../../domain/orders/order';
import { Confirm } from '../../../kit/form/Confirm';
import { useCall } from '../../../providers/use-call';

type UnmergeDialogProps = { order: Order; refresh: () => unknown; onClose: () => void };

/** Takes a merged order apart. */
export function UnmergeDialog({ order, refresh, onClose }: UnmergeDialogProps) {
  const { run } = useCall(calls.unmerge, { showsErrors: true });
  const numbers = order.mergedFrom.map(({ orderNumber }) => orderNumber).join(', ');
  return (
    <Confirm
      title="Undo merge"
      act="Undo merge"
      tone="primary"
      run={() => run({ body: { orderId: order.id } })}
      success="Merge undone"
      onDone={refresh}
      onClose={onClose}
    >
      <p>
        Orders {numbers} get their status and stock back. Order {order.orderNumber} is cancelled.
      </p>
    </Confirm>
  );
}
