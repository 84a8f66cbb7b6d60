type Refused = { cartId: number; field: HTMLInputElement };

/** Quantity fields whose last entry was refused; what they show is what is kept, and not what was typed. */
const refused = new Map<unknown, Refused>();

/** Remembers that an entry was refused, or with null that nothing stands against it any more. */
export function markRefused(entry: unknown, found: Refused | null): void {
  if (found === null) refused.delete(entry);
  else refused.set(entry, found);
}

/** The first field on the page with a refused quantity of one of these carts; null when there is none. */
export function findRefused(cartIds: readonly number[]): HTMLInputElement | null {
  const fields = [...refused.values()].filter(({ cartId }) => cartIds.includes(cartId)).map(({ field }) => field);
  return fields.reduce<HTMLInputElement | null>(
    (first, field) =>
      first && first.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING ? first : field,
    null,
  );
}
