import { type Money, roundCents } from '../money';
import { PRICE_COLUMN, readPastedNumber, readPastedRows } from '../pasted';

/** One pasted line: a product by name or SKU, and its price. */
export type PastedLine = { line: number; text: string; price: Money | null; problem: string | null };

/** Reads a block copied from a spreadsheet: products and the price of each. */
export function readPasted(block: string): PastedLine[] {
  return readPastedRows(block, PRICE_COLUMN).map(({ line, text, amount, problem }) => ({
    line,
    text,
    ...(problem === null ? priceOf(text, amount) : { price: null, problem }),
  }));
}

function priceOf(text: string, typed: string): Pick<PastedLine, 'price' | 'problem'> {
  if (text === '') return { price: null, problem: 'has no product' };
  if (typed === '') return { price: null, problem: 'has no price' };
  const read = readPastedNumber(PRICE_COLUMN, typed);
  return 'problem' in read ? { price: null, ...read } : { price: roundCents(read.amount), problem: null };
}
