import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { licenseDisplayName } from '../../../domain/access/vocabulary';
import type { CartWrapper } from '../../../domain/carts/cart';
import { formatUsd } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { Button } from '../../ui/Button';
import css from '../marketplace.module.css';
import { CartLineRow } from './CartLineRow';
import { groupByBrand, groupByLicense, heldElsewhere, isWaiting, lineCount, totalOf } from './cart-groups';
import { useIsSavingCarts } from './carts';
import { useRemovals } from './removals';

const CART = '/marketplace/cart';

export type CartMenuContentProps = {
  carts: readonly CartWrapper[];
  /** Why the person has no cart, as a sentence; null when they have one. */
  whyNot: string | null;
  isMedium: boolean;
  onClose: () => void;
};

export function CartMenuContent({ carts, whyNot, isMedium, onClose }: CartMenuContentProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { removeCarts } = useRemovals();
  const isSaving = useIsSavingCarts();
  const [isAsking, setAsking] = useState(false);
  if (carts.length === 0) {
    return (
      <div className={css.cartEmpty}>
        <p>Your cart is empty.</p>
        {whyNot && <p className="small">{whyNot}</p>}
      </div>
    );
  }
  const open = carts.filter((wrapper) => !isWaiting(wrapper));
  const count = lineCount(open);
  const goToCart = () => {
    onClose();
    if (pathname === CART) location.reload();
    else navigate(CART);
  };
  return (
    <div className={css.cartMenuBody}>
      <div className={css.cartMenuLines}>
        {groupByLicense(carts).map(({ buyerLicense, carts: own }) => (
          <section key={buyerLicense.id} aria-label={`For ${licenseDisplayName(buyerLicense.license)}`}>
            <h3 className={css.cartMenuLicense}>
              {buyerLicense.license.dba || buyerLicense.license.name}{' '}
              <span className="muted light">{licenseDisplayName(buyerLicense.license)}</span>
            </h3>
            {own.map((wrapper) => (
              <fieldset key={wrapper.cart.id} className={css.cartMenuCart} disabled={isWaiting(wrapper)}>
                <p className={css.cartMenuSeller}>
                  <span>
                    {wrapper.sellerCompany.name}
                    {isWaiting(wrapper) && <span className="muted small"> Waiting for approval</span>}
                  </span>
                  <span>{formatUsd(wrapper.cart.total)}</span>
                </p>
                {groupByBrand(wrapper.cart).map((brand) => (
                  <div key={brand.id}>
                    <p className="muted small">{brand.name}</p>
                    <ul className={css.lines}>
                      {brand.lines.map((line) => (
                        <CartLineRow
                          key={line.id}
                          cartId={wrapper.cart.id}
                          buyerLicenseId={wrapper.cart.buyerLicenseId}
                          product={wrapper.products.find(({ id }) => id === line.productId) ?? null}
                          line={line}
                          inCart={heldElsewhere(carts, wrapper.cart).get(line.productId)}
                          isBrief
                        />
                      ))}
                    </ul>
                  </div>
                ))}
              </fieldset>
            ))}
          </section>
        ))}
      </div>
      <div className={css.cartMenuFoot}>
        <p className={css.cartMenuTotal} aria-busy={isSaving}>
          <span>Total price</span>
          <strong>{formatUsd(totalOf(carts))}</strong>
        </p>
        {isAsking ? (
          <div className={css.actions}>
            <span>{count === 1 ? 'Remove this line?' : `Remove all ${counted(count, 'line')}?`}</span>
            <Button onClick={() => setAsking(false)}>Keep cart</Button>
            <Button tone="danger" onClick={() => void removeCarts(open)}>
              Clear cart
            </Button>
          </div>
        ) : (
          <div className={css.actions}>
            {isMedium && count > 0 && (
              <Button tone="quiet" icon="trash" onClick={() => setAsking(true)}>
                Clear cart
              </Button>
            )}
            <Button tone="primary" onClick={goToCart}>
              Go to cart
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
