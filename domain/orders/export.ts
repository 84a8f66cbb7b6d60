import type { CsvColumn } from '../csv';
import { shortDate, shortDay } from '../dates';
import { type Money, money, roundCents, sum } from '../money';
import { type BuyerOrderRow, ORDER_SOURCE_LABELS, type OrderLineItem, type OrderRow } from './order';
import { isClosed, ORDER_STATUSES } from './status';
import { backorderText, backorderUsd, balanceUsd, paymentText, waitsForBackorder } from './totals';

/** Most orders in a line-item file. */
export const MOST_ORDERS_OF_LINES = 1_000;

/** A line item with the fields of its order. */
export type ExportedLine = Pick<OrderRow, 'orderNumber' | 'status' | 'created' | 'salesReps'> &
  Pick<
    OrderLineItem,
    | 'productName'
    | 'brandName'
    | 'sku'
    | 'unitOfMeasure'
    | 'unitMultiplier'
    | 'soldInBulk'
    | 'quantity'
    | 'orderedUnitPrice'
    | 'total'
    | 'isSample'
    | 'isBackorder'
    | 'notes'
  > & { customerName: string; licenseNumber: string };

type EitherRow = OrderRow | BuyerOrderRow;

const day = (value: string | null) => (value === null ? '' : shortDay(value));
const repNames = ({ salesReps }: Pick<OrderRow, 'salesReps'>) =>
  salesReps.map(({ displayName }) => displayName).join(', ');
/** Blank for what isn't sold or priced by the case. */
const unitsPerCase = ({ soldInBulk, unitOfMeasure, unitMultiplier }: ExportedLine) =>
  soldInBulk || unitOfMeasure === 'Case' ? money(unitMultiplier) : '';
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** Unpaid amount of an order; negative when overpaid, null when it is closed. */
export const balanceOf = (order: EitherRow): Money | null => (isClosed(order.status) ? null : balanceUsd(order));

/** What of an order waits as backorder; null if nothing does, or when it is closed or complete. */
export const backorderOf = (order: EitherRow): Money | null =>
  waitsForBackorder(order.status) && backorderText(order) !== null ? backorderUsd(order) : null;

/** What a list's orders add up to, in dollars; closed ones, which nobody pays any more, are left out. */
export const sumOpen = <Row extends EitherRow>(rows: readonly Row[], amount: (row: Row) => Money | null): Money =>
  roundCents(sum(rows.flatMap((row) => (isClosed(row.status) ? [] : (amount(row) ?? [])))));

/** By grid column id, with the same headers as the grid. */
const shared = {
  orderNumber: { header: 'Order', text: ({ orderNumber }) => orderNumber },
  status: { header: 'Status', text: ({ status }) => ORDER_STATUSES[status].label },
  totalUsd: { header: 'Total', text: ({ totalUsd }) => totalUsd },
  paymentState: { header: 'Payment', text: paymentText },
  backorder: { header: 'On backorder', text: (row) => backorderOf(row) ?? '' },
  balance: { header: 'Balance', text: (row) => balanceOf(row) ?? '' },
  created: { header: 'Created', isInstant: true, text: ({ created }, timeZone) => shortDate(created, timeZone) },
  shipDate: { header: 'Ship date', text: ({ shipDate }) => day(shipDate) },
  paymentDueDate: { header: 'Due date', text: ({ paymentDueDate }) => day(paymentDueDate) },
  lineItemCount: { header: 'Lines', text: ({ lineItemCount }) => String(lineItemCount) },
  orderSource: { header: 'Source', text: ({ orderSource }) => ORDER_SOURCE_LABELS[orderSource] },
} as const satisfies Record<string, CsvColumn<EitherRow>>;

export const ORDER_COLUMNS = {
  ...shared,
  customer: { header: 'Customer', text: ({ customer }) => customer.name },
  salesReps: {
    header: 'Sales reps',
    text: repNames,
  },
  company: { header: 'Company', text: ({ sellerCompany }) => sellerCompany.name },
} as const satisfies Record<string, CsvColumn<OrderRow>>;

export const BUYER_ORDER_COLUMNS = {
  ...shared,
  seller: { header: 'Seller', text: ({ sellerCompany }) => sellerCompany.name },
  buyerLicense: { header: 'License', text: ({ buyerLicense }) => buyerLicense?.displayName ?? '' },
} as const satisfies Record<string, CsvColumn<BuyerOrderRow>>;

/** Columns of a line-item file, in order. */
export const LINE_COLUMNS: readonly CsvColumn<ExportedLine>[] = [
  { header: 'Order', text: ({ orderNumber }) => orderNumber },
  { header: 'Customer', text: ({ customerName }) => customerName },
  { header: 'License', text: ({ licenseNumber }) => licenseNumber },
  { header: 'Sales reps', text: repNames },
  { header: 'Status', text: ({ status }) => ORDER_STATUSES[status].label },
  { header: 'Created', isInstant: true, text: ({ created }, timeZone) => shortDate(created, timeZone) },
  { header: 'Brand', text: ({ brandName }) => brandName },
  { header: 'Product', text: ({ productName }) => productName },
  { header: 'SKU', text: ({ sku }) => sku },
  { header: 'Quantity', text: ({ quantity }) => money(quantity) },
  { header: 'Unit', text: ({ unitOfMeasure }) => unitOfMeasure },
  { header: 'Units per case', text: unitsPerCase },
  { header: 'Unit price', text: ({ orderedUnitPrice }) => orderedUnitPrice },
  { header: 'Total', text: ({ total }) => total },
  { header: 'Sample', text: ({ isSample }) => yesOrNo(isSample) },
  { header: 'Backorder', text: ({ isBackorder }) => yesOrNo(isBackorder) },
  { header: 'Notes', text: ({ notes }) => notes },
];

/** The file name of an export made on this day (YYYY-MM-DD): 261120_orders.csv. */
export function exportName(today: string, what: 'orders' | 'line_items'): string {
  return `${today.slice(2).replaceAll('-', '')}_${what}.csv`;
}
