import type { BuyerOrder } from '../../../../domain/orders/order';
import type { OrderSide } from '../../../../domain/orders/status';
import { OrderLink, PurchaseOrderLink } from '../../../kit/links/OrderLink';
import { Panel } from '../../../kit/record/RecordPage';
import styles from '../orders.module.css';

type MergedOrdersProps = { order: Pick<BuyerOrder, 'mergedFrom' | 'mergedInto'>; side: OrderSide };

/** The orders an order was merged from or into, if any that the reader may open. */
export function MergedOrders({ order: { mergedFrom, mergedInto }, side }: MergedOrdersProps) {
  const Other = side === 'seller' ? OrderLink : PurchaseOrderLink;
  const others = mergedInto ? [mergedInto] : mergedFrom;
  if (others.length === 0) return null;
  return (
    <Panel title={mergedInto ? 'Combined into' : 'Combined from'}>
      <ul className={styles.list}>
        {others.map((other) => (
          <li key={other.id}>
            <Other order={other} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
