// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import { Fragment, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../Icon';
import type { ViewColumn } from '../columns/columns';
import { GridCellEditor } from '../edit/GridCellEditor';
import type { CellEdit, GridEditing } from '../edit/useGridEdit';
import { leaveTabOrder } from '../keyboard/keyboard';
import type { DataGridProps } from '../types';
import css from './GridBody.module.css';
import rows from './rows.module.css';

export type GridRowProps<Row> = {
  row: Row;
  id: string;
  label: string;
  /** Index among the rows given. */
  index: number;
  ariaRowIndex: number;
  /** Pixels from the top of the body. */
  top: number;
  views: readonly ViewColumn<Row>[];
  /** Cells outside these columns aren't rendered, except in the row with the tab stop or editor. */
  firstColumn: number;
  lastColumn: number;
  selectable: boolean;
  selected: boolean;
  expanded: boolean;
  /** The column with the grid's tab stop, when it is in this row. */
  activeColumn: number | undefined;
  tone: ReturnType<NonNullable<DataGridProps<Row>['rowTone']>>;
  edit: CellEdit | undefined;
  editing: GridEditing<Row>;
  onLeaveEdit: (step: -1 | 0 | 1) => void;
};

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { index, views, firstColumn, lastColumn, selected, activeColumn, edit, tone } = props;
  const isWhole = activeColumn !== undefined || edit !== undefined;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current && !edit) leaveTabOrder(ref.current);
  });
  return (
    <div
      ref={ref}
      role="row"
      tabIndex={-1}
      className={`${rows.row} ${css.row}${selected ? ` ${css.selected}` : ''}${tone ? ` ${css[tone]}` : ''}${edit ? ` ${css.editing}` : ''}`}
      data-r={index}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={props.selectable ? selected : undefined}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {views.map((view, column) =>
        isWhole || view.pinned || (column >= firstColumn && column <= lastColumn) ? (
          <div
            key={view.id}
            role="gridcell"
            className={`${view.className}${edit?.columnId === view.id ? ` ${rows.edited}` : ''}${!isWhole && column === firstColumn ? ` ${rows.afterGap}` : ''}`}
            data-c={column}
            aria-colindex={column + 1}
            aria-readonly={(view.column?.editable?.whyNot?.(props.row) ?? null) === null ? undefined : true}
            tabIndex={column === activeColumn ? 0 : -1}
          >
            {cellContent(props, view)}
          </div>
        ) : null,
      )}
    </div>
  );
}

/** A rendered row is reused for other rows: cell content beyond text is recreated for each, with its state. */
const owned = (content: ReactNode, id: string): ReactNode =>
  typeof content === 'object' && content !== null ? <Fragment key={id}>{content}</Fragment> : content;

function cellContent<Row>(props: GridRowProps<Row>, view: ViewColumn<Row>): ReactNode {
  const { row, label, selected, expanded, edit } = props;
  if (view.column) {
    if (edit?.columnId !== view.id) return owned(view.column.cell(row), props.id);
    return (
      <GridCellEditor
        key={props.id}
        row={row}
        column={view.column}
        edit={edit}
        editing={props.editing}
        onLeave={props.onLeaveEdit}
      />
    );
  }
  if (view.kind === 'move') {
    return (
      <button type="button" tabIndex={-1} data-act="move" aria-label={`Move ${label}, with Alt and the arrow keys`}>
        <Icon name="compact" size={16} />
      </button>
    );
  }
  if (view.kind === 'select') {
    return <input type="checkbox" readOnly tabIndex={-1} checked={selected} aria-label={`Select ${label}`} />;
  }
  if (view.kind === 'expand') {
    return (
      <button type="button" tabIndex={-1} data-act="expand" aria-expanded={expanded} aria-label={`Details of ${label}`}>
        <Icon name={expanded ? 'chevronDown' : 'chevronRight'} size={18} />
      </button>
    );
  }
  return (
    <button type="button" tabIndex={-1} data-act="menu" aria-haspopup="menu" aria-label={`Actions for ${label}`}>
      <Icon name="more" size={18} />
    </button>
  );
}

/** A row of plain cells; re-rendered only when its own data changes. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;
