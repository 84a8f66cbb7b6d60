import { describeQuantity } from '../../catalogue/units/quantity';
import { shortDay } from '../../dates';
import { formatUsd } from '../../money';
import { percentShown } from '../../pricing/price';
import { DOCUMENTS, type DocumentKind } from '../documents/document-kinds';
import { ORDER_SOURCE_LABELS, OrderSource } from '../order';
import { ORDER_STATUSES, OrderStatusSchema } from '../status';

/** What the audit log says of a line. */
export type LoggedLine = Record<string, unknown>;

/** What the audit log says of an order: its fields by name, and its lines by id. */
export type LoggedOrder = Record<string, unknown> & { lines: Record<string, LoggedLine> };

/** One entry of the audit log, of an order. */
export type LoggedChange = { before: unknown; after: unknown };

/** Names of what entries hold by id. */
export type HistoryNames = Record<'members' | 'companies' | 'paymentOptions', Readonly<Record<number, string>>>;

/** A changed field, each side as people read it; blank where there was nothing. */
export type FieldChange = { field: string; before: string; after: string };

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const linesOf = (fields: Fields): Record<string, LoggedLine> => fieldsOf(fields.lines) as Record<string, LoggedLine>;

/**
 * An order as it was before some changes, given as it is now and the changes since, newest first. A field an entry
 * doesn't name, it didn't change; a line it has on one side alone was added or removed.
 */
export function undoChanges(now: LoggedOrder, changes: readonly LoggedChange[]): LoggedOrder {
  const { lines, ...fields } = now;
  const then: Fields = { ...fields };
  const thenLines = { ...lines };
  for (const { before, after } of changes) {
    const [was, became] = [fieldsOf(before), fieldsOf(after)];
    for (const name of Object.keys(fields)) if (name in was) then[name] = was[name];
    for (const id of Object.keys({ ...linesOf(was), ...linesOf(became) })) {
      const line = linesOf(was)[id];
      if (line) thenLines[id] = line;
      else delete thenLines[id];
    }
  }
  return { ...then, lines: thenLines };
}

type Shown = { label: string; text: (value: unknown, fields: Fields, names: HistoryNames) => string };

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const day = (value: unknown): string => (typeof value === 'string' ? shortDay(value) : '');
const dollars = (value: unknown): string => (typeof value === 'string' ? formatUsd(value) : '');
const yesOrNo = (value: unknown): string => (value === true ? 'Yes' : 'No');
const named = (names: Readonly<Record<number, string>>, id: unknown): string =>
  typeof id === 'number' ? (names[id] ?? 'Removed') : '';

function sourceText(value: unknown): string {
  const source = OrderSource.safeParse(value);
  return source.success ? ORDER_SOURCE_LABELS[source.data] : '';
}

/** The fields people are told about, in the order they read them. */
const SHOWN: Readonly<Record<string, Shown>> = {
  customer: { label: 'Customer', text: (value) => plain(fieldsOf(value).name) },
  orderSource: { label: 'Source', text: sourceText },
  distributorId: { label: 'Distributor', text: (id, _, { companies }) => named(companies, id) },
  salesRepOrgUserIds: {
    label: 'Sales reps',
    text: (ids, _, { members }) =>
      Array.isArray(ids)
        ? ids
            .map((id) => named(members, id))
            .sort()
            .join(', ')
        : '',
  },
  paymentOptionId: { label: 'Payment option', text: (id, _, { paymentOptions }) => named(paymentOptions, id) },
  shipDate: { label: 'Ship date', text: day },
  paymentDueDate: { label: 'Payment due', text: day },
  shippingDetails: { label: 'Shipping details', text: plain },
  notes: { label: 'Notes', text: plain },
  discount: {
    label: 'Discount',
    text: (value, { discountType }) =>
      discountType === '%' ? `${percentShown(plain(value))}%` : dollars(plain(value) || null),
  },
  totalUsd: { label: 'Total', text: dollars },
  printed: { label: 'Printed', text: yesOrNo },
  deleted: { label: 'Deleted', text: yesOrNo },
  mergedFrom: { label: 'Combined from', text: (value) => (Array.isArray(value) ? value.join(', ') : '') },
  owed: {
    label: 'Owed',
    text: (value) => {
      const { apartUsd, mergedUsd } = fieldsOf(value);
      return `${dollars(plain(apartUsd))} separately, ${dollars(plain(mergedUsd))} merged`;
    },
  },
  creditOverride: { label: 'Credit override', text: (value) => plain(fieldsOf(value).reason) },
  mailed: {
    label: 'Emailed',
    text: (value) => {
      const { kinds, recipients } = fieldsOf(value);
      if (!Array.isArray(kinds) || !Array.isArray(recipients)) return '';
      return `${kinds.map((kind) => DOCUMENTS[String(kind) as DocumentKind] ?? '').join(', ')} to ${recipients.join(', ')}`;
    },
  },
};

