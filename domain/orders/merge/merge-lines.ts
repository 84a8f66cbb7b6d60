/** A line of an order being edited: `id` of a saved line, null of one added since. */
type EditedLine = { id: number | null };

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The lines of two people who edited one order since `base`, merged line by line and field by field; those added by
 * either are kept, in the order of whoever moved them. Null when both changed the same field of a line differently, or
 * one changed a line that the other removed.
 */
export function mergeLines<Line extends EditedLine>(
  mine: readonly Line[],
  theirs: readonly Line[],
  base: readonly Line[],
): Line[] | null {
  const [own, other, before] = [byId(mine), byId(theirs), byId(base)];
  const merged = new Map<number, Line>();
  for (const id of new Set([...other.keys(), ...own.keys()])) {
    const [a, b, was] = [own.get(id), other.get(id), before.get(id)];
    if (a === undefined || b === undefined) {
      const left = a ?? b;
      const isNew = was === undefined;
      if (isNew && left) merged.set(id, left);
      else if (!isSame(left, was)) return null;
      continue;
    }
    const line = mergeLine(a, b, was);
    if (line === null) return null;
    merged.set(id, line);
  }
  const idsOf = (lines: readonly Line[]) => lines.flatMap(({ id }) => (id !== null && before.has(id) ? [id] : []));
  const spine = isSame(idsOf(mine), idsOf(base)) ? [theirs, mine] : [mine, theirs];
  const placed = new Set<number>();
  return spine.flatMap((lines) =>
    lines.flatMap((line) => {
      if (line.id === null) return [line];
      const found = merged.get(line.id);
      if (found === undefined || placed.has(line.id)) return [];
      placed.add(line.id);
      return [found];
    }),
  );
}

const byId = <Line extends EditedLine>(lines: readonly Line[]) =>
  new Map(lines.flatMap((line) => (line.id === null ? [] : [[line.id, line] as const])));

function mergeLine<Line extends object>(mine: Line, theirs: Line, base: Line | undefined): Line | null {
  const merged = { ...theirs } as Record<string, unknown>;
  for (const [field, value] of Object.entries(mine)) {
    const [theirValue, was] = [theirs, base].map((line) => (line as Record<string, unknown> | undefined)?.[field]);
    if (isSame(value, theirValue) || isSame(value, was)) continue;
    if (!isSame(theirValue, was)) return null;
    merged[field] = value;
  }
  return merged as Line;
}
