import { isEqual, type Money, parseAmount, roundCents } from '../money';

/** One pasted line: a product by name or SKU, and its price. */
export type PastedLine = { line: number; text: string; price: Money | null; problem: string | null };

/**
 * Reads a block copied from a spreadsheet: the first column names the product, the last has its price, with or without
 * dollar sign and thousands commas; columns are separated by tabs, or by the last comma or semicolon. A first line
 * without a price is a heading; blank lines are skipped. Lines count from 1.
 */
export function readPasted(block: string): PastedLine[] {
  const lines = block.split(/\r\n|\r|\n/).map((text, at) => ({ line: at + 1, ...columnsOf(text) }));
  return lines
    .filter(({ text, amount }) => text !== '' || amount !== '')
    .filter(({ amount }, at) => at > 0 || /\d/.test(amount))
    .map(({ line, text, amount }) => ({ line, text, ...priceOf(text, amount) }));
}

function columnsOf(line: string): { text: string; amount: string } {
  if (line.includes('\t')) {
    const cells = line.split('\t').map(unquoted);
    const [text = ''] = cells;
    return { text, amount: cells.slice(1).findLast((cell) => cell !== '') ?? '' };
  }
  const [, text = line, amount = ''] = /^(.*?)\s*[;,]\s*(\$?\s*[\d.]+|"\$?[\d.,]+"|)\s*$/.exec(line) ?? [];
  return { text: unquoted(text), amount: unquoted(amount) };
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim();

function priceOf(text: string, amount: string): Pick<PastedLine, 'price' | 'problem'> {
  if (text === '') return { price: null, problem: 'has no product' };
  if (amount === '') return { price: null, problem: 'has no price' };
  const price = parsePrice(amount);
  return 'problem' in price ? { price: null, problem: price.problem } : { price: price.price, problem: null };
}

/** A typed price of at least 0 with up to 2 decimals, as '18.00'; else what is wrong with it. */
export function parsePrice(text: string): { price: Money } | { problem: string } {
  const amount = parseAmount(text.trim().replace(/^\$\s*/, ''));
  if (amount === null || amount === '') return { problem: 'needs a price, such as 18.00' };
  if (!isEqual(roundCents(amount), amount)) return { problem: 'has a price with more than 2 decimals' };
  return { price: roundCents(amount) };
}
