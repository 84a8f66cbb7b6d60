import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_QUICK_LINES, readQuickLines, withoutQuickLines } from '../../../domain/carts/quick-lines';

describe('lines of a quick order', () => {
  test('are read as pasted, whatever the case of the SKU, and add up when one is named twice', () => {
    const { lines, unread } = readQuickLines('SKU\tQuantity\nbd-8\t2\n\nBD-8, 3\r\nBD-9;1.5\nBD-10,1\nBD-11');
    expect(lines).toEqual([
      { sku: 'BD-8', quantity: '5' },
      { sku: 'BD-9', quantity: '1.5' },
      { sku: 'BD-10', quantity: '1' },
    ]);
    expect(unread).toEqual([]);
  });

  test('that can’t be read are told by their number', () => {
    expect(readQuickLines('BD-1,1\nBD-8\tmany\nBD-9,0').unread).toEqual([
      { line: 2, problem: 'needs a quantity, such as 12' },
      { line: 3, problem: 'has a quantity of 0' },
    ]);
  });

  test.each([
    ['the wrong ones', 'BD-1,1\nBD-8\tmany\nbd-9,2', ['BD-1', 'BD-9'], 'BD-8\tmany'],
    ['the heading above them', 'SKU\tQty\nBD-1\t1\n\nBD-8\tmany', ['BD-1'], 'SKU\tQty\nBD-8\tmany'],
    ['those that couldn’t be added', 'BD-1,1\nXX-1,3\nbd-1,4', ['BD-1'], 'XX-1,3'],
    ['no form with only blanks', 'SKU\tQty\nBD-1\t1\nBD-2\t', ['BD-1'], ''],
    ['nothing', 'SKU\tQty\nBD-1\t1', ['BD-1'], ''],
  ])('leave %s once the others are in the cart', (_, block, added, left) => {
    expect(withoutQuickLines(block, added)).toBe(left);
  });

  test.each([
    ['a line typed since', 'BD-1,1', 'BD-1,1\nBD-2,3', 'BD-2,3'],
    ['a quantity changed since', 'BD-1,1\nBD-2,2', 'BD-1,10\nBD-2,2', 'BD-1,10'],
    ['the same asked for again', 'BD-1,1', 'BD-1,1\nbd-1,1', 'bd-1,1'],
    ['nothing that was taken out since', 'BD-1,1\nBD-2,2', 'BD-2,2', ''],
  ])('leave %s they were sent', (_, sent, block, left) => {
    expect(withoutQuickLines(block, ['BD-1', 'BD-2'], sent)).toBe(left);
  });

  test('of no SKU at all are told by their number', () => {
    const { lines, unread } = readQuickLines(`BD-1\n${'x'.repeat(200)}\t2`);
    expect(lines).toHaveLength(1);
    expect(unread).toEqual([{ line: 2, problem: 'has no SKU: one has up to 100 characters' }]);
  });

  test('are so many at most', () => {
    const block = Array.from({ length: MOST_QUICK_LINES + 2 }, (_, n) => `S-${n},1`).join('\n');
    const { lines, unread } = readQuickLines(block);
    expect(lines).toHaveLength(MOST_QUICK_LINES);
    const problem = 'is over the limit of 500 products per quick order';
    expect(unread).toEqual([MOST_QUICK_LINES + 1, MOST_QUICK_LINES + 2].map((line) => ({ line, problem })));
  });

  test('never fail, whatever is pasted, and come from no more lines than there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { lines, unread } = readQuickLines(text);
        expect(lines.length + unread.length).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
      }),
    );
  });
});
