import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import { dayOf, shortDay } from '../../../domain/dates';
import { formatUsd } from '../../../domain/money';
import type { DocumentKind } from '../../../domain/orders/documents/document-kinds';
import {
  documentsTitle,
  documentTitle,
  invoiced,
  type PickRow,
  packedText,
  pickRows,
  totalsText,
} from '../../../domain/orders/documents/documents';
import { unitsText } from '../../../domain/orders/line';
import type { PrintedLineItem } from '../../../domain/orders/order';
import { backorderLabel } from '../../../domain/orders/totals';
import { counted } from '../../../domain/text';
import { daysIn } from '../../../domain/time-zones';
import { type About, drawPdf } from '../../files/pdf-layout';
import type { Cell, Column, Paper } from '../../files/pdf-paper';
import type { PrintedOrder } from './read-documents';

type Zone = { timeZone: string };
/** Drawing stops once its reader is gone. */
type Reader = { gone: AbortSignal };

/**
 * Invoices or packing slips, an order after the other. Days are those of each order's seller, for its buyer too, or of the
 * zone here if the seller sets none; each page names which.
 */
export function drawOrders(
  kind: 'INVOICE' | 'PACKING_SLIP',
  orders: readonly PrintedOrder[],
  { timeZone, gone }: Zone & Reader,
) {
  const draw = kind === 'INVOICE' ? drawInvoice : drawPackingSlip;
  return drawPdf(
    aboutOf(kind, orders),
    orders,
    async (paper, order) => {
      const zone = { timeZone: order.seller.timeZone ?? timeZone };
      await draw(paper, order, zone);
      return { footer: footerOf(titleOf(kind, order), zone) };
    },
    gone,
  );
}

/** What a file of these orders is named, and by whom. */
function aboutOf(kind: DocumentKind, orders: readonly PrintedOrder[]): About {
  const [first] = orders;
  const title = orders.length === 1 && first ? titleOf(kind, first) : documentsTitle(kind, orders.length);
  return { title, author: [...new Set(orders.map(({ sellerCompany }) => sellerCompany.name))].join(', ') };
}

const titleOf = (kind: DocumentKind, { orderNumber, status }: PrintedOrder) =>
  `${documentTitle(kind, status)} ${orderNumber}`;

const footerOf = (title: string, { timeZone }: Zone) => `${title} · ${daysIn(timeZone)}`;

const day = (value: string | null) => (value === null ? '' : shortDay(value));
const ordered = ({ created }: PrintedOrder, { timeZone }: Zone) => shortDay(dayOf(new Date(created), timeZone));

function customerFacts({ customer, customerAddress, customerLicense }: PrintedOrder) {
  return [
    ['Customer', [customer.name, customerAddress].filter(Boolean).join('\n')],
    ['Customer license', customerLicense],
    ['Phone', customer.phone ?? ''],
  ] as const;
}

const marksOf = ({ isSample, isBackorder }: PrintedLineItem) =>
  [isSample && 'Sample', isBackorder && 'Backorder'].filter((mark) => mark !== false).join(', ');

function productCell(line: PrintedLineItem): Cell {
  const below = [`${line.brandName} · ${line.sku}`, marksOf(line), line.notes && `“${line.notes}”`];
  return { text: line.productName, below: below.filter(Boolean) };
}

const quantityCell = (line: PrintedLineItem): Cell => ({
  text: describeQuantity(line.quantity, line.unitOfMeasure),
  below: [unitsText(line) ?? ''].filter(Boolean),
});

const laterText = (line: PrintedLineItem) =>
  `${describeQuantity(line.quantity, line.unitOfMeasure)} of ${line.productName} (${line.sku})`;

const INVOICE_COLUMNS: readonly Column[] = [
  { title: 'Product', share: 46 },
  { title: 'Quantity', share: 24, align: 'right' },
  { title: 'Unit price', share: 15, align: 'right' },
  { title: 'Total', share: 15, align: 'right' },
];

