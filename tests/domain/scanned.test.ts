import { expect, test } from 'vitest';
import { scannedSku } from '../../domain/scanned';

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
])('a SKU scanned as %j is %j', (text, sku) => {
  expect(scannedSku(text)).toBe(sku);
});
