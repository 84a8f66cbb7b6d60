import { type ReactNode, useMemo } from 'react';
import { choices, defineFilters } from '../../../domain/filters';
import { type RowVerdict, VERDICTS, type Verdict } from '../../../domain/import';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillTone } from '../../ui/Pill';
import { ResourceGrid, useListAddress } from '../list';

const ROWS = { name: 'import-rows' };

/** A row's result, with changes only before the import. */
export type ShownRow = Omit<RowVerdict, 'changes'> & Partial<Pick<RowVerdict, 'changes'>>;
type Numbered<R> = R & { id: number };

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

/** Why a row is skipped, or what it changes. */
export function detailOf({ reasons, changes = [] }: ShownRow): string {
  const said = changes.map(({ label, from, to }) => (from ? `${label}: ${from} → ${to}` : `${label}: ${to}`));
  return [...reasons, ...said].join(' · ');
}

type ImportRowsProps<R> = {
  rows: readonly R[];
  /** A row's name, such as a link to the record it made. */
  nameCell?: ((row: R) => ReactNode) | undefined;
  /** `detailOf` by default. */
  detail?: ((row: R) => string) | undefined;
};

/** Each row's result, filtered by what happens to it. */
export function ImportRows<R extends ShownRow>({ rows, nameCell, detail = detailOf }: ImportRowsProps<R>) {
  const address = useListAddress(rowFilters);
  const { verdict } = address.filters;
  const numbered = useMemo(() => rows.map((row) => ({ ...row, id: row.row })), [rows]);
  const matches = useMemo(() => (row: Numbered<R>) => !verdict || verdict.includes(row.verdict), [verdict]);
  const columns = useMemo(() => columnsOf<R>(nameCell ?? (({ name }) => name), detail), [nameCell, detail]);
  return (
    <ResourceGrid<Numbered<R>>
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

const columnsOf = <R extends ShownRow>(
  nameCell: (row: R) => ReactNode,
  detail: (row: R) => string,
): readonly GridColumn<Numbered<R>>[] => [
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
    cell: nameCell,
    value: ({ name }) => name,
    width: 260,
    sortable: true,
    card: 'title',
  },
  { id: 'detail', header: 'Changes', cell: detail, width: 560, card: 'text' },
];
