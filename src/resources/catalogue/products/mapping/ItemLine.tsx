import { trackingUnitOf } from '../../../../../domain/catalogue/units/convert-units';
import { describeQuantity } from '../../../../../domain/catalogue/units/quantity';
import type { FoundItem } from '../../../../../domain/inventory/mapping';
import { formatNumber } from '../../../../../domain/money';
import { counted } from '../../../../../domain/text';
import css from './mapping.module.css';

type Item = Omit<FoundItem, 'mappedTo'>;

/** "3 packages · 24 oz". */
export const heldOf = ({ packageCount: count, quantity, unitOfMeasure }: Item) =>
  count === 0 ? 'No active packages' : `${counted(count, 'package')} · ${formatNumber(quantity)} ${unitOfMeasure}`;

/** An item of the tracking system with what its packages hold, in its unit and the product's. */
export function ItemLine({ item, converted }: { item: Item; converted?: { quantity: string; unit: string } }) {
  const { name, strainName, categoryName, licenseNumber, packageCount, trackingUnit, isClosed } = item;
  const isOther = converted && packageCount > 0 && trackingUnitOf(converted.unit) !== item.unitOfMeasure;
  return (
    <span className={css.item}>
      <span className={css.name}>{name}</span>
      <span className="v-hint">{[categoryName, strainName, licenseNumber].filter(Boolean).join(' · ')}</span>
      <span className={css.held}>
        {heldOf(item)}
        {isOther && ` = ${describeQuantity(converted.quantity, converted.unit)}`}
        {trackingUnit !== null && ` · Measured in ${trackingUnit} at the tracking system now`}
        {isClosed && ' · No longer in use at the tracking system'}
      </span>
    </span>
  );
}
