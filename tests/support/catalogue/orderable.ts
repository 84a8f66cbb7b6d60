import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';

/** What decides on quantities of a product: by default sold by the unit, 10 in stock, without limits. */
export const orderable = (rules: Partial<QuantityProduct> = {}): QuantityProduct => ({
  listingState: 'AVAILABLE',
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '10',
  sellInUnitOfMeasure: 'Unit',
  sellInBulk: false,
  unitMultiplier: '1',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  ...rules,
});

/** The rules of a product sold and priced by the case of so many base units. */
export const byCase = (unitMultiplier: string) => ({ sellInUnitOfMeasure: 'Case', sellInBulk: true, unitMultiplier });
