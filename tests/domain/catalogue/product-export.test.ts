import { describe, expect, test } from 'vitest';
import { PRODUCT_COLUMNS } from '../../../domain/catalogue/product-export';
import type { ProductRow } from '../../../domain/catalogue/product-record';

const row: ProductRow = {
  id: 1,
  companyId: 6,
  name: 'Blue Dream Eighth',
  sku: 'BD-1',
  brand: { id: 2, name: 'Fernhollow' },
  imageUri: null,
  category: 'Buds (prepackaged)',
  productLine: { id: 3, name: 'Eighths' },
  strain: { id: 4, name: 'Blue Dream', strainClassification: 'SATIVA_HYBRID' },
  parent: { id: 5, name: 'Blue Dream' },
  isParent: false,
  wholesalePrice: '1200.00',
  salePrice: '990.00',
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Case',
  sellInBulk: true,
  unitMultiplier: '32',
  minimumOrder: '64',
  maximumOrder: '320',
  allowFractionalQuantities: false,
  showQuantity: true,
  inventoryManagement: 'METRC',
  quantity: '1440',
  reserved: '32',
  totalEffectiveInventory: '1408',
  listingState: 'BACKORDER',
  created: '2026-03-08T05:30:00Z',
  modified: '2026-03-09T05:30:00Z',
  lastEdit: '2026-03-10T05:30:00Z',
  version: 0,
};
const cellsOf = (product: ProductRow) =>
  Object.fromEntries(
    Object.values(PRODUCT_COLUMNS).map(({ header, text }) => [header, text(product, 'America/Los_Angeles')]),
  );

describe('a product’s cells', () => {
  test('are plain text, with words for what is chosen and dates in the reader’s zone', () => {
    expect(cellsOf(row)).toEqual({
      Name: 'Blue Dream Eighth',
      SKU: 'BD-1',
      Brand: 'Fernhollow',
      'Product line': 'Eighths',
      Category: 'Buds (prepackaged)',
      Strain: 'Blue Dream',
      'Strain type': 'Sativa Hybrid',
      Status: 'Backorder',
      Wholesale: '1200.00',
      Sale: '990.00',
      'Sold by': 'Case',
      'Per case': '32',
      'Stock from': 'Tracking system',
      Unit: 'Unit',
      'Minimum order': '64',
      'Maximum order': '320',
      Fractions: 'No',
      'Quantity shown to buyers': 'Yes',
      'On hand': '1440',
      Reserved: '32',
      Available: '1408',
      Parent: 'Blue Dream',
      Created: '03/07/2026',
      Modified: '03/08/2026',
      'Last edit': '03/09/2026',
    });
  });

  test('are blank for what it doesn’t have', () => {
    const none = {
      productLine: null,
      strain: null,
      parent: null,
      salePrice: null,
      minimumOrder: null,
      maximumOrder: null,
    };
    const cells = cellsOf({ ...row, ...none });
    const blank = Object.keys(cells).filter((header) => cells[header] === '');
    expect(blank).toEqual([
      'Product line',
      'Strain',
      'Strain type',
      'Sale',
      'Minimum order',
      'Maximum order',
      'Parent',
    ]);
  });
});
