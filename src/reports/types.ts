import type { ReactNode } from 'react';
import type { Money } from '../../domain/money';
import type { GridColumn } from '../ui/grid';

/** A row of a report's table; its columns know the rest. */
export type FigureRow = { id: string; name: string };

/** An amount as drawn and as read. */
export type Amount = { size: Money; text: string };

/** One place on the chart's axis, with an amount per series. */
export type ChartPoint = {
  name: string;
  /** Not over yet, or only partly covered. */
  isPartial?: boolean;
  amounts: Readonly<Record<string, Amount | null>>;
};

export type ChartSeries = {
  key: string;
  label: string;
  /** What the others are compared with, rather than part of the whole. */
  isComparison?: boolean;
};

export type ChartContent = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** From left to right in time, or from top to bottom by rank. */
  along: 'time' | 'rank';
  isMoney: boolean;
};

/** A report as the screen shows it: totals, a chart and a table of the same figures. */
export type Figures<Row extends FigureRow = FigureRow> = {
  title: string;
  caption: string;
  noun: readonly [string, string];
  /** By label, in order. */
  totals: Readonly<Record<string, ReactNode>>;
  chart: ChartContent;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
};
