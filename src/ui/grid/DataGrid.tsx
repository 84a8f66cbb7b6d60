import { type ClipboardEvent, lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type MenuEntry, MenuPopup } from '../Menu';
import { useOffer } from '../offers';
import { GridOverlays } from './bars/GridOverlays';
import { GridPager } from './bars/GridPager';
import { GridStrip } from './bars/GridStrip';
import { GridToolbar } from './bars/GridToolbar';
import { GridTotals, hasTotals } from './bars/GridTotals';
import { actStatus, countText, gridStatus } from './bars/status';
import { ColumnMenu } from './columns/ColumnMenu';
import { useColumnSheet } from './columns/columnSizing';
import { useColumnWindow } from './columns/columnWindow';
import { fitWidth } from './columns/fitWidth';
import { GridHeader } from './columns/GridHeader';
import type { ColumnDrop } from './columns/useColumnDrag';
import css from './DataGrid.module.css';
import { useGridEdit } from './edit/useGridEdit';
import { useGridEvents } from './keyboard/useGridEvents';
import { useActivePlace, useExpanded, useWayBack } from './keyboard/useGridPlace';
import { GridBody } from './rows/GridBody';
import type { GridCards as Cards } from './rows/GridCards';
import { useRowMoves } from './rows/useRowMoves';
import { BulkBar } from './selection/BulkBar';
import { toTsv } from './selection/clipboard';
import { useGridSelection } from './selection/useGridSelection';
import type { DataGridProps, GridColumn, GridSort } from './types';
import { placeColumn, setWidth } from './useGridLayout';
import { nextSort, useGridModel } from './useGridModel';
import { useMeasured } from './useMeasured';
import { useStable } from './useStable';

/** Pixels, as in the stylesheet; 20 compact rows fit a 900 px screen. */
const ROW_HEIGHT = { comfortable: 40, compact: 28 } as const;
const CARDS_BELOW = 600;
const ROWS: readonly [string, string] = ['row', 'rows'];

const loadCards = () => import('./rows/GridCards');
// Only narrow screens download it, and they at once.
if (innerWidth < CARDS_BELOW) void loadCards().catch(() => {});
const GridCards = lazy(async () => ({ default: (await loadCards()).GridCards })) as unknown as typeof Cards;

