import { BOOKS_LIMITS } from '../vocabulary';

/** A text as long as the books take it, cut at its end. */
export function fitText(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most
    ? text
    : letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()
        .concat('…');
}

/** A customer's or item's name as the books take it: no colons, tabs, line breaks or double quotes, and no longer than they keep it. */
export function fitName(name: string, most: number = BOOKS_LIMITS.customerName): string {
  const clean = name.replaceAll(':', ' -').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  return [...clean].slice(0, most).join('').trimEnd();
}

/**
 * An invoice's number in the books: ours, as long as they take it. A document made anew after the one before was voided gets
 * a number of its own, since the void one keeps its.
 */
export function fitNumber(orderNumber: string, incarnation = 1): string {
  const ending = incarnation > 1 ? `-${incarnation}` : '';
  return `${[...orderNumber].slice(0, BOOKS_LIMITS.docNumber - ending.length).join('')}${ending}`;
}
