type Refused = { cartId: number; field: HTMLInputElement };

/** Quantity fields whose last entry was refused; they show the saved value, not the typed one. */
const refused = new Map<unknown, Refused>();

/** Records a refused entry, or with null clears it. */
export function markRefused(entry: unknown, found: Refused | null): void {
  if (found === null) refused.delete(entry);
  else refused.set(entry, found);
}

/** The first field with a refused quantity in these carts; null if none. */
export function findRefused(cartIds: readonly number[]): HTMLInputElement | null {
  const fields = [...refused.values()].filter(({ cartId }) => cartIds.includes(cartId)).map(({ field }) => field);
  return fields.reduce<HTMLInputElement | null>(
    (first, field) =>
      first && first.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING ? first : field,
    null,
  );
}
