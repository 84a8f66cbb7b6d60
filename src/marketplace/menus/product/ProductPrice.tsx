import { hasUnits, shownPrice } from '../../../../domain/carts/shown-units';
import type { MenuProduct } from '../../../../domain/catalogue/product';
import { describeCase, describeUnits } from '../../../../domain/catalogue/units/units-text';
import { compare, formatUsd } from '../../../../domain/money';
import { describePrice } from '../../../../domain/pricing/price';
import { useShowsUnits } from '../../carts/shows-units';
import css from '../../marketplace.module.css';

/** A product's price for this buyer, its unit, and why it differs from the wholesale price. */
export function ProductPrice({ product }: { product: MenuProduct }) {
  const { unitPrice, wholesalePrice, why } = product.price;
  const inUnits = useShowsUnits() && hasUnits(product);
  const shown = (price: string) => formatUsd(shownPrice(product, price, inUnits));
  const isLower = compare(unitPrice, wholesalePrice) < 0;
  return (
    <div className={css.price}>
      <span>
        {isLower && (
          <s className="muted">
            <span className="v-hidden">Wholesale price </span>
            {shown(wholesalePrice)}
          </s>
        )}{' '}
        <strong>{shown(unitPrice)}</strong>
      </span>
      <span className="muted small">
        {inUnits ? describeCase(product, unitPrice) : describeUnits(product, unitPrice)}
      </span>
      <span className={why.kind === 'wholesale' ? 'v-hidden' : css.why}>{describePrice(why, 'buyer')}</span>
    </div>
  );
}
