import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { addDays, shortDay } from '../../../../domain/dates';
import { formatUsd, isEqual } from '../../../../domain/money';
import type { PaymentOption } from '../../../../domain/organization/organization';
import { counted } from '../../../../domain/text';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { Checkbox } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { momentHere, today } from '../../../ui/reader-dates';
import shared from '../../marketplace.module.css';
import { totalOf } from '../cart-groups';
import { describePlaced, type PlacedOrder } from '../colleagues/useOrderedByOthers';
import css from './CheckoutReview.module.css';
import type { CheckoutChoice, Review, ReviewChange } from './checkout-review';

type CheckoutReviewProps = {
  review: Review;
  /** What carts of the page became in other windows. */
  placed: readonly PlacedOrder[];
  isUnderWay: boolean;
  onPlace: () => void;
  onClose: () => void;
};

/**
 * Review before ordering: sellers, terms and totals. What changes meanwhile is said at its cart, and beside the button, which
 * waits until the new total is confirmed.
 */
export function CheckoutReview({ review, placed, isUnderWay, onPlace, onClose }: CheckoutReviewProps) {
  const { choices, changes, totalBefore } = review;
  const body = useRef<HTMLDivElement>(null);
  // Focus isn't on a button, so an Enter still held down doesn't order.
  useEffect(() => body.current?.focus(), []);
  const many = choices.length;
  const asked = choices.filter(({ wrapper }) => wrapper.needsApproval !== null).length;
  const total = totalOf(choices.map(({ wrapper }) => wrapper));
  const news = JSON.stringify([changes, total]);
  const [confirmed, setConfirmed] = useState('');
  const isConfirmed = changes.length === 0 || confirmed === news;
  const gone = changes.filter(({ cartId }) => !choices.some(({ wrapper }) => wrapper.cart.id === cartId));
  const orderOf = (cartId: number) => placed.find((order) => order.cartId === cartId);
  useEffect(() => {
    if (news) body.current?.querySelector('[data-changed]')?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return (
    <Dialog
      title={many > 1 ? `Review ${counted(many, 'order')}` : 'Review your order'}
      width={560}
      closable={!isUnderWay}
      onClose={onClose}
      actions={
        <>
          {many > 1 && (
            <p className={`${css.total} ${css.wide}`}>
              <span>Total of {many} orders</span>
              <span>
                {!isEqual(total, totalBefore) && <s className="muted">{formatUsd(totalBefore)}</s>}{' '}
                <strong>{formatUsd(total)}</strong>
              </span>
            </p>
          )}
          {changes.length > 0 && (
            <div className={`${shared.notice} ${shared.warn} ${css.wide}`} role="alert">
              <Icon name="warning" />
              <div className={css.ask}>
                <strong>{many === 0 ? 'Nothing is left to order here.' : describeChanged(changes, placed)}</strong>
                {many > 0 && (
                  <Checkbox
                    label={
                      isEqual(total, totalBefore)
                        ? 'Order with these changes'
                        : `Order at the new total of ${formatUsd(total)}`
                    }
                    checked={isConfirmed}
                    onChange={({ target }) => setConfirmed(target.checked ? news : '')}
                  />
                )}
              </div>
            </div>
          )}
          <Button disabled={isUnderWay} onClick={onClose}>
            Back to cart
          </Button>
          {many > 0 && (
            <Button tone="primary" busy={isUnderWay} disabled={!isConfirmed} onClick={onPlace}>
              {placeLabel(many - asked, asked)}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: no fields are grouped */}
      <div ref={body} tabIndex={0} role="group" aria-label="What you order" className={css.review}>
        {gone.map((change) => (
          <section
            key={change.cartId}
            className={css.cart}
            aria-label={`${orderOf(change.cartId) ? 'Already ordered' : 'Not ordered'} from ${change.sellerName}`}
          >
            <h3>{change.sellerName}</h3>
            <Changed change={change} order={orderOf(change.cartId)} />
          </section>
        ))}
        {choices.map((choice) => (
          <ReviewedCart
            key={choice.wrapper.cart.id}
            choice={choice}
            change={changes.find(({ cartId }) => cartId === choice.wrapper.cart.id)}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Of so many orders to place, and so many to ask for. */
function placeLabel(placed: number, asked: number): string {
  if (placed === 0) return asked > 1 ? `Send ${counted(asked, 'order')} for approval` : 'Send for approval';
  if (asked === 0) return placed > 1 ? `Place ${counted(placed, 'order')}` : 'Place order';
  return `Place ${counted(placed, 'order')} and send ${asked} for approval`;
}

/** What became of reviewed orders, beside the button: which were placed elsewhere, which changed. */
function describeChanged(changes: readonly ReviewChange[], placed: readonly PlacedOrder[]): string {
  const isPlaced = ({ cartId }: ReviewChange) => placed.some((order) => order.cartId === cartId);
  const say = (some: readonly ReviewChange[], one: string, many: string) => {
    if (some.length > 1) return `${counted(some.length, 'order')} ${many}`;
    return some[0] ? `Your order from ${some[0].sellerName} ${one}` : '';
  };
  const ordered = say(changes.filter(isPlaced), 'is already placed.', 'are already placed.');
  const changed = say(
    changes.filter((change) => !isPlaced(change)),
    'changed and isn’t placed yet.',
    'changed and aren’t placed yet.',
  );
  return `${ordered} ${changed}`.trim();
}

/** What became of a cart meanwhile, as its order in another window. */
function Changed({ change, order }: { change: ReviewChange; order: PlacedOrder | undefined }) {
  return (
    <p className={`${shared.notice} ${shared.warn}`} data-changed>
      <Icon name={order ? 'check' : 'warning'} />
      {order ? (
        <span>
          {describePlaced(order)}: <Link to={`/orders/purchases/${order.id}`}>Order {order.orderNumber}</Link>
        </span>
      ) : (
        <span>{change.message}</span>
      )}
    </p>
  );
}

function ReviewedCart({
  choice: { wrapper, paymentOptionId },
  change,
}: {
  choice: CheckoutChoice;
  change: ReviewChange | undefined;
}) {
  const { cart, sellerCompany, buyerLicense, availablePaymentOptions, delivery, needsApproval } = wrapper;
  const { license } = buyerLicense;
  const { lineOne, city, state, postalCode } = license.address;
  const payment = availablePaymentOptions.find(({ id }) => id === paymentOptionId);
  const facts = {
    'Deliver to': `${license.dba || license.name}, ${licenseDisplayName(license)}`,
    Address: `${lineOne}, ${city}, ${state.ansiAbbrevation} ${postalCode}`,
    'Next delivery': delivery && `${shortDay(delivery.day)}, if ordered by ${momentHere(delivery.orderBy)}`,
    Delivery: cart.deliveryPreferences || 'No preferences',
    Notes: cart.orderNotes,
    Terms: payment?.name,
    'Payment due': payment && describeDue(payment),
    'Line items': cart.lineItems.length,
  };
  return (
    <section className={css.cart} aria-label={`Order from ${sellerCompany.name}`}>
      <h3>{sellerCompany.name}</h3>
      {change && <Changed change={change} order={undefined} />}
      {needsApproval !== null && (
        <p className={shared.notice}>
          <Icon name="lock" />
          <span>
            <strong>Needs approval: {needsApproval}.</strong> We email those who approve. The order is placed once one
            of them approves it.
          </span>
        </p>
      )}
      <Facts facts={facts} />
      <p className={css.total}>
        <span>Total</span>
        <strong>{formatUsd(cart.total)}</strong>
      </p>
    </section>
  );
}

/** The platform counts from the day the seller accepts. */
function describeDue({ dueDays }: PaymentOption): string {
  if (dueDays === 0) return 'When the seller accepts';
  const days = counted(dueDays, 'day');
  return `${days} after the seller accepts: ${shortDay(addDays(today(), dueDays))} if accepted today`;
}
