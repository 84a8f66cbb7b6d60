import { describe, expect, test } from 'vitest';
import { readPasted } from '../../../domain/pricing/paste';

const prices = (block: string) => readPasted(block).map(({ text, price }) => [text, price]);

describe('a block pasted from a spreadsheet', () => {
  test.each([
    [
      'two columns',
      'BD-1\t18\nBD-2\t19.50',
      [
        ['BD-1', '18.00'],
        ['BD-2', '19.50'],
      ],
    ],
    [
      'a heading, blank lines and columns between',
      'SKU\tName\tPrice\n\nBD-1\tBlue Dream\t$1,018.00\r\n',
      [['BD-1', '1018.00']],
    ],
    [
      'commas, also in a name',
      'Blue Dream, eighth, 18.00\nGelato;7',
      [
        ['Blue Dream, eighth', '18.00'],
        ['Gelato', '7.00'],
      ],
    ],
    ['a csv amount in quotes', 'BD-1,"1,018.00"', [['BD-1', '1018.00']]],
    ['an empty last column', 'BD-1\t18\t', [['BD-1', '18.00']]],
  ])('reads %s', (_, block, expected) => {
    expect(prices(block)).toEqual(expected);
  });

  test.each([
    ['BD-1\t18\nBD-2\t', 2, 'has no price'],
    ['BD-1\t18\nBD-2', 2, 'has no price'],
    ['BD-1\t18\n\t19', 2, 'has no product'],
    ['BD-1\t18\nBD-2\tsoon', 2, 'needs a price, such as 18.00'],
    ['BD-1\t18.005', 1, 'has a price with more than 2 decimals'],
    ['BD-1\t-5', 1, 'needs a price, such as 18.00'],
  ])('says what is wrong with %j', (block, line, problem) => {
    expect(readPasted(block).filter((one) => one.problem !== null)).toMatchObject([{ line, problem, price: null }]);
  });
});
