import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '../../../domain/orders/order';
import { Confirm } from '../../kit/form/Confirm';
import { listPath } from '../../kit/list/list-place';
import { useResourceDelete } from '../../providers/use-resource';
import { Button } from '../../ui/Button';
import { later } from '../../ui/later';
import { orders } from './resource';

const CloneDialog = later(async () => (await import('./entry/CloneDialog')).CloneDialog);

type OrderActsProps = { order: Order; onEdit: () => void; onNear: () => void };

/** What a seller does with an order besides changing its status. */
export function OrderActs({ order, onEdit, onNear }: OrderActsProps) {
  const { id, orderNumber, status } = order;
  const [isAsking, setAsking] = useState(false);
  const [isCloning, setCloning] = useState(false);
  const navigate = useNavigate();
  const { run } = useResourceDelete(orders, { showsErrors: true });
  return (
    <>
      {status === 'DRAFT' && (
        <Button icon="trash" onClick={() => setAsking(true)}>
          Delete draft
        </Button>
      )}
      <Button icon="copy" onClick={() => setCloning(true)} onPointerEnter={CloneDialog.prefetch}>
        Clone
      </Button>
      <Button onClick={onEdit} onPointerEnter={onNear} onFocus={onNear}>
        Edit order
      </Button>
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
