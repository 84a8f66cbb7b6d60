import type { Order } from '../../../domain/orders/order';
import { Panel } from '../../kit/record/RecordPage';
import { OrderLink } from './OrderLink';
import styles from './orders.module.css';

/** The orders an order was merged from or into, if any. */
export function MergedOrders({ order: { mergedFrom, mergedInto } }: { order: Order }) {
  const others = mergedInto ? [mergedInto] : mergedFrom;
  if (others.length === 0) return null;
  return (
    <Panel title={mergedInto ? 'Combined into' : 'Combined from'}>
      <ul className={styles.list}>
        {others.map((other) => (
          <li key={other.id}>
            <OrderLink order={other} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
