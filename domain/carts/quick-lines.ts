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

const TOO_MANY = `is one too many: a quick order has up to ${MOST_QUICK_LINES} products`;
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

/** A block without the lines of these SKUs: what is left to correct; '' when only its heading is. */
export function withoutQuickLines(block: string, added: readonly string[]): string {
  const keys = new Set(added.map(skuKey));
  const read = readPastedQuantities(block);
  const isAdded = ({ text, problem }: PastedQuantity) => problem === null && keys.has(skuKey(text));
  const kept = new Set(read.flatMap((row) => (isAdded(row) ? [] : [row.line])));
  return leftOfPasted(block, QUANTITY_COLUMN, kept).block;
}
