import { type GridBounds, type GridPlace, placeAfter } from '../grid/keyboard/keyboard';
import { groupAt } from './layout';
import type { ColumnGroup } from './types';

/** Rows of a pivot table above its first: the columns' names, and above them those of their groups. */
export const NAMES = -1;
export const GROUPS = -2;

type Key = Parameters<typeof placeAfter>[0];
type Bounds = Pick<GridBounds, 'rows' | 'columns' | 'pageRows'> & { groups: readonly ColumnGroup[] };

/**
 * Where a key moves, as in every grid. Column 0 has the rows' names; in the row of groups, the arrows go from group to
 * group.
 */
export function pivotPlaceAfter(key: Key, at: GridPlace, bounds: Bounds): GridPlace | undefined {
  const { groups } = bounds;
  if (groups.length > 0 && at.row === NAMES && key.key === 'ArrowUp' && !key.altKey) return { ...at, row: GROUPS };
  const isSideways = key.key === 'ArrowLeft' || key.key === 'ArrowRight';
  if (at.row === GROUPS && isSideways && !key.altKey) {
    const step = key.key === 'ArrowLeft' ? -1 : 1;
    const next = (at.column === 0 ? -1 : groupAt(groups, at.column - 1)) + step;
    const group = groups[Math.min(next, groups.length - 1)];
    return { row: GROUPS, column: next < 0 || !group ? 0 : group.at + 1 };
  }
  if (at.row === GROUPS && key.key === 'ArrowUp') return at;
  return placeAfter(key, at, { ...bounds, hasTotals: false, isExpanded: () => false });
}
