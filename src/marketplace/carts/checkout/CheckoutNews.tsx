import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { CartWrapper, CheckoutResult } from '../../../../domain/carts/cart';
import { formatUsd } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import shared from '../../marketplace.module.css';
import css from './CheckoutNews.module.css';
import type { Checkout } from './useCheckout';

type CheckoutNewsProps = {
  checkout: Checkout;
  carts: readonly CartWrapper[];
  /** Its result, without carts that became orders in other windows: the page tells of them apart. */
  result: CheckoutResult | null;
};

/** A checkout's result: orders placed, carts that failed, or a lost reply. */
export function CheckoutNews({ checkout, result, carts }: CheckoutNewsProps) {
  const { error, lost, isUnderWay, tryAgain, dismiss } = checkout;
  const place = useRef<HTMLDivElement>(null);
  const isNews = lost !== null || error !== null || result !== null;
  useEffect(() => {
    if (isNews) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isNews]);
  return (
    <div ref={place} className={css.news}>
      {lost && (
        <div className={`${shared.notice} ${shared.warn}`} role="alert">
          <Icon name="warning" />
          <div>
            <strong>We lost the connection.</strong> Your order may have gone through. Try again to check. It won’t be
            placed twice.
            <span className={shared.actions}>
              <Button tone="primary" icon="refresh" busy={isUnderWay} onClick={() => void tryAgain()}>
                Try again
              </Button>
            </span>
          </div>
        </div>
      )}
      {error && (
        <div className={`${shared.notice} ${shared.bad}`} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </div>
      )}
      {result && <Result result={result} remaining={carts.length} onClose={dismiss} />}
    </div>
  );
}

function Result(props: { result: CheckoutResult; remaining: number; onClose: () => void }) {
  const { result, remaining, onClose } = props;
  const { createdOrders, askedCarts, failedCarts } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const gone = failedCarts.filter(({ cart }) => cart === null);
  return (
    <section
      className={`${shared.resultBox} ${createdOrders.length + askedCarts.length > 0 ? '' : shared.bad}`}
      aria-labelledby="checkout-result"
    >
      <h2 id="checkout-result" ref={heading} tabIndex={-1}>
        {titleOf(result)}
      </h2>
      <ul className={css.orders}>
        {createdOrders.map((order) => (
          <li key={order.id}>
            <Icon name="check" />
            <Link to={`/orders/purchases/${order.id}`}>Order {order.orderNumber}</Link>
            <span>{order.sellerCompany.name}</span>
            <strong>{formatUsd(order.totalUsd)}</strong>
          </li>
        ))}
        {askedCarts.map(({ approvalId, sellerCompany, totalUsd, asked }) => (
          <li key={approvalId}>
            <Icon name="clock" />
            <Link to={`/orders/purchases/approvals/${approvalId}`}>Sent for approval to {asked.join(', ')}</Link>
            <span>{sellerCompany.name}</span>
            <strong>{formatUsd(totalUsd)}</strong>
          </li>
        ))}
        {gone.map(({ cartId, message }) => (
          <li key={cartId}>
            <Icon name="warning" />
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {failedCarts.length > gone.length && <p>See the reason on each cart.</p>}
      <div className={shared.actions}>
        {createdOrders.length > 0 && (
          <Link className="v-button v-primary" to="/orders/purchases">
            View purchase orders
          </Link>
        )}
        {remaining > 0 ? (
          <Button onClick={onClose}>Dismiss</Button>
        ) : (
          <Link className="v-button" to="/marketplace">
            Keep shopping
          </Link>
        )}
      </div>
    </section>
  );
}

function titleOf({ createdOrders, askedCarts, failedCarts }: CheckoutResult): string {
  const failed = `${counted(failedCarts.length, 'cart')} not ordered`;
  if (createdOrders.length + askedCarts.length === 0) return `Failed to complete checkout: ${failed}`;
  const placed = createdOrders.length === 1 ? 'Order placed' : `${counted(createdOrders.length, 'order')} placed`;
  const asked =
    askedCarts.length === 1 ? 'Sent for approval' : `${counted(askedCarts.length, 'order')} sent for approval`;
  const parts = [
    ...(createdOrders.length > 0 ? [placed] : []),
    ...(askedCarts.length === 0 ? [] : [createdOrders.length > 0 ? `${askedCarts.length} sent for approval` : asked]),
    ...(failedCarts.length > 0 ? [failed] : []),
  ];
  return parts.join(', ');
}
