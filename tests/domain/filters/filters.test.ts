import { describe, expect, test } from 'vitest';
import { PRODUCT_CATEGORIES } from '../../../domain/catalogue/vocabulary';
import { chipsOf, errorsIn, errorsOf, MOST_OFFERED, optionsOf, stillOffered } from '../../../domain/filters';
import { type OrderFilters, orderFilters, purchaseOrderFilters } from '../../../domain/orders/filters';

const issuesOf = (filters: object) => {
  const parsed = orderFilters.schema.safeParse(filters);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
};

const FULL: Required<OrderFilters> = {
  paid: true,
  late: true,
  manual: false,
  hasShipDate: true,
  hasExternalId: false,
  printed: true,
  sellerOrderNumber: 'SO-1',
  anySearch: 'green',
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
  customerStatusIds: [10],
  serviceZoneIds: [6],
  orderSources: ['MARKETPLACE', 'MANUAL'],
  customerLicenseIds: [7, 8, 9],
  customerIds: [9],
};

describe('a choice that no longer exists', () => {
  const filters = { brandIds: [3, 4], serviceZoneIds: [6], paid: true, customerIds: [9] } satisfies OrderFilters;
  const all = { brands: [{ id: 3 }, { id: 4 }], serviceZones: [{ id: 6 }] };

  test('is removed, and its filter with the last one', () => {
    const facets = { brands: [{ id: 4 }], serviceZones: [] };
    expect(stillOffered(orderFilters, filters, facets)).toEqual({ brandIds: [4], paid: true, customerIds: [9] });
  });

  test('is kept while the choices are loading or incomplete', () => {
    expect(stillOffered(orderFilters, filters, undefined)).toBe(filters);
    expect(stillOffered(orderFilters, filters, all)).toBe(filters);
    const many = Array.from({ length: MOST_OFFERED }, (_, id) => ({ id: id + 100 }));
    expect(stillOffered(orderFilters, filters, { ...all, brands: many })).toBe(filters);
  });
});

