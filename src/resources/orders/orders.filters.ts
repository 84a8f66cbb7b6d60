import { PRODUCT_CATEGORIES } from '../../../domain/catalogue/vocabulary';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { RELATIVE_RANGES } from '../../../domain/dates';
import { type OrderFilters, OrderFiltersSchema, parseOrderFilters } from '../../../domain/filters';
import type { orders, purchaseOrders } from '../../../domain/orders/contract';
import { ORDER_SOURCE_LABELS, ORDER_SOURCES } from '../../../domain/orders/order';
import { ORDER_STATUS_IDS, ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import type { FilterField, FilterOption } from '../../ui/filters';

/** What orders of both sides are narrowed by in the address. */
export const orderFilters = { schema: OrderFiltersSchema, parse: parseOrderFilters };

type Name = keyof OrderFilters;
type StatusCounts = readonly { id: OrderStatus; count: number }[];

const ranges = Object.entries(RELATIVE_RANGES).map(([value, { label }]) => ({ value, label }));
const pastRanges = ranges.filter(({ value }) => value !== 'NEXT_WEEK');

const text = (id: Name, label: string): FilterField => ({ kind: 'text', id, label, maxLength: 200 });
const yesNo = (id: Name, label: string, yes?: string, no?: string): FilterField => ({
  kind: 'tri',
  id,
  label,
  ...(yes === undefined ? {} : { yes }),
  ...(no === undefined ? {} : { no }),
});
const dates = (stem: 'created' | 'shipped' | 'paymentDueDate' | 'paidDate', label: string): FilterField => ({
  kind: 'dateRange',
  id: stem,
  label,
  from: `${stem}From` satisfies Name,
  to: `${stem}To` satisfies Name,
  relative: {
    key: `${stem}Rel` satisfies Name,
    options: stem === 'created' || stem === 'paidDate' ? pastRanges : ranges,
  },
});
const choices = (id: Name, label: string, options: readonly FilterOption[] | undefined): FilterField => ({
  kind: 'multi',
  id,
  label,
  options: options ?? [],
  loading: options === undefined,
});

const statuses = (counts: StatusCounts | undefined) =>
  choices(
    'statuses',
    'Status',
    ORDER_STATUS_IDS.map((value) => {
      const count = counts?.find(({ id }) => id === value)?.count;
      return { value, label: ORDER_STATUSES[value].label, ...(count === undefined ? {} : { count }) };
    }),
  );

const totals: FilterField = {
  kind: 'numberRange',
  id: 'total',
  label: 'Total',
  from: 'totalFrom',
  to: 'totalTo',
  min: 0,
  decimals: 2,
  prefix: '$',
};

const categories = choices(
  'productCategoryIds',
  'Product categories',
  PRODUCT_CATEGORIES.map(({ id, name }) => ({ value: id, label: name })),
);
const sources = choices(
  'orderSources',
  'Source',
  ORDER_SOURCES.map((value) => ({ value, label: ORDER_SOURCE_LABELS[value] })),
);
const named = (list: readonly { id: number; name: string }[] | undefined) =>
  list?.map(({ id, name }) => ({ value: id, label: name }));

/** A choice that only a link can make: what it chose goes by number. */
const linked = (id: 'productLineIds' | 'customerLicenseIds', label: string, filters: OrderFilters): FilterField[] => {
  const chosen = filters[id];
  return chosen
    ? [
        choices(
          id,
          label,
          chosen.map((value) => ({ value, label: `No. ${value}` })),
        ),
      ]
    : [];
};

/** What sales orders can be narrowed by; choices that are not known yet are shown as loading. */
export function orderFilterFields(
  facets: CallOutput<typeof orders.facets> | undefined,
  filters: OrderFilters,
): FilterField[] {
  return [
    statuses(facets?.statuses),
    dates('created', 'Created'),
    text('customerSearch', 'Customer'),
    text('sellerOrderNumber', 'Order number'),
    text('productNameSearch', 'Product'),
    totals,
    yesNo('paid', 'Paid in full'),
    yesNo('hasShipDate', 'Has a ship date'),
    dates('shipped', 'Ship date'),
    dates('paymentDueDate', 'Payment due'),
    dates('paidDate', 'Paid on'),
    choices(
      'salesRepIds',
      'Sales reps',
      facets?.salesReps.map(({ searchId, displayName }) => ({ value: searchId, label: displayName })),
    ),
    choices('brandIds', 'Brands', named(facets?.brands)),
    choices('serviceZoneIds', 'Service zones', named(facets?.serviceZones)),
    categories,
    sources,
    yesNo('manual', 'Order type', 'Entered by sales', 'Placed by buyer'),
    yesNo('hasExternalId', 'In the wholesale marketplace'),
    yesNo('printed', 'Printed'),
    ...linked('productLineIds', 'Product lines', filters),
    ...linked('customerLicenseIds', 'Customer licenses', filters),
  ];
}

/** What purchase orders can be narrowed by. */
export function purchaseOrderFilterFields(facets: CallOutput<typeof purchaseOrders.facets> | undefined): FilterField[] {
  return [
    statuses(facets?.statuses),
    dates('created', 'Created'),
    text('sellerOrderNumber', 'Order number'),
    text('productNameSearch', 'Product'),
    totals,
    yesNo('paid', 'Paid in full'),
    dates('shipped', 'Ship date'),
    dates('paymentDueDate', 'Payment due'),
    categories,
  ];
}
