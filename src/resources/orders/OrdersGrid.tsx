import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BuyerOrderRow, OrderRow } from '../../../domain/orders/order';
import { forgetColumns, preferencesOf } from '../../providers/grid-preferences';
import { useSession } from '../../providers/session';
import { useGridQuery } from '../../providers/use-grid-query';
import { Button } from '../../ui/Button';
import { FilterBar, type FilterField } from '../../ui/filters';
import { DataGrid, type GridColumn, type GridSeen, type GridSelection } from '../../ui/grid';
import { today } from '../../ui/reader-dates';
import { ExportMenu, type ExportMenuProps, type LineExport } from './ExportMenu';
import { ExportProgress } from './ExportProgress';
import { leaveList } from './list-place';
import { QuickSearch, type QuickSearchProps } from './QuickSearch';
import type { useOrderAddress } from './useOrderAddress';
import './orders.css';

type OrdersGridProps<R> = {
  resource: 'orders' | 'purchase-orders';
  label: string;
  columns: readonly GridColumn<R>[];
  fields: readonly FilterField[];
  address: ReturnType<typeof useOrderAddress>;
  search: Pick<QuickSearchProps, 'label' | 'words'>;
  /** What to say and do where there are no orders at all. */
  empty: { title: string; hint: string; action?: ReactNode };
  /** Where an order opens. */
  pathOf: (row: R) => string;
  reread: (row: R) => Promise<R | null>;
  /** `selected` is null when more is selected than was ever on screen. */
  bulkActions?: (selected: readonly R[] | null, clear: () => void) => ReactNode;
  exports: OrderExports;
  /** Between search and filters. */
  children?: ReactNode;
};

type OrderExports = Pick<ExportMenuProps, 'requires'> & {
  all: (columns: readonly string[]) => void;
  /** Line items of the orders selected, or of those only what passes the filters. */
  lines?: LineExport['onExport'];
};

/** The orders grid of both sides: filters, sort and page in the address, live rows, columns as each person left them. */
export function OrdersGrid<R extends OrderRow | BuyerOrderRow>(props: OrdersGridProps<R>) {
  const { resource, address, fields, bulkActions, exports } = props;
  const { state, onStateChange, filters, errors, setFilters, toNewest } = address;
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => leaveList(resource === 'orders' ? 'seller' : 'buyer', search), [resource, search]);
  const userId = useSession().user.id;
  const preferences = useMemo(() => preferencesOf(userId), [userId]);
  const { newRows, showNew, isForbidden, ...list } = useGridQuery<R>({
    resource,
    state,
    filters,
    reread: props.reread,
  });
  const known = useRef(new Map<string, R>());
  for (const row of list.rows ?? []) known.current.set(String(row.id), row);
  const rowsOf = (selection: GridSelection) =>
    selection.kind === 'some' ? selection.ids.flatMap((id) => known.current.get(id) ?? []) : null;
  useEffect(() => {
    if (isForbidden) forgetColumns(userId, resource);
  }, [isForbidden, userId, resource]);

  const isNarrowed = Object.keys(filters).length > 0;
  const nothingMatches = {
    title: 'No orders match these filters',
    hint: 'Widen or clear the filters to see more.',
    action: <Button onClick={() => setFilters({})}>Clear filters</Button>,
  };
  const exportMenu = (seen: GridSeen, selected: readonly R[] | null, isOffered = false) => (
    <ExportMenu
      requires={exports.requires}
      isOffered={isOffered}
      onPage={list.rows?.length ?? 0}
      matching={`${(list.total ?? 0).toLocaleString('en-US')}${list.totalIsCapped ? '+' : ''}`}
      onSavePage={() => void seen.saveCsv(`${today().slice(2).replaceAll('-', '')}_orders_page`)}
      onExportAll={() => exports.all(seen.columns)}
      lines={
        exports.lines && {
          selected: selected?.map(({ orderNumber }) => orderNumber) ?? null,
          isFiltered: LINE_FILTERS.some((name) => filters[name] !== undefined),
          onExport: exports.lines,
        }
      }
    />
  );
  const onShow = () => {
    showNew();
    toNewest();
  };
  return (
    <>
      <DataGrid<R>
        {...list}
        id={resource}
        label={props.label}
        columns={props.columns}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => `order ${row.orderNumber}`}
        noun={NOUN}
        state={state}
        onStateChange={onStateChange}
        preferences={preferences}
        onOpen={(row) => void navigate(props.pathOf(row))}
        notice={{ count: newRows, onShow }}
        empty={isNarrowed ? nothingMatches : props.empty}
        {...(bulkActions && {
          bulkActions: (selection, { clear, seen }) => (
            <>
              {bulkActions(rowsOf(selection), clear)}
              {exportMenu(seen, rowsOf(selection))}
            </>
          ),
        })}
        exportMenu={(seen) => exportMenu(seen, [], true)}
        toolbar={
          <>
            <QuickSearch {...props.search} filters={filters} onChange={setFilters} />
            {props.children}
            <FilterBar fields={fields} values={filters} errors={errors} onApply={setFilters} />
          </>
        }
      />
      <ExportProgress />
    </>
  );
}

/** The filters that some line items of an order pass and others do not. */
const LINE_FILTERS = ['productNameSearch', 'brandIds', 'productLineIds', 'productCategoryIds'] as const;
const NOUN = ['order', 'orders'] as const;
