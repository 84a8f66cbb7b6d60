import { shortDay } from '../../../domain/dates';
import { formatUsd, type Money } from '../../../domain/money';
import { BUYER_ORDER_COLUMNS, backorderOf, balanceOf, ORDER_COLUMNS, sumOpen } from '../../../domain/orders/export';
import { type BuyerOrderRow, ORDER_SOURCE_LABELS, type OrderRow } from '../../../domain/orders/order';
import { isOverdue } from '../../../domain/orders/payments/overdue';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { backorderText, paymentText } from '../../../domain/orders/totals';
import { OrderLink, PurchaseOrderLink } from '../../kit/links/OrderLink';
import type { GridColumn } from '../../ui/grid';
import { Icon } from '../../ui/Icon';
import { countedZone, dateHere, today } from '../../ui/reader-dates';
import { OrderStatusPill, PaymentPill } from './OrderPills';
import styles from './orders.module.css';

type EitherRow = OrderRow | BuyerOrderRow;

const total =
  <Row extends EitherRow>(amount: (row: Row) => Money | null) =>
  (rows: readonly Row[]) =>
    formatUsd(sumOpen(rows, amount));
const dollars = (amount: Money | null) => (amount === null ? '' : formatUsd(amount));
const day = (value: string | null) => (value === null ? '' : shortDay(value));
const names = ({ salesReps }: OrderRow) => salesReps.map(({ displayName }) => displayName).join(', ');

/** An order's total, marked where some of it waits as backorder, so that its balance is less. */
function Total({ order }: { order: EitherRow }) {
  const waits = backorderOf(order) && backorderText(order);
  if (!waits) return formatUsd(order.totalUsd);
  return (
    <span className={styles.waits}>
      <span role="img" aria-label={waits} title={waits}>
        <Icon name="clock" size={14} />
      </span>
      {formatUsd(order.totalUsd)}
    </span>
  );
}

/** In the platform's export format, so a page and a full export are the same kind of file. */
const written =
  ({ text }: { text: (row: never, timeZone: string) => string }) =>
  (row: EitherRow) =>
    text(row as never, countedZone());
/** With the ids and headers of the exports. */
const sales = <Id extends keyof typeof ORDER_COLUMNS>(id: Id) => ({
  id,
  header: ORDER_COLUMNS[id].header,
  csv: written(ORDER_COLUMNS[id]),
});
const purchase = <Id extends keyof typeof BUYER_ORDER_COLUMNS>(id: Id) => ({
  id,
  header: BUYER_ORDER_COLUMNS[id].header,
  csv: written(BUYER_ORDER_COLUMNS[id]),
});

/** Money that closed orders have none of, summed below the list. */
const openAmount = (amount: (row: EitherRow) => Money | null) => ({
  cell: (row: EitherRow) => dollars(amount(row)),
  value: (row: EitherRow) => Number(amount(row) ?? 0),
  align: 'end' as const,
  card: 'hidden' as const,
  summary: total(amount),
});

/** Columns both buyer and seller see. */
const shared = {
  status: {
    ...sales('status'),
    cell: ({ status }) => <OrderStatusPill status={status} />,
    value: ({ status }) => ORDER_STATUSES[status].label,
    width: 116,
    sortable: true,
    card: 'lead',
  },
  total: {
    ...sales('totalUsd'),
    cell: (row) => <Total order={row} />,
    value: ({ totalUsd }) => Number(totalUsd),
    align: 'end',
    width: 128,
    sortable: true,
    summary: total(({ totalUsd }) => totalUsd),
    card: 'end',
  },
  paymentState: {
    ...sales('paymentState'),
    cell: (row) => <PaymentPill order={row} />,
    value: paymentText,
    width: 120,
  },
  backorder: { ...sales('backorder'), ...openAmount(backorderOf), width: 128, hidden: true },
  balance: { ...sales('balance'), ...openAmount(balanceOf), width: 120 },
  created: {
    ...sales('created'),
    cell: ({ created }) => dateHere(created),
    value: ({ created }) => new Date(created),
    width: 124,
    sortable: true,
  },
  shipDate: {
    ...sales('shipDate'),
    cell: ({ shipDate }) => day(shipDate),
    width: 118,
    sortable: true,
    card: 'hidden',
  },
  dueDate: {
    ...sales('paymentDueDate'),
    cell: (row) =>
      isOverdue(row, today()) ? (
        <span className={styles.overdue}>
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
    ...sales('orderSource'),
    cell: ({ orderSource }) => ORDER_SOURCE_LABELS[orderSource],
    width: 150,
    hidden: true,
    card: 'hidden',
  },
  lines: {
    ...sales('lineItemCount'),
    cell: ({ lineItemCount }) => lineItemCount,
    align: 'end',
    width: 72,
    card: 'hidden',
  },
} as const satisfies Record<string, GridColumn<EitherRow>>;

/** Sales order columns; sortable ones use the platform's sort names as ids. */
export const orderColumns: readonly GridColumn<OrderRow>[] = [
  {
    ...sales('orderNumber'),
    cell: (row) => <OrderLink order={row} />,
    value: ({ orderNumber }) => orderNumber,
    width: 96,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  shared.status,
  { ...sales('customer'), cell: ({ customer }) => customer.name, width: 200, sortable: true, card: 'lead' },
  shared.total,
  shared.paymentState,
  shared.backorder,
  shared.balance,
  shared.created,
  shared.shipDate,
  shared.dueDate,
  { ...sales('salesReps'), cell: names, width: 156, card: 'hidden' },
  shared.lines,
  shared.source,
  {
    ...sales('company'),
    cell: ({ sellerCompany }) => sellerCompany.name,
    width: 180,
    hidden: true,
    card: 'hidden',
  },
];

/** Purchase order columns. */
export const purchaseOrderColumns: readonly GridColumn<BuyerOrderRow>[] = [
  {
    ...purchase('orderNumber'),
    cell: (row) => <PurchaseOrderLink order={row} />,
    value: ({ orderNumber }) => orderNumber,
    width: 96,
    sortable: true,
    pinned: true,
    hideable: false,
    card: 'title',
  },
  shared.status,
  {
    ...purchase('seller'),
    cell: ({ sellerCompany }) => sellerCompany.name,
    width: 190,
    sortable: true,
    card: 'lead',
  },
  {
    ...purchase('buyerLicense'),
    header: 'Shop',
    cell: ({ buyerLicense }) =>
      buyerLicense && (
        <>
          {buyerLicense.name} <span className="muted small">{buyerLicense.displayName}</span>
        </>
      ),
    value: ({ buyerLicense }) => (buyerLicense ? `${buyerLicense.name} (${buyerLicense.displayName})` : ''),
    width: 300,
  },
  shared.total,
  shared.paymentState,
  shared.backorder,
  shared.balance,
  { ...shared.created, card: 'hidden' },
  shared.shipDate,
  shared.dueDate,
  shared.lines,
  shared.source,
];
