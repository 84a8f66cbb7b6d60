import type { ReactNode } from 'react';
import type { MenuEntry } from '../Menu';

/** A value to copy, export and (in memory) sort. Dates sort by instant, text by the reader's collation. */
export type GridValue = string | number | boolean | Date | null | undefined;

type CellOptions = readonly { value: string; label: string }[];

/** How a column's cells are edited. Typed text is kept until saved or cancelled. */
export type GridEditable<Row> = {
  /** The editor's initial text. */
  text: (row: Row) => string;
  /** Saves the text. A rejection's message is shown in the cell, which stays open with the text as typed. */
  commit: (row: Row, text: string) => Promise<void> | void;
  /** Whether this row can be edited; every row by default. */
  when?: (row: Row) => boolean;
  /** Why this row can't be edited here, said in the cell to who tries; null where it can. */
  whyNot?: (row: Row) => string | null;
  inputMode?: 'text' | 'decimal' | 'numeric';
  /** Makes the editor a native select with these options, which may differ by row. */
  options?: CellOptions | ((row: Row) => CellOptions);
};

export type GridColumn<Row> = {
  id: string;
  /** Also the column's name in menus, cards and exports. */
  header: string;
  /** Plain elements only: cells render thousands of times. */
  cell: (row: Row) => ReactNode;
  /** What is copied, exported and sorted in memory; needed when `cell` is more than text. */
  value?: (row: Row) => GridValue;
  /** The exported text, where the platform's export has a format of its own. */
  csv?: (row: Row) => string;
  /** That its text says instants, so that an export names their zone; Dates of `value` say it themselves. */
  isInstant?: true;
  /** `end` also sets tabular figures. */
  align?: 'start' | 'end' | 'center';
  /** Pixels; 140 by default. */
  width?: number;
  sortable?: boolean;
  /** In a list whose rows open: this cell, elements without a control of their own, is the link. Text is one anyway. */
  opens?: true;
  /** Starts pinned at the left. */
  pinned?: boolean;
  /** False keeps it always visible. */
  hideable?: boolean;
  /** Starts hidden. */
  hidden?: boolean;
  editable?: GridEditable<Row>;
  /** The totals row's cell, over the rows given. */
  summary?: (rows: readonly Row[]) => ReactNode;
  /** Its place on cards: first line or its end, second line, with its label below, or whole on its own lines; `meta` by default. */
  card?: 'title' | 'end' | 'lead' | 'meta' | 'text' | 'hidden';
};

export type GridSort = { id: string; desc: boolean };

/** What the server is asked for. `page` is zero-based here and one-based on screen. */
export type GridState = { page: number; pageSize: number; sort: readonly GridSort[] };

/** `all` means every match of the current filters on any page, except the listed ids. */
export type GridSelection = { kind: 'some'; ids: readonly string[] } | { kind: 'all'; except: readonly string[] };

/** Where a person's column layout is stored. `load` may return anything: it is validated. */
export type GridPreferences = {
  load: (key: string) => unknown;
  save: (key: string, value: unknown) => void;
};

/** What a grid shows, for its owner's controls. */
export type GridSeen = {
  /** Ids of the columns shown, in order. */
  columns: readonly string[];
  /** Saves the loaded rows as shown, as csv; `name` is the file's, without extension. */
  saveCsv: (name: string) => Promise<void>;
};

export type GridEmpty = { title: string; hint?: string; action?: ReactNode };

export type DataGridProps<Row> = {
  /** The grid's name in the person's preferences. */
  id: string;
  /** The accessible name. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /** A page of rows (with `state`), or all of them (without). Undefined while first loading: a skeleton shows. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** A row's accessible name ("order 1024"); its id by default. */
  rowLabel?: (row: Row) => string;
  /** Singular and plural, as in "1,204 orders"; "rows" by default. */
  noun?: readonly [one: string, many: string];

  /** With it, the server pages and sorts. Without it, all rows are given and the grid sorts them. */
  state?: GridState;
  onStateChange?: (next: GridState) => void;
  /** The sort of in-memory rows, if their owner keeps it. */
  sort?: readonly GridSort[];
  onSortChange?: (next: readonly GridSort[]) => void;
  /** The number of matches; with `state` only. */
  total?: number;
  /** Counting stopped at a limit: shown as "10,000+". */
  totalIsCapped?: boolean;

  /** Loading: rows on screen stay, with a thin line above them. */
  refreshing?: boolean;
  /** The error message to show. */
  error?: string | null | undefined;
  onRetry?: () => void;
  empty?: GridEmpty;
  /** New rows: a quiet notice offers to show them. */
  notice?: { count: number; onShow: () => void } | null | undefined;

  /** Rows can be selected when this, `bulkActions` or `onSelectionChange` is given. */
  selection?: GridSelection;
  onSelectionChange?: (next: GridSelection) => void;
  /** Actions on the selection; replace the toolbar while anything is selected. */
  bulkActions?: (selection: GridSelection, info: { count: number; clear: () => void; seen: GridSeen }) => ReactNode;
  /** A row's actions, behind its "more" button. */
  rowActions?: (row: Row) => readonly MenuEntry[];
  /**
   * Moves a row of those in memory to another place, from 0: by its handle, or with Alt and the arrow keys. Not offered
   * while they are sorted.
   */
  onMoveRow?: ((row: Row, to: number) => void) | undefined;
  /** Opens a row: Enter on a cell without an action of its own, or a double click. */
  onOpen?: (row: Row) => void;
  /** A row's expanded details. */
  detail?: (row: Row) => ReactNode;
  /** Subtle emphasis of a row. Never the only sign of anything. */
  rowTone?: (row: Row) => 'muted' | 'warning' | 'danger' | undefined;

  /** Left part of the toolbar: search, filters, views. */
  toolbar?: ReactNode;
  /** Between the toolbar and the rows: what sums them up, as a chart. */
  above?: ReactNode;
  /** The csv export's file name, without extension; no export by default. */
  exportName?: string;
  /** Replaces the csv button, where more than the rows shown can be exported. */
  exportMenu?: (seen: GridSeen) => ReactNode;
  preferences?: GridPreferences;
  /** `fill` (default) takes its flex parent's height, `content` grows with its rows, a number is pixels. */
  height?: 'fill' | 'content' | number;
  /** Rows become cards when the grid is narrower than this, in pixels; 600 by default. */
  cardsBelow?: number;
};
