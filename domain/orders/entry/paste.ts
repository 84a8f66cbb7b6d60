import { isEqual } from '../../money';
import { QUANTITY_COLUMN, readPastedNumber, readPastedRows } from '../../pasted';

/** One pasted line: a product by SKU or name, and its quantity; or what is wrong with it. */
export type PastedQuantity = { line: number; text: string; quantity: string; problem: string | null };

/**
 * Reads a block copied from a spreadsheet: products and how much of each. A list of products alone is for one of each;
 * a line of an order form with its quantity left blank orders nothing and is left out.
 */
export function readPastedQuantities(block: string): PastedQuantity[] {
  return readPastedRows(block, QUANTITY_COLUMN)
    .filter(({ amount, hasColumn, problem }) => amount !== '' || problem !== null || !hasColumn)
    .map(({ line, text, amount, problem }) => ({
      line,
      text,
      ...(problem === null ? judge(text, amount) : { quantity: '', problem }),
    }));
}

function judge(text: string, typed: string): Pick<PastedQuantity, 'quantity' | 'problem'> {
  const read = readPastedNumber(QUANTITY_COLUMN, typed === '' ? '1' : typed);
  if (text === '') return { quantity: 'amount' in read ? read.amount : '', problem: 'has no product' };
  if ('problem' in read) return { quantity: '', problem: read.problem };
  if (isEqual(read.amount, 0)) return { quantity: '', problem: 'has a quantity of 0' };
  return { quantity: read.amount, problem: null };
}
