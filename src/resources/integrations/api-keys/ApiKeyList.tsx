import { useState } from 'react';
import { type ApiKey, featuresInWords, KEY_STATES } from '../../../../domain/api-keys/api-key';
import { defineFilters, text } from '../../../../domain/filters';
import { finds } from '../../../../domain/search-text';
import { useCan } from '../../../access/useCan';
import { CreateButton, ResourceGrid, useListAddress } from '../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { momentHere } from '../../../ui/reader-dates';
import { KeyDrawer } from './KeyDrawer';
import { KeyStatePill, shownKey } from './KeyState';
import { apiKeys, PATH } from './resource';
import { SecretDialog } from './SecretDialog';

const filters = defineFilters({ q: text('Key') });

const columns: readonly GridColumn<ApiKey>[] = [
  nameColumn('name', 'Name', { cell: ({ name }) => name, value: ({ name }) => name, width: 180 }),
  {
    id: 'state',
    header: 'Status',
    cell: (key) => <KeyStatePill {...key} />,
    value: ({ state }) => KEY_STATES[state],
    width: 120,
    sortable: true,
    card: 'lead',
  },
  textColumn('key', 'Key', shownKey, { width: 220, card: 'text' }),
  textColumn('features', 'Permissions', ({ features }) => featuresInWords(features), {
    width: 260,
    card: 'hidden',
  }),
  textColumn('lastUsed', 'Last used', ({ lastUsed }) => (lastUsed ? momentHere(lastUsed.at) : 'Never'), { width: 170 }),
  dayColumn('expiresAt', 'Expires', ({ expiresAt }) => expiresAt, { sortable: true }),
  textColumn('maker', 'Made by', ({ maker }) => maker.name, { width: 150, card: 'hidden' }),
];

const API_PAGE = '/api/docs';

/** Keys by which other software calls the API for the people who made them. */
export default function ApiKeyList() {
  const address = useListAddress(filters);
  const { whyNot } = useCan();
  const [made, setMade] = useState<{ name: string; secret: string | null } | null>(null);
  const isWanted = finds(address.filters.q ?? '');
  const add = <CreateButton label="Make API key" requires={apiKeys.create.requires} />;
  return (
    <PageFrame
      title="API Keys"
      breadcrumbs={[{ label: 'Integrations', to: '/account/integrations' }]}
      actions={
        <>
          <a className="v-link" href={API_PAGE} target="_blank" rel="noreferrer">
            How to use the API
          </a>
          {add}
        </>
      }
    >
      <ResourceGrid<ApiKey>
        resource={apiKeys}
        label="API keys"
        noun={['API key', 'API keys']}
        columns={columns}
        nameOf={({ name }) => name}
        matches={({ name, prefix, maker }) => isWanted(name, prefix, maker.name)}
        address={address}
        search={{ label: 'Find an API key', field: 'q' }}
        empty={{
          title: 'No API keys yet',
          hint: 'A key lets other software, such as an ERP or a script, work in Verdant with part of your permissions.',
          action: add,
        }}
        pathOf={({ id }) => `${PATH}/${id}`}
        rowTone={({ state }) => (state === 'ACTIVE' ? undefined : 'muted')}
        whyNotOpen={(row) => (row ? null : whyNot(apiKeys.create.requires))}
        drawer={({ row, onClose }) => (row ? null : <KeyDrawer apiKey={null} onMade={setMade} onClose={onClose} />)}
      />
      {made && <SecretDialog {...made} onClose={() => setMade(null)} />}
    </PageFrame>
  );
}
