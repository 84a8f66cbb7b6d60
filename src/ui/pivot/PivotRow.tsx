// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import { memo } from 'react';
import { Icon } from '../Icon';
import { ROW_PX } from './layout';
import css from './PivotTable.module.css';
import type { Box, PivotLine, PivotTableProps } from './types';

type PivotRowProps = Pick<PivotTableProps, 'columns' | 'textOf' | 'heatOf'> & {
  line: PivotLine;
  index: number;
  ariaRowIndex: number;
  boxes: readonly Box[];
  /** Indexes of the columns to draw. */
  drawn: readonly number[];
  /** The column with the table's tab stop, when it is in this row; 0 is the name. */
  activeColumn: number | undefined;
};

/** A row of plain cells; drawn again only when it or the columns in view change. */
export const PivotRow = memo(function PivotRow(props: PivotRowProps) {
  const { line, index, columns, boxes, drawn, activeColumn, textOf, heatOf } = props;
  return (
    <div
      role="row"
      tabIndex={-1}
      className={css.row}
      data-r={index}
      data-level={line.level}
      data-group={line.isFolded === undefined ? undefined : ''}
      aria-rowindex={props.ariaRowIndex}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
    >
      <div
        role="rowheader"
        className={css.name}
        data-c={0}
        aria-colindex={1}
        {...folding(line)}
        tabIndex={activeColumn === 0 ? 0 : -1}
      >
        <Fold line={line} />
        <span className={css.text} title={line.label}>
          {line.label}
        </span>
      </div>
      {drawn.map((at) => {
        const column = columns[at];
        return (
          column && (
            <div
              key={at}
              role="gridcell"
              className={css.cell}
              data-c={at + 1}
              data-level={column.level}
              data-heat={heatOf?.(line.id, column.id) || undefined}
              aria-colindex={at + 2}
              tabIndex={activeColumn === at + 1 ? 0 : -1}
              style={boxes[at]}
            >
              {textOf(line.id, column.id)}
            </div>
          )
        );
      })}
    </div>
  );
});

/** A name with others within it; what its button does isn't part of it. */
export const folding = ({ label, isFolded }: PivotLine) =>
  isFolded === undefined ? {} : { 'aria-label': label, 'aria-expanded': !isFolded };

/** Folds what is within a line; the keyboard does it with Space. */
export function Fold({ line: { label, isFolded } }: { line: PivotLine }) {
  if (isFolded === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-act="fold"
      className={css.fold}
      aria-label={isFolded ? `Expand ${label}` : `Collapse ${label}`}
    >
      <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={16} />
    </button>
  );
}
