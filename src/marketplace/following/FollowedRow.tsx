import { Link } from 'react-router';
import type { CartWrapper } from '../../../domain/carts/cart';
import type { FollowedProduct } from '../../../domain/directory/follow-contract';
import { compare, formatUsd } from '../../../domain/money';
import { Picture } from '../../ui/Picture';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import { brandPath } from '../brand-path';
import { heldElsewhere } from '../carts/cart-groups';
import css from '../marketplace.module.css';
import { MenuRow } from '../menus/MenuRow';

type FollowedRowProps = {
  followed: FollowedProduct;
  carts: readonly CartWrapper[];
  isNews: boolean;
  /** People who buy for several licenses read for which. */
  namesLicense: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onStop: () => void;
};

/** A followed product: what changed of it, and what can be done. */
export function FollowedRow({ followed, carts, isNews, namesLicense, isOpen, onOpen, onStop }: FollowedRowProps) {
  const { product, productName, productId, buyerLicense, brand } = followed;
  const note = (
    <div className={css.followed}>
      {isNews && <Pill tone="info">New</Pill>}
      <span>{describeChange(followed)}</span>
      <span className="muted">
        <Link to={brandPath(brand)}>{brand.name}</Link>
        {namesLicense && ` · for ${buyerLicense.name}`}
      </span>
      <button type="button" className="v-link" onClick={onStop}>
        Stop following<span className="v-hidden"> {productName}</span>
      </button>
    </div>
  );
  if (product === null) {
    return (
      <li className={`${css.row} ${css.rowOut}`}>
        <Picture src={null} name={productName} size={56} />
        <div>
          <h3>{productName}</h3>
          <p className={`${css.stock} small`}>Not on the menu now</p>
          {note}
        </div>
      </li>
    );
  }
  const own = carts.find(
    ({ cart }) => cart.buyerLicenseId === buyerLicense.id && cart.sellerCompanyId === product.sellerCompanyId,
  );
  const held = own?.cart.lineItems.find((line) => line.productId === productId);
  return (
    <MenuRow
      product={product}
      held={held}
      cartId={own?.cart.id}
      inCart={heldElsewhere(carts, { buyerLicenseId: buyerLicense.id }).get(productId)}
      buyerLicenseId={buyerLicense.id}
      isOpen={isOpen}
      onOpen={(id) => onOpen(id !== null)}
      note={note}
    />
  );
}

/** '$20.00 → $16.00 since 11/20/2026 · Back in stock since 11/24/2026'. */
function describeChange({ product, price, before, inStock, stockSince }: FollowedProduct): string {
  const said = [
    before &&
      compare(before.price, price) !== 0 &&
      `${formatUsd(before.price)} → ${formatUsd(price)} since ${dateHere(before.until)}`,
    product && inStock && stockSince && `Back in stock since ${dateHere(stockSince)}`,
    product && !inStock && (stockSince ? `Out of stock since ${dateHere(stockSince)}` : 'Out of stock'),
  ];
  return said.filter(Boolean).join(' · ') || (product ? 'No change since you followed it' : `Last ${formatUsd(price)}`);
}
