import { Link } from 'react-router';
import { KIND_LABELS } from '../../../../domain/wholesale/conflict-filters';
import type { WholesaleConflict } from '../../../../domain/wholesale/desk-contract';
import { fieldLabel } from '../../../../domain/wholesale/owners';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { Pill } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import { placeOf } from '../wholesale.text';

const sortable = true;

/** Columns of conflicts, by the ids of sorts. */
export const conflictColumns: readonly GridColumn<WholesaleConflict>[] = [
  nameColumn('name', 'Record', {
    cell: (conflict) => <Link to={placeOf(conflict)}>{conflict.name}</Link>,
    value: ({ name }) => name,
    width: 240,
  }),
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind }) => <Pill tone="neutral">{KIND_LABELS[kind]}</Pill>,
    value: ({ kind }) => KIND_LABELS[kind],
    width: 112,
    sortable,
  },
  textColumn('field', 'Field', ({ kind, field }) => fieldLabel(kind, field), { width: 120, sortable, card: 'lead' }),
  textColumn('ours', 'Ours', ({ ours }) => ours || 'Empty', { width: 220 }),
  textColumn('agreed', 'Last agreed', ({ agreed }) => agreed || 'Empty', { width: 200 }),
  textColumn('theirs', 'Theirs', ({ theirs }) => theirs || 'Empty', { width: 220 }),
  dayColumn('found', 'Found', ({ found }) => found, { sortable }),
  textColumn('settled', 'Settled', settledText, { width: 220, hidden: true, card: 'hidden' }),
];

function settledText({ settled, choice, settledBy }: WholesaleConflict): string {
  if (settled === null || choice === null) return '';
  const who = settledBy === null ? '' : `, ${settledBy}`;
  return `${choice === 'OURS' ? 'Ours' : 'Theirs'}${who}, ${dateHere(settled)}`;
}