/**
 * The grid of every list: server pages (`state`) or all rows in memory, with sorting, personal column layouts,
 * selection, editing, totals, details and the full WAI-ARIA grid keyboard.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { noun = ROWS, state, rowActions, totalIsCapped = false, height = 'fill' } = props;
  const rowId = useStable(props.rowId);
  const rowLabel = useStable(props.rowLabel ?? props.rowId);
  const scope = `grid${useId().replace(/\W/g, '')}`;
  const { ref, element: scroller, width, height: shownHeight } = useMeasured(props.id);
  const asCards = width > 0 && width < (props.cardsBelow ?? CARDS_BELOW);

  const model = useGridModel(props, width);
  const { rows, views, sizes, sort, layout, changeLayout, setLive, setState } = model;
  const rowHeight = ROW_HEIGHT[layout.density];
  const total = state ? (props.total ?? rows.length) : rows.length;
  const rowsBefore = state ? state.page * state.pageSize : 0;
  const totals = hasTotals(views) && rows.length > 0;

  const selecting = useGridSelection(props, rowId, rows, total);
  const selectable = views.some((view) => view.kind === 'select');
  const selectLabel = state ? `Select all ${noun[1]} on this page` : `Select all ${noun[1]}`;
  const onSelectPage = useStable(() => selecting.setPage(true));
  const [edit, editing] = useGridEdit(rowId);
  const [expanded, toggleExpanded] = useExpanded(rowId);
  const isExpanded = (index: number) => {
    const row = rows[index];
    return expanded.size > 0 && row !== undefined && expanded.has(rowId(row));
  };
  const [active, setActive] = useActivePlace(rows.length, views.length, totals, isExpanded);
  const [rowMenu, setRowMenu] = useState<{ anchor: HTMLElement; label: string; entries: readonly MenuEntry[] }>();
  const [columnMenu, setColumnMenu] = useState<{ anchor: HTMLElement; column: GridColumn<Row> }>();
  useColumnSheet(scope, views, sizes, width);
  const columnWindow = useColumnWindow(scroller, width, views, sizes);

  const view = `${state?.page} ${state?.pageSize} ${sort.map(({ id, desc }) => `${id} ${desc}`)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or order starts at its first row
  useEffect(() => {
    scroller?.scrollTo({ top: 0 });
  }, [view]);

  const onSort = useCallback((next: readonly GridSort[]) => setState({ sort: next, page: 0 }), [setState]);
  const onFit = useCallback(
    (id: string) => {
      const column = views.findIndex((view) => view.id === id);
      if (scroller) changeLayout(setWidth(id, fitWidth(scroller, column)));
    },
    [scroller, views, changeLayout],
  );
  const onWidth = useCallback((id: string, next: number) => changeLayout(setWidth(id, next)), [changeLayout]);
  const onPlace = useStable((id: string, { target, after }: ColumnDrop) =>
    changeLayout(placeColumn(props.columns, id, target, after)),
  );
  const widthOf = useCallback(
    (id: string) => sizes.widths[views.findIndex((view) => view.id === id)] ?? 0,
    [sizes, views],
  );
  const openRowMenu = rowActions
    ? (row: Row, anchor: HTMLElement) =>
        setRowMenu({ anchor, label: `Actions for ${rowLabel(row)}`, entries: rowActions(row) })
    : undefined;

  const { moved, moveRow, drag, onPointerDown } = useRowMoves({
    scroller,
    rows,
    rowHeight,
    rowLabel,
    onMoveRow: sort.length === 0 ? props.onMoveRow : undefined,
    onMoved: (row) => events.go({ row, column: active.column }),
  });
  const events = useGridEvents<Row>(scroller, {
    rows,
    views,
    bounds: {
      rows: rows.length,
      columns: views.length,
      pageRows: () => Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2),
      hasTotals: totals,
      isExpanded,
    },
    selectable,
    selecting,
    active,
    setActive,
    startEdit: (row, view) => view.column !== undefined && editing.start(row, view.column),
    toggleExpanded,
    moveRow,
    openRow: props.onOpen,
    openRowMenu,
    openColumnMenu: (view, anchor) => view.column && setColumnMenu({ anchor, column: view.column }),
    sortBy: (view, add) => view.column && onSort(nextSort(sort, view.column, add)),
  });
  const { go } = events;
  useWayBack(scroller, props.id, rows, rowId, go);
  const place = useRef(active);
  place.current = active;
  const onLeaveEdit = useCallback(
    (step: -1 | 0 | 1) => go({ row: place.current.row, column: Math.max(0, place.current.column + step) }),
    [go],
  );

  const shownColumns = views.flatMap((view) => view.column ?? []);
  const onCopy = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLInputElement || !document.getSelection()?.isCollapsed) return;
    const chosen = selecting.count ? rows.filter((row) => selecting.isSelected(rowId(row))) : [];
    const row = rows[active.row];
    const column = views[active.column]?.column;
    const text = chosen.length
      ? toTsv(chosen, shownColumns)
      : row !== undefined && column
        ? toTsv([row], [column])
        : '';
    if (!text) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  };
  const saveCsv = useStable(async (name: string) => {
    const { saveCsvOf } = await import('./selection/csv');
    await saveCsvOf(name, rows, shownColumns);
  });
  const onExport = useStable(() => void saveCsv(props.exportName ?? props.id));
  const seen = { columns: shownColumns.map((column) => column.id), saveCsv };

  const bulkBar = selecting.count > 0 && (
    <BulkBar
      isSmall={asCards}
      count={selecting.count}
      total={total}
      totalIsCapped={totalIsCapped}
      noun={noun}
      offersAll={selecting.selection.kind === 'some' && selecting.ofPage === 'all' && total > selecting.count}
      onAll={selecting.selectAll}
      onClear={selecting.clear}
    >
      {props.bulkActions?.(selecting.selection, { count: selecting.count, clear: selecting.clear, seen })}
    </BulkBar>
  );
  const hasStrip = props.toolbar !== undefined || props.notice !== undefined;
  const isCovered = selecting.count > 0;
  const busy = !props.rows || props.refreshing === true;
  // Then the list itself takes the focus, to be scrolled by keys.
  const nothingToFocus = !props.onOpen && !rowActions && !selectable && rows.length > 0;
  const shared = { rows, rowId, rowLabel, rowsBefore, expanded, edit, editing, detail: props.detail };
  useOffer(`Export ${props.label.toLowerCase()} as csv`, props.exportName && rows.length > 0 ? onExport : undefined);
  return (
    <section
      data-part="grid"
      data-density={layout.density}
      data-height={typeof height === 'number' ? 'fixed' : height}
      className={`${css.grid} ${scope}`}
      style={typeof height === 'number' ? { height } : undefined}
      aria-label={props.label}
    >
      <div className={css.bars}>
        <div inert={isCovered && !asCards} className={isCovered && !asCards ? css.covered : undefined}>
          <GridToolbar
            asCards={asCards}
            columns={props.columns}
            layout={layout}
            changeLayout={changeLayout}
            sort={sort}
            onSort={onSort}
            exportMenu={props.exportMenu?.(seen)}
            onExport={props.exportName ? onExport : undefined}
            selectLabel={selectLabel}
            onSelectPage={selectable ? onSelectPage : undefined}
            strip={
              hasStrip && (
                <GridStrip found={props.rows && countText(props, noun, total)} notice={props.notice} noun={noun} />
              )
            }
          >
            {hasStrip || state
              ? props.toolbar
              : props.rows && <span className={css.count}>{countText(props, noun, total)}</span>}
          </GridToolbar>
        </div>
        {!asCards && bulkBar}
      </div>
      {props.above}
      <div className={css.frame}>
        <div
          ref={ref}
          data-part="scroll"
          className={css.scroll}
          onCopy={onCopy}
          {...(asCards
            ? nothingToFocus && { tabIndex: 0, role: 'group', 'aria-label': `List of ${noun[1]}` }
            : {
                role: 'grid',
                'aria-label': props.label,
                'aria-rowcount': props.rows ? total + 1 + (totals ? 1 : 0) : -1,
                'aria-colcount': views.length,
                'aria-multiselectable': selectable || undefined,
                'aria-busy': busy,
                onKeyDown: events.onKeyDown,
                onClick: events.onClick,
                onDoubleClick: events.onDoubleClick,
                onPointerOver: events.onPointerOver,
                onPointerDown,
              })}
        >
          {asCards ? (
            scroller &&
            rows.length > 0 && (
              <Suspense>
                <GridCards
                  {...shared}
                  scroller={scroller}
                  label={props.label}
                  total={total}
                  columns={shownColumns}
                  selecting={selectable ? selecting : undefined}
                  toggleExpanded={toggleExpanded}
                  openRowMenu={openRowMenu}
                  openRow={props.onOpen}
                  busy={busy}
                />
              </Suspense>
            )
          ) : (
            <>
              <GridHeader
                views={views}
                sort={sort}
                activeColumn={active.row === -1 ? active.column : undefined}
                ofPage={selecting.ofPage}
                selectLabel={selectLabel}
                widthOf={widthOf}
                onLiveWidth={setLive}
                onWidth={onWidth}
                onFit={onFit}
                onPlace={onPlace}
              />
              {width > 0 && rows.length > 0 && (
                <GridBody
                  {...shared}
                  scroller={scroller}
                  shown={{ width, height: shownHeight }}
                  rowTone={props.rowTone}
                  views={views}
                  columnWindow={columnWindow}
                  rowHeight={rowHeight}
                  selectable={selectable}
                  isSelected={selecting.isSelected}
                  active={active}
                  onLeaveEdit={onLeaveEdit}
                  drag={drag}
                />
              )}
              {totals && (
                <GridTotals
                  rows={rows}
                  isPart={total > rows.length}
                  views={views}
                  ariaRowIndex={total + 2}
                  activeColumn={active.row === rows.length ? active.column : undefined}
                />
              )}
            </>
          )}
        </div>
        <GridOverlays
          props={props}
          noun={noun}
          asCards={asCards}
          hasRows={rows.length > 0}
          skeletonRows={Math.min(state?.pageSize ?? 12, 12)}
        />
      </div>
      {(state || (asCards && bulkBar)) && (
        <div className={css.bars}>
          <div data-part="footer" className={css.footer} inert={isCovered && asCards}>
            {state && (
              <GridPager state={state} total={props.rows && total} totalIsCapped={totalIsCapped} onChange={setState} />
            )}
          </div>
          {asCards && bulkBar}
        </div>
      )}
      <div className="v-hidden" role="status">
        {gridStatus(props, noun, total)}
      </div>
      <div className="v-hidden" role="status">
        {actStatus(selecting.count, sort, props.columns)}
      </div>
      {props.onMoveRow && (
        <div className="v-hidden" role="status">
          {moved}
        </div>
      )}
      {rowMenu && <MenuPopup {...rowMenu} align="end" onClose={() => setRowMenu(undefined)} />}
      {columnMenu && (
        <ColumnMenu
          {...columnMenu}
          context={{
            columns: props.columns,
            layout,
            sort,
            width: widthOf(columnMenu.column.id),
            changeLayout,
            onSort,
            onFit,
          }}
          onClose={() => setColumnMenu(undefined)}
        />
      )}
    </section>
  );
}
