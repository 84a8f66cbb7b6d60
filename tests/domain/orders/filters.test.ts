import { describe, expect, test } from 'vitest';
import type { FilterSet } from '../../../domain/filters';
import { orderFilters, purchaseOrderFilters } from '../../../domain/orders/filters';

const fieldsOf = (filters: { fields: FilterSet['fields'] }) =>
  filters.fields.map((field) => [field.id, field.label, 'facet' in field ? field.facet : null]);
const yesAndNo = (filters: { fields: FilterSet['fields'] }) =>
  filters.fields.flatMap((field) => (field.kind === 'flag' ? [[field.id, field.yes, field.no]] : []));
const looksAhead = (filters: { fields: FilterSet['fields'] }) =>
  filters.fields.flatMap((field) => (field.kind === 'dates' && field.ranges.includes('NEXT_WEEK') ? [field.id] : []));

describe('sales orders can be filtered', () => {
  test('by these, with these labels and facets', () => {
    expect(fieldsOf(orderFilters)).toEqual([
      ['statuses', 'Status', 'statuses'],
      ['created', 'Created', null],
      ['anySearch', 'Customer, license, product or SKU', null],
      ['customerSearch', 'Customer', null],
      ['sellerOrderNumber', 'Order number', null],
      ['productNameSearch', 'Product', null],
      ['total', 'Total', null],
      ['paid', 'Paid in full', null],
      ['late', 'Late', null],
      ['hasShipDate', 'Has a ship date', null],
      ['shipped', 'Ship date', null],
      ['paymentDueDate', 'Payment due', null],
      ['paidDate', 'Paid on', null],
      ['salesRepIds', 'Sales reps', 'salesReps'],
      ['brandIds', 'Brands', 'brands'],
      ['customerStatusIds', 'Customer status', 'customerStatuses'],
      ['serviceZoneIds', 'Service zones', 'serviceZones'],
      ['productCategoryIds', 'Product categories', null],
      ['orderSources', 'Source', null],
      ['manual', 'Order type', null],
      ['hasExternalId', 'In the wholesale marketplace', null],
      ['printed', 'Printed', null],
      ['productLineIds', 'Product lines', 'productLines'],
      ['customerLicenseIds', 'Customer licenses', 'customerLicenses'],
      ['customerIds', 'Customers', null],
    ]);
  });

  test('an order’s type uses each side’s words', () => {
    expect(yesAndNo(orderFilters)).toContainEqual(['manual', 'Entered by sales', 'Placed by buyer']);
    expect(yesAndNo(orderFilters)).toContainEqual(['paid', 'Yes', 'No']);
  });

  test('only future dates offer the week ahead', () => {
    expect(looksAhead(orderFilters)).toEqual(['shipped', 'paymentDueDate']);
  });
});

describe('purchase orders can be filtered', () => {
  test('by what a buyer knows, and by nothing the seller keeps private', () => {
    expect(fieldsOf(purchaseOrderFilters)).toEqual([
      ['statuses', 'Status', 'statuses'],
      ['created', 'Created', null],
      ['sellerIds', 'Sellers', 'sellers'],
      ['customerSearch', 'Seller', null],
      ['sellerOrderNumber', 'Order number', null],
      ['productNameSearch', 'Product', null],
      ['total', 'Total', null],
      ['paid', 'Paid in full', null],
      ['late', 'Late', null],
      ['hasShipDate', 'Has a ship date', null],
      ['shipped', 'Ship date', null],
      ['paymentDueDate', 'Payment due', null],
      ['paidDate', 'Paid on', null],
      ['productCategoryIds', 'Product categories', null],
      ['orderSources', 'Source', null],
      ['manual', 'Order type', null],
      ['brandIds', 'Brands', 'brands'],
      ['productLineIds', 'Product lines', 'productLines'],
    ]);
  });

  test('in the same words, and as far ahead', () => {
    expect(yesAndNo(purchaseOrderFilters)).toContainEqual(['manual', 'Entered by sales', 'Placed by buyer']);
    expect(looksAhead(purchaseOrderFilters)).toEqual(['shipped', 'paymentDueDate']);
  });
});
