import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatNumber } from '../../../../domain/money';
import { useSession } from '../../../providers/session';
import { Button, IconButton } from '../../../ui/Button';
import { DataGrid, type DataGridProps, type GridSeen, type GridSelection } from '../../../ui/grid';
import { today } from '../../../ui/reader-dates';
import { BulkActions, BulkQuestion, type Chosen } from '../bulk/BulkActions';
import { BulkProgress } from '../bulk/BulkProgress';
import type { OpenedAction } from '../bulk/bulk';
import { ChangeActions, ChangeQuestion } from '../changes/ChangeActions';
import { ExportMenu } from '../export/ExportMenu';
import { ExportProgress } from '../export/ExportProgress';
import { ListTools } from '../ListTools';
import { RecordDrawer } from '../RecordDrawer';
import type { ListProps } from '../types';
import { useOpenRecord } from '../useOpenRecord';
import { preferencesOf } from './grid-preferences';
import { linkNames } from './row-links';
import type { ListRow } from './useGridQuery';

type ListGridProps<R> = ListProps<R> & {
  list: Pick<
    DataGridProps<R>,
    | 'rows'
    | 'error'
    | 'onRetry'
    | 'refreshing'
    | 'state'
    | 'onStateChange'
    | 'total'
    | 'totalIsCapped'
    | 'notice'
    | 'sort'
    | 'onSortChange'
  >;
  /** Every row, when all are in the browser. */
  all?: readonly R[] | undefined;
};

/** A list's grid, whether paged by the server or the browser. */
export function ListGrid<R extends ListRow>(props: ListGridProps<R>) {
  const { resource, noun, address, list, bulk, changes, selectionActions, exports } = props;
  const { filters, setFilters } = address;
  const isServed = list.state !== undefined;
  const userId = useSession().user.id;
  const own = useMemo(() => preferencesOf(userId), [userId]);
  const [openAction, setOpenAction] = useState<OpenedAction>(null);
  const [act, setAction] = useState<Chosen<R> | null>(null);
  const [change, setChange] = useState<Chosen<R> | null>(null);
  const { onOpen, columns } = useOpening(props);
  const recorded = bulk ?? (changes && { call: changes.apply, acts: changes.acts });
  const rowsOf = useKnownRows(list.rows);
  const isCapped = ({ kind }: GridSelection) => kind === 'all' && list.totalIsCapped === true;

  const exportMenu = (seen: GridSeen, selected: readonly R[] | null, except: readonly string[], isOffered = false) =>
    exports && (
      <ExportMenu
        requires={exports.requires}
        noun={noun}
        isOffered={isOffered}
        onPage={list.rows?.length ?? 0}
        matching={`${formatNumber(list.total ?? 0)}${list.totalIsCapped ? '+' : ''}`}
        onSavePage={() => void seen.saveCsv(`${today().slice(2).replaceAll('-', '')}_${noun[1]}_page`)}
        onExportAll={() => exports.all(seen.columns)}
        more={exports.more?.(selected, except.map(Number))}
      />
    );
  const nothingMatches = {
    title: `No ${noun[1]} match these filters`,
    hint: 'Change or clear the filters to see more.',
    action: <Button onClick={() => setFilters({})}>Clear filters</Button>,
  };
  return (
    <>
      <DataGrid<R>
        {...list}
        id={resource.name}
        label={props.label}
        columns={columns}
        rowId={rowId}
        rowLabel={props.nameOf}
        noun={noun}
        {...(props.height !== undefined && { height: props.height })}
        preferences={props.views?.preferences ?? own}
        empty={Object.keys(filters).length > 0 ? nothingMatches : props.empty}
        {...(onOpen && { onOpen })}
        {...(props.rowActions && { rowActions: props.rowActions })}
        {...(props.rowTone && { rowTone: props.rowTone })}
        {...((bulk || changes || selectionActions) && {
          bulkActions: (selection, { clear, count, seen }) => {
            const selected = { rows: rowsOf(selection), selection, count, isCapped: isCapped(selection), clear };
            const acts = { noun, selected, filters: { ...filters, ...bulk?.within } };
            return (
              <>
                {bulk && <BulkActions<R> {...acts} bulk={bulk} onChoose={setAction} />}
                {changes && <ChangeActions<R> {...acts} changes={changes} onChoose={setChange} />}
                {selectionActions?.(selected)}
                {exportMenu(seen, selected.rows, selection.kind === 'all' ? selection.except : [])}
              </>
            );
          },
        })}
        {...((exports || recorded) && {
          exportMenu: (seen: GridSeen) => (
            <>
              {exportMenu(seen, [], [], true)}
              {recorded && (
                <IconButton icon="clock" label="Recent bulk actions" onClick={() => setOpenAction('recent')} />
              )}
            </>
          ),
        })}
        toolbar={<ListTools {...props} isServed={isServed} />}
      />
      {bulk && act && (
        <BulkQuestion<R> bulk={bulk} noun={noun} chosen={act} onClose={() => setAction(null)} onBegun={setOpenAction} />
      )}
      {changes && change && (
        <ChangeQuestion<R> changes={changes} noun={noun} chosen={change} onClose={() => setChange(null)} />
      )}
      {recorded && <BulkProgress bulk={recorded} noun={noun} opened={openAction} onOpen={setOpenAction} />}
      {exports && <ExportProgress />}
      {props.drawer && (
        <RecordDrawer rows={props.all ?? list.rows} isWhole={!isServed} noun={noun[0]} whyNot={props.whyNotOpen}>
          {props.drawer}
        </RecordDrawer>
      )}
    </>
  );
}

const rowId = ({ id }: ListRow) => String(id);

/** What opening a row does: go to its page, or open the drawer. The row's name links to the same. */
function useOpening<R extends ListRow>(props: ListProps<R>) {
  const navigate = useNavigate();
  const { open } = useOpenRecord();
  const latest = useRef(props);
  latest.current = props;
  const { columns } = props;
  const isOpenable = props.pathOf !== undefined || props.drawer !== undefined;
  const linked = useMemo(
    () =>
      isOpenable
        ? linkNames(columns, (row) => {
            const { pathOf, whyNotOpen } = latest.current;
            return pathOf ? pathOf(row) : (whyNotOpen?.(row) ?? null) === null ? 'drawer' : null;
          })
        : columns,
    [columns, isOpenable],
  );
  if (!isOpenable) return { columns };
  const onOpen = (row: R) => {
    if (props.pathOf) void navigate(props.pathOf(row));
    else if ((props.whyNotOpen?.(row) ?? null) === null) open(row.id);
  };
  return { columns: linked, onOpen };
}

/** The selected rows, including those seen on other pages; null when more are selected than were loaded. */
function useKnownRows<R extends ListRow>(rows: readonly R[] | undefined) {
  const known = useRef(new Map<string, R>());
  for (const row of rows ?? []) known.current.set(rowId(row), row);
  return (selection: GridSelection) =>
    selection.kind === 'some' ? selection.ids.flatMap((id) => known.current.get(id) ?? []) : null;
}
