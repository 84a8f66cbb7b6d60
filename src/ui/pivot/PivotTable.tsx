// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles

import { type CSSProperties, memo, useMemo, useRef, useState } from 'react';
import type { GridPlace } from '../grid/keyboard/keyboard';
import { showCutText } from '../grid/keyboard/useGridEvents';
import { assignSlots } from '../grid/rows/slots';
import { useMeasured } from '../grid/useMeasured';
import { Icon } from '../Icon';
import { GROUPS, NAMES } from './keys';
import { groupAt, layOut, type PivotLayout, ROW_PX } from './layout';
import { Fold, folding, PivotRow } from './PivotRow';
import css from './PivotTable.module.css';
import type { PivotTableProps } from './types';
import { usePivotEvents } from './usePivotEvents';
import { usePivotWindow } from './usePivotWindow';

/**
 * A table of figures in two directions, of any size: only what is in view is drawn. Rows and columns of a primary value
 * can be folded, any column sorts, and each cell can be opened. Its keyboard is a grid's; Space folds, Enter sorts or opens.
 */
export function PivotTable(props: PivotTableProps) {
  const { rows, columns, textOf, rowsName, columnsName } = props;
  const { ref, element: scroller, width } = useMeasured();
  const layout = useMemo(
    () => layOut({ rows, columns, textOf, rowsName, columnsName }, width),
    [rows, columns, textOf, rowsName, columnsName, width],
  );
  const headRows = layout.groups.length > 0 ? 2 : 1;
  const [wanted, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const row = Math.max(layout.groups.length > 0 ? GROUPS : NAMES, Math.min(wanted.row, rows.length - 1));
  const column = Math.min(wanted.column, columns.length);
  const active = useMemo(() => ({ row, column }), [row, column]);
  const drawn = usePivotWindow({ scroller, rows: rows.length, layout, active });
  const events = usePivotEvents(scroller, { ...props, layout, active, setActive });

  const slots = useRef<ReadonlyMap<number, number>>(new Map());
  slots.current = assignSlots(slots.current, drawn.rows, active.row);
  const style = { '--pivot-name': `${layout.nameWidth}px`, '--pivot-width': `${layout.width}px` } as CSSProperties;
  return (
    <div
      ref={ref}
      data-part="scroll"
      className={css.scroll}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + headRows}
      aria-colcount={columns.length + 1}
      aria-busy={props.busy}
      style={style}
      {...events}
      onPointerOver={showCutText}
    >
      <PivotHead
        rowsName={rowsName}
        columnsName={columnsName}
        columns={columns}
        sort={props.sort}
        layout={layout}
        drawn={drawn.columns}
        active={active.row < 0 ? active : undefined}
      />
      <div role="rowgroup" data-part="body" className={css.body} style={{ height: rows.length * ROW_PX }}>
        {drawn.rows.map((index) => {
          const line = rows[index];
          return (
            line && (
              <PivotRow
                key={slots.current.get(index) ?? line.id}
                line={line}
                index={index}
                ariaRowIndex={index + headRows + 1}
                columns={columns}
                boxes={layout.boxes}
                drawn={drawn.columns}
                activeColumn={active.row === index ? active.column : undefined}
                textOf={textOf}
                heatOf={props.heatOf}
              />
            )
          );
        })}
      </div>
      {drawn.isCut && <p className={css.cut}>The rest doesn’t fit on paper. Export the report for all of it.</p>}
    </div>
  );
}

type PivotHeadProps = Pick<PivotTableProps, 'rowsName' | 'columnsName' | 'columns' | 'sort'> & {
  layout: PivotLayout;
  /** Indexes of the columns to draw. */
  drawn: readonly number[];
  /** The table's tab stop, when it is in the head. */
  active: GridPlace | undefined;
};

/** The columns' names and, above them, those of the groups they are in. */
const PivotHead = memo(function PivotHead(props: PivotHeadProps) {
  const { layout, columns, drawn, active, sort } = props;
  const { groups, boxes } = layout;
  const tabIndex = (row: number, column: number) => (active?.row === row && active.column === column ? 0 : -1);
  const corner = (row: number, name: string) => (
    <div role="columnheader" className={css.name} data-c={0} aria-colindex={1} tabIndex={tabIndex(row, 0)}>
      <span className={css.text} title={name}>
        {name}
      </span>
    </div>
  );
  return (
    <div role="rowgroup" data-part="head" className={css.head}>
      {groups.length > 0 && (
        <div role="row" tabIndex={-1} className={css.headRow} data-r={GROUPS} aria-rowindex={1}>
          {corner(GROUPS, props.columnsName)}
          {[...new Set(drawn.map((at) => groupAt(groups, at)))].map((place) => {
            const group = groups[place];
            if (!group) return null;
            const { at, line, left, width } = group;
            const until = groups[place + 1]?.at ?? columns.length;
            return (
              <div
                key={line.id}
                role="columnheader"
                className={css.group}
                data-c={at + 1}
                aria-colindex={at + 2}
                aria-colspan={until - at}
                {...folding(line)}
                tabIndex={tabIndex(GROUPS, at + 1)}
                style={{ left, width }}
              >
                {line.level === 0 ? (
                  <span className="v-hidden">{line.label}</span>
                ) : (
                  <span className={css.groupName} style={{ left: layout.nameWidth }}>
                    <Fold line={line} />
                    <span className={css.text} title={line.label}>
                      {line.label}
                    </span>
                  </span>
                )}
              </div>
            );
          })}
        </div>
      )}
      <div role="row" tabIndex={-1} className={css.headRow} data-r={NAMES} aria-rowindex={groups.length > 0 ? 2 : 1}>
        {corner(NAMES, props.rowsName)}
        {drawn.map((at) => {
          const column = columns[at];
          if (!column) return null;
          const name = groups.length > 0 && column.level < 2 ? 'Total' : column.label;
          const isSorted = sort?.column === column.id;
          return (
            <div
              key={at}
              role="columnheader"
              className={`${css.cell} ${css.sortable}`}
              data-c={at + 1}
              data-level={column.level}
              aria-colindex={at + 2}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              tabIndex={tabIndex(NAMES, at + 1)}
              style={boxes[at]}
            >
              {isSorted && <Icon name={sort.descending ? 'arrowDown' : 'arrowUp'} size={14} />}
              <span className={css.text} title={name}>
                {name}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
});
