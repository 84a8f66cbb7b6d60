import { useState } from 'react';
import { anyOf, write } from '../../../domain/access/ability';
import type { OrderRow } from '../../../domain/orders/order';
import { type Transition, transitionsFor } from '../../../domain/orders/status';
import { useCan } from '../../access/useCan';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { Menu, type MenuEntry } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { type BulkMove, BulkTransition } from './BulkTransition';

const MOST_AT_ONCE = 100;

type OrderBulkActionsProps = { selected: readonly OrderRow[] | null; onDone: () => void };

/** What can be done with several sales orders at once. */
export function OrderBulkActions({ selected, onDone }: OrderBulkActionsProps) {
  const [move, setMove] = useState<BulkMove | null>(null);
  const whyNot = useWhyNot(selected);
  const moves = useMoves(selected ?? []);
  const copy = async () => {
    await navigator.clipboard.writeText((selected ?? []).map(({ orderNumber }) => orderNumber).join('\n'));
    showSnack({ status: 'success', message: 'Order numbers copied' });
  };
  const entries = moves.map(
    (one): MenuEntry => ({
      label: `${one.verb} ${one.orders.length}`,
      ...(one.left > 0 ? { note: `${one.left} of the selection cannot be` } : {}),
      ...(one.isFinal ? { tone: 'danger' } : {}),
      onSelect: () => setMove(one),
    }),
  );
  return (
    <>
      {whyNot ? (
        <Tooltip text={whyNot}>
          <Button aria-disabled>Change status</Button>
        </Tooltip>
      ) : (
        <Menu label="Change status" entries={entries} />
      )}
      {selected && (
        <Button icon="copy" onClick={() => void copy()}>
          Copy numbers
        </Button>
      )}
      {move && (
        <BulkTransition
          move={move}
          onClose={(isDone) => {
            setMove(null);
            if (isDone) onDone();
          }}
        />
      )}
    </>
  );
}

function useWhyNot(selected: readonly OrderRow[] | null): string | null {
  const denied = useCan().whyNot(anyOf(write('BROWSE_ORDERS'), write('BROWSE_MY_ORDERS')));
  const moves = useMoves(selected ?? []);
  if (denied !== null) return denied;
  if (selected === null || selected.length > MOST_AT_ONCE) return `Select at most ${MOST_AT_ONCE} orders at a time.`;
  return moves.length === 0 ? 'No change of status is open to these orders.' : null;
}

/** The moves open to at least one of the orders, each with those it is open to. */
function useMoves(selected: readonly OrderRow[]): BulkMove[] {
  const { holds } = useCan();
  const me = useSession().membership?.orgUserId;
  const canEdit = ({ salesReps }: OrderRow) =>
    holds('write', 'BROWSE_ORDERS') || (holds('write', 'BROWSE_MY_ORDERS') && salesReps.some(({ id }) => id === me));
  const canEditFrozen = holds('write', 'EDIT_FROZEN_ORDERS');
  const byVerb = new Map<string, { transition: Transition; orders: OrderRow[] }>();
  for (const order of selected) {
    for (const transition of transitionsFor({ ...order, side: 'seller', canEdit: canEdit(order), canEditFrozen })) {
      const found = byVerb.get(transition.verb) ?? { transition, orders: [] };
      found.orders.push(order);
      byVerb.set(transition.verb, found);
    }
  }
  return [...byVerb.values()].map(({ transition: { verb, to }, orders }) => ({
    verb,
    to,
    isFinal: to === 'REJECTED' || to === 'CANCELLED',
    orders,
    left: selected.length - orders.length,
  }));
}
