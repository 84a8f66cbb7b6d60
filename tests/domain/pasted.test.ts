import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPastedQuantities } from '../../domain/orders/entry/paste';
import { leftOfPasted, QUANTITY_COLUMN } from '../../domain/pasted';
import { readPasted } from '../../domain/pricing/paste';

const SEVERAL = 'has several numbers. Add a first line that says which is the quantity';
const WHICH_PRICE = 'has several numbers. Add a first line that says which is the price';
const COMMA = 'has a quantity with a comma that isn’t between thousands. Write 1,500 or 1.5';
const NONE = 'needs a quantity, such as 12';

describe('quantities pasted', () => {
  const read = (block: string) =>
    readPastedQuantities(block).map(({ text, quantity, problem }) => [text, problem ?? quantity]);

  test.each([
    ['the quantity before the price', 'SKU\tQty\tPrice\nBD-8\t12\t$18.00', [['BD-8', '12']]],
    ['the quantity first', 'Quantity,SKU\n12,BD-8', [['BD-8', '12']]],
    ['the SKU rather than the name', 'Name\tSKU\tQuantity\nBlue Dream\tBD-8\t3', [['BD-8', '3']]],
    ['the name without a SKU', 'Item\tQty\nBlue Dream\t3', [['Blue Dream', '3']]],
    ['a heading in another case', 'sku;qty.;price\nBD-8;12;18', [['BD-8', '12']]],
    ['the only unknown column with numbers', 'SKU\tName\tCases\nBD-8\tBlue Dream\t4', [['BD-8', '4']]],
    ['the ordered quantity beside another', 'SKU\tQuantity\tOrder qty\nBD-8\t500\t12', [['BD-8', '12']]],
    ['the ordered quantity before another', 'SKU\tQty ordered\tQty\nBD-8\t12\t500', [['BD-8', '12']]],
    ['a quoted name with commas', 'Name,Qty,Price\n"Blue Dream, eighth",12,"1,800.00"', [['Blue Dream, eighth', '12']]],
    ['no line of a form with a blank quantity', 'SKU\tQty\tPrice\nBD-8\t\t18\nGG-1\t2\t9', [['GG-1', '2']]],
    ['no last line with a blank quantity', 'SKU\tQty\nGG-1\t2\nBD-8', [['GG-1', '2']]],
    ['no blank quantity without a heading', 'BD-8\t\nGG-1\t2', [['GG-1', '2']]],
    ['no blank quantity between commas', 'BD-8,\nGG-1,2', [['GG-1', '2']]],
    ['nothing of a form left blank', 'SKU\tQty\nBD-8\t\nGG-1\t', []],
    [
      'a product typed alone as one',
      'BD-8, 2\nGG-1',
      [
        ['BD-8', '2'],
        ['GG-1', '1'],
      ],
    ],
    [
      'a list of SKUs as one each',
      'SKU\nBD-8\nGG-1',
      [
        ['BD-8', '1'],
        ['GG-1', '1'],
      ],
    ],
    ['dollars as no quantity', 'BD-8\t12\t$18.00', [['BD-8', '12']]],
    [
      'thousands',
      'BD-8\t1,200\nGG-1;1,200\nOG-2,"1,200"',
      [
        ['BD-8', '1200'],
        ['GG-1', '1200'],
        ['OG-2', '1200'],
      ],
    ],
    [
      'a first heading left blank',
      '\tQty\nBD-8\t12\nGG-1\t2',
      [
        ['BD-8', '12'],
        ['GG-1', '2'],
      ],
    ],
    ['a heading left blank before the SKU', '\tSKU\tQty\n1\tBD-8\t12', [['BD-8', '12']]],
    ['no first line that names the separator', 'sep=;\r\nSKU;Qty\r\nBD-8;12', [['BD-8', '12']]],
    ['a name with commas', 'Blue Dream, eighth, 12', [['Blue Dream, eighth', '12']]],
    [
      'a cell with line breaks, a tab and quotes, as spreadsheets copy it',
      'Name\tQty\n"Blue Dream\r\n""eighth"""\t12\n"OG\tKush"\t2',
      [
        ['Blue Dream "eighth"', '12'],
        ['OG Kush', '2'],
      ],
    ],
    [
      'quotes that nothing closes as letters',
      '"OG Kush\t2\n3.5" glass\t1\n"GG" #4\t3',
      [
        ['"OG Kush', '2'],
        ['3.5" glass', '1'],
        ['"GG" #4', '3'],
      ],
    ],
    [
      'scanned SKUs without the marks of their barcodes',
      ']C1BD-8\n*GG-1*\n*OG-2*\t3\n]e00100850012345678\u001d10LOT7, 2',
      [
        ['BD-8', '1'],
        ['GG-1', '1'],
        ['OG-2', '3'],
        ['850012345678', '2'],
      ],
    ],
  ])('read %s', (_, block, expected) => {
    expect(read(block)).toEqual(expected);
  });

  test.each([
    ['BD-8\t1,5', COMMA],
    ['SKU\tQty\nBD-8\t1,5', COMMA],
    ['BD-8;1,5', COMMA],
    ['BD-8\t1e3', NONE],
    ['BD-8\t-4', NONE],
    ['BD-8\tmany', NONE],
    ['BD-8, many', NONE],
    ['BD-8\t12\t18', SEVERAL],
    ['BD-8,1,250', SEVERAL],
    ['BD-8,1,5', SEVERAL],
    ['SKU\tCases\tUnits\nBD-8\t2\t24', SEVERAL],
    ['SKU\tQuantity\tQty\nBD-8\t500\t12', SEVERAL],
    ['SKU\tQty\tQty\nBD-8\t500\t12', SEVERAL],
    ['SKU\tQty\tOrder qty\tQty ordered\nBD-8\t1\t2\t3', SEVERAL],
    ['SKU\tPrice\nBD-8\t18', 'has no quantity: no column is headed “Quantity”'],
    [
      'SKU,Name,Qty\nBD-8,Blue Dream, eighth,12',
      'has more columns than the first line. Put text that contains a comma in quotes',
    ],
    ['Blue Dream, 3.5, jar', NONE],
    [
      '8.5E+11\t12',
      'has no SKU: a spreadsheet shortened this number to 8.5E+11. Format its column as text and enter it again',
    ],
  ])('refuse %o: %s', (block, problem) => {
    expect(readPastedQuantities(block)).toMatchObject([{ problem, quantity: '' }]);
  });

  test('of one column that only some lines have are never mixed with another', () => {
    expect(read('BD-8\t12\t\nGG-1\t\t18')).toEqual([
      ['BD-8', SEVERAL],
      ['GG-1', SEVERAL],
    ]);
  });

  test('a first line that is no heading is told, not left out', () => {
    expect(read('BD-8\tdozen\nGG-1\t2')).toEqual([
      ['BD-8', NONE],
      ['GG-1', '2'],
    ]);
  });

  test('never fail and never grow', () => {
    const unit = fc.constantFrom(...'ab1290.,;\t\n"$- ', 'SKU', 'Qty');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (block) => {
        const rows = readPastedQuantities(block);
        expect(rows.length).toBeLessThanOrEqual(block.split('\n').length);
        for (const { quantity, problem } of rows) if (problem === null) expect(quantity).toMatch(/^\d+(\.\d+)?$/);
      }),
    );
  });
});

