import type { ReactNode } from 'react';
import type { MenuEntry } from '../Menu';

/** A value as it is copied, exported and (in memory) sorted. Dates sort by instant, text by the reader's alphabet. */
export type GridValue = string | number | boolean | Date | null | undefined;

/** How a cell of a column is edited. What was typed is kept until it is stored or the person gives up. */
export type GridEditable<Row> = {
  /** The text the editor starts with. */
  text: (row: Row) => string;
  /** Stores the text. A rejection's message is shown in the cell, which stays open with the text as typed. */
  commit: (row: Row, text: string) => Promise<void> | void;
  /** Whether this row may be edited; every row when absent. */
  when?: (row: Row) => boolean;
  inputMode?: 'text' | 'decimal' | 'numeric';
  /** Makes the editor a native select of these. */
  options?: readonly { value: string; label: string }[];
};

export type GridColumn<Row> = {
  id: string;
  /** Also the column's name in menus, cards and exports. */
  header: string;
  /** Plain elements only: a cell is drawn thousands of times. */
  cell: (row: Row) => ReactNode;
  /** What is copied, exported and sorted in memory; needed when `cell` gives more than text. */
  value?: (row: Row) => GridValue;
  /** How it is written to a file, where the platform writes the same file in its own way. */
  csv?: (row: Row) => string;
  /** `end` also sets tabular figures. */
  align?: 'start' | 'end' | 'center';
  /** Pixels; 140 when absent. */
  width?: number;
  sortable?: boolean;
  /** Starts pinned at the left. */
  pinned?: boolean;
  /** False keeps it always shown. */
  hideable?: boolean;
  /** Starts hidden. */
  hidden?: boolean;
  editable?: GridEditable<Row>;
  /** The totals row's cell, over the rows given. */
  summary?: (rows: readonly Row[]) => ReactNode;
  /** Its place when rows become cards: the first line or its end, the second line, or named below; `meta` when absent. */
  card?: 'title' | 'end' | 'lead' | 'meta' | 'hidden';
};

export type GridSort = { id: string; desc: boolean };

/** What the server is asked for. `page` is zero-based here and one-based on screen. */
export type GridState = { page: number; pageSize: number; sort: readonly GridSort[] };

/** `all` means everything that matches the current filters, beyond the page too, but for the ids excepted. */
export type GridSelection = { kind: 'some'; ids: readonly string[] } | { kind: 'all'; except: readonly string[] };

/** Where a person's column layout is kept. `load` may give back anything: it is checked before use. */
export type GridPreferences = {
  load: (key: string) => unknown;
  save: (key: string, value: unknown) => void;
};

/** What a grid shows of its rows, for controls of its owner's. */
export type GridSeen = {
  /** Ids of the columns shown, in their order. */
  columns: readonly string[];
  /** Saves the rows that are here, as they are seen, as csv; `name` is the file's, without extension. */
  saveCsv: (name: string) => Promise<void>;
};

export type GridEmpty = { title: string; hint?: string; action?: ReactNode };

export type DataGridProps<Row> = {
  /** Names the grid in the person's preferences. */
  id: string;
  /** The accessible name. */
  label: string;
  columns: readonly GridColumn<Row>[];
  /** A page of rows (with `state`), or all of them (without). Undefined before the first answer: a skeleton shows. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names a row to assistive technology ("order 1024"); its id when absent. */
  rowLabel?: (row: Row) => string;
  /** Singular and plural, as in "1,204 orders"; rows when absent. */
  noun?: readonly [one: string, many: string];

  /** Given: the server pages and sorts. Absent: all rows are given and the grid sorts them itself. */
  state?: GridState;
  onStateChange?: (next: GridState) => void;
  /** The sort of rows that are all here, where its owner keeps it. */
  sort?: readonly GridSort[];
  onSortChange?: (next: readonly GridSort[]) => void;
  /** Rows matching in all; with `state` only. */
  total?: number;
  /** The count stopped at a limit: shown as "10,000+". */
  totalIsCapped?: boolean;

  /** An answer is under way: rows shown stay, with a thin line above them. */
  refreshing?: boolean;
  /** What went wrong, for people. */
  error?: string | null | undefined;
  onRetry?: () => void;
  empty?: GridEmpty;
  /** Rows that arrived since: a quiet notice offers them. */
  notice?: { count: number; onShow: () => void } | null | undefined;

  /** Rows can be selected when this, `bulkActions` or `onSelectionChange` is given. */
  selection?: GridSelection;
  onSelectionChange?: (next: GridSelection) => void;
  /** Acts on what is selected; drawn in place of the toolbar while anything is. */
  bulkActions?: (selection: GridSelection, info: { count: number; clear: () => void; seen: GridSeen }) => ReactNode;
  /** Acts on one row, behind its "more" button. */
  rowActions?: (row: Row) => readonly MenuEntry[];
  /** Opens a row: Enter on a cell with nothing of its own to do, or a double click. */
  onOpen?: (row: Row) => void;
  /** What a row unfolds to. */
  detail?: (row: Row) => ReactNode;
  /** Quiet emphasis of a whole row. Never the only sign of anything. */
  rowTone?: (row: Row) => 'muted' | 'warning' | 'danger' | undefined;

  /** Left part of the toolbar: search, filters, views. */
  toolbar?: ReactNode;
  /** File name of the csv of what is seen, without extension; no export when absent. */
  exportName?: string;
  /** Stands in place of the button for that csv, where more than what is seen can be exported. */
  exportMenu?: (seen: GridSeen) => ReactNode;
  preferences?: GridPreferences;
  /** `fill` (default) takes its flex parent's height, `content` grows with its rows, a number is pixels. */
  height?: 'fill' | 'content' | number;
  /** Rows become cards when the grid itself is narrower than this, in pixels; 600 when absent. */
  cardsBelow?: number;
};
