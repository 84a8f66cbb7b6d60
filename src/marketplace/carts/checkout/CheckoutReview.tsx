import { useEffect, useRef } from 'react';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { addDays, shortDay } from '../../../../domain/dates';
import { formatUsd } from '../../../../domain/money';
import type { PaymentOption } from '../../../../domain/organization/organization';
import { counted } from '../../../../domain/text';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { Icon } from '../../../ui/Icon';
import { momentHere, today } from '../../../ui/reader-dates';
import shared from '../../marketplace.module.css';
import { totalOf } from '../cart-groups';
import css from './CheckoutReview.module.css';
import type { CheckoutChoice, Review } from './checkout-review';

type CheckoutReviewProps = {
  review: Review;
  isUnderWay: boolean;
  onPlace: () => void;
  onClose: () => void;
};

/** Review before ordering: sellers, terms and totals. */
export function CheckoutReview({ review: { choices, changes }, isUnderWay, onPlace, onClose }: CheckoutReviewProps) {
  const body = useRef<HTMLDivElement>(null);
  // Focus isn't on a button, so an Enter still held down doesn't order.
  useEffect(() => body.current?.focus(), []);
  const many = choices.length;
  const asked = choices.filter(({ wrapper }) => wrapper.needsApproval !== null).length;
  return (
    <Dialog
      title={many > 1 ? `Review ${counted(many, 'order')}` : 'Review your order'}
      width={560}
      closable={!isUnderWay}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isUnderWay} onClick={onClose}>
            Back to cart
          </Button>
          {many > 0 && (
            <Button tone="primary" busy={isUnderWay} onClick={onPlace}>
              {placeLabel(many - asked, asked)}
            </Button>
          )}
        </>
      }
    >
      <div ref={body} tabIndex={-1} className={css.review}>
        {changes.length > 0 && (
          <div className={`${shared.notice} ${shared.warn}`} role="alert">
            <Icon name="warning" />
            <div>
              <strong>Something changed while you were reviewing. Nothing has been ordered yet.</strong>
              {changes.map((change) => (
                <p key={change}>{change}</p>
              ))}
            </div>
          </div>
        )}
        {choices.map((choice) => (
          <ReviewedCart key={choice.wrapper.cart.id} choice={choice} />
        ))}
        {many > 1 && (
          <p className={css.total}>
            <span>Total of {counted(many, 'order')}</span>
            <strong>{formatUsd(totalOf(choices.map(({ wrapper }) => wrapper)))}</strong>
          </p>
        )}
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

function ReviewedCart({ choice: { wrapper, paymentOptionId } }: { choice: CheckoutChoice }) {
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
