import { describe, expect, test } from 'vitest';
import {
  countOrderFilters,
  formatOrderFilters,
  type OrderFilters,
  OrderFiltersSchema,
  parseOrderFilters,
} from '../../domain/filters';

const errorsOf = (filters: object) => {
  const parsed = OrderFiltersSchema.safeParse(filters);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
};

const FULL: Required<OrderFilters> = {
  paid: true,
  manual: false,
  hasShipDate: true,
  hasExternalId: false,
  printed: true,
  sellerOrderNumber: 'SO-1',
  customerSearch: 'green, leaf & co',
  productNameSearch: 'gelato',
  totalFrom: '10',
  totalTo: '2000.50',
  createdFrom: '2025-01-01',
  createdTo: '2025-12-31',
  createdRel: 'LAST_7_DAYS',
  paymentDueDateFrom: '2025-01-01',
  paymentDueDateTo: '2025-01-01',
  paymentDueDateRel: 'NEXT_WEEK',
  shippedFrom: '2025-01-01',
  shippedTo: '2025-02-01',
  shippedRel: 'YESTERDAY',
  paidDateFrom: '2025-01-01T00:00:00Z',
  paidDateTo: '2025-02-01',
  paidDateRel: 'YEAR_SO_FAR',
  salesRepIds: [1, 2],
  brandIds: [3],
  productLineIds: [4],
  productCategoryIds: [5],
  statuses: ['SUBMITTED', 'ACCEPTED'],
  serviceZoneIds: [6],
  orderSources: ['MARKETPLACE', 'MANUAL'],
  customerLicenseIds: [7, 8, 9],
};

describe('what orders may be narrowed by', () => {
  test('every filter at once, and none, are well formed', () => {
    expect(OrderFiltersSchema.parse(FULL)).toEqual(FULL);
    expect(OrderFiltersSchema.parse({})).toEqual({});
  });

  test.each([
    [
      'a total from above its to',
      { totalFrom: '20', totalTo: '9.5' },
      { totalFrom: 'Must be less than or equal to 9.5', totalTo: 'Must be greater than or equal to 20' },
    ],
    ['equal totals', { totalFrom: '20', totalTo: '20.00' }, {}],
    ['totals that only read the wrong way round', { totalFrom: '9', totalTo: '10' }, {}],
    [
      'created from after its to',
      { createdFrom: '2025-02-01', createdTo: '2025-01-31' },
      {
        createdFrom: 'Must be less than or equal to 01/31/2025',
        createdTo: 'Must be greater than or equal to 02/01/2025',
      },
    ],
    [
      'shipped from after its to',
      { shippedFrom: '2025-02-01', shippedTo: '2025-01-31' },
      {
        shippedFrom: 'Must be less than or equal to 01/31/2025',
        shippedTo: 'Must be greater than or equal to 02/01/2025',
      },
    ],
    ['the earliest date', { createdFrom: '2015-01-01' }, {}],
    ['a date before the earliest', { createdFrom: '2014-12-31' }, { createdFrom: 'Must be on or after 01/01/2015' }],
    ['a date that is none', { paidDateTo: '2025-02-30' }, { paidDateTo: 'Must be a date' }],
    ['an amount with too many decimals', { totalTo: '1.234' }, { totalTo: 'Must be an amount in dollars and cents' }],
    ['an amount below zero', { totalFrom: '-1' }, { totalFrom: 'Must be 0 or more' }],
    [
      'text that is too long',
      { customerSearch: 'x'.repeat(201) },
      { customerSearch: 'Must be 200 characters or fewer' },
    ],
    ['an id that is none', { brandIds: [1.5] }, { 'brandIds.0': 'Must be an id' }],
  ])('%s', (_, filters, errors) => {
    expect(errorsOf(filters)).toEqual(errors);
  });

  test('a filter, status, source or range that does not exist is refused', () => {
    for (const wrong of [
      { color: 'green' },
      { statuses: ['LOST'] },
      { orderSources: ['FAX'] },
      { createdRel: 'SOON' },
      { paid: 'yes' },
    ]) {
      expect(OrderFiltersSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
  });

  test('more choices than anyone makes are refused', () => {
    expect(OrderFiltersSchema.safeParse({ brandIds: Array.from({ length: 1001 }, (_, id) => id + 1) }).success).toBe(
      false,
    );
  });
});

describe('filters in the address', () => {
  const read = (query: string) => parseOrderFilters(new URLSearchParams(query));

  test('what is written is read back the same', () => {
    const query = new URLSearchParams(formatOrderFilters(FULL)).toString();
    expect(read(query)).toEqual({ filters: FULL, errors: {} });
  });

  test('each filter alone is written and read back the same', () => {
    for (const [field, value] of Object.entries(FULL)) {
      const one = { [field]: value } as OrderFilters;
      expect(read(new URLSearchParams(formatOrderFilters(one)).toString())).toEqual({ filters: one, errors: {} });
    }
  });

  test('what is unset is not written', () => {
    expect(formatOrderFilters({ paid: undefined, brandIds: [], customerSearch: '', manual: false })).toEqual({
      manual: 'false',
    });
  });

  test('names of others and blanks are passed by', () => {
    expect(read('page=2&sortBy=created&customerSearch=&paid=false')).toEqual({ filters: { paid: false }, errors: {} });
  });

  test('a damaged link narrows by what is still sound and says what is not', () => {
    const { filters, errors } = read(
      'paid=maybe&statuses=SUBMITTED&brandIds=1,x&createdFrom=2025-01-01&createdTo=soon',
    );
    expect(filters).toEqual({ statuses: ['SUBMITTED'], createdFrom: '2025-01-01' });
    expect(errors).toEqual({ paid: 'Must be true or false', brandIds: 'Must be an id', createdTo: 'Must be a date' });
  });

  test('a range the wrong way round narrows nothing, also beside another fault', () => {
    const { filters, errors } = read('totalFrom=20&totalTo=10&paid=maybe&manual=true');
    expect(filters).toEqual({ manual: true });
    expect(Object.keys(errors).sort()).toEqual(['paid', 'totalFrom', 'totalTo']);
  });

  test('names every object has are no filters', () => {
    expect(read('constructor=1&toString=2&__proto__=3')).toEqual({ filters: {}, errors: {} });
  });
});

test.each([
  [{}, 0],
  [{ paid: false }, 1],
  [{ createdFrom: '2025-01-01', createdTo: '2025-02-01' }, 1],
  [{ createdRel: 'YESTERDAY', shippedTo: '2025-02-01' }, 2],
  [{ brandIds: [], customerSearch: '', paid: undefined }, 0],
  [{ totalFrom: '1', brandIds: [1, 2], statuses: ['DRAFT'] }, 3],
  [FULL, 21],
] as [OrderFilters, number][])('%o counts as %i', (filters, count) => {
  expect(countOrderFilters(filters)).toBe(count);
});
