import type { ReactNode } from 'react';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { isClosed, type OrderSide } from '../../../../domain/orders/status';
import { listPath } from '../../../kit/list/list-place';
import type { RecordHead } from '../../../kit/record/RecordPage';
import { ShareLink } from '../../../shell/ShareLink';
import { useTitle } from '../../../shell/useTitle';
import { IconButton } from '../../../ui/Button';
import { CopyableId } from '../../../ui/CopyableId';
import { PageFrame } from '../../../ui/PageFrame';
import { LicenseWarningLine } from '../../licenses/LicenseWarningLine';
import { OrderStatusPill } from '../OrderPills';
import { OrderTransitions, OverrideQuestion } from '../OrderTransitions';
import { useTransitionOrder } from '../useTransitionOrder';
import css from './OrderFrame.module.css';

const LISTS: Record<OrderSide, { label: string; path: string }> = {
  seller: { label: 'Sales Orders', path: '/orders' },
  buyer: { label: 'Purchase Orders', path: '/orders/purchases' },
};

/** The top of an order's page; what is known from its row alone (`isRow`) has nothing to press. */
export function orderHead(
  { id, orderNumber, status }: Pick<BuyerOrder, 'id' | 'orderNumber' | 'status'>,
  side: OrderSide,
  isRow = false,
): RecordHead {
  return {
    title: `Order ${orderNumber}`,
    breadcrumbs: [{ label: LISTS[side].label, to: listPath(LISTS[side].path) }],
    aside: (
      <>
        <span inert={isRow}>
          <CopyableId value={orderNumber} label="Copy order number" isShown={false} />
          <ShareLink path={`${LISTS[side].path}/${id}`} />
        </span>
        <OrderStatusPill status={status} />
      </>
    ),
  };
}

export const CLOSED = <p className="v-hint">This order is closed. Its status can’t change.</p>;

type OrderFrameProps = {
  order: BuyerOrder;
  side: OrderSide;
  refresh: () => Promise<BuyerOrder | undefined>;
  /** Beside the status changes. */
  acts?: ReactNode;
  /** While the order is edited its status waits. */
  isEditing?: boolean;
  children: ReactNode;
};

/** An order page's frame: number, status and actions on top, with any refusal right below. */
export function OrderFrame({ order, side, refresh, acts, isEditing = false, children }: OrderFrameProps) {
  const { moves, move, isMoving, refusal, dismiss, stopped, leave, override } = useTransitionOrder(
    order,
    side,
    refresh,
  );
  useTitle(`Order ${order.orderNumber}`);
  return (
    <PageFrame
      {...orderHead(order, side)}
      busy={isMoving}
      actions={
        !isEditing && (
          <>
            {acts}
            <OrderTransitions moves={moves} isMoving={isMoving} onMove={move} />
          </>
        )
      }
    >
      {refusal && (
        <div className={css.notice} role="alert">
          <p>{refusal}</p>
          <IconButton icon="close" label="Dismiss" onClick={dismiss} />
        </div>
      )}
      <LicenseWarningLine warning={order.licenseWarning} />
      {moves.length === 0 && isClosed(order.status) && CLOSED}
      {children}
      {stopped && <OverrideQuestion stopped={stopped} run={override} onClose={leave} />}
    </PageFrame>
  );
}
