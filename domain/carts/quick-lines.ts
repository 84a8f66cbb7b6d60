import { add, type Quantity, QuantitySchema } from '../money';

/** Most lines of a quick order. */
export const MOST_QUICK_LINES = 500;

/** A line as typed: which product, and how much of it. */
export type QuickLine = { sku: string; quantity: Quantity };

/** A typed line that can't be read, by its number. */
export type UnreadLine = { row: number; text: string; problem: string };

const HEADER = /^"?sku"?[\t,; ]/i;

/**
 * Lines of SKU and quantity, as pasted from a table or typed: divided by tabs, commas, semicolons or spaces. A first line
 * that names the columns is left out; a SKU on several lines is one line with their sum.
 */
export function readQuickLines(text: string): { lines: QuickLine[]; unread: UnreadLine[] } {
  const quantities = new Map<string, Quantity>();
  const unread: UnreadLine[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const typed = line.trim();
    if (typed === '' || (at === 0 && HEADER.test(typed))) continue;
    const [sku, amount] = cellsOf(typed);
    const quantity = QuantitySchema.safeParse(amount);
    const problem =
      amount === undefined || sku === ''
        ? 'Write the SKU, then the quantity'
        : !quantity.success || Number(quantity.data) <= 0
          ? `“${amount}” isn’t a quantity`
          : quantities.size >= MOST_QUICK_LINES && !quantities.has(sku)
            ? `A quick order has up to ${MOST_QUICK_LINES} products`
            : null;
    if (problem !== null || !quantity.success) unread.push({ row: at + 1, text: typed, problem: problem ?? '' });
    else quantities.set(sku, add(quantities.get(sku) ?? '0', quantity.data));
  }
  return { lines: [...quantities].map(([sku, quantity]) => ({ sku, quantity })), unread };
}

/** The first and the last cell of a line. */
function cellsOf(line: string): [sku: string, quantity: string | undefined] {
  const divider = ['\t', ';', ','].find((one) => line.includes(one)) ?? ' ';
  const cells = line
    .split(divider)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter((cell) => cell !== '');
  return [cells[0]?.toUpperCase() ?? '', cells.length > 1 ? cells.at(-1) : undefined];
}