describe('prices pasted', () => {
  const read = (block: string) => readPasted(block).map(({ text, price, problem }) => [text, problem ?? price]);

  test.each([
    ['the price before the quantity', 'SKU\tPrice\tQty\nBD-8\t$18\t12', [['BD-8', '18.00']]],
    ['the new price beside wholesale', 'SKU\tWholesale\tPrice\nBD-8\t20.00\t$1,018.5', [['BD-8', '1018.50']]],
    ['the new price beside the old', 'SKU\tPrice\tNew price\nBD-8\t20.00\t18.00', [['BD-8', '18.00']]],
    ['the only unknown column with numbers', 'SKU\tTier A\nBD-8\t18', [['BD-8', '18.00']]],
  ])('read %s', (_, block, expected) => {
    expect(read(block)).toEqual(expected);
  });

  test.each([
    ['BD-8\t20\t18', WHICH_PRICE],
    ['SKU\tPrice\tCost\nBD-8\t20\t11', WHICH_PRICE],
    ['SKU\tPrice\tPrice\nBD-8\t20\t18', WHICH_PRICE],
    ['SKU\tYour price\tNew price\nBD-8\t20\t18', WHICH_PRICE],
    ['BD-8\t1,5', 'has a price with a comma that isn’t between thousands. Write 1,500 or 1.5'],
    ['BD-8\t1e3', 'needs a price, such as 18.00'],
    ['SKU\tQty\nBD-8\t12', 'has no price: no column is headed “Price”'],
  ])('refuse %o: %s', (block, problem) => {
    expect(readPasted(block)).toMatchObject([{ problem, price: null }]);
  });
});

describe('what is left of a pasted block', () => {
  const FORM = '\nSKU\tQty\n\nBD-8\t12\nGG-1\tmany\nOG-2\t\nNOPE\t3';

  test.each([
    ['its heading and the lines kept', FORM, [5, 7], 'SKU\tQty\nGG-1\tmany\nNOPE\t3', [2, 3]],
    ['the lines kept without a heading', 'BD-8, 12\r\nGG-1, many\r\nNOPE, 3', [2, 3], 'GG-1, many\nNOPE, 3', [1, 2]],
    ['nothing with no line kept', FORM, [], '', []],
    [
      'rows of several lines as they were',
      'SKU\tQty\n"BD\n8"\tmany\nGG-1\t2\nNOPE\t3',
      [2, 5],
      'SKU\tQty\n"BD\n8"\tmany\nNOPE\t3',
      [2, 4],
    ],
  ])('is %s', (_, block, kept, left, lines) => {
    const { block: text, lineOf } = leftOfPasted(block, QUANTITY_COLUMN, new Set(kept));
    expect(text).toBe(left);
    expect(kept.map((line) => lineOf.get(line))).toEqual(lines);
  });
});
