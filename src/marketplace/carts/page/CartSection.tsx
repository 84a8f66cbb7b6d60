import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts as calls } from '../../../../domain/carts/contract';
import { shortDay } from '../../../../domain/dates';
import { formatUsd, type Money, type Quantity } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Can } from '../../../access/useCan';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { Checkbox, Field, Select } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { lazyDialog } from '../../../ui/lazy';
import { Picture } from '../../../ui/Picture';
import { momentHere } from '../../../ui/reader-dates';
import { brandPath } from '../../brand-path';
import shared from '../../marketplace.module.css';
import { CartLineRow } from '../CartLineRow';
import { groupByBrand, hasProblem, isWaiting } from '../cart-groups';
import { cartElementId, copyCartLink } from '../cart-link';
import { useIsSavingCarts } from '../carts';
import { useColleagues } from '../colleagues/presence';
import { CartNotes } from '../notes/CartNotes';
import { readNotes } from '../notes/note-drafts';
import css from './CartSection.module.css';

/** Few carts need it. */
const CartApproval = lazy(async () => ({ default: (await import('./CartApproval')).CartApproval }));
const KeepAsList = lazyDialog(async () => (await import('./StandingLists')).KeepAsList);

export type CartSectionProps = {
  wrapper: CartWrapper;
  inCart: ReadonlyMap<number, Quantity>;
  paymentOptionId: number | null;
  onPayment: (id: number) => void;
  /** Why its last checkout failed. */
  failure: string | undefined;
  isUnderWay: boolean;
  /** It isn't ordered with the others. */
  isLeftOut: boolean;
  /** Absent where nothing is to choose from. */
  onChoose: ((isChosen: boolean) => void) | null;
  /** Absent for people who can't order. */
  onCheckout: (() => void) | null;
};

