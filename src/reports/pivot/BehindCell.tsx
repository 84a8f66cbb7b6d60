import { useMemo, useState } from 'react';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import type { CallInput } from '../../../domain/contract/endpoint';
import { COUNT_CAP } from '../../../domain/contract/endpoint';
import { pivotReports } from '../../../domain/reports/contract';
import type { PivotSource } from '../../../domain/reports/pivot';
import { LINE_SALES, REVENUE } from '../../../domain/reports/report-types';
import { OrderLink } from '../../kit/links/OrderLink';
import { dayColumn, dollarsColumn, nameColumn, textColumn } from '../../kit/list/columns';
import { preferencesOf } from '../../kit/list/grid/grid-preferences';
import { messageOf } from '../../providers/call/call-errors';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Dialog } from '../../ui/Dialog';
import { Facts } from '../../ui/Facts';
import { DataGrid, type GridColumn, type GridState } from '../../ui/grid';
import css from './pivot.module.css';

type BehindCellProps = {
  /** What of which report. */
  body: Omit<CallInput<typeof pivotReports.behind>['body'], 'page' | 'itemsPerPage' | 'sortBy' | 'sortDesc'>;
  /** The names of the cell's row and column. */
  title: string;
  /** What the report counts, and the cell's figure. */
  figure: readonly [string, string];
  countsLines: boolean;
  onClose: () => void;
};

const order: readonly GridColumn<PivotSource>[] = [
  nameColumn<PivotSource>('orderNumber', 'Order', {
    cell: ({ orderId, orderNumber }) => <OrderLink order={{ id: orderId, orderNumber }} />,
    value: ({ orderNumber }) => orderNumber,
    sortable: false,
    width: 120,
  }),
  dayColumn<PivotSource>('created', 'Created', ({ created }) => created, { sortable: true }),
  textColumn<PivotSource>('customer', 'Customer', ({ customerName }) => customerName, { width: 190 }),
];
const line: readonly GridColumn<PivotSource>[] = [
  textColumn<PivotSource>('product', 'Product', ({ line }) => line?.productName, { width: 200 }),
  textColumn<PivotSource>('quantity', 'Quantity', ({ line }) => line && describeQuantity(line.quantity, line.unit), {
    align: 'end',
    width: 110,
  }),
];
const dollars = (label: string) =>
  dollarsColumn<PivotSource>('revenue', label, ({ revenue }) => revenue, { totaled: true, card: 'end' });
const ORDERS = [...order, dollars(REVENUE)];
const LINES = [...order, ...line, dollars(LINE_SALES)];

/** The orders or lines a cell counts, page by page. */
export function BehindCell({ body, title, figure, countsLines, onClose }: BehindCellProps) {
  const userId = useSession().user.id;
  const preferences = useMemo(() => preferencesOf(userId), [userId]);
  const [state, setState] = useState<GridState>({ page: 0, pageSize: 25, sort: [{ id: 'created', desc: true }] });
  const { data, error, isFetching, refetch } = useCallQuery(
    pivotReports.behind,
    {
      body: {
        ...body,
        page: state.page,
        itemsPerPage: state.pageSize,
        sortBy: 'created',
        sortDesc: state.sort[0]?.desc ?? true,
      },
    },
    { keepsPrevious: true, topics: ['orders'] },
  );
  const many = countsLines ? 'lines' : 'orders';
  const total = data?.resultCount ?? 0;
  return (
    <Dialog title={title} onClose={onClose} isDrawer width={countsLines ? 940 : 720}>
      <div className={css.behind}>
        <Facts facts={{ [figure[0]]: figure[1] }} layout="figures" />
        <DataGrid<PivotSource>
          id={`report.PIVOT.${many}`}
          label={`The ${many} behind it`}
          columns={countsLines ? LINES : ORDERS}
          rows={data?.results}
          rowId={({ orderId, line }) => String(line?.id ?? orderId)}
          rowLabel={({ orderNumber }) => `order ${orderNumber}`}
          noun={[many.slice(0, -1), many]}
          preferences={preferences}
          state={state}
          onStateChange={setState}
          total={Math.min(total, COUNT_CAP)}
          totalIsCapped={total > COUNT_CAP}
          refreshing={data !== undefined && isFetching}
          error={error && messageOf(error)}
          onRetry={() => void refetch()}
          height="content"
        />
      </div>
    </Dialog>
  );
}
