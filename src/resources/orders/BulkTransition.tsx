import { useEffect, useRef, useState } from 'react';
import { orders as calls } from '../../../domain/orders/contract';
import type { OrderRow } from '../../../domain/orders/order';
import { ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { call } from '../../providers/call';
import { messageOf, NetworkError } from '../../providers/call-errors';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';

export type BulkMove = {
  verb: string;
  to: OrderStatus;
  isFinal: boolean;
  orders: readonly OrderRow[];
  /** How many of the selection it is not open to. */
  left: number;
};

type Outcome = { order: OrderRow; refusal: string | null; isLost: boolean };

const count = (many: number) => `${many} ${many === 1 ? 'order' : 'orders'}`;

/** Asks, then moves the orders one after the other, and says what became of each that was refused. */
export function BulkTransition({ move, onClose }: { move: BulkMove; onClose: (isDone: boolean) => void }) {
  const { verb, to, orders, left, isFinal } = move;
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [phase, setPhase] = useState<'asking' | 'running' | 'done'>('asking');
  const isStopped = useRef(false);
  const refused = outcomes.filter(({ refusal }) => refusal !== null);
  const isLost = outcomes.some((outcome) => outcome.isLost);
  // Nothing goes on unseen once the page is left.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const moved = outcomes.length - refused.length;

  const run = async () => {
    setPhase('running');
    for (const order of orders) {
      if (isStopped.current) break;
      const outcome = await transition(order, to);
      setOutcomes((before) => [...before, outcome]);
      if (outcome.isLost) break;
    }
    setPhase('done');
  };

  const actions = {
    asking: (
      <>
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button tone={isFinal ? 'danger' : 'primary'} onClick={() => void run()}>
          {verb} {count(orders.length)}
        </Button>
      </>
    ),
    running: (
      <Button
        onClick={() => {
          isStopped.current = true;
        }}
      >
        Stop
      </Button>
    ),
    done: (
      <Button tone="primary" onClick={() => onClose(true)}>
        Done
      </Button>
    ),
  };
  return (
    <Dialog
      title={`${verb} ${count(orders.length)}`}
      closable={phase !== 'running'}
      onClose={() => onClose(phase === 'done')}
      actions={actions[phase]}
    >
      {phase === 'asking' && (
        <div className="o-stack">
          <p>
            {count(orders.length)} will become {ORDER_STATUSES[to].label}.
            {isFinal && ' Their stock becomes available again, and this cannot be undone.'}
            {to === 'BACKORDER' && ' The stock held for them becomes available to others.'}
          </p>
          {left > 0 && <p className="v-hint">{count(left)} of the selection stay as they are.</p>}
        </div>
      )}
      {phase !== 'asking' && (
        <div className="o-stack" role="status">
          <progress className="k-progress" aria-label="Orders done" max={orders.length} value={outcomes.length} />
          <p>
            {moved} of {count(orders.length)} {moved === 1 ? 'is' : 'are'} {ORDER_STATUSES[to].label} now.
            {phase === 'done' &&
              outcomes.length < orders.length &&
              (isLost ? ' The rest were not tried, as the connection is lost.' : ' You stopped before the rest.')}
          </p>
          {refused.length > 0 && (
            <>
              <p>{count(refused.length)} stayed as they were:</p>
              <ul className="k-refusals">
                {refused.map(({ order, refusal }) => (
                  <li key={order.id}>
                    <b>{order.orderNumber}</b> {refusal}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

async function transition(order: OrderRow, to: OrderStatus): Promise<Outcome> {
  try {
    await call(calls.transition, { params: { id: order.id }, body: { status: to, version: order.version } });
    return { order, refusal: null, isLost: false };
  } catch (error) {
    return { order, refusal: messageOf(error), isLost: error instanceof NetworkError };
  }
}
