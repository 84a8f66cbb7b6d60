import { orders as calls } from '../../../domain/orders/contract';
import type { OrderRow } from '../../../domain/orders/order';
import {
  findTransition,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
  type Transition,
} from '../../../domain/orders/status';
import type { ListBulk } from '../../kit/list';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';

type OrderBulk = ListBulk<OrderRow, typeof calls.bulk>;

const SELLER_MOVES = TRANSITIONS.filter(({ by }) => by === 'seller');
/** Each status change by its verb, in the order an order goes through them. */
const MOVES = [...new Map(SELLER_MOVES.map((one) => [one.verb, one])).values()];

/** The statuses this verb applies to; other statuses with the same target use another verb. */
const movedFrom = (verb: string): OrderStatus[] =>
  SELLER_MOVES.filter((one) => one.verb === verb).map(({ from }) => from);

/** Bulk actions on sales orders. */
export const orderBulk: OrderBulk = {
  call: calls.bulk,
  label: 'Change status',
  nothingOpen: 'You can’t change the status of these orders.',
  acts: MOVES.map(actOf),
  more: ({ rows }) =>
    rows && (
      <Button icon="copy" onClick={() => void copyNumbers(rows)}>
        Copy order numbers
      </Button>
    ),
};

function actOf({ verb, to }: Transition): OrderBulk['acts'][number] {
  const isFinal = to === 'REJECTED' || to === 'CANCELLED';
  const { label } = ORDER_STATUSES[to];
  return {
    act: 'transition',
    input: { status: to },
    ...(isFinal && { tone: 'danger' }),
    title: `${verb} #`,
    outcome: label.toLowerCase(),
    isOpenTo: (order) => verbsOf(order).includes(verb),
    narrow: (filters) => {
      const from = movedFrom(verb).filter((status) => filters.statuses?.includes(status) ?? true);
      return from.length === 0 ? null : { ...filters, statuses: from };
    },
    review: (many) => {
      const moved = `${many} will be ${label.toLowerCase()}.`;
      if (isFinal) return `${moved} Their stock is released. You can’t undo this.`;
      return to === 'BACKORDER' ? `${moved} Their stock is released.` : moved;
    },
  };
}

/** The status changes the platform allows for this order now. */
function verbsOf({ status, availableTransitions }: OrderRow): (string | undefined)[] {
  return availableTransitions.map((to) => findTransition(status, to)?.verb);
}

async function copyNumbers(rows: readonly OrderRow[]): Promise<void> {
  await navigator.clipboard.writeText(rows.map(({ orderNumber }) => orderNumber).join('\n'));
  showSnack({ status: 'success', message: 'Order numbers copied' });
}
