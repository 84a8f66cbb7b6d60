// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import type { GridPlace } from '../grid/keyboard/keyboard';
import { showCutText } from '../grid/keyboard/useGridEvents';
import { assignSlots } from '../grid/rows/slots';
import { useMeasured } from '../grid/useMeasured';
import { GROUPS, NAMES } from './keys';
import { layOut, ROW_PX } from './layout';
import { PivotHead } from './PivotHead';
import { PivotRow } from './PivotRow';
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
