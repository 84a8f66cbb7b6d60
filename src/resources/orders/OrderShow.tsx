import { Navigate, useParams } from 'react-router';
import { anyOf, read } from '../../../domain/access/ability';
import { orders as calls } from '../../../domain/orders/contract';
import { useCan } from '../../access/useCan';
import { CallError } from '../../providers/call-errors';
import { useCallQuery } from '../../providers/use-call';
import { OrderComments } from './OrderComments';
import { OrderDetails } from './OrderDetails';
import { OrderFrame } from './OrderFrame';
import { OrderHistory } from './OrderHistory';
import { OrderLines } from './OrderLines';
import { OrderMissing, OrderSkeleton, useOrderErrors } from './OrderMissing';
import { OrderParties } from './OrderParties';
import { OrderPayments } from './OrderPayments';
import { OrderTotals } from './OrderTotals';

/** An order's page by its id: the seller's, or the buyer's for whoever only buys it. */
export default function OrderShow() {
  const { slug = '' } = useParams();
  const { can } = useCan();
  const sells = can(anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS')));
  if (!/^[1-9]\d{0,14}$/.test(slug)) return <OrderMissing error={null} />;
  return sells ? <SalesOrder id={Number(slug)} /> : <Navigate replace to={`/orders/purchases/${slug}`} />;
}

function SalesOrder({ id }: { id: number }) {
  const buys = useCan().can(read('PURCHASE_ORDERS'));
  const query = useCallQuery(calls.get, { params: { id } }, { topics: ['orders'] });
  const { data: order, error } = query;
  const refresh = async () => (await query.refetch()).data;
  useOrderErrors(error);
  if (error instanceof CallError && error.status === 404) {
    return buys ? <Navigate replace to={`/orders/purchases/${id}`} /> : <OrderMissing error={error} />;
  }
  if (!order) return error ? <OrderMissing error={error} onRetry={() => void refresh()} /> : <OrderSkeleton />;
  return (
    <OrderFrame order={order} side="seller" refresh={refresh}>
      <div className="o-columns">
        <div className="o-main">
          <OrderLines lines={order.lineItems}>
            <OrderTotals order={order} />
          </OrderLines>
          <OrderPayments order={order} refresh={refresh} />
          <OrderComments order={order} />
        </div>
        <div className="o-side">
          <OrderDetails order={order} refresh={refresh} />
          <OrderParties order={order} side="seller" />
          <OrderHistory history={order.history} />
        </div>
      </div>
    </OrderFrame>
  );
}
