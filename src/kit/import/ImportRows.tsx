import { type ReactNode, useMemo } from 'react';
import { choices, defineFilters } from '../../../domain/filters';
import { type RowVerdict, VERDICTS, type Verdict } from '../../../domain/import';
import { worstFirst } from '../../../domain/import-rows';
import type { GridColumn } from '../../ui/grid';
import { Pill, type PillTone } from '../../ui/Pill';
import { ResourceGrid, useListAddress } from '../list';

const ROWS = { name: 'import-rows' };

/** A row's result, with changes only before the import, and the number people know it by if it has one. */
export type ShownRow = Omit<RowVerdict, 'changes'> & Partial<Pick<RowVerdict, 'changes'>> & { sku?: string };
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

/** Why a row is skipped, or what to look at and what it changes. */
export function detailOf({ reasons, changes = [] }: ShownRow): ReactNode {
  const text = changes.map(({ label, from, to }) => (from ? `${label}: ${from} → ${to}` : `${label}: ${to}`));
  return (
    <span title={[...reasons, ...text].join(' · ')}>
      {reasons.join(' · ')}
      {changes.map(({ label, from, to }, at) => (
        <span key={label}>
          {(at > 0 || reasons.length > 0) && ' · '}
          {label}: {from && <s>{from}</s>}
          {from && ' → '}
          {from ? <strong>{to}</strong> : to}
        </span>
      ))}
    </span>
  );
}

type ImportRowsProps<R> = {
  rows: readonly R[];
  /** A row's name, such as a link to the record it made. */
  nameCell?: ((row: R) => ReactNode) | undefined;
  /** `detailOf` by default. */
  detail?: ((row: R) => ReactNode) | undefined;
};

/** Each row's result, those to correct first, filtered by what happens to it. */
export function ImportRows<R extends ShownRow>({ rows, nameCell, detail = detailOf }: ImportRowsProps<R>) {
  const address = useListAddress(rowFilters);
  const { verdict } = address.filters;
  const numbered = useMemo(() => worstFirst(rows).map((row) => ({ ...row, id: row.row })), [rows]);
  const matches = useMemo(() => (row: Numbered<R>) => !verdict || verdict.includes(row.verdict), [verdict]);
  const hasSku = rows.some(({ sku }) => sku !== undefined);
  const columns = useMemo(
    () => columnsOf<R>(nameCell ?? (({ name }) => name), detail, hasSku),
    [nameCell, detail, hasSku],
  );
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
  detail: (row: R) => ReactNode,
  hasSku: boolean,
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
  ...(hasSku ? [{ id: 'sku', header: 'SKU', cell: ({ sku }: R) => sku, width: 160, sortable: true }] : []),
  { id: 'detail', header: 'Changes', cell: detail, width: 560, card: 'text' },
];
