import type { CsvColumn } from '../csv';
import { shortDate } from '../dates';
import type { ProductRow } from './product-record';
import { INVENTORY_MODES, PRODUCT_STATUSES, STRAIN_TYPES } from './vocabulary';

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

/** The columns of products.csv by grid column id, with the same headers as the grid. */
export const PRODUCT_COLUMNS = {
  name: { header: 'Name', text: ({ name }) => name },
  sku: { header: 'SKU', text: ({ sku }) => sku },
  brand: { header: 'Brand', text: ({ brand }) => brand.name },
  productLine: { header: 'Product line', text: ({ productLine }) => productLine?.name ?? '' },
  category: { header: 'Category', text: ({ category }) => category },
  strain: { header: 'Strain', text: ({ strain }) => strain?.name ?? '' },
  strainClassification: {
    header: 'Strain type',
    text: ({ strain }) => (strain ? STRAIN_TYPES[strain.strainClassification] : ''),
  },
  listingState: { header: 'Status', text: ({ listingState }) => PRODUCT_STATUSES[listingState].label },
  wholesalePrice: { header: 'Wholesale', text: ({ wholesalePrice }) => wholesalePrice },
  salePrice: { header: 'Sale', text: ({ salePrice }) => salePrice ?? '' },
  soldBy: { header: 'Sold by', text: (row) => row.sellInUnitOfMeasure },
  unitMultiplier: { header: 'Per case', text: ({ unitMultiplier }) => unitMultiplier },
  inventoryManagement: {
    header: 'Stock from',
    text: ({ inventoryManagement }) => INVENTORY_MODES[inventoryManagement].label,
  },
  unitOfMeasure: { header: 'Unit', text: ({ unitOfMeasure }) => unitOfMeasure },
  minimumOrder: { header: 'Minimum order', text: ({ minimumOrder }) => minimumOrder ?? '' },
  maximumOrder: { header: 'Maximum order', text: ({ maximumOrder }) => maximumOrder ?? '' },
  allowFractionalQuantities: { header: 'Fractions', text: (row) => yesOrNo(row.allowFractionalQuantities) },
  showQuantity: { header: 'Quantity shown to buyers', text: ({ showQuantity }) => yesOrNo(showQuantity) },
  quantity: { header: 'On hand', text: ({ quantity }) => quantity },
  reserved: { header: 'Reserved', text: ({ reserved }) => reserved },
  available: { header: 'Available', text: ({ totalEffectiveInventory }) => totalEffectiveInventory },
  parent: { header: 'Parent', text: ({ parent }) => parent?.name ?? '' },
  created: { header: 'Created', isInstant: true, text: ({ created }, timeZone) => shortDate(created, timeZone) },
  modified: { header: 'Modified', isInstant: true, text: ({ modified }, timeZone) => shortDate(modified, timeZone) },
  lastEdit: { header: 'Last edit', isInstant: true, text: ({ lastEdit }, timeZone) => shortDate(lastEdit, timeZone) },
} as const satisfies Record<string, CsvColumn<ProductRow>>;
