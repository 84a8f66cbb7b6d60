import { add, type Quantity } from '../money';
import { readPastedQuantities } from '../orders/entry/paste';

/** Most lines of a quick order. */
export const MOST_QUICK_LINES = 500;

/** A line as typed: which product, and how much of it. */
export type QuickLine = { sku: string; quantity: Quantity };

/** A typed line that can't be read, by its number. */
export type UnreadLine = { line: number; problem: string };

const TOO_MANY = `is one too many: a quick order has up to ${MOST_QUICK_LINES} products`;

/** Pasted or typed lines of SKU and quantity; a SKU on several lines is one line with their sum. */
export function readQuickLines(block: string): { lines: QuickLine[]; unread: UnreadLine[] } {
  const quantities = new Map<string, Quantity>();
  const unread: UnreadLine[] = [];
  for (const { line, text, quantity, problem } of readPastedQuantities(block)) {
    const sku = text.toUpperCase();
    const isOver = quantities.size >= MOST_QUICK_LINES && !quantities.has(sku);
    if (problem !== null || isOver) unread.push({ line, problem: problem ?? TOO_MANY });
    else quantities.set(sku, add(quantities.get(sku) ?? '0', quantity));
  }
  return { lines: [...quantities].map(([sku, quantity]) => ({ sku, quantity })), unread };
}
