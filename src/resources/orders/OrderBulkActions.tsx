import { orders as calls } from '../../../domain/orders/contract';
import type { OrderRow } from '../../../domain/orders/order';
import { ORDER_STATUSES, type Transition, transitionsFor } from '../../../domain/orders/status';
import { useCan } from '../../access/useCan';
import { BulkActs, type Selected } from '../../kit/list';
import { call } from '../../providers/call';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';

/** What can be done with several sales orders at once. */
export function OrderBulkActions({ selected }: { selected: Selected<OrderRow> }) {
  const whyNot = useCan().whyNot(calls.updateBasicInfo.requires);
  const transitionsOf = useTransitions();
  const transitions = new Map((selected.rows ?? []).flatMap(transitionsOf).map((one) => [one.verb, one]));
  const copy = async () => {
    await navigator.clipboard.writeText((selected.rows ?? []).map(({ orderNumber }) => orderNumber).join('\n'));
    showSnack({ status: 'success', message: 'Order numbers copied' });
  };
  return (
    <>
      <BulkActs<OrderRow>
        label="Change status"
        noun={['order', 'orders']}
        selected={selected}
        nameOf={({ orderNumber }) => orderNumber}
        whyNot={whyNot}
        nothingOpen="No change of status is open to these orders."
        mostAtOnce={100}
        acts={[...transitions.values()].map(({ verb, to }) => ({
          verb,
          ...(isFinal(to) && { tone: 'danger' }),
          isOpenTo: (order) => transitionsOf(order).some((one) => one.verb === verb),
          review: (counted) => reviewOf(counted, to),
          outcome: ORDER_STATUSES[to].label,
          run: ({ id, version }) => call(calls.transition, { params: { id }, body: { status: to, version } }),
        }))}
      />
      {selected.rows && (
        <Button icon="copy" onClick={() => void copy()}>
          Copy numbers
        </Button>
      )}
    </>
  );
}

const isFinal = (to: Transition['to']) => to === 'REJECTED' || to === 'CANCELLED';

function reviewOf(counted: string, to: Transition['to']): string {
  const moved = `${counted} will become ${ORDER_STATUSES[to].label}.`;
  if (isFinal(to)) return `${moved} Their stock becomes available again, and this cannot be undone.`;
  return to === 'BACKORDER' ? `${moved} The stock held for them becomes available to others.` : moved;
}

function useTransitions(): (order: OrderRow) => readonly Transition[] {
  const { holds } = useCan();
  const me = useSession().membership?.orgUserId;
  const canEdit = ({ salesReps }: OrderRow) =>
    holds('write', 'BROWSE_ORDERS') || (holds('write', 'BROWSE_MY_ORDERS') && salesReps.some(({ id }) => id === me));
  const canEditFrozen = holds('write', 'EDIT_FROZEN_ORDERS');
  return (order) => transitionsFor({ ...order, side: 'seller', canEdit: canEdit(order), canEditFrozen });
}
