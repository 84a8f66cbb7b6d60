import { reorders as calls } from '../../../../domain/carts/reorder-contract';
import { FillCart } from '../../../marketplace/carts/FillCart';
import { useCallQuery } from '../../../providers/refine/use-call';

/** Puts an order's products in the cart again, once what differs from then is seen. */
export function ReorderDialog({ order, onClose }: { order: { id: number; orderNumber: string }; onClose: () => void }) {
  const input = { params: { orderId: order.id }, body: {} };
  const { data, error, refetch } = useCallQuery(calls.preview, input, { staleTime: 0, topics: ['carts', 'catalogue'] });
  return (
    <FillCart
      title={`Order ${order.orderNumber} again`}
      preview={data}
      error={error}
      onRetry={refetch}
      isLoading={!error}
      waiting="Comparing with today’s menu and prices."
      onClose={onClose}
    />
  );
}
