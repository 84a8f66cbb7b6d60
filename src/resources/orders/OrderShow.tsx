import { useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { changesOrders } from '../../../domain/orders/contract';
import { needsStock } from '../../../domain/orders/entry/needs';
import { orderInventory } from '../../../domain/orders/inventory-contract';
import type { Order } from '../../../domain/orders/order';
import { type OrderProblem, orderProblems } from '../../../domain/orders/problems/contract';
import { useCan } from '../../access/useCan';
import { Confirm } from '../../kit/form/questions/Confirm';
import { listPath } from '../../kit/list/list-place';
import { RecordColumns } from '../../kit/record/RecordPage';
import { aheadOf } from '../../providers/refine/look-ahead';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceDelete, useResourceOne } from '../../providers/refine/use-resource';
import { Days } from '../../shell/Days';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazy';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import { OrderBooks } from '../accounting/OrderBooks';
import { OrderComments } from './comments/OrderComments';
import { MailedDocuments } from './documents/MailedDocuments';
import { PrintMenu } from './documents/PrintMenu';
import { OrderPayments } from './payments/OrderPayments';
import { OrderProblems } from './problems/OrderProblems';
import { orders, purchaseOrders } from './resource';
import { EarlierParts } from './show/EarlierParts';
import { MergedOrders } from './show/MergedOrders';
import { OrderChanges } from './show/OrderChanges';
import { OrderDetails } from './show/OrderDetails';
import { OrderFrame } from './show/OrderFrame';
import { OrderLines } from './show/OrderLines';
import { isGone, OrderMissing, OrderReset, useOrderErrors } from './show/OrderMissing';
import { OrderParties } from './show/OrderParties';
import { SalesOrderSkeleton } from './show/OrderSkeletons';
import { OrderTotals } from './show/OrderTotals';

const OrderEditor = lazyDialog(async () => (await import('./entry/OrderEditor')).OrderEditor);
const EDIT = 'edit';
const isWaiting = ({ answer }: OrderProblem) => answer === null;

export const ahead = aheadOf(orders);

/** An order's page by id: the seller's, or the buyer's for people who only buy it. */
export default function OrderShow() {
  const { slug = '' } = useParams();
  const { can } = useCan();
  const sells = can(orders.requires);
  if (!/^[1-9]\d{0,14}$/.test(slug)) return <OrderMissing error={null} />;
  return sells ? <SalesOrder id={Number(slug)} /> : <Navigate replace to={`/orders/purchases/${slug}`} />;
}

function SalesOrder({ id }: { id: number }) {
  const { can } = useCan();
  const buys = can(purchaseOrders.requires);
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const { query, result } = useResourceOne(orders, id);
  // The platform answers for the reader's own role, which is too much while viewing as another.
  const order = result && { ...result, canEdit: result.canEdit && can(orders.update.requires) };
  const { error } = query;
  const isOpen = order !== undefined && needsStock(order.status);
  const stock = useCallQuery(
    orderInventory.get,
    { params: { n: id } },
    { enabled: isOpen, topics: ['orders', 'catalogue', 'products', 'packages'] },
  );
  const needs = (isOpen && stock.data) || [];
  const { data: problems = [] } = useCallQuery(
    orderProblems.list,
    { params: { id } },
    { enabled: order !== undefined, topics: ['orders'] },
  );
  const refresh = async () => {
    const now = (await query.refetch({ cancelRefetch: false })).data?.data;
    // What the order holds of stock changed with its status.
    if (now && needsStock(now.status)) await stock.refetch();
    return now;
  };
  useOrderErrors(error, result !== undefined);
  if (isGone(error)) {
    return buys ? <Navigate replace to={`/orders/purchases/${id}`} /> : <OrderMissing error={error} />;
  }
  if (!order) {
    if (!error) return <SalesOrderSkeleton id={id} isEditing={params.has(EDIT)} />;
    const mayEnter = can(changesOrders);
    if (mayEnter && params.has(EDIT)) return <OrderReset error={error} address={`/orders/${id}?${EDIT}`} />;
    return <OrderMissing error={error} onRetry={() => void refresh()} mayEnter={mayEnter} />;
  }
  const { companyId } = order.sellerCompany;
  if (order.canEdit && params.has(EDIT)) {
    return (
      <Days of={companyId}>
        <OrderFrame order={order} side="seller" refresh={refresh} isEditing>
          <OrderEditor.Part order={order} refresh={refresh} onClose={() => changeSearch(without(EDIT))} />
        </OrderFrame>
      </Days>
    );
  }
  const edit = () =>
    changeSearch((search) => {
      search.set(EDIT, '');
      return search;
    });
  return (
    <Days of={companyId}>
      <OrderFrame
        order={order}
        side="seller"
        refresh={refresh}
        acts={
          <>
            <OrderPrints order={order} />
            {order.canEdit && (
              <OrderActions order={order} onEdit={edit} onNear={OrderEditor.prefetch} refresh={refresh} />
            )}
          </>
        }
      >
        <RecordColumns
          side={
            <>
              <OrderDetails order={order} refresh={refresh} />
              <OrderParties order={order} side="seller" />
              <MergedOrders order={order} side="seller" />
              <OrderBooks order={order} />
              <MailedDocuments orderId={order.id} />
              <OrderChanges order={order} />
            </>
          }
        >
          <OrderProblems order={order} problems={problems.filter(isWaiting)} canAnswer={order.canEdit} />
          <OrderLines lines={order.lineItems} side="seller" needs={needs}>
            <OrderTotals order={order} />
          </OrderLines>
          <OrderPayments order={order} refresh={refresh} />
          <OrderProblems order={order} problems={problems.filter((one) => !isWaiting(one))} title="Answered problems" />
          <OrderComments order={order} />
          <EarlierParts order={order} />
        </RecordColumns>
      </OrderFrame>
    </Days>
  );
}

const MailDialog = lazyDialog(async () => (await import('./documents/MailDialog')).MailDialog);

/** Prints an order, or mails it to its customer. */
function OrderPrints({ order }: { order: Order }) {
  const [isMailing, setMailing] = useState(false);
  const mail = { label: 'Email to customer…', separated: true, onSelect: () => setMailing(true) };
  return (
    <>
      <PrintMenu orderIds={[order.id]} more={order.canEdit ? [mail] : []} onNear={MailDialog.prefetch} />
      {isMailing && <MailDialog.Part order={order} onClose={() => setMailing(false)} />}
    </>
  );
}

const CloneDialog = lazyDialog(async () => (await import('./entry/CloneDialog')).CloneDialog);

const UnmergeDialog = lazyDialog(async () => (await import('./entry/UnmergeDialog')).UnmergeDialog);

type OrderActionsProps = { order: Order; onEdit: () => void; onNear: () => void; refresh: () => unknown };

/** What a seller does with an order besides changing its status. */
function OrderActions({ order, onEdit, onNear, refresh }: OrderActionsProps) {
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
