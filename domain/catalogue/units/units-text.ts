import { formatUsd, type Money } from '../../money';
import { perUnitPrice } from '../../pricing/price';
import type { MenuProduct } from '../product';

export type PricedUnits = Pick<MenuProduct, 'unitOfMeasure' | 'sellInUnitOfMeasure' | 'sellInBulk' | 'unitMultiplier'>;

/** Whether prices are per full case. */
export function isPricedByCase({ sellInBulk, sellInUnitOfMeasure }: PricedUnits): boolean {
  return sellInBulk || sellInUnitOfMeasure === 'Case';
}

/** 'per case of 12 · $9.00 each', 'per pound'. */
export function describeUnits(product: PricedUnits, unitPrice: Money): string {
  if (!isPricedByCase(product)) return `per ${unitWord(product.sellInUnitOfMeasure)}`;
  const each = formatUsd(perUnitPrice(unitPrice, product.unitMultiplier));
  const inside = product.unitOfMeasure === 'Unit' ? 'each' : `per ${unitWord(product.unitOfMeasure)}`;
  return `per case of ${product.unitMultiplier} · ${each} ${inside}`;
}

/** The same of a case-sold product read in units: 'each · $108.00 per case of 12'. */
export function describeCase(product: PricedUnits, unitPrice: Money): string {
  const inside = product.unitOfMeasure === 'Unit' ? 'each' : `per ${unitWord(product.unitOfMeasure)}`;
  return `${inside} · ${formatUsd(unitPrice)} per case of ${product.unitMultiplier}`;
}

/** The unit of a quantity: 'cases of 12', 'pounds'; of a case-sold product read in units 'units, 12 per case'. */
export function describeEntryUnit(product: PricedUnits, inUnits = false): string {
  if (inUnits) return `${unitWord(product.unitOfMeasure)}s, ${product.unitMultiplier} per case`;
  const units = `${unitWord(product.sellInUnitOfMeasure)}s`;
  return product.sellInUnitOfMeasure === 'Case' ? `${units} of ${product.unitMultiplier}` : units;
}

function unitWord(unit: string): string {
  return unit.toLowerCase();
}
