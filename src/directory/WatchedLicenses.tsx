import { useState } from 'react';
import { Link } from 'react-router';
import { shortDay } from '../../domain/dates';
import { defineFilters, text } from '../../domain/filters';
import { gravityOf, warningLabel } from '../../domain/licenses/warning-text';
import { licenseWatches as calls, type WatchedLicense } from '../../domain/licenses/watch-contract';
import { finds } from '../../domain/search-text';
import { Confirm } from '../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../kit/list';
import { dayColumn, nameColumn, textColumn } from '../kit/list/columns';
import { resourceOf } from '../providers/refine/resource';
import { useCall } from '../providers/refine/use-call';
import type { GridColumn } from '../ui/grid';
import { PageFrame } from '../ui/PageFrame';
import { Pill } from '../ui/Pill';
import { listingLink } from './origin';

const watched = resourceOf({
  name: 'watched-licenses',
  topics: ['directory-lists', 'organization'],
  list: calls.list,
  remove: calls.drop,
});

const filters = defineFilters({ q: text('Name or number') });
const TONES = { 1: 'info', 2: 'warning', 3: 'negative' } as const;
const said = ({ warning }: WatchedLicense) => (warning ? warningLabel(warning) : 'Nothing to say');

const columns: readonly GridColumn<WatchedLicense>[] = [
  nameColumn('name', 'License', {
    cell: ({ id, name, isListed }) =>
      isListed ? <Link {...listingLink({ id, directoryListingType: 'license' }, 'watched')}>{name}</Link> : name,
    value: ({ name }) => name,
    width: 220,
  }),
  textColumn('number', 'Number', ({ usState, licenseNumber }) => `${usState} ${licenseNumber}`, {
    width: 190,
    sortable: true,
    card: 'lead',
  }),
  {
    id: 'warning',
    header: 'What to know',
    cell: (row) =>
      row.warning ? (
        <Pill tone={TONES[gravityOf(row.warning)]}>{said(row)}</Pill>
      ) : (
        <span className="muted">{said(row)}</span>
      ),
    value: said,
    width: 180,
    sortable: true,
    card: 'lead',
  },
  textColumn('expires', 'Valid until', ({ expiresOn }) => (expiresOn ? shortDay(expiresOn) : ''), {
    value: ({ expiresOn }) => expiresOn ?? '9999',
    width: 130,
    sortable: true,
    card: 'lead',
  }),
  dayColumn('since', 'Watched since', ({ since }) => since, { sortable: true, width: 130, card: 'hidden' }),
];

/** The licenses the organization watches, those that lapse first in front. */
export default function WatchedLicenses() {
  const address = useListAddress(filters);
  const [asked, ask] = useState<WatchedLicense | null>(null);
  const { run } = useCall(calls.drop, { showsErrors: true });
  const isWanted = finds(address.filters.q ?? '');
  return (
    <PageFrame title="Watched licenses" breadcrumbs={[{ label: 'Directory', to: '/directory' }]}>
      <ResourceGrid<WatchedLicense>
        resource={watched}
        label="Watched licenses"
        noun={['license', 'licenses']}
        columns={columns}
        nameOf={({ name }) => name}
        matches={({ name, licenseNumber }) => isWanted(name, licenseNumber)}
        address={address}
        search={{ label: 'Find a watched license', field: 'q' }}
        empty={{
          title: 'No watched licenses',
          hint: 'Choose “Watch license” on a license’s page in the directory, or on a customer’s. You’re told before it lapses.',
        }}
        rowActions={(row) => [{ label: 'Stop watching', onSelect: () => ask(row) }]}
      />
      {asked && (
        <Confirm
          title={`Stop watching ${asked.name}?`}
          act="Stop watching"
          tone="primary"
          run={() => run({ params: { id: asked.id } })}
          success={`You no longer watch ${asked.name}.`}
          onClose={() => ask(null)}
        >
          <p>You won’t be told when it lapses. Orders of customers with this license still say so.</p>
        </Confirm>
      )}
    </PageFrame>
  );
}
