/**
 * Which rendered row (slot) shows which row. If most rows stay in view, they keep their slots and new rows get new
 * ones, so nothing moves in the document. After a jump with few or none left, slots are reused in order, which only
 * changes texts and is much faster than rendering. The focused row always keeps its slot.
 */
export function assignSlots(
  before: ReadonlyMap<number, number>,
  indexes: readonly number[],
  held: number,
): Map<number, number> {
  const kept = indexes.filter((index) => before.has(index));
  let fresh = Math.max(-1, ...before.values()) + 1;
  const next = new Map<number, number>();
  if (kept.length * 2 >= indexes.length) {
    for (const index of indexes) next.set(index, before.get(index) ?? fresh++);
    return next;
  }
  const heldSlot = before.get(held);
  const free = [...before.values()].filter((slot) => slot !== heldSlot);
  let used = 0;
  for (const index of indexes)
    next.set(index, index === held && heldSlot !== undefined ? heldSlot : (free[used++] ?? fresh++));
  return next;
}
