// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import { memo } from 'react';
import type { ViewColumn } from '../columns/columns';
import styles from '../rows/rows.module.css';
import css from './GridTotals.module.css';

type GridTotalsProps<Row> = {
  rows: readonly Row[];
  /** There are more rows than these: the totals cover one page. */
  isPart: boolean;
  views: readonly ViewColumn<Row>[];
  ariaRowIndex: number;
  activeColumn: number | undefined;
};

export const hasTotals = <Row,>(views: readonly ViewColumn<Row>[]) => views.some((view) => view.column?.summary);

/** The totals row, over the rows on the page. */
function Totals<Row>({ rows, isPart, views, ariaRowIndex, activeColumn }: GridTotalsProps<Row>) {
  const titled = views.findIndex((view) => view.kind === 'data' && !view.column?.summary);
  return (
    <div role="rowgroup" data-part="totals" className={css.foot}>
      <div
        role="row"
        tabIndex={-1}
        className={`${styles.row} ${styles.totalRow}`}
        data-r={rows.length}
        aria-rowindex={ariaRowIndex}
      >
        {views.map((view, column) => (
          <div
            key={view.id}
            role="gridcell"
            className={view.className}
            data-c={column}
            aria-colindex={column + 1}
            tabIndex={column === activeColumn ? 0 : -1}
          >
            {column === titled ? (isPart ? 'On page' : 'Total') : view.column?.summary?.(rows)}
          </div>
        ))}
      </div>
    </div>
  );
}

export const GridTotals = memo(Totals) as typeof Totals;
