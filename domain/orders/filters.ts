import { PRODUCT_CATEGORIES } from '../catalogue/vocabulary';
import { choices, dates, defineFilters, dollars, type FiltersOf, flag, ids, text } from '../filters';
import { ORDER_SOURCE_LABELS, ORDER_SOURCES } from './order';
import { ORDER_STATUS_IDS, ORDER_STATUSES } from './status';

const statuses = choices(
  'Status',
  ORDER_STATUS_IDS.map((value) => ({ value, label: ORDER_STATUSES[value].label })),
  'statuses',
);
const categories = ids(
  'Product categories',
  PRODUCT_CATEGORIES.map(({ id, name }) => ({ value: id, label: name })),
);
const sources = choices(
  'Source',
  ORDER_SOURCES.map((value) => ({ value, label: ORDER_SOURCE_LABELS[value] })),
);

/** Sales order filters. */
export const orderFilters = defineFilters(
  {
    statuses,
    created: dates('Created', { past: true }),
    anySearch: text('Customer, license, product or SKU'),
    customerSearch: text('Customer'),
    sellerOrderNumber: text('Order number'),
    productNameSearch: text('Product'),
    total: dollars('Total'),
    paid: flag('Paid in full'),
    late: flag('Late'),
    hasShipDate: flag('Has a ship date'),
    shipped: dates('Ship date', { isDay: true }),
    paymentDueDate: dates('Payment due', { isDay: true }),
    paidDate: dates('Paid on', { past: true, isDay: true }),
    salesRepIds: ids('Sales reps', 'salesReps'),
    brandIds: ids('Brands', 'brands'),
    customerStatusIds: ids('Customer status', 'customerStatuses'),
    serviceZoneIds: ids('Service zones', 'serviceZones'),
    productCategoryIds: categories,
    orderSources: sources,
    manual: flag('Order type', { yes: 'Entered by sales', no: 'Placed by buyer' }),
    hasExternalId: flag('In the wholesale marketplace'),
    printed: flag('Printed'),
    productLineIds: ids('Product lines', 'productLines'),
    customerLicenseIds: ids('Customer licenses', 'customerLicenses'),
    customerIds: ids('Customers'),
  },
  {
    'Most used': ['statuses', 'created', 'paid', 'late', 'salesRepIds', 'total'],
    Customer: ['customerSearch', 'customerStatusIds', 'serviceZoneIds', 'customerLicenseIds', 'customerIds'],
    Products: ['productNameSearch', 'brandIds', 'productLineIds', 'productCategoryIds'],
    'Shipping and payment': ['hasShipDate', 'shipped', 'paymentDueDate', 'paidDate'],
  },
);
export type OrderFilters = FiltersOf<typeof orderFilters>;

/**
 * Purchase order filters: only what the buyer knows about an order, not the seller's own fields (sales reps, zones,
 * prints, outside numbers). `customerSearch` finds the seller here.
 */
export const purchaseOrderFilters = defineFilters(
  {
    statuses,
    created: dates('Created', { past: true }),
    sellerIds: ids('Sellers', 'sellers'),
    customerSearch: text('Seller'),
    sellerOrderNumber: text('Order number'),
    productNameSearch: text('Product'),
    total: dollars('Total'),
    paid: flag('Paid in full'),
    late: flag('Late'),
    hasShipDate: flag('Has a ship date'),
    shipped: dates('Ship date', { isDay: true }),
    paymentDueDate: dates('Payment due', { isDay: true }),
    paidDate: dates('Paid on', { past: true, isDay: true }),
    productCategoryIds: categories,
    orderSources: sources,
    manual: flag('Order type', { yes: 'Entered by sales', no: 'Placed by buyer' }),
    brandIds: ids('Brands', 'brands'),
    productLineIds: ids('Product lines', 'productLines'),
  },
  {
    'Most used': ['statuses', 'created', 'paid', 'late', 'sellerIds', 'total'],
    Products: ['productNameSearch', 'brandIds', 'productLineIds', 'productCategoryIds'],
    'Shipping and payment': ['hasShipDate', 'shipped', 'paymentDueDate', 'paidDate'],
  },
);
export type PurchaseOrderFilters = FiltersOf<typeof purchaseOrderFilters>;
