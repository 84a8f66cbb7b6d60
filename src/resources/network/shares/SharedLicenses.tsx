import { Link, useSearchParams } from 'react-router';
import { withoutPlan } from '../../../../domain/access/ability';
import { readId } from '../../../../domain/contract/endpoint';
import { formatNumber } from '../../../../domain/money';
import type { BrandSummary, SharedBrand } from '../../../../domain/network/shared-brand';
import { sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { finds } from '../../../../domain/search-text';
import { CreateButton, ListLinks, ResourceGrid, useListAddress } from '../../../kit/list';
import { nameColumn } from '../../../kit/list/columns';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { Picture } from '../../../ui/Picture';
import { AskForBrand } from './GiveDrawer';
import { brandShares, shares } from './resource';
import { byName } from './SharedBrands';
import { ownerColumns } from './shares.columns';
import css from './shares.module.css';
import { useShareActions } from './useShareActions';

const LIST = '/network/shared-licenses';
const LINKS = [
  { to: '/network/brands', label: 'My brands' },
  { to: '/network/shared-brands', label: 'Shared brands' },
];

/** The licenses of others that share the reader's brands with them: of all brands, or those of one. */
export default function SharedLicenses() {
  const [params] = useSearchParams();
  const brandId = readId(params.get('brandId'));
  const { query, result } = useResourceList(brandShares);
  const all = query.data && (result.data as readonly BrandSummary[]);
  const chosen = all?.find(({ brand }) => brand.id === brandId);
  if (chosen) return <OfBrand key={chosen.brand.id} {...chosen.brand} />;
  return (
    <PageFrame title="Shared Licenses" actions={<ListLinks links={LINKS} />}>
      <Brands
        rows={all?.map((summary) => ({ ...summary, id: summary.brand.id }))}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
      />
    </PageFrame>
  );
}

type Row = BrandSummary & { id: number };

const count = (id: 'shared' | 'enabled' | 'requested', header: string): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => formatNumber(row[id]),
  value: (row) => row[id],
  align: 'end',
  width: 128,
  sortable: true,
});

const brandColumns: readonly GridColumn<Row>[] = [
  nameColumn('brand', 'Brand', {
    cell: ({ brand }) => (
      <span className={css.name}>
        <Picture src={brand.profileImageUri} name={brand.name} size={24} />
        <Link to={`${LIST}?brandId=${brand.id}`}>{brand.name}</Link>
      </span>
    ),
    value: ({ brand }) => brand.name,
    width: 280,
  }),
  count('shared', 'Shared at'),
  count('enabled', 'Enabled at'),
  count('requested', 'Asked for at'),
];

type BrandsProps = { rows: Row[] | undefined; error: string | null; onRetry: () => void; refreshing: boolean };

function Brands(list: BrandsProps) {
  const address = useListAddress(byName);
  const isWanted = finds(address.filters.q ?? '');
  return (
    <ResourceGrid<Row>
      {...list}
      resource={brandShares}
      label="Brands"
      noun={['brand', 'brands']}
      columns={brandColumns}
      nameOf={({ brand }) => brand.name}
      matches={({ brand }) => isWanted(brand.name)}
      address={address}
      search={{ label: 'Find a brand', field: 'q' }}
      pathOf={({ brand }) => `${LIST}?brandId=${brand.id}`}
      empty={{
        title: 'No brands yet',
        hint: 'Claim a brand, then ask those who hold it to share its packages with you.',
      }}
    />
  );
}

function OfBrand({ id: brandId, name }: { id: number; name: string }) {
  const address = useListAddress(byName);
  const { query, result } = useResourceList(shares, { filters: { brandId } });
  const { entriesOf, shown, dialogs, give } = useShareActions(query.refetch);
  const isWanted = finds(address.filters.q ?? '');
  // What can't be read anymore isn't shown either: it may have ended.
  const rows = query.data && !query.error ? shown(result.data as readonly SharedBrand[]) : undefined;
  const ask = <CreateButton label="Ask to share" requires={withoutPlan(calls.request.requires)} />;
  return (
    <PageFrame
      title={`Licenses that share ${name}`}
      breadcrumbs={[{ label: 'Shared Licenses', to: LIST }]}
      actions={ask}
    >
      <ResourceGrid<SharedBrand>
        resource={shares}
        label="Shared licenses"
        noun={['license', 'licenses']}
        columns={ownerColumns}
        nameOf={({ holder, license }) => `${holder.name}, ${license.displayName}`}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ holder, license }) => isWanted(holder.name, license.displayName, license.name)}
        address={address}
        search={{ label: 'Find a business or license', field: 'q' }}
        empty={{
          title: `Nobody shares ${name} yet`,
          hint: 'Ask those who hold it. Once they share it you see its packages there.',
          action: ask,
        }}
        rowActions={entriesOf}
        rowTone={({ status }) => (status === 'SHARED' || status === 'REQUESTED' ? undefined : 'muted')}
        drawer={({ row, onClose }) =>
          row ? null : <AskForBrand brandId={brandId} name={name} give={give} onClose={onClose} />
        }
      />
      {dialogs}
    </PageFrame>
  );
}
