import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BuyerOrderRow, OrderRow } from '../../../domain/orders/order';
import { forgetColumns, preferencesOf } from '../../providers/grid-preferences';
import { useSession } from '../../providers/session';
import { useGridQuery } from '../../providers/use-grid-query';
import { Button } from '../../ui/Button';
import { FilterBar, type FilterField } from '../../ui/filters';
import { DataGrid, type GridColumn, type GridSelection } from '../../ui/grid';
import { today } from '../../ui/reader-dates';
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
};

/** The orders grid of both sides: filters, sort and page in the address, live rows, columns as each person left them. */
export function OrdersGrid<R extends OrderRow | BuyerOrderRow>(props: OrdersGridProps<R>) {
  const { resource, address, fields, bulkActions } = props;
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
  const seen = useRef(new Map<string, R>());
  for (const row of list.rows ?? []) seen.current.set(String(row.id), row);
  const rowsOf = (selection: GridSelection) =>
    selection.kind === 'some' ? selection.ids.flatMap((id) => seen.current.get(id) ?? []) : null;
  useEffect(() => {
    if (isForbidden) forgetColumns(userId, resource);
  }, [isForbidden, userId, resource]);

  const isNarrowed = Object.keys(filters).length > 0;
  const nothingMatches = {
    title: 'No orders match these filters',
    hint: 'Widen or clear the filters to see more.',
    action: <Button onClick={() => setFilters({})}>Clear filters</Button>,
  };
  const onShow = () => {
    showNew();
    toNewest();
  };
  return (
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
      exportName={`${today().slice(2).replaceAll('-', '')}_orders`}
      onOpen={(row) => void navigate(props.pathOf(row))}
      notice={{ count: newRows, onShow }}
      empty={isNarrowed ? nothingMatches : props.empty}
      {...(bulkActions && { bulkActions: (selection, { clear }) => bulkActions(rowsOf(selection), clear) })}
      toolbar={
        <>
          <QuickSearch {...props.search} filters={filters} onChange={setFilters} />
          <FilterBar fields={fields} values={filters} errors={errors} onApply={setFilters} />
        </>
      }
    />
  );
}

const NOUN = ['order', 'orders'] as const;
