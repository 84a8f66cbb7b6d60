import { useParams } from 'react-router';
import { orderProblems } from '../../../../domain/orders/problems/contract';
import { RecordColumns } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useResourceOne } from '../../../providers/refine/use-resource';
import { OrderProblems } from '../problems/OrderProblems';
import { purchaseOrders } from '../resource';
import { MergedOrders } from '../show/MergedOrders';
import { OrderFrame } from '../show/OrderFrame';
import { OrderHistory } from '../show/OrderHistory';
import { OrderLines } from '../show/OrderLines';
import { OrderMissing, OrderSkeleton, useOrderErrors } from '../show/OrderMissing';
import { OrderParties } from '../show/OrderParties';
import { OrderTotals } from '../show/OrderTotals';
import { DeliveryPanel } from './DeliveryPanel';
import { PurchaseActions } from './PurchaseActions';

/** An order's page for its buyer. */
export default function PurchaseOrderShow() {
  const { slug = '' } = useParams();
  if (!/^[1-9]\d{0,14}$/.test(slug)) return <OrderMissing error={null} />;
  return <PurchaseOrder id={Number(slug)} />;
}

function PurchaseOrder({ id }: { id: number }) {
  const { query, result: order } = useResourceOne(purchaseOrders, id);
  const { error } = query;
  const { data: problems = [] } = useCallQuery(
    orderProblems.reported,
    { params: { orderId: id } },
    { topics: ['orders'] },
  );
  const refresh = async () => (await query.refetch({ cancelRefetch: false })).data?.data;
  useOrderErrors(error, order !== undefined);
  if (!order) return error ? <OrderMissing error={error} onRetry={() => void refresh()} /> : <OrderSkeleton />;
  return (
    <OrderFrame order={order} side="buyer" refresh={refresh} acts={<PurchaseActions order={order} />}>
      <RecordColumns
        side={
          <>
            <DeliveryPanel order={order} />
            <OrderParties order={order} side="buyer" />
            <MergedOrders order={order} side="buyer" />
            <OrderHistory history={order.history} />
          </>
        }
      >
        <OrderLines lines={order.lineItems} side="buyer">
          <OrderTotals order={order} />
        </OrderLines>
        <OrderProblems order={order} problems={problems} />
      </RecordColumns>
    </OrderFrame>
  );
}
