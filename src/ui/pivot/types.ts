/** A row or column of a pivot table. */
export type PivotLine = {
  /** Its place in its axis, whatever is folded or sorted. */
  id: number;
  label: string;
  /** 0 is the total, 1 a primary value, 2 one within it. */
  level: number;
  /** Undefined where nothing is within it. */
  isFolded?: boolean | undefined;
};

export type PivotSort = { column: number; descending: boolean };

export type PivotTableProps = {
  label: string;
  /** What the rows are, and the columns: "Customer / Product". */
  rowsName: string;
  columnsName: string;
  /** As shown, in order: the total, then each primary value before those within it. */
  rows: readonly PivotLine[];
  columns: readonly PivotLine[];
  /** A cell's text by the ids of its row and column; empty where nothing is counted. */
  textOf: (row: number, column: number) => string;
  /** How strongly a cell is shaded, from 0 (not) to 5. */
  heatOf?: ((row: number, column: number) => number) | undefined;
  sort: PivotSort | null;
  onSort: (next: PivotSort | null) => void;
  onFold: (axis: 'rows' | 'columns', id: number) => void;
  /** Shows what is behind a cell that isn't empty. */
  onOpen: (row: number, column: number) => void;
  busy?: boolean;
};

/** A column's place in every row, in pixels. */
export type Box = { left: number; width: number };

/** Consecutive columns with the same primary value; `at` is the first one's index. */
export type ColumnGroup = Box & { at: number; line: PivotLine };
