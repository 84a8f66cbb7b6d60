import { skuKey } from '../catalogue/sku';
import { add, type Quantity } from '../money';
import { type PastedQuantity, readPastedQuantities } from '../orders/entry/paste';
import { leftOfPasted, QUANTITY_COLUMN } from '../pasted';

/** Most lines of a quick order. */
export const MOST_QUICK_LINES = 500;
/** Characters of a SKU, with room for one that isn't any. */
export const MOST_SKU_CHARACTERS = 100;

/** A line as typed: which product, and how much of it. */
export type QuickLine = { sku: string; quantity: Quantity };

/** A typed line that can't be read, by its number. */
export type UnreadLine = { line: number; problem: string };

const TOO_MANY = `is over the limit of ${MOST_QUICK_LINES} products per quick order`;
const TOO_LONG = `has no SKU: one has up to ${MOST_SKU_CHARACTERS} characters`;

/** Pasted or typed lines of SKU and quantity; a SKU on several lines is one line with their sum. */
export function readQuickLines(block: string): { lines: QuickLine[]; unread: UnreadLine[] } {
  const quantities = new Map<string, QuickLine>();
  const unread: UnreadLine[] = [];
  for (const { line, text, quantity, problem } of readPastedQuantities(block)) {
    const key = skuKey(text);
    const known = quantities.get(key);
    const isOver = quantities.size >= MOST_QUICK_LINES && known === undefined;
    const wrong = problem ?? (key.length > MOST_SKU_CHARACTERS ? TOO_LONG : isOver ? TOO_MANY : null);
    if (wrong !== null) unread.push({ line, problem: wrong });
    else quantities.set(key, { sku: text.toUpperCase(), quantity: add(known?.quantity ?? '0', quantity) });
  }
  return { lines: [...quantities.values()], unread };
}

/**
 * A block without the lines of these SKUs: what is left to correct; '' when only its heading is. What was typed since the
 * block they were `sent` from stays, a changed quantity too.
 */
export function withoutQuickLines(block: string, added: readonly string[], sent: string = block): string {
  const keys = new Set(added.map(skuKey));
  const open = new Map<string, number>();
  for (const row of readPastedQuantities(sent)) {
    if (row.problem === null && keys.has(skuKey(row.text))) open.set(wholeOf(row), (open.get(wholeOf(row)) ?? 0) + 1);
  }
  const kept = new Set<number>();
  for (const row of readPastedQuantities(block)) {
    const left = row.problem === null ? (open.get(wholeOf(row)) ?? 0) : 0;
    if (left === 0) kept.add(row.line);
    else open.set(wholeOf(row), left - 1);
  }
  return leftOfPasted(block, QUANTITY_COLUMN, kept).block;
}

/** The same for lines that ask for the same. */
const wholeOf = ({ text, quantity }: PastedQuantity): string => `${skuKey(text)} ${quantity}`;
