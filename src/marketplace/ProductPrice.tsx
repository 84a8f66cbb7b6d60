import type { MenuProduct } from '../../domain/catalogue/product';
import { compare, formatUsd } from '../../domain/money';
import { describePrice } from '../../domain/pricing/price';
import { describeUnits } from '../../domain/pricing/units-text';
import css from './marketplace.module.css';

/** A product's price for this buyer, its unit, and why it differs from the wholesale price. */
export function ProductPrice({ product }: { product: MenuProduct }) {
  const { unitPrice, wholesalePrice, why } = product.price;
  const isLower = compare(unitPrice, wholesalePrice) < 0;
  return (
    <div className={css.price}>
      <span>
        {isLower && (
          <s className="muted">
            <span className="v-hidden">Wholesale price </span>
            {formatUsd(wholesalePrice)}
          </s>
        )}{' '}
        <strong>{formatUsd(unitPrice)}</strong>
      </span>
      <span className="muted small">{describeUnits(product, unitPrice)}</span>
      <span className={why.kind === 'wholesale' ? 'v-hidden' : css.why}>{describePrice(why, 'buyer')}</span>
    </div>
  );
}
