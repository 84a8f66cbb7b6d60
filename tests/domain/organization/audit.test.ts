import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { PRODUCT_ACT_TITLES } from '../../../domain/catalogue/product-change';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { auditChanges, auditName, auditNeeds, withoutSecrets } from '../../../domain/organization/audit';
import { AUDIT_ENTITIES } from '../../../domain/organization/audit-entities';
import { schemaWords } from '../../support/schema-words';

const names = {};
const entry = { before: null, after: null, entityId: null, entity: 'role', names };
const changes = (sides: object) => auditChanges({ ...entry, ...sides }, () => '11/20/2026, 3:00 PM');
const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
const written = calls.flatMap((call) => (call.audit === undefined ? [] : [{ ...call, audit: call.audit }]));

test('every kind of record in the log has a readable name', () => {
  expect(written.filter(({ audit }) => !(audit in AUDIT_ENTITIES))).toEqual([]);
});

describe('the log says in people’s words', () => {
  test.each(written.map((call) => [`${call.method} ${call.path}`, call] as const))('what %s does', (_, call) => {
    const [action = ''] = call.summary.split(';');
    expect(schemaWords(action)).toEqual([]);
    expect(action).toMatch(/^[A-Z][a-z]+ .{2,48}[^.]$/);
    expect(action).not.toMatch(/\b(the caller|one’s|hears?|of one)\b/);
  });

  const acts = calls.flatMap((call) =>
    'acts' in call ? Object.entries(call.acts as Record<string, { title: string }>) : [],
  );
  test.each([...acts, ...Object.entries(PRODUCT_ACT_TITLES).map(([act, title]) => [act, { title }] as const)])(
    'what the bulk action %s does',
    (_, { title }) => {
      expect(title).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
      expect(schemaWords(title)).toEqual([]);
    },
  );
});

describe('a change', () => {
  test('lists the changed fields only', () => {
    const before = { id: 4, version: 1, name: 'Rep', features: { ORDERS: { read: true, write: true } }, position: 1 };
    const after = { ...before, version: 2, name: 'Sales rep', features: { ORDERS: { read: true, write: false } } };
    expect(changes({ before, after })).toEqual([
      { label: 'Name', before: 'Rep', after: 'Sales rep' },
      { label: 'Permissions: Deal orders: Write', before: 'Yes', after: 'No' },
    ]);
  });

  test('of a new record lists all its fields, and of a deleted one all it had', () => {
    expect(changes({ after: { name: 'Rep', note: null } })).toEqual([{ label: 'Name', before: '', after: 'Rep' }]);
    expect(changes({ before: { name: 'Rep' } })).toEqual([{ label: 'Name', before: 'Rep', after: '' }]);
  });

  test('of a list or a single value is one change', () => {
    expect(changes({ after: [1, 2] })).toEqual([{ label: 'Value', before: '', after: '1, 2' }]);
  });

  test.each([
    [{ totalUsd: '1234.5' }, 'Total', '$1,234.50'],
    [{ quantity: '31968.000000' }, 'Quantity', '31,968'],
    [{ percentDiscount: '0.125' }, 'Percent off', '12.5%'],
    [{ discount: '0.1', discountType: '%' }, 'Discount', '10%'],
    [{ discount: '10', discountType: '$' }, 'Discount', '$10.00'],
    [{ shipDate: '2026-11-20' }, 'Ship date', '11/20/2026'],
    [{ sentAt: '2026-11-20T23:00:00Z' }, 'Sent at', '11/20/2026, 3:00 PM'],
    [{ usState: 'CA' }, 'State', 'CA'],
    [{ timeZone: 'America/Los_Angeles' }, 'Time zone', 'Pacific Time (Los Angeles)'],
    [{ isSample: true }, 'Sample', 'Yes'],
    [{ status: 'ON_HOLD' }, 'Status', 'On hold'],
    [{ inventoryManagement: 'METRC' }, 'Stock from', 'Tracking system'],
    [{ entity: 'org-user' }, 'Kind of record', 'Team member'],
    [{ name: 'FERN_HOLLOW' }, 'Name', 'FERN_HOLLOW'],
    [{ customer: { id: 4, name: 'Lupine Street' } }, 'Customer', 'Lupine Street'],
    [{ address: { lineOne: '1 Main St', city: 'Oakland' } }, 'Address', 'Street: 1 Main St, City: Oakland'],
    [
      { lines: { 12: { product: 'Blue Dream', quantity: '3', isSample: true, isBackorder: false } } },
      'Lines',
      'Blue Dream, Quantity: 3, Sample',
    ],
  ])('shows %j as the screens do', (after, label, text) => {
    expect(changes({ after })).toEqual([{ label, before: '', after: text }]);
  });

  test('of a discount from dollars to a percentage shows each side as it was entered', () => {
    const sides = {
      before: { discount: '25', discountType: '$' },
      after: { discount: '0.125', discountType: '%' },
    };
    expect(changes(sides)).toEqual([{ label: 'Discount', before: '$25.00', after: '12.5%' }]);
  });

  test('of a line of an order names its product', () => {
    const line = { product: 'Blue Dream', quantity: '3' };
    expect(changes({ before: { lines: { 12: line } }, after: { lines: { 12: { ...line, quantity: '4' } } } })).toEqual([
      { label: 'Blue Dream: Quantity', before: '3', after: '4' },
    ]);
  });

  test('shows the names of what it holds by id, and no id', () => {
    const sides = { before: { brandId: 4, externalId: '9' }, after: { brandId: 5, externalId: '8' } };
    expect([...auditNeeds([{ ...sides, entity: 'product', entityId: '7' } as never])]).toEqual([
      ['product', [7]],
      ['brand', [4, 5]],
    ]);
    expect(changes({ ...sides, names: { 'brand:4': 'Fern Hollow', 'brand:5': 'Harbor' } })).toEqual([
      { label: 'Brand', before: 'Fern Hollow', after: 'Harbor' },
    ]);
  });

  test('of a call that logged what it was asked shows its fields', () => {
    expect(changes({ after: { params: { id: 4 }, body: { reason: 'Late' } } })).toEqual([
      { label: 'Reason', before: '', after: 'Late' },
    ]);
  });
});

test('a record is named by its number, else its name or email, else what it is called now', () => {
  expect(auditName({ ...entry, after: { orderNumber: '1024', name: 'Order' } })).toBe('1024');
  expect(auditName({ ...entry, before: { name: 'Old' }, after: { name: 'New' }, entityId: '7' })).toBe('New');
  expect(auditName({ ...entry, before: { email: 'a@b.example' } })).toBe('a@b.example');
  const named = { ...entry, names: { 'order:7': '1024', 'company:7': 'Fern' }, entityId: '7' };
  expect(auditName({ ...named, entity: 'order', after: { status: 'ACCEPTED' } })).toBe('1024');
  expect(auditName({ ...named, entity: 'order-terms' })).toBe('Fern');
  expect(auditName({ ...named, entity: 'comment', after: { orderId: 7 } })).toBe('1024');
  expect(auditName({ ...entry, after: { name: '' }, entityId: '7' })).toBe('');
});

test('secrets are removed at any depth', () => {
  expect(withoutSecrets([{ apiKey: 'k', keyLastFour: '1234' }])).toEqual([{ keyLastFour: '1234' }]);
});
