import type { CartWrapper } from '../../../../domain/carts/cart';
import { formatUsd } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { lineCount, totalOf } from '../cart-groups';
import { useIsSavingCarts } from '../carts';
import css from './CheckoutBar.module.css';
import type { CheckoutChoice } from './checkout-review';

export type CheckoutBarProps = {
  carts: readonly CartWrapper[];
  /** Carts ready to order, without those left out. */
  ready: readonly CheckoutChoice[];
  /** How many can't be ordered before something is changed. */
  unable: number;
  /** How many wait for approval. */
  waiting: number;
  isUnderWay: boolean;
  /** What has to be fixed first. */
  stopped: string | null;
  /** Why the person may not order, as a sentence; null when they may. */
  whyNot: string | null;
  onCheckout: () => void;
};

/** The total of all carts, always visible, with the order button. */
export function CheckoutBar(props: CheckoutBarProps) {
  const isSaving = useIsSavingCarts();
  const { carts, ready, unable, waiting, isUnderWay, stopped, whyNot, onCheckout } = props;
  const isPart = ready.length > 0 && ready.length < carts.length;
  const included = isPart ? ready.map(({ wrapper }) => wrapper) : carts;
  const count = lineCount(included);
  return (
    <aside className={css.checkout} aria-label="Checkout">
      <p className={css.checkoutTotal} aria-busy={isSaving}>
        <span className="muted">
          {isPart ? 'Total ready to order' : 'Total price'} · {counted(count, 'line')}
        </span>
        <strong>{formatUsd(totalOf(included))}</strong>
      </p>
      {whyNot !== null ? (
        <details className={css.whyNot}>
          <summary>Why can’t I order?</summary>
          <p>{whyNot}</p>
        </details>
      ) : (
        <Button
          tone="primary"
          className={css.checkoutButton}
          busy={isUnderWay}
          disabled={ready.length === 0}
          aria-describedby="checkout-note"
          onClick={onCheckout}
        >
          {isUnderWay ? 'One moment…' : checkoutLabel(carts.length, ready.length)}
        </Button>
      )}
      <p id="checkout-note" className={`small ${css.checkoutNote}`} role="status">
        {isSaving && !isUnderWay && 'Updating totals…'}
        {stopped !== null && !isSaving && (
          <>
            <Icon name="warning" size={16} /> {stopped}
          </>
        )}
        {stopped === null && !isSaving && unable > 0 && (
          <>
            <Icon name="warning" size={16} /> {counted(unable, 'cart needs', 'carts need')} changes before you can order{' '}
            {unable === 1 ? 'it' : 'them'}.
          </>
        )}
        {stopped === null && !isSaving && waiting > 0 && (
          <> {counted(waiting, 'cart is', 'carts are')} waiting for approval.</>
        )}
        {stopped === null && !isSaving && ready.length === 0 && unable + waiting < carts.length && (
          <> Choose a cart to order.</>
        )}
      </p>
    </aside>
  );
}

function checkoutLabel(all: number, ready: number): string {
  if (all === 1) return 'Review order';
  return ready < all && ready > 0 ? `Review ${ready} of ${all} orders` : `Review ${all} orders`;
}
