import { useSearchParams } from 'react-router';
import { withoutPlan } from '../../../../domain/access/ability';
import { readId } from '../../../../domain/contract/endpoint';
import { defineFilters, text } from '../../../../domain/filters';
import type { SharedBrand } from '../../../../domain/network/shared-brand';
import { sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { finds } from '../../../../domain/search-text';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import { LicenseChoice } from '../../../kit/list/LicenseChoice';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useChosenLicense } from '../../../providers/useChosenLicense';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';
import { useChangeSearch } from '../../../ui/useChangeSearch';
import { ShareBrand } from './GiveDrawer';
import { shares } from './resource';
import { holderColumns } from './shares.columns';
import { useShareActions } from './useShareActions';

export const byName = defineFilters({ q: text('Brand or business') });
const LINKS = [
  { to: '/inventory/sharing', label: 'Licenses' },
  { to: '/network/shared-licenses', label: 'Shared licenses' },
];

/** The brands of others at one of the reader's licenses: shared with their owners, or asked for. */
export default function SharedBrands() {
  const chosen = useChosenLicense('shares');
  const [params] = useSearchParams();
  const changeSearch = useChangeSearch();
  const asked = chosen.licenses.find(({ id }) => id === readId(params.get('licenseId')));
  const license = asked ?? chosen.license;
  const choose = (id: number) => {
    chosen.choose(id);
    changeSearch((search) => {
      search.set('licenseId', String(id));
      return search;
    });
  };
  const share = (
    <CreateButton label="Share a brand" requires={withoutPlan(calls.create.requires)} disabled={license === null} />
  );
  return (
    <PageFrame
      title="Shared Brands"
      aside={<LicenseChoice {...chosen} license={license} choose={choose} />}
      actions={
        <>
          <ListLinks links={LINKS} />
          {share}
        </>
      }
    >
      {license === null ? (
        <EmptyState
          icon="certificate"
          title="License selection required"
          hint="Choose the license whose shared brands you want to see."
        />
      ) : (
        <AtLicense key={license.id} licenseId={license.id} />
      )}
    </PageFrame>
  );
}

function AtLicense({ licenseId }: { licenseId: number }) {
  const address = useListAddress(byName);
  const { query, result } = useResourceList(shares, { filters: { licenseId } });
  const { entriesOf, shown, dialogs, give } = useShareActions(query.refetch);
  const isWanted = finds(address.filters.q ?? '');
  // What can't be read anymore isn't shown either: it may have ended.
  const rows = query.data && !query.error ? shown(result.data as readonly SharedBrand[]) : undefined;
  return (
    <>
      <ResourceGrid<SharedBrand>
        resource={shares}
        label="Shared brands"
        noun={['shared brand', 'shared brands']}
        columns={holderColumns}
        nameOf={({ brand }) => brand.name}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ brand, owner }) => isWanted(brand.name, owner?.name ?? '')}
        address={address}
        search={{ label: 'Find a brand or business', field: 'q' }}
        empty={{
          title: 'Nothing shared yet',
          hint: 'Share a brand, and its owner sees the packages of it that you hold at this license.',
          action: <CreateButton label="Share a brand" requires={withoutPlan(calls.create.requires)} />,
        }}
        rowActions={entriesOf}
        rowTone={({ status }) => (status === 'SHARED' || status === 'REQUESTED' ? undefined : 'muted')}
        drawer={({ row, onClose }) => (row ? null : <ShareBrand licenseId={licenseId} give={give} onClose={onClose} />)}
      />
      {dialogs}
    </>
  );
}
