import type { MenuProduct } from '../../domain/catalogue/product';
import { compare, formatUsd } from '../../domain/money';
import { describePrice } from '../../domain/pricing/price';
import { describeUnits } from './product-facts';

/** What a product costs this buyer, of what, and why where it is not simply the wholesale price. */
export function ProductPrice({ product }: { product: MenuProduct }) {
  const { unitPrice, wholesalePrice, why } = product.price;
  const isLower = compare(unitPrice, wholesalePrice) < 0;
  return (
    <div className="m-price">
      <span className="m-price-now">
        {isLower && (
          <s className="m-muted">
            <span className="v-hidden">Wholesale price </span>
            {formatUsd(wholesalePrice)}
          </s>
        )}{' '}
        <strong>{formatUsd(unitPrice)}</strong>
      </span>
      <span className="m-muted m-small">{describeUnits(product, unitPrice)}</span>
      <span className={why.kind === 'wholesale' ? 'v-hidden' : 'm-why'}>{describePrice(why)}</span>
    </div>
  );
}
