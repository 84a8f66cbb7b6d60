import { expect, test } from 'vitest';
import { readPastedQuantities } from '../../../../domain/orders/entry/paste';

test('columns of a spreadsheet are read as SKU and quantity, below their heading', () => {
  expect(readPastedQuantities('SKU\tQty\nBD-8\t12\n\n"GG-1"\t1,200\nOG-2\t1\nOG-3')).toEqual([
    { line: 2, text: 'BD-8', quantity: '12', problem: null },
    { line: 4, text: 'GG-1', quantity: '1200', problem: null },
    { line: 5, text: 'OG-2', quantity: '1', problem: null },
  ]);
});

test('commas and semicolons separate as well', () => {
  expect(readPastedQuantities('BD-8, 12\nGG-1;2.5').map(({ text, quantity }) => [text, quantity])).toEqual([
    ['BD-8', '12'],
    ['GG-1', '2.5'],
  ]);
});

test('what can’t be used says why', () => {
  expect(readPastedQuantities('AA-1\t1\nBD-8\tdozen\nGG-1\t0\n\t5').map(({ problem }) => problem)).toEqual([
    null,
    'needs a quantity, such as 12',
    'has a quantity of 0',
    'has no product',
  ]);
});
