import { caseInventory, describeQuantity } from '../../../../domain/catalogue/units/quantity';
import { formatUsd } from '../../../../domain/money';
import { isShort, type JudgedLine, unitsOf } from '../../../../domain/orders/entry/judge';
import { describePrice } from '../../../../domain/pricing/price';
import { requireTyped } from '../../../../domain/typed';
import { dollarsColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import type { EntryLine } from './entry-values';

/** A line of the grid: as typed, as judged, and what the platform said of it. */
export type EntryRow = { line: EntryLine; judged: JudgedLine; name: string; sku: string; refusal: string | undefined };

const KINDS = { '': 'Regular', sample: 'Sample', backorder: 'Backorder' } as const;
const kindOf = ({ isSample, isBackorder }: EntryLine) => (isSample ? 'sample' : isBackorder ? 'backorder' : '');

/** What is wrong with a line or odd about it. */
export const problemOf = ({ judged, refusal }: EntryRow): string => judged.error ?? refusal ?? '';
const noteOf = (row: EntryRow): string =>
  problemOf(row) || (isShort(row.judged) ? `More than the ${availableText(row.judged)} available` : '');

function availableText({ product, unitOfMeasure, unitMultiplier }: JudgedLine): string {
  if (product === null) return '';
  if (product.inventoryManagement === 'UNLIMITED') return 'Unlimited';
  const left = product.totalEffectiveInventory;
  return describeQuantity(unitOfMeasure === 'Case' ? caseInventory(left, unitMultiplier) : left, unitOfMeasure);
}

/** The columns of an order's lines; `change` sets fields of one line. */
export function entryColumns(
  change: (key: string, fields: Partial<EntryLine>) => void,
  whyNot: string | null,
): readonly GridColumn<EntryRow>[] {
  const when = () => whyNot === null;
  return [
    nameColumn('product', 'Product', {
      cell: ({ name }) => name,
      value: ({ name }) => name,
      sortable: false,
      width: 196,
    }),
    textColumn('sku', 'SKU', ({ sku }) => sku, { width: 136, card: 'lead' }),
    textColumn('available', 'Available', ({ judged }) => availableText(judged), { width: 116, align: 'end' }),
    textColumn('quantity', 'Quantity', ({ line }) => line.quantity, {
      width: 108,
      align: 'end',
      editable: {
        text: ({ line }) => line.quantity,
        commit: ({ line }, text) => change(line.key, { quantity: requireTyped('quantity', text) }),
        when,
        inputMode: 'decimal',
      },
    }),
    textColumn('unit', 'Unit', ({ judged }) => judged.unitOfMeasure, {
      width: 76,
      editable: {
        text: ({ judged }) => judged.unitOfMeasure,
        commit: ({ line }, unit) =>
          change(line.key, { unitOfMeasure: unit as NonNullable<EntryLine['unitOfMeasure']> }),
        when: ({ judged }) => whyNot === null && judged.product !== null && unitsOf(judged.product).length > 1,
        options: ({ judged }) =>
          (judged.product ? unitsOf(judged.product) : []).map((unit) => ({ value: unit, label: unit })),
      },
    }),
    dollarsColumn('price', 'Unit price', ({ judged }) => judged.price?.unitPrice ?? null, {
      width: 104,
      editable: {
        text: ({ line }) => line.salePrice ?? '',
        commit: ({ line }, text) => change(line.key, { salePrice: typedPrice(text) }),
        when,
        inputMode: 'decimal',
      },
    }),
    textColumn('why', 'Price from', ({ judged }) => judged.price && describePrice(judged.price.why, 'seller'), {
      width: 124,
      card: 'hidden',
    }),
    textColumn('kind', 'Kind', ({ line }) => KINDS[kindOf(line)], {
      width: 96,
      editable: {
        text: ({ line }) => kindOf(line),
        commit: ({ line }, kind) =>
          change(line.key, { isSample: kind === 'sample', isBackorder: kind === 'backorder' }),
        when,
        options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
      },
    }),
    dollarsColumn('total', 'Total', ({ judged }) => judged.total, { width: 112, card: 'end' }),
    textColumn('note', 'Check', noteOf, { width: 190, card: 'text' }),
    textColumn('notes', 'Note', ({ line }) => line.notes, {
      width: 150,
      editable: {
        text: ({ line }) => line.notes,
        commit: ({ line }, notes) => change(line.key, { notes: notes.trim() }),
        when,
      },
    }),
  ];
}

/** A price as typed; blank goes back to the customer's. */
function typedPrice(text: string): string | null {
  if (text.trim() === '') return null;
  return requireTyped('money', text, 'Enter a price, such as 18.00, or leave it blank for the customer’s price');
}

export const moneyOrDash = (amount: string | undefined): string => (amount === undefined ? '–' : formatUsd(amount));
