import { Link } from 'react-router';
import {
  DIFFERENCE_CAUSES,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  SETTLEMENTS,
  type TrackingDifference,
} from '../../../../domain/inventory/reconciliation/difference';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';

const KINDS: Record<DifferenceKind, Pick<PillProps, 'tone' | 'mark'>> = {
  QUANTITY: { tone: 'warning', mark: 'clock' },
  UNIT: { tone: 'warning', mark: 'dashes' },
  GONE: { tone: 'negative' },
  REFUSED: { tone: 'negative', mark: 'slash' },
  UNREADABLE: { tone: 'neutral', mark: 'slash' },
};

const hidden = true;
const sortable = true;

/** Columns of differences, by the ids of sorts. */
export const differenceColumns: readonly GridColumn<TrackingDifference>[] = [
  nameColumn('label', 'Tag', {
    cell: ({ packageId, label }) =>
      packageId === null ? label : <Link to={`/inventory?edit=${packageId}`}>{label}</Link>,
    value: ({ label }) => label,
    width: 248,
  }),
  textColumn('item', 'Item', ({ itemName }) => itemName, { width: 192, card: 'lead' }),
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, isAdjusting }) =>
      isAdjusting ? (
        <Pill tone="progress" mark="clock">
          Adjusting
        </Pill>
      ) : (
        <Pill {...KINDS[kind]}>{DIFFERENCE_KINDS[kind].label}</Pill>
      ),
    value: ({ kind }) => DIFFERENCE_KINDS[kind].label,
    width: 140,
    sortable,
  },
  textColumn('ours', 'Ours', ({ ours }) => ours, { width: 92, align: 'end' }),
  textColumn('theirs', 'Tracking system', ({ theirs }) => theirs, { width: 132, align: 'end' }),
  dayColumn('found', 'Found', ({ found }) => found, { sortable }),
  textColumn('cause', 'Probable cause', ({ cause }) => DIFFERENCE_CAUSES[cause].label, { width: 256, sortable }),
  textColumn('asked', 'Question', ({ asked }) => asked && `${asked.by} to ${asked.name}: ${asked.question}`, {
    width: 280,
  }),
  textColumn('moved', 'Changed there', ({ moved }) => moved && dateHere(moved), {
    sortable,
    width: 124,
    card: 'hidden',
  }),
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200, card: 'hidden' }),
  textColumn('license', 'License', ({ license }) => license.displayName, { width: 176, card: 'hidden' }),
  textColumn('settlement', 'Settled', settledText, { width: 240, hidden, card: 'hidden' }),
];

function settledText({ settlement, settledBy, settled }: TrackingDifference): string {
  if (settlement === null || settled === null) return '';
  const who = settledBy === null ? '' : `, ${settledBy}`;
  return `${SETTLEMENTS[settlement].label}${who}, ${dateHere(settled)}`;
}
