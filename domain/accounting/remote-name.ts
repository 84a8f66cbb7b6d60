import { BOOKS_LIMITS } from './vocabulary';

/** What the books don't take in a name. */
const REFUSED = /[:"\t\r\n]/g;

/** A name of ours as the books take it: without colons, quotes and line breaks, and cut to what fits. */
export function remoteName(name: string, of: 'CUSTOMER' | 'ITEM'): string {
  const most = of === 'CUSTOMER' ? BOOKS_LIMITS.customerName : BOOKS_LIMITS.itemName;
  return [...name.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()].slice(0, most).join('').trim();
}

/** What is said before a record of another name is made there; null when the name stays. */
export function nameChange(name: string, of: 'CUSTOMER' | 'ITEM'): string | null {
  const there = remoteName(name, of);
  return there === name.trim() ? null : `Your books don’t take this name, so it will be “${there}” there.`;
}
