import { type ReactNode, useState } from 'react';
import { type BuyerOrder, OverrideReason } from '../../../../domain/orders/order';
import { isClosed, type OrderSide, type OrderStatus, type Transition } from '../../../../domain/orders/status';
import { attempt } from '../../../kit/form/attempt';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { listPath } from '../../../kit/list/list-place';
import type { RecordHead } from '../../../kit/record/RecordPage';
import { useTitle } from '../../../shell/useTitle';
import { Button, IconButton } from '../../../ui/Button';
import { CopyableId } from '../../../ui/CopyableId';
import { PageFrame } from '../../../ui/PageFrame';
import { Tooltip } from '../../../ui/Tooltip';
import { LicenseWarningLine } from '../../licenses/LicenseWarningLine';
import { OrderStatusPill } from '../OrderPills';
import css from './OrderFrame.module.css';
import { type Move, useTransitionOrder } from './useTransitionOrder';

const LISTS: Record<OrderSide, { label: string; path: string }> = {
  seller: { label: 'Sales Orders', path: '/orders' },
  buyer: { label: 'Purchase Orders', path: '/orders/purchases' },
};

/** The top of an order's page; what is known from its row alone (`isRow`) has nothing to press. */
export function orderHead(
  { orderNumber, status }: Pick<BuyerOrder, 'orderNumber' | 'status'>,
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
      {stopped && (
        <Confirm<{ reason: string }>
          title={`${stopped.transition.verb} this order anyway?`}
          act={`${stopped.transition.verb} anyway`}
          tone="primary"
          values={{ reason: '' }}
          schema={OverrideReason}
          fields={[
            { name: 'reason', label: 'Reason', required: true, maxLength: 500, hint: 'Saved in the audit log.' },
          ]}
          run={({ reason }) => override(stopped.transition, reason)}
          success="Order status updated"
          onClose={leave}
        >
          <p>{stopped.message}</p>
        </Confirm>
      )}
    </PageFrame>
  );
}

type OrderTransitionsProps = {
  moves: readonly Move[];
  isMoving: boolean;
  onMove: (transition: Transition, reason?: string) => Promise<void>;
};

const AGAINST: readonly OrderStatus[] = ['REJECTED', 'CANCELLED'];

/** The words on the button of a status change. */
export const labelOf = ({ to, verb }: Transition) => (AGAINST.includes(to) ? `${verb} order` : verb);

/** A button per status change. Changes with consequences ask first; disabled ones say why. */
function OrderTransitions({ moves, isMoving, onMove }: OrderTransitionsProps) {
  const [asked, setAsked] = useState<Transition | null>(null);
  const main = moves.find(({ transition }) => transition.question === null)?.transition;
  const toneOf = (transition: Transition) =>
    transition === main ? 'primary' : AGAINST.includes(transition.to) ? 'danger' : 'plain';
  const choose = (transition: Transition) =>
    transition.question === null ? void onMove(transition) : setAsked(transition);
  return (
    <>
      {[...moves].reverse().map(({ transition, whyNot }) =>
        whyNot === null ? (
          <Button key={transition.to} tone={toneOf(transition)} busy={isMoving} onClick={() => choose(transition)}>
            {labelOf(transition)}{' '}
          </Button>
        ) : (
          <Tooltip key={transition.to} text={whyNot}>
            <Button aria-disabled>{labelOf(transition)}</Button>
          </Tooltip>
        ),
      )}
      {asked && (
        <Confirm<{ reason: string }>
          title={`${asked.verb} order`}
          act={labelOf(asked)}
          tone={AGAINST.includes(asked.to) ? 'danger' : 'primary'}
          cancel="Keep order"
          values={{ reason: '' }}
          fields={
            AGAINST.includes(asked.to)
              ? [
                  {
                    name: 'reason',
                    label: 'Reason',
                    control: 'textarea',
                    maxLength: 500,
                    hint: 'Buyer and seller both see it.',
                  },
                ]
              : []
          }
          run={({ reason }) => attempt(() => onMove(asked, reason.trim()))}
          onClose={() => setAsked(null)}
        >
          <p>{asked.question}</p>
        </Confirm>
      )}
    </>
  );
}
