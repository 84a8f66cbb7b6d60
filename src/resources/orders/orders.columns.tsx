import { shortDay } from '../../../domain/dates';
import { formatUsd, type Money, subtract, sum } from '../../../domain/money';
import { type BuyerOrderRow, ORDER_SOURCE_LABELS, type OrderRow } from '../../../domain/orders/order';
import { isOverdue } from '../../../domain/orders/overdue';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { PAYMENT_STATES } from '../../../domain/orders/totals';
import type { GridColumn } from '../../ui/grid';
import { dateHere, today } from '../../ui/reader-dates';
import { OrderLink, PurchaseOrderLink } from './OrderLink';
import { OrderStatusPill, PaymentStatePill } from './OrderPills';

type EitherRow = OrderRow | BuyerOrderRow;

const total =
  <Row,>(amount: (row: Row) => Money) =>
  (rows: readonly Row[]) =>
    formatUsd(sum(rows.map(amount)));
const balance = ({ totalUsd, paidUsd }: EitherRow): Money => subtract(totalUsd, paidUsd);
const day = (value: string | null) => (value === null ? '' : shortDay(value));
const names = ({ salesReps }: OrderRow) => salesReps.map(({ displayName }) => displayName).join(', ');

/** What buyer and seller see alike. */
const shared = {
  status: {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <OrderStatusPill status={status} />,
    value: ({ status }) => ORDER_STATUSES[status].label,
    width: 116,
    sortable: true,
    card: 'title',
  },
  total: {
    id: 'totalUsd',
    header: 'Total',
    cell: ({ totalUsd }) => formatUsd(totalUsd),
    value: ({ totalUsd }) => Number(totalUsd),
    align: 'end',
    width: 136,
    sortable: true,
    summary: total(({ totalUsd }) => totalUsd),
  },
  paymentState: {
    id: 'paymentState',
    header: 'Payment',
    cell: ({ paymentState }) => <PaymentStatePill state={paymentState} />,
    value: ({ paymentState }) => PAYMENT_STATES[paymentState],
    width: 120,
  },
  balance: {
    id: 'balance',
    header: 'Balance',
    cell: (row) => formatUsd(balance(row)),
    value: (row) => Number(balance(row)),
    align: 'end',
    width: 136,
    hidden: true,
    summary: total(balance),
  },
  created: {
    id: 'created',
    header: 'Created',
    cell: ({ created }) => dateHere(created),
    value: ({ created }) => new Date(created),
    width: 124,
    sortable: true,
  },
  shipDate: {
    id: 'shipDate',
    header: 'Ship date',
    cell: ({ shipDate }) => day(shipDate),
    width: 118,
    sortable: true,
  },
  dueDate: {
    id: 'paymentDueDate',
    header: 'Due date',
    cell: (row) =>
      isOverdue(row, today()) ? (
        <span className="o-overdue">
          {day(row.paymentDueDate)} <b>late</b>
        </span>
      ) : (
        day(row.paymentDueDate)
      ),
    value: ({ paymentDueDate }) => day(paymentDueDate),
    width: 140,
    sortable: true,
  },
  source: {
    id: 'orderSource',
    header: 'Source',
    cell: ({ orderSource }) => ORDER_SOURCE_LABELS[orderSource],
    width: 150,
    hidden: true,
    card: 'hidden',
  },
  lines: {
    id: 'lineItemCount',
    header: 'Lines',
    cell: ({ lineItemCount }) => lineItemCount,
    align: 'end',
    width: 72,
    card: 'hidden',
  },
} as const satisfies Record<string, GridColumn<EitherRow>>;

/** The columns of sales orders; those that can be sorted bear the names the platform sorts by. */
export const orderColumns: readonly GridColumn<OrderRow>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    cell: (row) => <OrderLink order={row} />,
    value: ({ orderNumber }) => orderNumber,
    width: 96,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  shared.status,
  { id: 'customer', header: 'Customer', cell: ({ customer }) => customer.name, width: 190, sortable: true },
  shared.total,
  shared.paymentState,
  shared.balance,
  shared.created,
  shared.shipDate,
  shared.dueDate,
  { id: 'salesReps', header: 'Sales reps', cell: names, width: 156 },
  shared.lines,
  shared.source,
  {
    id: 'company',
    header: 'Company',
    cell: ({ sellerCompany }) => sellerCompany.name,
    width: 180,
    hidden: true,
    card: 'hidden',
  },
];

/** The columns of purchase orders. */
export const purchaseOrderColumns: readonly GridColumn<BuyerOrderRow>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    cell: (row) => <PurchaseOrderLink order={row} />,
    value: ({ orderNumber }) => orderNumber,
    width: 96,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  shared.status,
  { id: 'seller', header: 'Seller', cell: ({ sellerCompany }) => sellerCompany.name, width: 190, sortable: true },
  {
    id: 'buyerLicense',
    header: 'License',
    cell: ({ buyerLicense }) => buyerLicense?.displayName ?? '',
    width: 190,
  },
  shared.total,
  shared.paymentState,
  shared.balance,
  shared.created,
  shared.shipDate,
  shared.dueDate,
  shared.lines,
  shared.source,
];
