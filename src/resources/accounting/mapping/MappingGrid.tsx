import { useState } from 'react';
import {
  MAPPING_STATES,
  type MappingRow,
  type MappingState,
  mappingFilters,
} from '../../../../domain/accounting/mapping';
import { accountingMappings as calls, MAPPING_SORTS } from '../../../../domain/accounting/mapping-contract';
import { SUGGESTION_REASONS } from '../../../../domain/accounting/suggest';
import { useCan } from '../../../access/useCan';
import { ResourceGrid, useFacets, useListAddress, useOpenRecord } from '../../../kit/list';
import type { Selected } from '../../../kit/list/bulk/bulk';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillProps } from '../../../ui/Pill';
import { CertainDialog } from './CertainDialog';
import { MakeDialog, MapDialog } from './MapDialog';
import { SIDES, type Side } from './sides';
import { useMappingActs } from './useMappingActs';

const SORTS = { by: MAPPING_SORTS, first: 'name', desc: false } as const;

type MappingGridProps = { side: Side; companyId: number };

/** Customers or products with their records in the books; a row opens the choice of its record. */
export function MappingGrid({ side, companyId }: MappingGridProps) {
  const { resource, noun, states, mark, find } = SIDES[side];
  const orgId = useSession().scope?.orgId ?? 0;
  const address = useListAddress(mappingFilters, SORTS);
  const facets = useFacets(states, { params: { companyId }, query: { orgId } }, address.filters, {
    topics: ['integrations'],
  });
  const mayMap = useCan().can(calls.mapCustomers.requires);
  const { map } = useMappingActs(side, companyId);
  const { open } = useOpenRecord();
  const [isAccepting, setAccepting] = useState(false);
  const [making, setMaking] = useState<readonly MappingRow[] | null>(null);
  const accept = async (rows: readonly MappingRow[]) => {
    const done = await map(
      rows.flatMap(({ id, suggestion }) => (suggestion ? [{ id, externalId: suggestion.externalId }] : [])),
    );
    if (done.ok)
      showSnack({ status: 'success', message: rows.length === 1 ? `${rows[0]?.name} is mapped.` : 'Mapped.' });
  };
  return (
    <>
      <ResourceGrid<MappingRow>
        resource={resource}
        of={{ companyId }}
        label={side === 'customers' ? 'Customers' : 'Products'}
        noun={noun}
        columns={columnsOf(mark)}
        nameOf={({ name }) => name}
        address={address}
        filters={mappingFilters}
        {...facets}
        search={{ label: find, field: 'searchTerm' }}
        empty={{ title: `No ${noun[1]}`, hint: 'They appear here once the company has some.' }}
        {...(mayMap && {
          drawer: ({ row, onClose }) =>
            row && <MapDialog side={side} companyId={companyId} row={row} onClose={onClose} />,
          rowActions: (row: MappingRow) => [
            ...(row.suggestion ? [{ label: `Accept ${row.suggestion.name}`, onSelect: () => void accept([row]) }] : []),
            { label: row.remote ? 'Choose another…' : 'Choose…', onSelect: () => open(row.id) },
            ...(row.remote
              ? [{ label: 'Unmap', onSelect: () => void map([{ id: row.id, externalId: null }]) }]
              : [{ label: 'Create in your books…', onSelect: () => setMaking([row]) }]),
          ],
          selectionActions: ({ rows }: Selected<MappingRow>) => {
            const suggested = rows?.filter(({ suggestion }) => suggestion !== null) ?? [];
            const open = rows?.filter(({ remote }) => remote === null) ?? [];
            return (
              <>
                {suggested.length > 0 && <Button onClick={() => void accept(suggested)}>Accept suggestions</Button>}
                {open.length > 0 && <Button onClick={() => setMaking(open)}>Create in your books</Button>}
              </>
            );
          },
        })}
      >
        {mayMap && (
          <>
            <Button onClick={() => setAccepting(true)}>Accept all certain…</Button>
            <ReadAgain companyId={companyId} />
          </>
        )}
      </ResourceGrid>
      {isAccepting && <CertainDialog side={side} companyId={companyId} onClose={() => setAccepting(false)} />}
      {making && <MakeDialog side={side} companyId={companyId} rows={making} onClose={() => setMaking(null)} />}
    </>
  );
}

/** Has the books' records read again, as after something was added there. */
function ReadAgain({ companyId }: { companyId: number }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run, isPending } = useCall(calls.readAgain, { success: 'We’re reading your books. Suggestions follow.' });
  return (
    <Button busy={isPending} onClick={() => void run({ params: { companyId }, body: { orgId } })}>
      Read the books again
    </Button>
  );
}

const STATES: Record<MappingState, Pick<PillProps, 'tone' | 'mark'>> = {
  MAPPED: { tone: 'positive' },
  INACTIVE: { tone: 'negative', mark: 'slash' },
  SUGGESTED: { tone: 'warning', mark: 'clock' },
  UNMAPPED: { tone: 'neutral', mark: 'dashes' },
};

const columnsOf = (mark: string): readonly GridColumn<MappingRow>[] => [
  nameColumn('name', 'Name', { cell: ({ name }) => name, value: ({ name }) => name, width: 200 }),
  textColumn('mark', mark, (row) => row.mark, { width: 152, sortable: true }),
  {
    id: 'state',
    header: 'Mapping',
    cell: ({ state }) => <Pill {...STATES[state]}>{MAPPING_STATES[state].label}</Pill>,
    value: ({ state }) => MAPPING_STATES[state].label,
    width: 132,
    sortable: true,
    card: 'end',
  },
  textColumn(
    'remote',
    'In your books',
    ({ remote, sharedWith }) => remote && `${remote.name}${sharedText(sharedWith)}`,
    {
      width: 184,
      card: 'lead',
    },
  ),
  textColumn('suggestion', 'Suggested', ({ suggestion }) => suggestion?.name, { width: 184 }),
  textColumn(
    'why',
    'Why',
    ({ suggestion }) => suggestion && `${SUGGESTION_REASONS[suggestion.reason].label}, ${suggestion.certainty}%`,
    { width: 208 },
  ),
];

const sharedText = (count: number): string => (count === 0 ? '' : ` (shared with ${count})`);
