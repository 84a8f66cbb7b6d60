import { type BuyerOrderRow, ORDER_SOURCE_LABELS, type OrderRow } from '../../../../domain/orders/order';
import { isClosed, type OrderSide, transitionsFor } from '../../../../domain/orders/status';
import { useCan } from '../../../access/useCan';
import { type ActToCome, PanelSkeleton, RecordSkeleton } from '../../../kit/record/RecordPage';
import { useKnownRow } from '../../../providers/refine/known-row';
import { Days } from '../../../shell/Days';
import { momentHere } from '../../../ui/reader-dates';
import { Skeleton } from '../../../ui/states';
import { labelOf } from '../OrderTransitions';
import styles from '../orders.module.css';
import { orders } from '../resource';
import { CLOSED, orderHead } from './OrderFrame';
import css from './OrderLines.module.css';
import { OrderTotals } from './OrderTotals';

export const LABEL = 'Loading order';
const PRINT = { label: 'Print', hasIcon: true };
const EDITS = [{ label: 'Clone', hasIcon: true }, { label: 'Edit order' }];
/** More would be below the fold. */
const MOST_LINES = 12;
/** In place of a fact that isn't known yet. */
export const rest = (height = '1.5em') => <Skeleton width="72%" height={height} />;

/** A sales order's page while it loads, with what its row in a list says. */
export function SalesOrderSkeleton({ id, isEditing }: { id: number; isEditing: boolean }) {
  const order = useKnownRow([orders], (row) => row.id === id);
  const { can } = useCan();
  if (!order || isEditing) return <RecordSkeleton label={LABEL} />;
  const mayEdit = can(orders.update.requires);
  return (
    <Days of={order.sellerCompany.companyId}>
      <RecordSkeleton
        {...topOf(order, 'seller', [PRINT, ...(mayEdit ? EDITS : [])])}
        side={
          <>
            <PanelSkeleton title="Details" height={mayEdit ? '398px' : '120px'} />
            <PanelSkeleton
              title="Customer"
              facts={{
                Name: order.customer.name,
                Email: rest(),
                Phone: rest(),
                'Buyer license': rest('24px'),
                'Deliver to': rest('3em'),
                'Sold by': order.sellerCompany.name,
                ...sharedFacts(order),
              }}
            />
          </>
        }
      >
        <KnownLines order={order} />
      </RecordSkeleton>
    </Days>
  );
}

type EitherRow = OrderRow | BuyerOrderRow;

/** What `RecordSkeleton` takes for the top of an order's page. */
export function topOf(order: EitherRow, side: OrderSide, acts: readonly ActToCome[]) {
  const moves = transitionsFor({ status: order.status, side, canEdit: true, canEditFrozen: true });
  return {
    label: LABEL,
    head: orderHead(order, side, true),
    acts: [...acts, ...moves.map((move) => ({ label: labelOf(move) })).reverse()],
    note: moves.length === 0 && isClosed(order.status) && CLOSED,
  };
}

export const sharedFacts = (order: EitherRow) => ({
  Ordered: momentHere(order.created),
  Source: ORDER_SOURCE_LABELS[order.orderSource],
});

/** An order's lines while they load, above its totals as far as they are known. */
export function KnownLines({ order }: { order: EitherRow }) {
  const lines = Array.from({ length: Math.min(order.lineItemCount, MOST_LINES) }, (_, index) => index);
  return (
    <PanelSkeleton
      title={
        <>
          Line items <span className={styles.count}>{order.lineItemCount}</span>
        </>
      }
    >
      <div className={css.toCome}>
        <Skeleton height="16px" />
        {lines.map((line) => (
          <Skeleton key={line} height="var(--order-line)" />
        ))}
      </div>
      <OrderTotals order={order} />
    </PanelSkeleton>
  );
}
