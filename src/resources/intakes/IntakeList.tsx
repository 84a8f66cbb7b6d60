import { Link, useSearchParams } from 'react-router';
import { intakeFilters } from '../../../domain/intakes/filters';
import { exceptionsOf, type IntakeRow, stateHere, stateThere } from '../../../domain/intakes/intake';
import { TODO_LABELS } from '../../../domain/intakes/todo';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { LicenseChoice, NoLicenseChosen } from '../../kit/list/LicenseChoice';
import { useChosenLicense } from '../../providers/useChosenLicense';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import css from './intakes.module.css';
import { intakePath, intakes } from './resource';

/** Incoming deliveries of the chosen license, from senders in the network or others. */
export default function IntakeList() {
  const chosen = useChosenLicense('intakes');
  const { license, licenses } = chosen;
  return (
    <PageFrame title="Intakes" aside={<LicenseChoice {...chosen} />}>
      {license === null ? (
        <NoLicenseChosen licenses={licenses} what="deliveries" />
      ) : (
        <Intakes key={license.id} licenseId={license.id} />
      )}
    </PageFrame>
  );
}

function Intakes({ licenseId }: { licenseId: number }) {
  const address = useListAddress(intakeFilters);
  const inNetwork = address.filters.inNetwork ?? true;
  return (
    <ResourceGrid<IntakeRow>
      resource={intakes}
      of={{ licenseId }}
      where={inNetwork ? IN_NETWORK : OUT_OF_NETWORK}
      label={inNetwork ? 'Intakes in network' : 'Intakes out of network'}
      noun={['intake', 'intakes']}
      columns={columns}
      nameOf={({ manifestNumber }) => `intake ${manifestNumber}`}
      address={address}
      search={{ label: 'Find a manifest or sender', field: 'searchTerm' }}
      pathOf={intakePath}
      rowTone={({ todo, isVoided }) => (isVoided ? 'muted' : todo ? 'warning' : undefined)}
      empty={{
        title: inNetwork ? 'No deliveries from the network' : 'No deliveries from outside the network',
        hint: 'We read incoming transfers from the tracking system every few minutes.',
      }}
    >
      <NetworkTabs inNetwork={inNetwork} />
    </ResourceGrid>
  );
}

const IN_NETWORK = { inNetwork: true };
const OUT_OF_NETWORK = { inNetwork: false };

/** Switches between senders whose license an organization here holds, and others. */
function NetworkTabs({ inNetwork }: { inNetwork: boolean }) {
  const [params] = useSearchParams();
  const to = (is: boolean) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (is) next.delete('inNetwork');
    else next.set('inNetwork', 'false');
    return `?${next}`;
  };
  return (
    <nav aria-label="Senders" className={css.tabs}>
      <Link to={to(true)} aria-current={inNetwork ? 'page' : undefined}>
        In network
      </Link>
      <Link to={to(false)} aria-current={inNetwork ? undefined : 'page'}>
        Out of network
      </Link>
    </nav>
  );
}

const columns: readonly GridColumn<IntakeRow>[] = [
  nameColumn('manifestNumber', 'Manifest', {
    cell: ({ manifestNumber }) => manifestNumber,
    width: 132,
    sortable: false,
  }),
  textColumn('sender', 'Sender', ({ senderName }) => senderName, { width: 220, card: 'lead' }),
  {
    id: 'here',
    header: 'Here',
    cell: (row) => <Pill tone={stateHere(row).tone}>{stateHere(row).label}</Pill>,
    value: (row) => stateHere(row).label,
    width: 152,
    card: 'end',
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    cell: ({ confirmedCount, expectedCount }) => `${confirmedCount} of ${expectedCount}`,
    value: ({ confirmedCount }) => confirmedCount,
    align: 'end',
    width: 104,
  },
  {
    id: 'exceptions',
    header: 'Exceptions',
    cell: exceptionsOf,
    value: exceptionsOf,
    width: 196,
    card: 'lead',
  },
  {
    id: 'there',
    header: 'In tracking system',
    cell: (row) => (
      <Pill tone={stateThere(row).tone} isQuiet>
        {stateThere(row).label}
      </Pill>
    ),
    value: (row) => stateThere(row).label,
    width: 164,
    card: 'lead',
  },
  textColumn('todo', 'To do', ({ todo }) => (todo === null ? '' : TODO_LABELS[todo]), { width: 210, card: 'text' }),
  {
    id: 'departed',
    header: 'Departed',
    cell: ({ departed }) => (departed === null ? '' : momentHere(departed)),
    value: ({ departed }) => (departed === null ? null : new Date(departed)),
    width: 168,
    card: 'hidden',
  },
  textColumn('senderLicense', 'Sender’s license', ({ senderLicense }) => senderLicense, {
    width: 160,
    card: 'hidden',
    hidden: true,
  }),
];
