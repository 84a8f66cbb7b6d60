// biome-ignore-all lint/a11y/useSemanticElements: rows placed by transform are plain elements with a grid's roles
import { memo, type PointerEvent } from 'react';
import { Icon } from '../../Icon';
import rows from '../rows/rows.module.css';
import type { GridSort } from '../types';
import type { LiveWidth } from '../useGridModel';
import type { ViewColumn } from './columns';
import css from './GridHeader.module.css';
import { type ColumnDrag, type ColumnDrop, useColumnDrag } from './useColumnDrag';

export type GridHeaderProps<Row> = {
  views: readonly ViewColumn<Row>[];
  sort: readonly GridSort[];
  /** The column with the grid's tab stop, when it is in the header. */
  activeColumn: number | undefined;
  ofPage: 'empty' | 'none' | 'some' | 'all';
  selectLabel: string;
  widthOf: (id: string) => number;
  onLiveWidth: (live: LiveWidth) => void;
  onWidth: (id: string, width: number) => void;
  onFit: (id: string) => void;
  onPlace: (id: string, drop: ColumnDrop) => void;
};

const ariaSort = (sort: readonly GridSort[], id: string) => {
  const [entry] = sort.filter((candidate) => candidate.id === id);
  return entry ? (entry.desc ? 'descending' : 'ascending') : 'none';
};

const dropSide = (drag: ColumnDrag | null, id: string) =>
  drag?.drop?.target === id ? (drag.drop.after ? 'after' : 'before') : undefined;

const dragClass = (drag: ColumnDrag | null, id: string) => {
  if (drag?.id === id) return ` ${rows.dragged}`;
  const side = dropSide(drag, id);
  return side ? ` ${side === 'after' ? rows.dropAfter : rows.dropBefore}` : '';
};

function Header<Row>(props: GridHeaderProps<Row>) {
  const { views, sort, activeColumn } = props;
  const { drag, onPointerDown } = useColumnDrag(views, props.onPlace);
  return (
    <div role="rowgroup" data-part="head" className={css.head}>
      <div
        role="row"
        tabIndex={-1}
        className={`${rows.row} ${rows.headRow}${drag ? ` ${rows.dragging}` : ''}`}
        data-r={-1}
        aria-rowindex={1}
        onPointerDown={onPointerDown}
      >
        {views.map((view, column) => (
          <div
            key={view.id}
            role="columnheader"
            className={`${view.className}${view.column?.sortable ? ` ${rows.sortable}` : ''}${dragClass(drag, view.id)}`}
            data-c={column}
            data-drop={dropSide(drag, view.id)}
            aria-colindex={column + 1}
            aria-sort={view.column?.sortable ? ariaSort(sort, view.id) : undefined}
            tabIndex={column === activeColumn ? 0 : -1}
          >
            <HeaderContent view={view} {...props} />
          </div>
        ))}
      </div>
    </div>
  );
}

function HeaderContent<Row>(props: GridHeaderProps<Row> & { view: ViewColumn<Row> }) {
  const { view, sort, ofPage } = props;
  if (view.kind === 'select') {
    return (
      <input
        type="checkbox"
        readOnly
        tabIndex={-1}
        checked={ofPage === 'all'}
        disabled={ofPage === 'empty'}
        ref={(box) => {
          if (box) box.indeterminate = ofPage === 'some';
        }}
        aria-label={props.selectLabel}
      />
    );
  }
  if (!view.column) return <span className="v-hidden">{view.kind === 'expand' ? 'Details' : 'Actions'}</span>;
  const order = sort.findIndex((entry) => entry.id === view.id);
  const entry = sort[order];
  return (
    <>
      <span data-part="label" className={css.label} title={view.column.header}>
        {view.column.header}
      </span>
      {entry && (
        <span className={css.sort} aria-hidden="true">
          <Icon name={entry.desc ? 'arrowDown' : 'arrowUp'} size={14} />
          {sort.length > 1 && order + 1}
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        data-act="column"
        className={css.menu}
        aria-haspopup="menu"
        aria-label={`${view.column.header} column`}
      >
        <Icon name="chevronDown" size={14} />
      </button>
      <ResizeHandle {...props} id={view.id} />
    </>
  );
}

/** Pointer only; keyboard users set widths in the column's menu. */
function ResizeHandle<Row>({ id, widthOf, onLiveWidth, onWidth, onFit }: GridHeaderProps<Row> & { id: string }) {
  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    down.preventDefault();
    const handle = down.currentTarget;
    const before = widthOf(id);
    let width = before;
    handle.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent) => {
      width = Math.max(56, before + event.clientX - down.clientX);
      onLiveWidth({ id, width });
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      onLiveWidth(null);
      if (width !== before) onWidth(id, width);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  return (
    <span
      data-part="resize"
      className={css.resize}
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => {
        event.stopPropagation();
        onFit(id);
      }}
    />
  );
}

export const GridHeader = memo(Header) as typeof Header;
