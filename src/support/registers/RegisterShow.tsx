import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { readId } from '../../../domain/contract/endpoint';
import { shortDay } from '../../../domain/dates';
import { defineFilters } from '../../../domain/filters';
import { REGISTER_CHANGES, REGISTER_IMPORT_STATES, type RegisterChange } from '../../../domain/licenses/register';
import {
  registerImports as calls,
  type RegisterCounts,
  type RegisterDraft,
  type RegisterRow,
} from '../../../domain/licenses/register-contract';
import { formatNumber } from '../../../domain/money';
import { stateName } from '../../../domain/organization/us-states';
import { counted } from '../../../domain/text';
import { QueryState } from '../../kit/form/QueryState';
import { detailOf } from '../../kit/import/ImportRows';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { useCallQuery } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { Skeleton } from '../../ui/states';
import { registerRows } from '../resource';
import { STATE_TONES } from './RegisterList';
import { RegisterQuestion } from './RegisterQuestion';
import css from './registers.module.css';

const COUNTS: Record<RegisterChange, keyof RegisterCounts> = {
  ADDED: 'added',
  CHANGED: 'changed',
  GONE: 'gone',
  LEFT_OUT: 'leftOut',
  UNCHANGED: 'unchanged',
};
const TABS = Object.keys(COUNTS) as RegisterChange[];

/** A register's import: what it changes, license by license, and its apply or undo. */
export default function RegisterShow() {
  const id = readId(useParams().slug);
  const query = useCallQuery(calls.get, { params: { id: id ?? 0 } });
  const found = query.data;
  return (
    <PageFrame
      title={found ? `Register of ${stateName(found.usState)}` : 'Register'}
      aside={found && <Pill tone={STATE_TONES[found.state]}>{REGISTER_IMPORT_STATES[found.state]}</Pill>}
      breadcrumbs={[
        { label: 'Support console', to: '/support' },
        { label: 'State registers', to: '/support/registers' },
      ]}
      actions={found && <Acts found={found} />}
    >
      <QueryState query={query} skeleton={<Skeleton height="320px" />}>
        {(shown) => (
          <>
            <Facts layout="columns" facts={factsOf(shown)} />
            {warningsOf(shown).map((text) => (
              <p key={text} className={css.warning} role="note">
                {text}
              </p>
            ))}
            {shown.state !== 'UNDONE' && <Difference key={shown.state} found={shown} />}
          </>
        )}
      </QueryState>
    </PageFrame>
  );
}

const factsOf = (found: RegisterDraft) => ({
  'As of': shortDay(found.asOf),
  File: found.fileName,
  Rows: formatNumber(found.rows),
  Applied: found.appliedAt && `${momentHere(found.appliedAt)}, ${found.appliedBy}`,
  Undone: found.undoneAt && `${momentHere(found.undoneAt)}, ${found.undoneBy}`,
});

/** A register lacks a few licenses at most; one that lacks this part of those listed is probably not whole. */
const MANY_GONE = 0.1;

function warningsOf({ state, counts, listed, rows, received, unknownStatuses }: RegisterDraft): string[] {
  if (state !== 'DRAFT') return [];
  const words = unknownStatuses.map(({ text, count }) => `“${text}” (${formatNumber(count)})`);
  return [
    ...(received < rows
      ? [`Only ${formatNumber(received)} of ${counted(rows, 'row')} arrived. Import the file again.`]
      : []),
    ...(listed > 0 && counts.gone / listed > MANY_GONE
      ? [
          `${formatNumber(counts.gone)} of ${counted(listed, 'listed license')} aren’t in this file. Is it the whole register?`,
        ]
      : []),
    ...(words.length > 0 ? [`Statuses we don’t know, which are left blank: ${words.join(', ')}.`] : []),
  ];
}

