import type { CallInput } from '../../../domain/contract/endpoint';
import { orders as calls } from '../../../domain/orders/contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import {
  findTransition,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
  type Transition,
} from '../../../domain/orders/status';
import { useCan } from '../../access/useCan';
import { type BulkAct, BulkActs, type Selected } from '../../kit/list';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { useCall } from '../../providers/use-call';
import { Button } from '../../ui/Button';

type Act = CallInput<typeof calls.bulk>['body']['act'];
type Props = { selected: Selected<OrderRow>; filters: OrderFilters };

const SELLER_MOVES = TRANSITIONS.filter(({ by }) => by === 'seller');
/** Each change of status by its verb, in the order an order goes through them. */
const MOVES = [...new Map(SELLER_MOVES.map((one) => [one.verb, one])).values()];

/** The statuses an order is moved from by this verb: others that could become the same are not meant by it. */
const movedFrom = (verb: string): OrderStatus[] =>
  SELLER_MOVES.filter((one) => one.verb === verb).map(({ from }) => from);

/** What can be done with several sales orders at once. */
export function OrderBulkActions({ selected, filters }: Props) {
  const { scope } = useSession();
  const whyNot = useCan().whyNot(calls.bulk.requires);
  const { run, isPending, error } = useCall(calls.bulk, { showsErrors: true });
  const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const copy = async () => {
    await navigator.clipboard.writeText((selected.rows ?? []).map(({ orderNumber }) => orderNumber).join('\n'));
    showSnack({ status: 'success', message: 'Order numbers copied' });
  };
  return (
    <>
      <BulkActs<OrderRow, OrderFilters, Act>
        label="Change status"
        noun={['order', 'orders']}
        selected={selected}
        filters={filters}
        whyNot={whyNot}
        nothingOpen="No change of status is open to these orders."
        acts={MOVES.map((move) => ({
          ...actOf(move),
          isOpenTo: (order) => verbsOf(order).includes(move.verb),
        }))}
        start={{ run: (selection, act) => run({ body: { ...where, selection, act } }), isPending, error }}
      />
      {selected.rows && (
        <Button icon="copy" onClick={() => void copy()}>
          Copy numbers
        </Button>
      )}
    </>
  );
}

function actOf({ verb, to }: Transition): BulkAct<OrderRow, Act, OrderFilters> {
  const isFinal = to === 'REJECTED' || to === 'CANCELLED';
  const { label } = ORDER_STATUSES[to];
  return {
    verb,
    act: { name: 'transition', status: to },
    ...(isFinal && { tone: 'danger' }),
    outcome: label,
    narrow: (filters) => {
      const from = movedFrom(verb).filter((status) => filters.statuses?.includes(status) ?? true);
      return from.length === 0 ? null : { ...filters, statuses: from };
    },
    review: (many) => {
      const moved = `${many} will become ${label}.`;
      if (isFinal) return `${moved} Their stock becomes available again, and this cannot be undone.`;
      return to === 'BACKORDER' ? `${moved} The stock held for them becomes available to others.` : moved;
    },
  };
}

/** What the platform says can be done with this order now. */
function verbsOf({ status, availableTransitions }: OrderRow): (string | undefined)[] {
  return availableTransitions.map((to) => findTransition(status, to)?.verb);
}
