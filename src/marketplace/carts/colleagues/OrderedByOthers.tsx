import { Link } from 'react-router';
import { formatUsd } from '../../../../domain/money';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import css from '../../marketplace.module.css';
import news from '../checkout/CheckoutNews.module.css';
import type { PlacedOrder } from './useOrderedByOthers';

/** What colleagues ordered of the carts on screen. */
export function OrderedByOthers({ orders, dismiss }: { orders: readonly PlacedOrder[]; dismiss: () => void }) {
  return (
    <section className={css.resultBox} aria-label="Ordered by colleagues" role="status">
      <ul className={news.orders}>
        {orders.map(({ id, orderNumber, totalUsd, sellerName, by, isOwn }) => (
          <li key={id}>
            <Icon name="check" />
            <span>{isOwn ? 'You placed this order in another window' : `${by} placed this order`}:</span>
            <Link to={`/orders/purchases/${id}`}>Order {orderNumber}</Link>
            <span>{sellerName}</span>
            <strong>{formatUsd(totalUsd)}</strong>
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Link className="v-button" to="/marketplace">
          Keep shopping
        </Link>
        <Button tone="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
