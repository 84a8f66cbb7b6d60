import { expect, test } from 'vitest';
import { isBarcode, scannedSku } from '../../domain/scanned';

test.each<[string, string | null]>([
  ['BD-8', null],
  ['Blue Dream, 3.5 g', null],
  ['[BD-8]', null],
  [']C1850012345678', '850012345678'],
  [']E00850012345678', '0850012345678'],
  ['*BD-8*', 'BD-8'],
  ['BD-8\u001d', 'BD-8'],
  ['*BD-8**GG-1*', 'GG-1'],
  ['*', ''],
  ['BD*8', null],
  ['*BD-8', null],
  ['KIT[2]A1', null],
  [']C10100850012345678\u001d10LOT7', '850012345678'],
  [']d2\u001d010850012345678121SERIAL', '8500123456781'],
  [']Q30118500123456781', '18500123456781'],
  [']A00100850012345678', '0100850012345678'],
])('a SKU scanned as %j is %j', (text, sku) => {
  expect(scannedSku(text)).toBe(sku);
});

test.each([
  ['850012345678', true],
  [']A0BD-8', true],
  ['12', false],
  ['1,500', false],
  ['12345678', false],
])('in a quantity’s place %j is a barcode: %s', (text, is) => {
  expect(isBarcode(text)).toBe(is);
});
