import { describe, expect, it } from 'vitest';
import { assignSlots } from '../../../../src/ui/grid/rows/slots';

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const at = (indexes: number[], held = -1, before: ReadonlyMap<number, number> = new Map()) =>
  assignSlots(before, indexes, held);

describe('drawn rows', () => {
  it('stay with the rows still in sight while scrolling', () => {
    const before = at(span(0, 9));
    const after = at(span(3, 12), -1, before);
    for (const index of span(3, 9)) expect(after.get(index)).toBe(before.get(index));
    expect(new Set(after.values()).size).toBe(10);
  });

  it('are used anew after a jump, none of them made or thrown away', () => {
    const before = at(span(0, 9));
    const after = at(span(500, 509), -1, before);
    expect([...after.values()]).toEqual([...before.values()]);
  });

  it('never take the one that holds the focus for another row', () => {
    const before = at(span(0, 9), 4);
    const after = at([4, ...span(500, 508)], 4, before);
    expect(after.get(4)).toBe(before.get(4));
    expect(new Set(after.values()).size).toBe(10);
  });
});
