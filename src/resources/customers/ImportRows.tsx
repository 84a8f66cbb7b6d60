import { useMemo } from 'react';
import { type CustomerImport, type RowVerdict, UNDOS, VERDICTS, type Verdict } from '../../../domain/customers/import';
import { choices, defineFilters } from '../../../domain/filters';
import { ResourceGrid, useListAddress } from '../../kit/list';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillTone } from '../../ui/Pill';
import { CustomerLink } from './CustomerLink';

const ROWS = { name: 'customer-import-rows' };

type Row = Omit<RowVerdict, 'changes'> & Partial<Pick<RowVerdict, 'changes'>> & Partial<CustomerImport['rows'][number]>;
type Numbered = Row & { id: number };

const TONES: Record<Verdict, PillTone> = {
  create: 'positive',
  update: 'info',
  unchanged: 'neutral',
  refused: 'negative',
};

const rowFilters = defineFilters({
  verdict: choices(
    'Result',
    Object.entries(VERDICTS).map(([value, label]) => ({ value, label })),
  ),
});

/** Why a row is skipped, what it changes, or what the undo did with it. */
function detailOf({ reasons, changes = [], undo }: Row): string {
  if (undo) return UNDOS[undo];
  const said = changes.map(({ label, from, to }) => (from ? `${label}: ${from} → ${to}` : `${label}: ${to}`));
  return [...reasons, ...said].join(' · ');
}

const columns: readonly GridColumn<Numbered>[] = [
  { id: 'row', header: 'Row', cell: ({ row }) => row, align: 'end', width: 72, sortable: true, hideable: false },
  {
    id: 'verdict',
    header: 'Result',
    cell: ({ verdict }) => <Pill tone={TONES[verdict]}>{VERDICTS[verdict]}</Pill>,
    value: ({ verdict }) => VERDICTS[verdict],
    width: 116,
    sortable: true,
    card: 'title',
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, customerId, undo }) =>
      customerId && undo !== 'removed' ? <CustomerLink customer={{ id: customerId, name }} /> : name,
    value: ({ name }) => name,
    width: 260,
    sortable: true,
    card: 'title',
  },
  { id: 'detail', header: 'Changes', cell: detailOf, width: 560 },
];

/** Each row's result. */
export function ImportRows({ rows }: { rows: readonly Row[] }) {
  const address = useListAddress(rowFilters);
  const { verdict } = address.filters;
  const numbered = useMemo(() => rows.map((row) => ({ ...row, id: row.row })), [rows]);
  const matches = useMemo(() => (row: Numbered) => !verdict || verdict.includes(row.verdict), [verdict]);
  return (
    <ResourceGrid<Numbered>
      resource={ROWS}
      label="Rows of the file"
      noun={['row', 'rows']}
      columns={columns}
      nameOf={({ row, name }) => `row ${row}, ${name}`}
      address={address}
      filters={rowFilters}
      rows={numbered}
      error={null}
      onRetry={() => undefined}
      refreshing={false}
      matches={matches}
      empty={{ title: 'No rows', hint: 'Choose another file.' }}
    />
  );
}
