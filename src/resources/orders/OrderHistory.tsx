import type { BuyerOrder } from '../../../domain/orders/order';
import { momentHere } from '../../ui/reader-dates';
import { OrderStatusPill } from './OrderPills';

/** How the order came to its status, latest first. */
export function OrderHistory({ history }: Pick<BuyerOrder, 'history'>) {
  return (
    <section className="o-panel" aria-labelledby="order-history">
      <h2 id="order-history">History</h2>
      <ol className="o-history">
        {[...history].reverse().map(({ to, at, by }) => (
          <li key={`${at}${to}`}>
            <OrderStatusPill status={to} />
            <span className="o-sub">
              <time dateTime={at}>{momentHere(at)}</time> by {by}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
