import type { Box, ColumnGroup, PivotTableProps } from './types';

/** Pixels, as in the stylesheet. */
export const ROW_PX = 32;

const LETTER_PX = 7.4;
const COLUMN = { least: 96, most: 300, beside: 40 };
const NAME = { least: 140, most: 300, beside: 64 };
/** Below this a phone's width leaves room for two columns beside the names. */
const NARROW_PX = 600;
const NARROW_NAME_PX = 124;

export type PivotLayout = {
  /** The width of the rows' names. */
  nameWidth: number;
  boxes: readonly Box[];
  /** Empty unless columns have others within them. */
  groups: readonly ColumnGroup[];
  width: number;
};

type Shown = Pick<PivotTableProps, 'rows' | 'columns' | 'textOf' | 'rowsName' | 'columnsName'>;

const widthOf = (letters: number, { least, most, beside }: typeof COLUMN) =>
  Math.round(Math.min(most, Math.max(least, letters * LETTER_PX + beside)));

const longest = (texts: readonly string[]) => texts.reduce((most, { length }) => Math.max(most, length), 0);

/** Widths by the longest names, and by the totals, which are rarely shorter than what they sum up. */
export function layOut({ rows, columns, textOf, rowsName, columnsName }: Shown, available: number): PivotLayout {
  const isGrouped = columns.some(({ level, isFolded }) => level === 2 || isFolded !== undefined);
  const names = longest([rowsName, isGrouped ? columnsName : '', ...rows.map(({ label }) => label)]);
  const nameWidth = available < NARROW_PX ? NARROW_NAME_PX : widthOf(names, NAME);
  const total = rows[0];
  let left = nameWidth;
  const boxes = columns.map(({ id, label, isFolded }) => {
    const text = total ? textOf(total.id, id) : '';
    // The name of a group stands above its columns: only a folded one has no more than this.
    const name = isFolded === false ? '' : label;
    const box = { left, width: widthOf(longest([text, name]), COLUMN) };
    left += box.width;
    return box;
  });
  return { nameWidth, boxes, groups: isGrouped ? groupsOf(columns, boxes) : [], width: left };
}

function groupsOf(columns: PivotTableProps['columns'], boxes: readonly Box[]): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  columns.forEach((line, at) => {
    const box = boxes[at] ?? { left: 0, width: 0 };
    const last = groups.at(-1);
    if (line.level === 2 && last) last.width += box.width;
    else groups.push({ ...box, at, line });
  });
  return groups;
}

/** The group that a column is in. */
export function groupAt(groups: readonly ColumnGroup[], column: number): number {
  const next = groups.findIndex(({ at }) => at > column);
  return (next < 0 ? groups.length : next) - 1;
}