async function drawInvoice(paper: Paper, order: PrintedOrder, zone: Zone): Promise<void> {
  await paper.heading(titleOf('INVOICE', order), order.seller);
  await paper.facts([
    customerFacts(order),
    [
      ['Ordered', ordered(order, zone)],
      ['Ship date', day(order.shipDate)],
    ],
    [
      ['Payment due', day(order.paymentDueDate)],
      ['Payment', order.paymentOption?.name ?? ''],
    ],
  ]);
  const { lines, later, totals } = invoiced(order);
  await paper.table(
    INVOICE_COLUMNS,
    lines.map((line) => [
      productCell(line),
      quantityCell(line),
      formatUsd(line.orderedUnitPrice),
      formatUsd(line.total),
    ]),
  );
  paper.sums(totalsText(totals), ['Total', 'Balance']);
  await paper.note(backorderLabel(order.status), later.map(laterText).join('\n'));
  await paper.note('Notes', order.buyerNotes);
}

const PACKING_COLUMNS: readonly Column[] = [
  { title: 'Product', share: 55 },
  { title: 'Quantity', share: 30, align: 'right' },
  { title: 'Packed', share: 15, align: 'right' },
];

async function drawPackingSlip(paper: Paper, order: PrintedOrder, zone: Zone): Promise<void> {
  await paper.heading(titleOf('PACKING_SLIP', order), order.seller);
  await paper.facts([
    customerFacts(order),
    [
      ['Ordered', ordered(order, zone)],
      ['Ship date', day(order.shipDate)],
    ],
    [
      ['Delivery', order.deliveryPreferences],
      ['Shipping details', order.shippingDetails],
    ],
  ]);
  await paper.table(
    PACKING_COLUMNS,
    order.lineItems.map((line) => [productCell(line), quantityCell(line), packedText(order.status, line)]),
  );
  await paper.note('Notes', order.buyerNotes);
  paper.signatures(['Packed by', 'Received by', 'Date']);
}

const PICK_COLUMNS: readonly Column[] = [
  { title: 'Product', share: 42 },
  { title: 'For', share: 40 },
  { title: 'Total', share: 13, align: 'right' },
  { title: 'Picked', share: 10, align: 'right' },
];

/** More order numbers than this aren't listed above a pick list, whose rows name them. */
const MOST_NUMBERS = 200;
/** A row of a table stays on one page, so the orders of a popular product are several rows. */
const MOST_IN_A_ROW = 20;

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const pickedFor = ({ orderNumber, customerName, quantity, isSample, notes }: PickRow['orders'][number]): string =>
  [`${orderNumber} ${customerName}: ${quantity}${isSample ? ', sample' : ''}`, notes && `“${notes}”`]
    .filter(Boolean)
    .join('\n');

/** One walk through the warehouse for all of these orders; `tags` are of the packages in stock, by product. */
export function drawPickList(
  orders: readonly PrintedOrder[],
  tags: ReadonlyMap<number, string[]>,
  { timeZone, now, gone }: Zone & Reader & { now: Date },
) {
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  const many = counted(numbers.length, 'order');
  const about = aboutOf('PICK_LIST', orders);
  const { title } = about;
  return drawPdf(
    about,
    [orders],
    async (paper) => {
      const [first] = orders;
      await paper.heading(title, first?.seller ?? { picture: null, lines: [] });
      await paper.facts([
        [['Orders', numbers.length > MOST_NUMBERS ? many : numbers.join(', ')]],
        [['Printed', shortDay(dayOf(now, timeZone))]],
      ]);
      await paper.table(
        PICK_COLUMNS,
        pickRows(orders).flatMap((row) =>
          inParts(row.orders, MOST_IN_A_ROW).map((part, at): Cell[] => [
            at > 0
              ? { text: row.productName, below: ['Continued'] }
              : {
                  text: row.productName,
                  below: [
                    `${row.brandName} · ${row.sku}`,
                    ...(tags.get(row.productId) ?? []).map((tag) => `Package ${tag}`),
                  ],
                },
            part.map(pickedFor).join('\n'),
            { text: at > 0 ? '' : row.total, strong: true },
            at > 0 ? '' : '_____',
          ]),
        ),
      );
      return { footer: footerOf(title, { timeZone }) };
    },
    gone,
  );
}
