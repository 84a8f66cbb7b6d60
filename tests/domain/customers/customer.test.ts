import { describe, expect, test } from 'vitest';
import { CustomerDraft, CustomerEdit } from '../../../domain/customers/customer';
import { customerFilters } from '../../../domain/customers/filters';

const problems = (change: object) => {
  const kept = { name: 'Cedar', ...change };
  const of = [
    CustomerDraft.safeParse({ orgId: 1, companyId: 2, ...kept }),
    CustomerEdit.safeParse({ version: 0, ...kept }),
  ].map((read) => (read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`));
  expect(of[0]).toEqual(of[1]);
  return of[0];
};
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

describe('a customer', () => {
  test('needs only a name', () => {
    expect(CustomerEdit.parse({ version: 3, name: ' Cedar ' })).toEqual({
      version: 3,
      name: 'Cedar',
      phone: '',
      email: '',
      address: '',
      deliveryPreferences: '',
      notes: '',
      holdReason: '',
      licenseId: null,
      serviceZoneId: null,
      customerStatusId: null,
      managerIds: [],
      paymentOptions: [],
      paymentTermsDays: null,
      creditLimitUsd: null,
      delinquent: false,
      onHold: false,
      paymentOptionsLocked: false,
    });
  });

  test.each<[string, object, string[]]>([
    ['a name', { name: '  ' }, ['name: Name is required']],
    ['a name that fits', { name: 'x'.repeat(201) }, ['name: Must be 200 characters or fewer']],
    ['notes that fit', { notes: 'x'.repeat(4001) }, ['notes: Must be 4,000 characters or fewer']],
    ['an email address', { email: 'cedar' }, ['email: Enter an email address, such as orders@greenleaf.com']],
    ['whole days', { paymentTermsDays: 1.5 }, ['paymentTermsDays: Enter whole days']],
    ['days in number', { paymentTermsDays: 'soon' }, ['paymentTermsDays: Enter a number of days']],
    ['days from now', { paymentTermsDays: -1 }, ['paymentTermsDays: Must be 0 or more']],
    ['days within a year', { paymentTermsDays: 366 }, ['paymentTermsDays: Must be 365 or less']],
    ['a limit of something', { creditLimitUsd: '-1.00' }, ['creditLimitUsd: Must be 0 or more']],
    ['20 managers at most', { managerIds: many(21) }, ['managerIds: At most 20 managers']],
    ['50 payment options at most', { paymentOptions: many(51) }, ['paymentOptions: At most 50 payment options']],
    [
      'a way to pay',
      { paymentOptionsLocked: true },
      ['paymentOptions: Choose at least one payment option, or allow all of them'],
    ],
  ])('has %s', (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  test.each([
    [{ name: 'x'.repeat(200), notes: 'x'.repeat(4000) }],
    [{ email: 'orders@greenleaf.com', paymentTermsDays: 0, creditLimitUsd: '0.00' }],
    [{ paymentTermsDays: 365, managerIds: many(20), paymentOptions: many(50) }],
    [{ paymentOptionsLocked: true, paymentOptions: [1] }],
    [{ paymentOptionsLocked: false, paymentOptions: [] }],
  ])('can be as far as that goes', (change) => {
    expect(problems(change)).toEqual([]);
  });
});

test('customers can be filtered by these, of the past alone', () => {
  expect(customerFilters.fields.map((field) => [field.id, field.label, 'facet' in field ? field.facet : null])).toEqual(
    [
      ['searchTerm', 'Name', null],
      ['customerStatusIds', 'Status', 'customerStatuses'],
      ['serviceZoneIds', 'Service zones', 'serviceZones'],
      ['managerIds', 'Managers', 'managers'],
      ['delinquent', 'Delinquent', null],
      ['onHold', 'On hold', null],
      ['creditLimit', 'Credit limit', null],
      ['hasLicense', 'Has a license', null],
      ['created', 'Created', null],
      ['licenseIds', 'Licenses', null],
      ['customerIds', 'Customers', null],
    ],
  );
  const ahead = customerFilters.fields.filter((field) => field.kind === 'dates' && field.ranges.includes('NEXT_WEEK'));
  expect(ahead).toEqual([]);
});
