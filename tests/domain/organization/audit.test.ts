import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { AUDIT_ENTITIES, auditChanges, auditName, withoutSecrets } from '../../../domain/organization/audit';

const entry = { before: null, after: null, entityId: null };

test('every kind of record in the log has a readable name', () => {
  const written = Object.values(contract).flatMap((area) =>
    Object.values(area).map((call) => ('audit' in call ? call.audit : undefined)),
  );
  const unnamed = written.filter((kind) => kind !== undefined && !(kind in AUDIT_ENTITIES));
  expect(unnamed).toEqual([]);
});

describe('a change', () => {
  test('lists the changed fields only', () => {
    const before = { id: 4, version: 1, name: 'Rep', features: { ORDERS: { read: true } }, position: 1 };
    const after = { ...before, version: 2, name: 'Sales rep', features: { ORDERS: { read: false } } };
    expect(auditChanges({ before, after })).toEqual([
      { field: 'name', before: 'Rep', after: 'Sales rep' },
      { field: 'features', before: before.features, after: after.features },
    ]);
  });

  test('of a new record lists all its fields, and of a deleted one all it had', () => {
    expect(auditChanges({ before: null, after: { name: 'Rep', note: null } })).toEqual([
      { field: 'name', before: undefined, after: 'Rep' },
    ]);
    expect(auditChanges({ before: { name: 'Rep' }, after: null })).toEqual([
      { field: 'name', before: 'Rep', after: undefined },
    ]);
  });

  test('of a list or a single value is one change', () => {
    expect(auditChanges({ before: null, after: [1, 2] })).toEqual([
      { field: 'value', before: undefined, after: [1, 2] },
    ]);
  });
});

test('a record is named by its number, else its name or email, else its id', () => {
  expect(auditName({ ...entry, after: { orderNumber: '1024', name: 'Order' } })).toBe('1024');
  expect(auditName({ ...entry, before: { name: 'Old' }, after: { name: 'New' }, entityId: '7' })).toBe('New');
  expect(auditName({ ...entry, before: { email: 'a@b.example' } })).toBe('a@b.example');
  expect(auditName({ ...entry, after: { name: '' }, entityId: '7' })).toBe('ID 7');
  expect(auditName(entry)).toBe('');
});

test('secrets are removed at any depth', () => {
  expect(withoutSecrets([{ apiKey: 'k', keyLastFour: '1234' }])).toEqual([{ keyLastFour: '1234' }]);
});
