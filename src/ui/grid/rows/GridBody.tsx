// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import {
  elementScroll,
  observeElementOffset,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ViewColumn } from '../columns/columns';
import type { ColumnWindow } from '../columns/columnWindow';
import type { CellEdit, GridEditing } from '../edit/useGridEdit';
import type { Size } from '../keptSizes';
import { type GridPlace, leaveTabOrder } from '../keyboard/keyboard';
import type { DataGridProps } from '../types';
import { drawnRows } from './drawnRows';
import css from './GridBody.module.css';
import { GridRow } from './GridRow';
import { assignSlots } from './slots';
import type { RowDrag } from './useRowDrag';

const DETAIL_GUESS = 160;

export type GridBodyProps<Row> = {
  /** Null in the first render, which draws the rows that fit in what `shown` says. */
  scroller: HTMLElement | null;
  shown: Size;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowTone: DataGridProps<Row>['rowTone'];
  detail: DataGridProps<Row>['detail'];
  views: readonly ViewColumn<Row>[];
  columnWindow: ColumnWindow;
  rowHeight: number;
  /** Rows before this page, for `aria-rowindex`. */
  rowsBefore: number;
  selectable: boolean;
  isSelected: (id: string) => boolean;
  expanded: ReadonlySet<string>;
  active: GridPlace;
  edit: CellEdit | null;
  editing: GridEditing<Row>;
  onLeaveEdit: (step: -1 | 0 | 1) => void;
  drag: RowDrag | null;
};

type Instance = Virtualizer<HTMLElement, Element>;

/** How large the grid is, from when the page has been laid out: asking before that would lay it out once more. */
function observeSize({ scrollElement }: Instance, tell: (size: Size) => void) {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(() =>
    tell({ width: scrollElement.offsetWidth, height: scrollElement.offsetHeight }),
  );
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** How far it is scrolled, likewise. */
function observeOffset(instance: Instance, tell: (offset: number, isScrolling: boolean) => void) {
  if (!instance.scrollElement) return undefined;
  let stop: undefined | (() => void);
  const laidOut = new ResizeObserver(() => {
    laidOut.disconnect();
    stop = observeElementOffset(instance, tell) ?? undefined;
  });
  laidOut.observe(instance.scrollElement);
  return () => {
    laidOut.disconnect();
    stop?.();
  };
}

/** A grid that was never scrolled needs no scrolling to its top. */
function scrollTo(...[offset, options, instance]: Parameters<typeof elementScroll<HTMLElement>>): void {
  if (offset !== 0 || instance.scrollOffset) elementScroll(offset, options, instance);
}

/** The rows in view and some around them; the focused row is never removed. */
function Body<Row>(props: GridBodyProps<Row>) {
  const { rows, rowId, rowHeight, expanded, active, scroller, columnWindow } = props;
  const [detailHeights, setDetailHeights] = useState<ReadonlyMap<string, number>>(() => new Map());
  const sizeOf = (index: number) => {
    const row = rows[index];
    if (!expanded.size || row === undefined) return rowHeight;
    const id = rowId(row);
    return expanded.has(id) ? rowHeight + (detailHeights.get(id) ?? DETAIL_GUESS) : rowHeight;
  };
  const scrolled = useRef({ startIndex: 0, isForward: true });
  const rangeExtractor = useCallback(
    (range: Range) => {
      const { startIndex, isForward } = scrolled.current;
      const turned = range.startIndex === startIndex ? isForward : range.startIndex > startIndex;
      scrolled.current = { startIndex: range.startIndex, isForward: turned };
      return drawnRows(range, turned, active.row);
    },
    [active.row],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: sizeOf,
    rangeExtractor,
    initialRect: props.shown,
    observeElementRect: observeSize,
    observeElementOffset: observeOffset,
    scrollToFn: scrollTo,
  });
  const firstSizes = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are estimated anew when these change
  useLayoutEffect(() => {
    if (firstSizes.current) firstSizes.current = false;
    else virtualizer.measure();
  }, [virtualizer, rowHeight, expanded, detailHeights, rows]);

  const onDetailHeight = useCallback((id: string, height: number) => {
    setDetailHeights((before) => (before.get(id) === height ? before : new Map(before).set(id, height)));
  }, []);

  const items = virtualizer.getVirtualItems();
  const slots = useRef<ReadonlyMap<number, number>>(new Map());
  slots.current = assignSlots(
    slots.current,
    items.map((item) => item.index),
    active.row,
  );

  const drawn: ReactNode[] = [];
  for (const { index, start } of items) {
    const row = rows[index];
    if (row === undefined) continue;
    const id = rowId(row);
    const isExpanded = expanded.has(id);
    const isActive = active.row === index;
    drawn.push(
      <GridRow
        key={slots.current.get(index) ?? id}
        row={row}
        id={id}
        label={props.rowLabel(row)}
        index={index}
        ariaRowIndex={props.rowsBefore + index + 2}
        top={start}
        views={props.views}
        firstColumn={columnWindow.first}
        lastColumn={columnWindow.last}
        selectable={props.selectable}
        selected={props.isSelected(id)}
        expanded={isExpanded}
        activeColumn={isActive && !active.detail ? active.column : undefined}
        tone={props.rowTone?.(row)}
        edit={props.edit?.rowId === id ? props.edit : undefined}
        editing={props.editing}
        onLeaveEdit={props.onLeaveEdit}
      />,
    );
    if (isExpanded && props.detail) {
      drawn.push(
        <DetailRow
          key={`${id} detail`}
          id={id}
          index={index}
          top={start + rowHeight}
          columns={props.views.length}
          active={isActive && active.detail === true}
          label={`Details of ${props.rowLabel(row)}`}
          onHeight={onDetailHeight}
        >
          {props.detail(row)}
        </DetailRow>,
      );
    }
  }
  const style = { height: virtualizer.getTotalSize(), '--grid-gap': `${columnWindow.gap}px` } as CSSProperties;
  return (
    <div role="rowgroup" data-part="body" className={css.body} style={style}>
      {drawn}
      {props.drag && (
        <div className={css.drop} style={{ transform: `translateY(${props.drag.before * rowHeight}px)` }} />
      )}
    </div>
  );
}

/** Memoized, so only scrolling re-renders the rows. */
export const GridBody = memo(Body) as typeof Body;

type DetailRowProps = {
  id: string;
  index: number;
  top: number;
  columns: number;
  active: boolean;
  label: string;
  onHeight: (id: string, height: number) => void;
  children: ReactNode;
};

function DetailRow({ id, index, top, columns, active, label, onHeight, children }: DetailRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const sweep = () => leaveTabOrder(element);
    const sizes = new ResizeObserver(() => onHeight(id, element.offsetHeight));
    const changes = new MutationObserver(sweep);
    sweep();
    sizes.observe(element);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [id, onHeight]);
  return (
    <div
      role="row"
      tabIndex={-1}
      className={css.detailRow}
      data-r={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        ref={ref}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns}
        aria-label={label}
        data-c={0}
        data-detail=""
        className={css.detail}
        tabIndex={active ? 0 : -1}
      >
        {children}
      </div>
    </div>
  );
}
