import { Navigate, useParams, useSearchParams } from 'react-router';
import { changesOrders } from '../../../domain/orders/contract';
import { needsStock } from '../../../domain/orders/entry/needs';
import { orderInventory } from '../../../domain/orders/inventory-contract';
import { type OrderProblem, orderProblems } from '../../../domain/orders/problems/contract';
import { useCan } from '../../access/useCan';
import { RecordColumns } from '../../kit/record/RecordPage';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceOne } from '../../providers/refine/use-resource';
import { lazyDialog } from '../../ui/lazy';
import { useChangeSearch, without } from '../../ui/useChangeSearch';
import { OrderComments } from './comments/OrderComments';
import { MailedDocuments } from './documents/MailedDocuments';
import { OrderPrints } from './documents/OrderPrints';
import { OrderPayments } from './payments/OrderPayments';
import { OrderProblems } from './problems/OrderProblems';
import { orders, purchaseOrders } from './resource';
import { MergedOrders } from './show/MergedOrders';
import { OrderActions } from './show/OrderActions';
import { OrderChanges } from './show/OrderChanges';
import { OrderDetails } from './show/OrderDetails';
import { OrderFrame } from './show/OrderFrame';
import { OrderLines } from './show/OrderLines';
import { isGone, OrderMissing, OrderReset, OrderSkeleton, useOrderErrors } from './show/OrderMissing';
import { OrderParties } from './show/OrderParties';
import { OrderTotals } from './show/OrderTotals';

const OrderEditor = lazyDialog(async () => (await import('./entry/OrderEditor')).OrderEditor);
const EDIT = 'edit';
const isWaiting = ({ answer }: OrderProblem) => answer === null;

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
  const { data: needs = [] } = useCallQuery(
    orderInventory.get,
    { params: { n: id } },
    { enabled: order !== undefined && needsStock(order.status), topics: ['orders', 'products'] },
  );
  const { data: problems = [] } = useCallQuery(
    orderProblems.list,
    { params: { id } },
    { enabled: order !== undefined, topics: ['orders'] },
  );
  const refresh = async () => (await query.refetch({ cancelRefetch: false })).data?.data;
  useOrderErrors(error, result !== undefined);
  if (isGone(error)) {
    return buys ? <Navigate replace to={`/orders/purchases/${id}`} /> : <OrderMissing error={error} />;
  }
  if (!order) {
    if (!error) return <OrderSkeleton />;
    const mayEnter = can(changesOrders);
    if (mayEnter && params.has(EDIT)) return <OrderReset error={error} address={`/orders/${id}?${EDIT}`} />;
    return <OrderMissing error={error} onRetry={() => void refresh()} mayEnter={mayEnter} />;
  }
  if (order.canEdit && params.has(EDIT)) {
    return (
      <OrderFrame order={order} side="seller" refresh={refresh} isEditing>
        <OrderEditor.Part order={order} refresh={refresh} onClose={() => changeSearch(without(EDIT))} />
      </OrderFrame>
    );
  }
  const edit = () =>
    changeSearch((search) => {
      search.set(EDIT, '');
      return search;
    });
  return (
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
      </RecordColumns>
    </OrderFrame>
  );
}
