import { type UnitPrice, unitPrices } from '../../../../../domain/catalogue/units/unit-prices';
import { compare, formatUsd, parseAmount } from '../../../../../domain/money';
import type { ProductValues } from '../product.text';
import css from '../product-page.module.css';

/** What the typed prices come to in each unit; nothing until there is a price. */
export function UnitPrices({ values }: { values: ProductValues }) {
  const found = pricesOf(values);
  if (found.length === 0) return null;
  return (
    <dl className={css.prices} aria-label="Price in each unit" aria-live="polite">
      {found.map(({ per, wholesalePrice, salePrice }) => (
        <div key={per}>
          <dt>Per {per}</dt>
          <dd>
            {salePrice === null ? (
              formatUsd(wholesalePrice)
            ) : (
              <>
                <s>{formatUsd(wholesalePrice)}</s> {formatUsd(salePrice)}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function pricesOf({ isParent, soldBy, unitOfMeasure, ...typed }: ProductValues): UnitPrice[] {
  const wholesalePrice = parseAmount(typed.wholesalePrice);
  const salePrice = parseAmount(typed.salePrice);
  const sellInBulk = soldBy !== 'unit';
  const unitMultiplier = sellInBulk ? parseAmount(typed.unitMultiplier) : '1';
  if (isParent || !wholesalePrice || !unitMultiplier || compare(unitMultiplier, 0) <= 0) return [];
  return unitPrices({ wholesalePrice, salePrice: salePrice || null, unitOfMeasure, sellInBulk, unitMultiplier });
}
