import type { BuyerOrder } from '../../../../domain/orders/order';
import { Panel } from '../../../kit/record/RecordPage';
import { momentHere } from '../../../ui/reader-dates';
import { OrderStatusPill } from '../OrderPills';
import styles from '../orders.module.css';
import css from './OrderHistory.module.css';

/** The order's status changes, newest first. */
export function OrderHistory({ history }: Pick<BuyerOrder, 'history'>) {
  return (
    <Panel title="History">
      <ol className={css.history}>
        {[...history].reverse().map(({ to, at, by, reason }) => (
          <li key={`${at}${to}`}>
            <OrderStatusPill status={to} />
            <span className={styles.sub}>
              <time dateTime={at}>{momentHere(at)}</time> by {by}
            </span>
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