/** What a line says, as people read it. */
export type LineText = { product: string; quantity: string; price: string; more: string };

export function lineText(line: LoggedLine): LineText {
  const { product, quantity, unitOfMeasure, orderedUnitPrice, isSample, isBackorder, notes } = line;
  return {
    product: plain(product),
    quantity: describeQuantity(plain(quantity) || '0', plain(unitOfMeasure)),
    price: dollars(orderedUnitPrice),
    more: [isSample === true && 'Sample', isBackorder === true && 'Backorder', plain(notes)].filter(Boolean).join(', '),
  };
}

const LINE_FIELDS = { quantity: 'quantity', price: 'price', more: 'note' } as const;

function lineChanges(was: Record<string, LoggedLine>, became: Record<string, LoggedLine>): FieldChange[] {
  return Object.keys({ ...was, ...became }).flatMap((id) => {
    const [old, now] = [was[id] && lineText(was[id]), became[id] && lineText(became[id])];
    const { product } = now ?? old ?? { product: '' };
    const whole = (line: LineText | undefined) =>
      line ? [`${line.quantity} at ${line.price}`, line.more].filter(Boolean).join(', ') : '';
    if (!old || !now) return [{ field: product, before: whole(old), after: whole(now) }];
    if (old.product !== now.product) return [{ field: 'Product', before: old.product, after: now.product }];
    return Object.entries(LINE_FIELDS)
      .map(([part, label]) => ({
        field: `${product}, ${label}`,
        before: old[part as keyof LineText],
        after: now[part as keyof LineText],
      }))
      .filter(({ before, after }) => before !== after);
  });
}

/** The changed fields and lines of an entry, each with both sides; what people don't read is left out. */
export function orderChanges({ before, after }: LoggedChange, names: HistoryNames): FieldChange[] {
  const [was, became] = [fieldsOf(before), fieldsOf(after)];
  const fields = Object.entries(SHOWN)
    .filter(([name]) => name in was || name in became || (name === 'discount' && 'discountType' in became))
    .map(([name, { label, text }]) => ({
      field: label,
      before: name in was ? text(was[name], was, names) : '',
      after: name in became ? text(became[name], became, names) : '',
    }))
    .filter(({ before: old, after: now }) => old !== now);
  return [...fields, ...lineChanges(linesOf(was), linesOf(became))];
}

/** An order at some time, as people read it. */
export type OrderText = { status: string; fields: Record<string, string>; lines: Record<string, LineText> };

export function orderText(order: LoggedOrder, names: HistoryNames): OrderText {
  const fields = Object.entries(SHOWN)
    .filter(([name]) => name in order)
    .map(([name, { label, text }]) => [label, text(order[name], order, names)] as const);
  const inOrder = Object.entries(order.lines).sort(([, a], [, b]) => Number(a.position) - Number(b.position));
  const status = OrderStatusSchema.safeParse(order.status);
  return {
    status: status.success ? ORDER_STATUSES[status.data].label : '',
    fields: Object.fromEntries(fields),
    lines: Object.fromEntries(inOrder.map(([id, line]) => [`${id}`, lineText(line)])),
  };
}
