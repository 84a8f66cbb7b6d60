import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '../../../../domain/orders/order';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { listPath } from '../../../kit/list/list-place';
import { useResourceDelete } from '../../../providers/refine/use-resource';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { orders } from '../resource';

const CloneDialog = lazyDialog(async () => (await import('../entry/CloneDialog')).CloneDialog);

const UnmergeDialog = lazyDialog(async () => (await import('../entry/UnmergeDialog')).UnmergeDialog);

type OrderActionsProps = { order: Order; onEdit: () => void; onNear: () => void; refresh: () => unknown };

/** What a seller does with an order besides changing its status. */
export function OrderActions({ order, onEdit, onNear, refresh }: OrderActionsProps) {
  const { id, orderNumber, status } = order;
  const [isAsking, setAsking] = useState(false);
  const [isCloning, setCloning] = useState(false);
  const [isUnmerging, setUnmerging] = useState(false);
  const navigate = useNavigate();
  const { run } = useResourceDelete(orders, { showsErrors: true });
  return (
    <>
      {status === 'DRAFT' && (
        <Button icon="trash" onClick={() => setAsking(true)}>
          Delete draft
        </Button>
      )}
      {order.canUnmerge && (
        <Button onClick={() => setUnmerging(true)} onPointerEnter={UnmergeDialog.prefetch}>
          Undo merge
        </Button>
      )}
      <Button icon="copy" onClick={() => setCloning(true)} onPointerEnter={CloneDialog.prefetch}>
        Clone
      </Button>
      <Button onClick={onEdit} onPointerEnter={onNear} onFocus={onNear}>
        Edit order
      </Button>
      {isUnmerging && <UnmergeDialog.Part order={order} refresh={refresh} onClose={() => setUnmerging(false)} />}
      {isCloning && <CloneDialog.Part order={order} onClose={() => setCloning(false)} />}
      {isAsking && (
        <Confirm
          title={`Delete draft ${orderNumber}?`}
          act="Delete draft"
          tone="danger"
          run={() => run(id)}
          success={`Draft ${orderNumber} deleted`}
          onDone={() => void navigate(listPath('/orders'), { replace: true })}
          onClose={() => setAsking(false)}
        >
          <p>Its lines are deleted too, and its number isn’t used again. You can’t undo this.</p>
        </Confirm>
      )}
    </>
  );
}
