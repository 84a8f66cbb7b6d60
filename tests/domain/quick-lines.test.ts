import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_QUICK_LINES, readQuickLines } from '../../domain/carts/quick-lines';

describe('lines of a quick order', () => {
  test.each([
    ['bd-8, 12', 'BD-8', '12'],
    ['BD-8\t12', 'BD-8', '12'],
    ['"BD 8";"12"', 'BD 8', '12'],
    ['BD-8   12.5', 'BD-8', '12.5'],
    ['BD-8,Blue Dream Eighth,12', 'BD-8', '12'],
  ])('%s', (text, sku, quantity) => {
    expect(readQuickLines(text)).toEqual({ lines: [{ sku, quantity }], unread: [] });
  });

  test('leave out a header and blank lines, and add up a SKU that is named twice', () => {
    const { lines, unread } = readQuickLines('SKU,Quantity\nBD-8,2\n\nbd-8,3\r\nBD-9,1');
    expect(lines).toEqual([
      { sku: 'BD-8', quantity: '5' },
      { sku: 'BD-9', quantity: '1' },
    ]);
    expect(unread).toEqual([]);
  });

  test.each([
    ['BD-8', 'Write the SKU, then the quantity'],
    ['BD-8, many', '“many” isn’t a quantity'],
    ['BD-8, 0', '“0” isn’t a quantity'],
    ['BD-8, -2', '“-2” isn’t a quantity'],
  ])('%s isn’t one, and is told by its number', (text, problem) => {
    expect(readQuickLines(`BD-1,1\n${text}`)).toEqual({
      lines: [{ sku: 'BD-1', quantity: '1' }],
      unread: [{ row: 2, text, problem }],
    });
  });

  test('are so many at most', () => {
    const { lines, unread } = readQuickLines(
      Array.from({ length: MOST_QUICK_LINES + 2 }, (_, n) => `S-${n},1`).join('\n'),
    );
    expect(lines).toHaveLength(MOST_QUICK_LINES);
    expect(unread).toHaveLength(2);
  });

  test('never fail, whatever is pasted, and lose no line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { lines, unread } = readQuickLines(text);
        expect(lines.length + unread.length).toBeLessThanOrEqual(text.split(/\r?\n/).length);
      }),
    );
  });
});
