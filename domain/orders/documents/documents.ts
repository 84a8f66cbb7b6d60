import { describeQuantity } from '../../catalogue/units/quantity';
import { compare, formatUsd, sum } from '../../money';
import { percentShown } from '../../pricing/price';
import { counted } from '../../text';
import { lineBaseUnits, unitsText } from '../line';
import type { BuyerOrder, PrintedLineItem } from '../order';
import { isClosed, type OrderStatus } from '../status';
import { backorderLabel, backorderUsd, balanceUsd, invoicedOf, waitsForBackorder } from '../totals';
import { DOCUMENTS, type DocumentKind } from './document-kinds';

/** Whether the seller hasn't accepted the order, so that its invoice asks for no money yet. */
const isUnaccepted = (status: OrderStatus) => status === 'DRAFT' || status === 'SUBMITTED' || status === 'BACKORDER';

/** A document is named by its kind; an invoice that asks for no money, yet or anymore, says why: "Invoice (draft)". */
export function documentTitle(kind: DocumentKind, status: OrderStatus): string {
  const isOwed = kind !== 'INVOICE' || !(isUnaccepted(status) || (isClosed(status) && status !== 'COMPLETE'));
  if (isOwed) return DOCUMENTS[kind];
  return `${DOCUMENTS[kind]} (${status === 'SUBMITTED' ? 'not accepted yet' : status.toLowerCase()})`;
}

/** The name of documents of several orders in one file: "Invoices of 3 orders", "Pick list of 3 orders". */
export function documentsTitle(kind: DocumentKind, orders: number): string {
  return `${DOCUMENTS[kind]}${kind === 'PICK_LIST' ? '' : 's'} of ${counted(orders, 'order')}`;
}

/** The file's name: of one order by its number, of several by their day (YYYY-MM-DD). */
export function documentName(kind: DocumentKind, orderNumbers: readonly string[], today: string): string {
  const name = DOCUMENTS[kind].toLowerCase().replace(' ', '_');
  return orderNumbers.length === 1 ? `${name}_${orderNumbers[0]}.pdf` : `${name}s_${today}.pdf`;
}

/** A line's quantity, a case with its units: "3 cases (72 units, 24 per case)". */
function quantityText(line: PrintedLineItem): string {
  const units = unitsText(line);
  return `${describeQuantity(line.quantity, line.unitOfMeasure)}${units ? ` (${units})` : ''}`;
}

type Invoiced = Totalled & Pick<BuyerOrder, 'status'> & { lineItems: PrintedLineItem[] };

/**
 * An order as it is invoiced: once it is accepted without backorder lines and by `invoicedOf`, as its balance says.
 * Before that it has all lines, and says what isn't owed yet.
 */
export function invoiced(order: Invoiced): { lines: PrintedLineItem[]; later: PrintedLineItem[]; totals: Totalled } {
  const hasAll = isUnaccepted(order.status);
  const [lines, later] = [
    order.lineItems.filter(({ isBackorder }) => hasAll || !isBackorder),
    order.lineItems.filter(({ isBackorder }) => !hasAll && isBackorder),
  ];
  if (later.length === 0) return { lines, later, totals: order };
  return { lines, later, totals: { ...order, ...invoicedOf(order.lineItems, order) } };
}

/** What a packing slip says in place of the box to tick: a backorder line is sent later, as long as the order is open. */
export function packedText(status: OrderStatus, { isBackorder }: Pick<PrintedLineItem, 'isBackorder'>): string {
  if (!isBackorder) return '______';
  return waitsForBackorder(status) ? 'Later' : 'Not sent';
}

type Totalled = Pick<
  BuyerOrder,
  'status' | 'subtotalUsd' | 'orderDiscountUsd' | 'discountType' | 'discount' | 'totalUsd' | 'invoicedUsd' | 'paidUsd'
>;

/** An order's sums with their labels, as its page shows them. */
export function totalsText(order: Totalled): (readonly [label: string, amount: string])[] {
  const share = order.discountType === '%' ? ` (${percentShown(order.discount)}%)` : '';
  const discount = compare(order.orderDiscountUsd, 0) > 0;
  const later = backorderUsd(order);
  return [
    ['Subtotal', formatUsd(order.subtotalUsd)],
    ...(discount ? [[`Discount${share}`, `-${formatUsd(order.orderDiscountUsd)}`] as const] : []),
    ['Total', formatUsd(order.totalUsd)],
    ...(compare(later, 0) > 0 ? [[backorderLabel(order.status), `-${formatUsd(later)}`] as const] : []),
    ['Paid', formatUsd(order.paidUsd)],
    ['Balance', formatUsd(balanceUsd(order))],
  ];
}

/** A product to pick: how much of it in all, with the orders it is for. */
export type PickRow = {
  productId: number;
  productName: string;
  brandName: string;
  sku: string;
  total: string;
  orders: { orderNumber: string; customerName: string; quantity: string; isSample: boolean; notes: string }[];
};

type Picked = Pick<BuyerOrder, 'orderNumber'> & { lineItems: PrintedLineItem[]; customer: { name: string } };

/** The lines of orders by product, for a walk through the warehouse: by brand, then by name. Backorders have no stock. */
export function pickRows(orders: readonly Picked[]): PickRow[] {
  const lines = orders.flatMap((order) =>
    order.lineItems.filter(({ isBackorder }) => !isBackorder).map((line) => ({ order, line })),
  );
  const unitOf = ({ unitOfMeasure }: PrintedLineItem) => (unitOfMeasure === 'Case' ? 'unit' : unitOfMeasure);
  const groups = Map.groupBy(lines, ({ line }) => `${line.productId} ${unitOf(line)}`);
  const rows = [...groups.values()].map((group): PickRow => {
    const { line: first } = group[0] as (typeof lines)[number];
    return {
      productId: first.productId,
      productName: first.productName,
      brandName: first.brandName,
      sku: first.sku,
      total: describeQuantity(sum(group.map(({ line }) => lineBaseUnits(line))), unitOf(first)),
      orders: group.map(({ order, line }) => ({
        orderNumber: order.orderNumber,
        customerName: order.customer.name,
        quantity: quantityText(line),
        isSample: line.isSample,
        notes: line.notes,
      })),
    };
  });
  return rows.sort((a, b) => a.brandName.localeCompare(b.brandName) || a.productName.localeCompare(b.productName));
}
