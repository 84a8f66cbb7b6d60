/** A list with one entry replaced, or added at the end when there is none with the id. */
export function withEntry<E extends { id?: number | undefined }>(entries: readonly E[], entry: E): E[] {
  const place = placeOf(entries, entry.id);
  return entries.toSpliced(place, 1, entry);
}

/** Where `withEntry` puts an entry. */
export function placeOf(entries: readonly { id?: number | undefined }[], id: number | undefined): number {
  const place = entries.findIndex((one) => one.id === id);
  return id === undefined || place < 0 ? entries.length : place;
}

/** A list with one entry moved to a place. */
export function withMoved<E extends { id: number }>(entries: readonly E[], { id }: { id: number }, place: number): E[] {
  const moved = entries.filter((one) => one.id === id);
  return entries.filter((one) => one.id !== id).toSpliced(place, 0, ...moved);
}