/** One cart: one seller's delivery to one license, and its payment. */
export function CartSection(props: CartSectionProps) {
  const { wrapper, inCart, paymentOptionId, onPayment, failure, isUnderWay } = props;
  const { isLeftOut, onChoose, onCheckout } = props;
  const { cart, buyerLicense, sellerCompany, availablePaymentOptions, messages, minimumUsd, delivery } = wrapper;
  const products = useMemo(() => new Map(wrapper.products.map((one) => [one.id, one])), [wrapper.products]);
  const [isKeeping, setKeeping] = useState(false);
  const [isNoting, setNoting] = useState(() => readNotes(cart.id) !== null);
  const isNoted = isNoting || cart.orderNotes !== '' || cart.deliveryPreferences !== '';
  const notes = useRef<HTMLDivElement>(null);
  const waits = isWaiting(wrapper);
  const isBlocked = waits || hasProblem(wrapper) || paymentOptionId === null;
  return (
    <section
      id={cartElementId(cart.id)}
      tabIndex={-1}
      className={css.cart}
      aria-label={`Cart of ${sellerCompany.name} for ${licenseDisplayName(buyerLicense.license)}`}
    >
      <header className={css.cartHead}>
        <h3>{sellerCompany.name}</h3>
        <span className="muted small">{counted(cart.lineItems.length, 'line')}</span>
        <CartPeople cartId={cart.id} />
        {onChoose && !isBlocked && (
          <Checkbox
            className={css.choice}
            label="Order with the others"
            checked={!isLeftOut}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
      </header>
      {[...(failure ? [failure] : []), ...messages].map((message) => (
        <p key={message} className={`${shared.notice} ${shared.bad}`} role="alert">
          <Icon name="warning" />
          <span>{message}</span>
        </p>
      ))}
      {(wrapper.needsApproval !== null || wrapper.approval !== null) && (
        <Suspense>
          <CartApproval wrapper={wrapper} />
        </Suspense>
      )}
      <fieldset className={css.content} disabled={waits} aria-label={waits ? 'Waiting for approval' : undefined}>
        {groupByBrand(cart).map((brand) => (
          <div key={brand.id}>
            <h4 className={css.cartBrandName}>
              <Picture src={brand.imageUri} name={brand.name} size={24} />
              <Link to={brandPath(brand)}>{brand.name}</Link>
            </h4>
            <ul className={shared.lines}>
              {brand.lines.map((line) => (
                <CartLineRow
                  key={line.id}
                  cartId={cart.id}
                  buyerLicenseId={cart.buyerLicenseId}
                  line={line}
                  product={products.get(line.productId) ?? null}
                  inCart={inCart.get(line.productId)}
                />
              ))}
            </ul>
          </div>
        ))}
        {(minimumUsd !== null || delivery !== null) && (
          <p className="small muted">
            {delivery && `Next delivery ${shortDay(delivery.day)} if you order by ${momentHere(delivery.orderBy)}. `}
            {minimumUsd !== null && `Minimum order ${formatUsd(minimumUsd)}.`}
          </p>
        )}
        {isNoted && (
          // biome-ignore lint/a11y/noStaticElementInteractions: what is written in stays open
          <div ref={notes} onFocus={() => setNoting(true)}>
            <CartNotes cart={cart} sellerName={sellerCompany.name} />
          </div>
        )}
      </fieldset>
      <Can requires={calls.upsertItems.requires}>
        <span className={css.acts}>
          {!isNoted && !waits && (
            <button
              type="button"
              className="v-link"
              onClick={() => {
                flushSync(() => setNoting(true));
                notes.current?.querySelector('textarea')?.focus();
              }}
            >
              Add notes or delivery preferences
            </button>
          )}
          <button
            type="button"
            className="v-link"
            onPointerEnter={KeepAsList.prefetch}
            onFocus={KeepAsList.prefetch}
            onClick={() => setKeeping(true)}
          >
            Save as a standing list
          </button>
          <button type="button" className="v-link" onClick={() => copyCartLink(wrapper)}>
            Copy link for colleagues
          </button>
        </span>
      </Can>
      {isKeeping && <KeepAsList.Part wrapper={wrapper} onClose={() => setKeeping(false)} />}
      <footer className={css.cartFoot}>
        {!waits && (
          <Field label="Payment">
            <Select
              className={css.payment}
              options={availablePaymentOptions.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...(availablePaymentOptions.length === 0 ? { placeholder: 'No payment options' } : {})}
              value={String(paymentOptionId ?? '')}
              onChange={(event) => onPayment(Number(event.target.value))}
            />
          </Field>
        )}
        <CartTotal total={cart.total} isUnderWay={isUnderWay} />
        {onCheckout && (
          <Button disabled={isBlocked} busy={isUnderWay} onClick={onCheckout} aria-describedby={`why-${cart.id}`}>
            Review this order
          </Button>
        )}
        <span id={`why-${cart.id}`} className={`small muted ${css.cartWhy}`}>
          {isBlocked && whyBlocked(wrapper, paymentOptionId)}
        </span>
      </footer>
    </section>
  );
}

/** Apart, so that a change under way draws nothing else again. */
function CartTotal({ total, isUnderWay }: { total: Money; isUnderWay: boolean }) {
  const isSaving = useIsSavingCarts();
  return (
    <p className={css.cartTotal} aria-busy={isSaving || isUnderWay}>
      <span className="muted">Cart total</span> <strong>{formatUsd(total)}</strong>
    </p>
  );
}

/** What has to be fixed before a cart can be ordered. */
function whyBlocked(wrapper: CartWrapper, paymentOptionId: number | null): string {
  if (isWaiting(wrapper)) return 'Waiting for approval.';
  if (wrapper.messages.length > 0) return 'This cart can’t be ordered yet. See the message above.';
  if (hasProblem(wrapper)) return 'Fix or remove the marked lines first.';
  return paymentOptionId === null
    ? `${wrapper.sellerCompany.name} has no payment options yet. Ask them to add one.`
    : '';
}

/** Colleagues who have a cart open now. */
function CartPeople({ cartId }: { cartId: number }) {
  const here = useColleagues().filter(({ cartIds }) => cartIds.includes(cartId));
  if (here.length === 0) return null;
  return (
    <ul className={css.people} aria-label="Also in this cart">
      {here.map(({ userId, name, imageUri }) => (
        <li key={userId}>
          <Avatar name={name} uri={imageUri} size={20} />
          {name}
        </li>
      ))}
    </ul>
  );
}
