import { useState } from 'react';
import { Link } from 'react-router';
import { shortDay } from '../../../domain/dates';
import { defineFilters } from '../../../domain/filters';
import { DRAFT_DAYS, REGISTER_IMPORT_STATES, type RegisterImportState } from '../../../domain/licenses/register';
import type { RegisterImport } from '../../../domain/licenses/register-contract';
import { formatNumber } from '../../../domain/money';
import { stateName } from '../../../domain/organization/us-states';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill, type PillTone } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { registerImports } from '../resource';
import { type Asked, RegisterQuestion } from './RegisterQuestion';

const filters = defineFilters({});

export const STATE_TONES: Record<RegisterImportState, PillTone> = {
  DRAFT: 'info',
  APPLIED: 'positive',
  UNDONE: 'neutral',
};

/** Imports of states' registers, newest first, with the undo of each state's latest. */
export default function RegisterList() {
  const address = useListAddress(filters);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <PageFrame
      title="State registers"
      breadcrumbs={[{ label: 'Support console', to: '/support' }]}
      actions={
        <Link className="v-button v-primary" to="/support/registers/import">
          Import a register
        </Link>
      }
    >
      <ResourceGrid<RegisterImport>
        resource={registerImports}
        label="Register imports"
        noun={['import', 'imports']}
        columns={columns}
        nameOf={({ usState, asOf }) => `${stateName(usState)}, ${shortDay(asOf)}`}
        address={address}
        pathOf={({ id }) => `/support/registers/${id}`}
        rowTone={({ state }) => (state === 'UNDONE' ? 'muted' : undefined)}
        rowActions={(row) => [
          ...(row.canUndo ? [{ label: 'Undo import', onSelect: () => setAsked({ act: 'undo', row }) }] : []),
          ...(row.state === 'DRAFT' ? [{ label: 'Discard', onSelect: () => setAsked({ act: 'discard', row }) }] : []),
        ]}
        empty={{
          title: 'No registers yet',
          hint: `Import the spreadsheet that a state’s regulator publishes. Drafts are kept for ${DRAFT_DAYS} days.`,
        }}
      />
      {asked && <RegisterQuestion {...asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

const columns: readonly GridColumn<RegisterImport>[] = [
  nameColumn('state', 'State', { cell: ({ usState }) => stateName(usState), width: 150, sortable: false }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ state }) => <Pill tone={STATE_TONES[state]}>{REGISTER_IMPORT_STATES[state]}</Pill>,
    value: ({ state }) => REGISTER_IMPORT_STATES[state],
    width: 116,
    card: 'end',
  },
  textColumn('asOf', 'As of', ({ asOf }) => shortDay(asOf), { width: 112, card: 'lead' }),
  textColumn('counts', 'Result', ({ counts, rows }) => (counts ? resultOf(counts) : `${formatNumber(rows)} rows`), {
    width: 280,
    card: 'text',
  }),
  textColumn('fileName', 'File', ({ fileName }) => fileName, { width: 190, card: 'hidden' }),
  textColumn('by', 'By', ({ createdBy, appliedBy, undoneBy }) => undoneBy ?? appliedBy ?? createdBy, {
    width: 130,
    card: 'hidden',
  }),
  textColumn('when', 'When', ({ createdAt, appliedAt, undoneAt }) => momentHere(undoneAt ?? appliedAt ?? createdAt), {
    width: 170,
    card: 'lead',
  }),
];

/** "12 new, 3 changed, 1 no longer listed." */
const resultOf = ({ added, changed, gone }: NonNullable<RegisterImport['counts']>): string =>
  `${formatNumber(added)} new, ${formatNumber(changed)} changed, ${formatNumber(gone)} no longer listed`;
