import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts as cartCalls } from '../../../../domain/carts/contract';
import { hasUnits } from '../../../../domain/carts/shown-units';
import { formatUsd } from '../../../../domain/money';
import { useCan } from '../../../access/useCan';
import { MarketLink } from '../../../kit/links/MarketLink';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { lazyDialog } from '../../../ui/lazy';
import { EmptyState } from '../../../ui/states';
import css from '../../marketplace.module.css';
import { groupByLicense, hasProblem, heldElsewhere, isWaiting, standingFailure, withoutFailed } from '../cart-groups';
import type { Buyer } from '../carts';
import { CheckoutBar } from '../checkout/CheckoutBar';
import { CheckoutNews } from '../checkout/CheckoutNews';
import news from '../checkout/CheckoutNews.module.css';
import type { CheckoutChoice } from '../checkout/checkout-review';
import { useCheckout } from '../checkout/useCheckout';
import { useReportPresence } from '../colleagues/presence';
import { describePlaced, type PlacedOrder, useOrderedByOthers } from '../colleagues/useOrderedByOthers';
import { NotedLine } from '../notes/NotedLine';
import { UnitSwitch } from '../UnitSwitch';
import columns from './CartContent.module.css';
import { CartSection } from './CartSection';

const CheckoutReview = lazyDialog(async () => (await import('../checkout/CheckoutReview')).CheckoutReview);

/** All carts by buyer license, with totals and buttons to order one, some or all. */
export function CartContent({ buyer, carts }: { buyer: Buyer; carts: readonly CartWrapper[] }) {
  const checkout = useCheckout(buyer, carts);
  const placed = useOrderedByOthers(carts, checkout);
  const result =
    checkout.result &&
    withoutFailed(
      checkout.result,
      placed.orders.map(({ cartId }) => cartId),
    );
  useReportPresence(
    buyer,
    useMemo(() => carts.map(({ cart }) => cart.id).join(' '), [carts]),
  );
  const whyNot = useCan().whyNot(cartCalls.remove.requires);
  const [payments, setPayments] = useState<Record<number, number>>({});
  const [leftOut, setLeftOut] = useState<readonly number[]>([]);
  const groups = groupByLicense(carts);
  useEffect(CheckoutReview.prefetch, []);
  const inCart = useMemo(
    () => new Map(groups.map(({ buyerLicense: { id } }) => [id, heldElsewhere(carts, { buyerLicenseId: id })])),
    [carts, groups],
  );
  const paymentOf = (wrapper: CartWrapper) => {
    const chosen = payments[wrapper.cart.id];
    return wrapper.availablePaymentOptions.some(({ id }) => id === chosen) ? (chosen ?? null) : readPayment(wrapper);
  };
  const open = carts.filter((wrapper) => !isWaiting(wrapper));
  const able: CheckoutChoice[] = open.flatMap((wrapper) => {
    const paymentOptionId = paymentOf(wrapper);
    return hasProblem(wrapper) || paymentOptionId === null ? [] : [{ wrapper, paymentOptionId }];
  });
  const isLeftOut = ({ cart: { id } }: CartWrapper) => carts.length > 1 && leftOut.includes(id);
  const ready = able.filter(({ wrapper }) => !isLeftOut(wrapper));
  const choose = ({ cart: { id } }: CartWrapper, isChosen: boolean) =>
    setLeftOut(isChosen ? leftOut.filter((one) => one !== id) : [...leftOut, id]);

  return (
    <div className={carts.length > 0 ? columns.columns : columns.alone}>
      <div className={columns.carts}>
        <CheckoutNews checkout={checkout} result={result} carts={carts} />
        {placed.told.length > 0 && <OrderedByOthers orders={placed.told} dismiss={placed.dismiss} />}
        {carts.length === 0 && !result && !checkout.lost && placed.told.length === 0 && (
          <EmptyState
            icon="cart"
            title="Your cart is empty."
            hint="Pick a brand, choose the license you’re buying for and add products."
            action={<MarketLink>Browse brands</MarketLink>}
          />
        )}
        {carts.some(({ products }) => products.some(hasUnits)) && <UnitSwitch />}
        {groups.map(({ buyerLicense, carts: own, total }) => (
          <section key={buyerLicense.id} className={css.licenseGroup} aria-labelledby={`for-${buyerLicense.id}`}>
            <header className={css.licenseHead}>
              <h2 id={`for-${buyerLicense.id}`}>For {buyerLicense.license.dba || buyerLicense.license.name}</h2>
              <span className="muted">{licenseDisplayName(buyerLicense.license)}</span>
              {own.length > 1 && <span className={css.licenseTotal}>{formatUsd(total)}</span>}
            </header>
            {own.map((wrapper) => {
              const paymentOptionId = paymentOf(wrapper);
              return (
                <CartSection
                  key={wrapper.cart.id}
                  wrapper={wrapper}
                  inCart={inCart.get(buyerLicense.id) ?? new Map()}
                  paymentOptionId={paymentOptionId}
                  onPayment={(id) => {
                    savePayment(wrapper, id);
                    setPayments({ ...payments, [wrapper.cart.id]: id });
                  }}
                  failure={standingFailure(checkout.result, wrapper)}
                  isUnderWay={checkout.isUnderWay}
                  isLeftOut={isLeftOut(wrapper)}
                  onChoose={whyNot !== null || carts.length === 1 ? null : (isChosen) => choose(wrapper, isChosen)}
                  onCheckout={
                    whyNot !== null || carts.length === 1 || paymentOptionId === null
                      ? null
                      : () => void checkout.start([{ wrapper, paymentOptionId }])
                  }
                />
              );
            })}
          </section>
        ))}
      </div>
      {carts.length > 0 && (
        <CheckoutBar
          carts={carts}
          ready={ready}
          unable={open.length - able.length}
          waiting={carts.length - open.length}
          isUnderWay={checkout.isUnderWay}
          stopped={checkout.stopped}
          whyNot={whyNot}
          onCheckout={() => void checkout.start(ready)}
        />
      )}
      <NotedLine />
      {checkout.review && (
        <CheckoutReview.Part
          review={checkout.review}
          placed={placed.orders}
          isUnderWay={checkout.isUnderWay}
          onPlace={() => void checkout.place()}
          onClose={checkout.leaveReview}
        />
      )}
    </div>
  );
}

/** What was ordered of the carts on screen by colleagues, or in another window. */
function OrderedByOthers({ orders, dismiss }: { orders: readonly PlacedOrder[]; dismiss: () => void }) {
  return (
    <section className={css.resultBox} aria-label="Ordered elsewhere" role="status">
      <ul className={news.orders}>
        {orders.map((order) => (
          <li key={order.id}>
            <Icon name="check" />
            <span>{describePlaced(order)}:</span>
            <Link to={`/orders/purchases/${order.id}`}>Order {order.orderNumber}</Link>
            <span>{order.sellerName}</span>
            <strong>{formatUsd(order.totalUsd)}</strong>
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

const keyOf = (sellerCompanyId: number) => `verdant.payment.${sellerCompanyId}`;

/** The payment option for a seller: the last one chosen, else the first offered; null without any. */
function readPayment({ cart, availablePaymentOptions }: CartWrapper): number | null {
  const kept = Number(localStorage.getItem(keyOf(cart.sellerCompanyId)));
  const chosen = availablePaymentOptions.find(({ id }) => id === kept) ?? availablePaymentOptions[0];
  return chosen?.id ?? null;
}

function savePayment({ cart }: CartWrapper, optionId: number): void {
  localStorage.setItem(keyOf(cart.sellerCompanyId), String(optionId));
}
