import { convertUnits } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { type Figures, leftWith } from '../../../domain/inventory/departures';
import type { packages } from '../../db/schema';
import type { PackageLeft } from './departures';

type Package = typeof packages.$inferSelect;

/** What left with a package that a person or a refused write changed: without a destination. */
export function packageLeft(before: Package, after: Package, at: Date): PackageLeft[] {
  const unit = before.unitOfMeasure as TrackingUnit;
  const now = convertUnits(after.quantity, after.unitOfMeasure as TrackingUnit, unit);
  if (now === null) return [];
  const left = leftWith(figuresOf(before), { ...figuresOf(after), quantity: now });
  return [{ label: before.label, itemId: before.itemId, unit, left, isTransfer: false, at }];
}

const figuresOf = ({ quantity, status, drawn, trackingQuantity, trackingUnit, unitOfMeasure }: Package): Figures => ({
  quantity,
  drawn,
  isHere: status !== 'INACTIVE',
  theirs: trackingUnit === unitOfMeasure ? trackingQuantity : null,
});