function Acts({ found }: { found: RegisterDraft }) {
  const navigate = useNavigate();
  const [act, setAct] = useState<'apply' | 'undo' | 'discard' | null>(null);
  const { added, changed, gone, unchanged } = found.counts;
  const isWhole = found.received === found.rows && added + changed + gone + unchanged > 0;
  return (
    <>
      {found.state === 'DRAFT' && (
        <>
          <Button onClick={() => setAct('discard')}>Discard</Button>
          <Button tone="primary" disabled={!isWhole} onClick={() => setAct('apply')}>
            Apply
          </Button>
        </>
      )}
      {found.canUndo && <Button onClick={() => setAct('undo')}>Undo import</Button>}
      {act && (
        <RegisterQuestion
          act={act}
          row={found}
          onClose={() => setAct(null)}
          onDone={() => {
            if (act === 'discard') void navigate('/support/registers', { replace: true });
          }}
        />
      )}
    </>
  );
}

const filters = defineFilters({});
const SORTS = { by: ['row'], first: 'row', desc: false } as const;

function Difference({ found }: { found: RegisterDraft }) {
  const [params] = useSearchParams();
  const address = useListAddress(filters, SORTS);
  const change = TABS.find((one) => one === params.get('change')) ?? firstOf(found.counts);
  const where = useMemo(() => ({ change }), [change]);
  const to = (next: RegisterChange) => `?${new URLSearchParams({ change: next })}`;
  return (
    <ResourceGrid<RegisterRow>
      key={change}
      resource={registerRows}
      of={{ id: found.id }}
      where={where}
      label={REGISTER_CHANGES[change]}
      noun={['license', 'licenses']}
      columns={COLUMNS[change]}
      nameOf={({ licenseNumber, name }) => `${licenseNumber} ${name}`}
      address={address}
      empty={{ title: 'None', hint: 'No license of the register is among these.' }}
    >
      <nav className={css.tabs} aria-label="What the register changes">
        {TABS.map((one) => (
          <Link key={one} to={to(one)} aria-current={one === change ? 'page' : undefined}>
            {REGISTER_CHANGES[one]} {formatNumber(found.counts[COUNTS[one]])}
          </Link>
        ))}
      </nav>
    </ResourceGrid>
  );
}

/** The first tab that has a license. */
const firstOf = (counts: RegisterCounts): RegisterChange => TABS.find((one) => counts[COUNTS[one]] > 0) ?? 'ADDED';

const licenseNumber = nameColumn<RegisterRow>('licenseNumber', 'License number', {
  cell: (row) => row.licenseNumber,
  width: 190,
  sortable: false,
});
const name = textColumn<RegisterRow>('name', 'Name', (row) => row.name, { width: 260, card: 'lead' });
const claimed: GridColumn<RegisterRow> = {
  id: 'claimed',
  header: 'On Verdant',
  cell: ({ isClaimed }) => isClaimed && <Pill tone="info">Claimed</Pill>,
  value: ({ isClaimed }) => (isClaimed ? 'Claimed' : ''),
  width: 116,
  card: 'end',
};
const row = textColumn<RegisterRow>('row', 'Row', ({ row: at }) => (at === null ? '' : formatNumber(at)), {
  width: 84,
  align: 'end',
  card: 'hidden',
});
const details = (header: string): GridColumn<RegisterRow> => ({
  id: 'details',
  header,
  cell: ({ reasons, changes, name: of, row: at }) =>
    detailOf({ row: at ?? 1, verdict: 'update', name: of, reasons, changes }),
  width: 460,
  card: 'text',
});

const COLUMNS: Record<RegisterChange, readonly GridColumn<RegisterRow>[]> = {
  ADDED: [licenseNumber, name, claimed, row],
  CHANGED: [licenseNumber, name, details('Changes'), claimed, row],
  GONE: [licenseNumber, name, claimed],
  LEFT_OUT: [licenseNumber, name, details('Why'), row],
  UNCHANGED: [licenseNumber, name, claimed, row],
};
