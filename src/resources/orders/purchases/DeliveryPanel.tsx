import { shortDay } from '../../../../domain/dates';
import type { BuyerOrder } from '../../../../domain/orders/order';
import { purchaseActs as calls } from '../../../../domain/orders/purchase-contract';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Facts } from '../../../ui/Facts';
import styles from '../orders.module.css';

/** When an order is expected and has to be paid. */
export function DeliveryPanel({ order }: { order: BuyerOrder }) {
  const { data } = useCallQuery(calls.expectedDelivery, { params: { orderId: order.id } }, { topics: ['orders'] });
  return (
    <Panel title="Delivery and payment">
      <Facts
        facts={{
          Expected: data && (
            <>
              {data.day ? shortDay(data.day) : 'Not known'}
              <span className={styles.sub}>{data.reason}</span>
            </>
          ),
          'Ship date': order.shipDate ? shortDay(order.shipDate) : 'Not set yet',
          'Payment due': order.paymentDueDate ? shortDay(order.paymentDueDate) : 'Not set yet',
          'Shipping details': order.shippingDetails,
        }}
      />
    </Panel>
  );
}
