import { compare, formatUsd } from '../../../../domain/money';
import { type JudgedLine, unitsOf } from '../../../../domain/orders/entry/judge';
import { stockText } from '../../../../domain/orders/entry/needs';
import { describePrice } from '../../../../domain/pricing/price';
import { requireTyped } from '../../../../domain/typed';
import { dollarsColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Icon } from '../../../ui/Icon';
import css from './entry.module.css';
import type { EntryLine } from './entry-values';

/** A line of the grid: as typed, as judged, and what the platform said of it. */
export type EntryRow = { line: EntryLine; judged: JudgedLine; name: string; sku: string; refusal: string | undefined };

const KINDS = { '': 'Regular', sample: 'Sample', backorder: 'Backorder' } as const;
const kindOf = ({ isSample, isBackorder }: EntryLine) => (isSample ? 'sample' : isBackorder ? 'backorder' : '');

/** What is wrong with a line. */
export const problemOf = ({ judged, refusal }: Pick<EntryRow, 'judged' | 'refusal'>): string =>
  judged.error ?? refusal ?? '';

/** The same, or what is only odd about it. */
export const noteOf = (row: Pick<EntryRow, 'judged' | 'refusal'>): string =>
  problemOf(row) || (row.judged.warning ?? '');

/** Marks the cell that a line is corrected in. */
export const QUANTITY_CELL = 'data-quantity';

const Quantity = ({ row, onDrawn }: { row: EntryRow; onDrawn: (drawn: HTMLElement | null) => void }) => (
  <span ref={onDrawn} {...{ [QUANTITY_CELL]: '' }} className={problemOf(row) ? css.wrong : undefined}>
    {row.line.quantity}
  </span>
);

/** What there is of the product or, right behind the quantity, why that can't be or is odd. */
function Stock({ row }: { row: EntryRow }) {
  const note = noteOf(row);
  if (note === '') return row.judged.product && stockText(row.judged.product, row.judged);
  return (
    <span className={`${css.note} ${problemOf(row) ? css.wrong : css.odd}`} title={note}>
      <Icon name={problemOf(row) ? 'warning' : 'info'} size={14} />
      <span>{note}</span>
    </span>
  );
}

type EntryColumns = {
  /** Sets fields of one line. */
  change: (key: string, fields: Partial<EntryLine>) => void;
  whyNot: string | null;
  hasNotes: boolean;
  /** A line's quantity was drawn, or no longer is. */
  onQuantity: (drawn: HTMLElement | null) => void;
};

/** The columns of an order's lines. They fit beside the navigation at 1440 px. */
export function entryColumns({ change, whyNot, hasNotes, onQuantity }: EntryColumns): readonly GridColumn<EntryRow>[] {
  const when = () => whyNot === null;
  return [
    nameColumn('product', 'Product', {
      cell: ({ name }) => name,
      value: ({ name }) => name,
      sortable: false,
      width: 248,
    }),
    textColumn('sku', 'SKU', ({ sku }) => sku, { width: 158, card: 'lead' }),
    textColumn('quantity', 'Quantity', ({ line }) => line.quantity, {
      width: 96,
      align: 'end',
      cell: (row) => <Quantity row={row} onDrawn={onQuantity} />,
      value: ({ line }) => line.quantity,
      editable: {
        text: ({ line }) => line.quantity,
        commit: ({ line }, text) => change(line.key, { quantity: typedQuantity(text) }),
        when,
        inputMode: 'decimal',
      },
    }),
    textColumn('unit', 'Unit', ({ judged }) => judged.unitOfMeasure, {
      width: 72,
      editable: {
        text: ({ judged }) => judged.unitOfMeasure,
        commit: ({ line }, unit) =>
          change(line.key, { unitOfMeasure: unit as NonNullable<EntryLine['unitOfMeasure']> }),
        when: ({ judged }) => whyNot === null && judged.product !== null && unitsOf(judged.product).length > 1,
        options: ({ judged }) =>
          (judged.product ? unitsOf(judged.product) : []).map((unit) => ({ value: unit, label: unit })),
      },
    }),
    textColumn('available', 'Available', (row: EntryRow) => noteOf(row), {
      width: 206,
      cell: (row) => <Stock row={row} />,
      value: (row) => noteOf(row) || (row.judged.product && stockText(row.judged.product, row.judged)),
    }),
    dollarsColumn('price', 'Unit price', ({ judged }) => judged.price?.unitPrice ?? null, {
      width: 96,
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
      hidden: true,
    }),
    textColumn('kind', 'Kind', ({ line }) => KINDS[kindOf(line)], {
      width: 84,
      editable: {
        text: ({ line }) => kindOf(line),
        commit: ({ line }, kind) =>
          change(line.key, { isSample: kind === 'sample', isBackorder: kind === 'backorder' }),
        when,
        options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
      },
    }),
    dollarsColumn('total', 'Total', ({ judged }) => judged.total, { width: 100, card: 'end' }),
    textColumn('notes', 'Note', ({ line }) => line.notes, {
      width: 150,
      hidden: !hasNotes,
      editable: {
        text: ({ line }) => line.notes,
        commit: ({ line }, notes) => change(line.key, { notes: notes.trim() }),
        when,
      },
    }),
  ];
}

/** A quantity as typed. What can't be on any order, not even a draft, stays in its cell. */
function typedQuantity(text: string): string {
  const quantity = requireTyped('quantity', text);
  if (compare(quantity, 0) === 0) throw new Error('Must be greater than 0');
  return quantity;
}

/** A price as typed; blank goes back to the customer's. */
function typedPrice(text: string): string | null {
  if (text.trim() === '') return null;
  return requireTyped('money', text, 'Enter a price, such as 18.00, or leave it blank for the customer’s price');
}

export const moneyOrDash = (amount: string | undefined): string => (amount === undefined ? '–' : formatUsd(amount));
