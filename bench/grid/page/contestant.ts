import type { ReactNode } from 'react';
import type { BenchRow } from './data';

/** A grid under measurement, and where in the page its parts are. */
export type Contestant = {
  /** The grid over all rows, which can be selected and sorted. */
  draw: (rows: BenchRow[]) => ReactNode;
  /** The part that shows rows and scrolls. */
  viewport: string;
  /** What a header takes of the viewport's height, in pixels. */
  headHeight: number;
  /** A drawn row, of which one may be hidden or outside the viewport. */
  row: string;
  /** The row shown first when scrolled to the top. */
  firstRow: string;
  isSelected: (row: Element) => boolean;
  /** What to click within a row to select it. */
  box: string;
  /** What to click to select every row. */
  allBox: string;
  /** What to click to sort by the column of this header text. */
  header: string;
};

export type ContestantName = 'verdant' | 'antd' | 'ag';