describe('order filters', () => {
  test('all at once, and none, are valid', () => {
    expect(orderFilters.schema.parse(FULL)).toEqual(FULL);
    expect(orderFilters.schema.parse({})).toEqual({});
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
    ['an amount with too many decimals', { totalTo: '1.234' }, { totalTo: 'Maximum 2 decimal places allowed' }],
    ['an amount that is text', { totalFrom: 'abc', totalTo: '5' }, { totalFrom: 'Must be a number' }],
    [
      'an amount with commas',
      { totalFrom: '1,000', totalTo: '5,000' },
      { totalFrom: 'Must be a number', totalTo: 'Must be a number' },
    ],
    [
      'a bound that is no date beside one that is',
      { createdFrom: 'soon', createdTo: '2025-01-31' },
      { createdFrom: 'Must be a date' },
    ],
    ['an amount below zero', { totalFrom: '-1' }, { totalFrom: 'Must be 0 or more' }],
    [
      'text that is too long',
      { customerSearch: 'x'.repeat(201) },
      { customerSearch: 'Must be 200 characters or fewer' },
    ],
    ['an id that is none', { brandIds: [1.5] }, { 'brandIds.0': 'Choose one from the list' }],
  ])('%s', (_, filters, errors) => {
    expect(issuesOf(filters)).toEqual(errors);
  });

  test('an unknown filter, status, source or range is refused', () => {
    for (const wrong of [
      { color: 'green' },
      { statuses: ['LOST'] },
      { orderSources: ['FAX'] },
      { createdRel: 'SOON' },
      { paid: 'yes' },
    ]) {
      expect(orderFilters.schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
  });

  test('too many choices are refused', () => {
    expect(orderFilters.schema.safeParse({ brandIds: Array.from({ length: 1001 }, (_, id) => id + 1) }).success).toBe(
      false,
    );
  });
});

describe('filters in the address', () => {
  const read = (query: string) => orderFilters.parse(new URLSearchParams(query));

  test('read back as they were written', () => {
    const query = new URLSearchParams(orderFilters.format(FULL)).toString();
    expect(read(query)).toEqual({ filters: FULL, errors: {} });
  });

  test('read back one by one', () => {
    for (const [field, value] of Object.entries(FULL)) {
      const one = { [field]: value } as OrderFilters;
      expect(read(new URLSearchParams(orderFilters.format(one)).toString())).toEqual({ filters: one, errors: {} });
    }
  });

  test('are not written when unset', () => {
    expect(orderFilters.format({ paid: undefined, brandIds: [], customerSearch: '', manual: false })).toEqual({
      manual: 'false',
    });
  });

  test('ignore other parameters and blanks', () => {
    expect(read('page=2&sortBy=created&customerSearch=&paid=false')).toEqual({ filters: { paid: false }, errors: {} });
  });

  test('keep the valid parts of a damaged link, and report the rest', () => {
    const { filters, errors } = read(
      'paid=maybe&statuses=SUBMITTED&brandIds=1,x&createdFrom=2025-01-01&createdTo=soon',
    );
    expect(filters).toEqual({ statuses: ['SUBMITTED'], createdFrom: '2025-01-01' });
    expect(errors).toEqual({
      paid: 'Must be yes or no',
      brandIds: 'Choose one from the list',
      createdTo: 'Must be a date',
    });
  });

  test('ignore a reversed range, even beside another error', () => {
    const { filters, errors } = read('totalFrom=20&totalTo=10&paid=maybe&manual=true');
    expect(filters).toEqual({ manual: true });
    expect(Object.keys(errors).sort()).toEqual(['paid', 'totalFrom', 'totalTo']);
  });

  test('an amount with text in it is ignored and reported; commas between thousands are accepted', () => {
    expect(read('totalFrom=abc&totalTo=5&paid=true')).toEqual({
      filters: { totalTo: '5', paid: true },
      errors: { totalFrom: 'Must be a number' },
    });
    expect(read('totalFrom=1,000&totalTo=5,000')).toEqual({
      filters: { totalFrom: '1000', totalTo: '5000' },
      errors: {},
    });
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
  [FULL, 25],
] as [OrderFilters, number][])('%o counts as %i', (filters, count) => {
  expect(orderFilters.count(filters)).toBe(count);
});

describe('filters saved for an older list', () => {
  test('are used as far as they still exist', () => {
    const kept = { paid: true, color: 'green', statuses: ['LOST'], brandIds: [3], customerSearch: '' };
    const { filters, errors } = orderFilters.salvage(kept);
    expect(filters).toEqual({ paid: true, brandIds: [3] });
    expect(Object.keys(errors)).toEqual(['statuses']);
  });
});

describe('a buyer’s filters', () => {
  test('include the sellers, and nothing the seller keeps private', () => {
    expect(purchaseOrderFilters.schema.safeParse({ sellerIds: [1], paid: true, totalFrom: '5' }).success).toBe(true);
    for (const key of ['salesRepIds', 'serviceZoneIds', 'printed', 'hasExternalId', 'customerLicenseIds']) {
      expect(purchaseOrderFilters.schema.safeParse({ [key]: FULL[key as keyof OrderFilters] }).success, key).toBe(
        false,
      );
      expect(purchaseOrderFilters.parse([[key, '1']]), key).toEqual({ filters: {}, errors: {} });
    }
  });
});

describe('filters as text', () => {
  const facets = { salesReps: [{ searchId: 1, displayName: 'Ada Lane' }], brands: undefined as never };

  test('are chips in field order', () => {
    expect(chipsOf(orderFilters, FULL, 'UTC', facets).map(({ text }) => text)).toEqual([
      'Status: Submitted, Accepted',
      'Created: Last 7 days',
      'Customer, license, product or SKU: green',
      'Customer: green, leaf & co',
      'Order number: SO-1',
      'Product: gelato',
      'Total: $10 – $2000.50',
      'Paid in full: Yes',
      'Late: Yes',
      'Has a ship date: Yes',
      'Ship date: Yesterday',
      'Payment due: Next week',
      'Paid on: Year so far',
      'Sales reps: Ada Lane, No. 2',
      'Brands: No. 3',
      'Customer status: No. 10',
      'Service zones: No. 6',
      'Product categories: Infused Liquid (each)',
      'Source: Marketplace, Entered by sales',
      'Order type: Placed by buyer',
      'In the wholesale marketplace: No',
      'Printed: Yes',
      'Product lines: No. 4',
      'Customer licenses: No. 7 and 2 more',
      'Customers: No. 9',
    ]);
  });

  test.each([
    [{ createdFrom: '2025-01-02' }, 'Created: from 01/02/2025'],
    [{ createdTo: '2025-01-02T10:00:00Z' }, 'Created: up to 01/02/2025'],
    [{ createdTo: '2026-11-26T01:00:00.000Z' }, 'Created: up to 11/25/2026'],
    [{ createdFrom: '2026-11-25', createdTo: '2026-11-26T01:00:00.000Z' }, 'Created: 11/25/2026'],
    [{ totalFrom: '5', totalTo: '5' }, 'Total: $5'],
    [{ manual: true }, 'Order type: Entered by sales'],
  ])('%o reads "%s"', (filters, words) => {
    expect(chipsOf(orderFilters, filters, 'America/Los_Angeles').map(({ text }) => text)).toEqual([words]);
  });

  test('a chip has the keys that clear it', () => {
    expect(chipsOf(orderFilters, { createdRel: 'YESTERDAY' }, 'UTC')).toMatchObject([
      { id: 'created', keys: ['createdFrom', 'createdTo', 'createdRel'] },
    ]);
  });

  test('a message says an instant by its day where days are counted', () => {
    const { errors } = orderFilters.parse([
      ['createdFrom', '2026-11-27'],
      ['createdTo', '2026-11-26T01:00:00.000Z'],
    ]);
    expect(errors.createdFrom).toBe('Must be less than or equal to 2026-11-26T01:00:00.000Z');
    expect(errorsIn(errors, 'America/Los_Angeles')).toEqual({
      createdFrom: 'Must be less than or equal to 11/25/2026',
      createdTo: 'Must be greater than or equal to 11/27/2026',
    });
  });

  test('typed values get the server’s messages', () => {
    expect(errorsOf(orderFilters, { totalFrom: '1,000', totalTo: ' 5,000.5 ', createdFrom: '', paid: true })).toEqual(
      {},
    );
    expect(errorsOf(orderFilters, { totalFrom: '1e3', totalTo: '12.345', createdFrom: '2014-01-01' })).toEqual({
      totalFrom: 'Must be a number',
      totalTo: 'Maximum 2 decimal places allowed',
      createdFrom: 'Must be on or after 01/01/2015',
    });
    expect(errorsOf(orderFilters, { totalFrom: '$1,000', totalTo: ' $ 5,000.50 ' })).toEqual({});
    const dates = { createdFrom: '2026-03-02', createdTo: '2026-03-03', shippedTo: '2030-01-01' };
    expect(errorsOf(orderFilters, dates, '2026-03-03')).toEqual({});
    expect(errorsOf(orderFilters, dates, '2026-03-02')).toEqual({ createdTo: 'Must be on or before 03/02/2026' });
    expect(errorsOf(orderFilters, { totalFrom: '2,000', totalTo: '10' })).toEqual({
      totalFrom: 'Must be less than or equal to 10',
      totalTo: 'Must be greater than or equal to 2000',
    });
  });

  test('choices come from facets, a fixed list, or only from a link', () => {
    const field = (id: string) => orderFilters.fields.find((one) => one.id === id) as Parameters<typeof optionsOf>[0];
    expect(optionsOf(field('salesRepIds'), facets)).toEqual([{ value: 1, label: 'Ada Lane' }]);
    expect(optionsOf(field('serviceZoneIds'), facets)).toBeUndefined();
    const counted = optionsOf(field('statuses'), { statuses: [{ id: 'DRAFT', count: 4 }] });
    expect(counted?.slice(0, 2)).toEqual([
      { value: 'DRAFT', label: 'Draft', count: 4 },
      { value: 'SUBMITTED', label: 'Submitted' },
    ]);
    expect(optionsOf(field('productCategoryIds'), undefined)).toHaveLength(PRODUCT_CATEGORIES.length);
    expect(optionsOf(field('customerIds'), facets)).toEqual([]);
    expect(optionsOf(field('customerIds'), facets, { customerIds: [8] })).toEqual([{ value: 8, label: 'No. 8' }]);
  });
});
