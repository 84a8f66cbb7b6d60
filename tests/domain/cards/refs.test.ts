import { describe, expect, test } from 'vitest';
import { readRef, refOfAddress, refsIn, refText } from '../../../domain/cards/refs';

const OURS = 'https://verdant.example';
const UUID = '0b7c9a52-3f10-4c1e-9d27-5a4be1f3a001';
const named = (address: string) => {
  const ref = refOfAddress(address, OURS);
  return ref && refText(ref);
};

describe('the address of a record’s page', () => {
  test.each([
    ['/orders/12', 'order:12'],
    ['/orders/purchases/12', 'order:12'],
    [`/deals/${UUID}`, `deal:${UUID}`],
    [`/deals/${UUID.toUpperCase()}`, `deal:${UUID}`],
    ['/inventory?edit=7', 'package:7'],
    ['/inventory?page=2&edit=7', 'package:7'],
    ['/fulfillment/intakes/9?licenseId=3', 'intake:9'],
    ['/fulfillment/intakes/9', 'intake:9'],
    ['/inventory/products/31', 'product:31'],
    ['/marketplace/brands/lost-coast?product=31', 'product:31'],
    ['/orders/12/', 'order:12'],
    ['/orders/12#comments', 'order:12'],
  ])('%s is %s, with and without where we are', (address, ref) => {
    expect(named(address)).toBe(ref);
    expect(named(OURS + address)).toBe(ref);
  });

  test.each([
    '/orders',
    '/orders/new',
    '/orders/emailed-reports',
    '/orders/purchases',
    '/orders/purchases/approvals/4',
    '/orders/12/edit',
    '/orders/0',
    '/orders/1e3',
    '/orders/12345678901234567',
    '/deals/ours',
    '/deals/bids',
    '/inventory',
    '/inventory/reconciliation?edit=7',
    '/marketplace/brands/lost-coast',
    '/marketplace?product=31',
    '/harvest/5',
    'orders/12',
  ])('%s is none', (address) => {
    expect(named(address)).toBeNull();
  });

  test.each([
    'https://elsewhere.example/orders/12',
    'https://verdant.example.evil.example/orders/12',
    'https://verdant.example:8443/orders/12',
    'http://verdant.example/orders/12',
    'https://verdant.example@evil.example/orders/12',
    '//evil.example/orders/12',
    '/\\evil.example/orders/12',
    'javascript:/orders/12',
  ])('%s is somewhere else', (address) => {
    expect(named(address)).toBeNull();
  });
});

describe('the records a message links to', () => {
  const found = (text: string) => refsIn(text, OURS).map(refText);

  test('are found in sentences, brackets and markdown', () => {
    expect(found(`See ${OURS}/orders/12, and (/inventory?edit=7)!`)).toEqual(['order:12', 'package:7']);
    expect(found('[the jars](/inventory/products/31) are here: “/orders/purchases/12”.')).toEqual([
      'product:31',
      'order:12',
    ]);
  });

  test('count once, in their order, up to three', () => {
    expect(found('/orders/4 /orders/purchases/4 /orders/3 /orders/2 /orders/1')).toEqual([
      'order:4',
      'order:3',
      'order:2',
    ]);
  });

  test('are none in words alone, nor behind another’s address', () => {
    expect(found('Order 12, and/orders/12 or https://elsewhere.example/?to=/orders/12')).toEqual([]);
  });
});

test('a reference is read as it is written, and nothing else', () => {
  expect(readRef('order:12')).toEqual({ kind: 'order', id: '12' });
  expect(readRef(`deal:${UUID}`)).toEqual({ kind: 'deal', id: UUID });
  for (const text of ['', 'order', 'order:', 'order:x', 'order:012', 'deal:12', 'note:12', 'order:12:3', 'ORDER:12'])
    expect(readRef(text), text).toBeNull();
});
