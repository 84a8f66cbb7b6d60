import { useMemo, useState } from 'react';
import { type CompositePackage, parseCompositeKey } from '../../../../../domain/inventory/packages/composite';
import { COMPOSITE_SORTS, inventory as calls } from '../../../../../domain/inventory/packages/contract';
import { PACKAGE_STATUSES } from '../../../../../domain/inventory/packages/package';
import { type PackageFilters, packageFilters } from '../../../../../domain/inventory/packages/package-filters';
import { formatAmount, formatNumber } from '../../../../../domain/money';
import { ListLinks, ResourceGrid, useExport, useListAddress } from '../../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../../kit/list/columns';
import type { ListAddress } from '../../../../kit/list/useListAddress';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import type { GridColumn } from '../../../../ui/grid';
import { PageFrame } from '../../../../ui/PageFrame';
import { InventoryBar } from '../../InventoryBar';
import { type InventoryChanging, type InventoryPlace, useInventoryContext } from '../../useInventoryContext';
import { PackageStatusPill } from '../PackagePills';
import { useNoPackages } from '../useNoPackages';

const SORTS = { by: COMPOSITE_SORTS, first: 'lastActivity', desc: true } as const;
/** Composites a page reads; the next page comes after the last of them. */
const PAGE = 100;

/** Its columns are remembered apart from those of single packages. */
const COMPOSITES = { name: 'composites' };

type CompositesProps = {
  place: InventoryPlace;
  address: ListAddress<PackageFilters, (typeof COMPOSITE_SORTS)[number]>;
  changing: InventoryChanging;
};

/** Packages of one item, status, license and unit together, of a state. */
export function CompositeList({ place }: { place: InventoryPlace }) {
  const address = useListAddress(packageFilters, SORTS);
  const changing = useInventoryContext(place, address);
  return (
    <PageFrame
      title="Packages by item"
      aside={<InventoryBar place={place} changing={changing} />}
      actions={<ListLinks links={[{ to: '/inventory', label: 'Single packages' }]} />}
    >
      <Composites key={changing.key} place={place} address={address} changing={changing} />
    </PageFrame>
  );
}

function Composites({ place, address, changing }: CompositesProps) {
  const { orgId, usState } = place;
  const { whose } = changing;
  const { sortBy, sortDesc } = address.search;
  const asked = {
    orgId,
    usState,
    ...address.filters,
    ...whose,
    sortBy,
    sortDirection: sortDesc ? ('desc' as const) : ('asc' as const),
  };
  // A key is a place in one list only: other filters or another order begin at the first page.
  const list = JSON.stringify(asked);
  const [after, setAfter] = useState<{ list: string; key: string } | null>(null);
  const afterKey = after?.list === list ? after.key : undefined;
  const query = useCallQuery(
    calls.composite,
    { query: { ...asked, pageSize: PAGE, ...(afterKey !== undefined && { afterKey }) } as never },
    { topics: ['packages', 'products', 'integrations'], keepsPrevious: true, enabled: !changing.isWaiting },
  );
  const facets = useCallQuery(
    calls.facets,
    { query: { orgId, usState, ...whose } },
    { topics: ['packages', 'integrations'], enabled: !changing.isChanging },
  );
  const startExport = useExport('inventory.composite.export', calls.compositeExport);
  const nothing = useNoPackages(place);
  const rows = useMemo(
    () => query.data?.results.map(({ id: key, ...row }, at): CompositeRow => ({ ...row, key, id: at + 1 })),
    [query.data],
  );
  const nextKey = query.data?.nextKey ?? null;
  return (
    <>
      <ResourceGrid<CompositeRow>
        resource={COMPOSITES}
        label="Packages by item"
        noun={['row', 'rows']}
        columns={compositeColumns}
        nameOf={({ itemName }) => itemName}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        address={address}
        filters={packageFilters}
        facets={facets.data}
        search={{ label: 'Find an item', field: 'itemSearchTerm' }}
        empty={nothing}
        pathOf={({ key, itemName }) => packagesOf(key, itemName)}
        exports={{
          requires: calls.compositeExport.requires,
          all: (headers) => void startExport({ query: { ...asked, headers } as never }, 'export these packages'),
        }}
      />
      {(afterKey !== undefined || nextKey !== null) && (
        <nav aria-label="Pages">
          {afterKey !== undefined && <Button onClick={() => setAfter(null)}>First {PAGE}</Button>}{' '}
          {nextKey !== null && <Button onClick={() => setAfter({ list, key: nextKey })}>Next {PAGE}</Button>}
        </nav>
      )}
    </>
  );
}

/** The list of a composite's packages. */
function packagesOf(text: string, itemName: string): string {
  const key = parseCompositeKey(text);
  const filters = key && {
    itemSearchTerm: itemName,
    selectedStatuses: [key.status],
    selectedHolders: [key.licenseId],
    selectedUnitOfMeasureAbbreviations: [key.unit],
  };
  return `/inventory?${new URLSearchParams(packageFilters.format(filters ?? {}))}`;
}

const card = 'hidden';
const sortable = true;

/** A composite with its place on the page, by which rows are told apart there. */
type CompositeRow = Omit<CompositePackage, 'id'> & { id: number; key: string };

/** Columns of packages by item, by the ids of sorts and of the file. */
const compositeColumns: readonly GridColumn<CompositeRow>[] = [
  nameColumn('itemName', 'Item', {
    cell: ({ itemName }) => itemName,
    value: ({ itemName }) => itemName.toLowerCase(),
    width: 320,
  }),
  {
    id: 'quantity',
    header: 'Quantity',
    cell: ({ quantity, unitOfMeasureAbbreviation: unit }) => (
      <>
        {formatAmount(quantity)} <span className="muted">{unit}</span>
      </>
    ),
    value: ({ quantity }) => Number(quantity),
    align: 'end',
    width: 132,
    sortable,
    card: 'end',
  },
  {
    id: 'packageCount',
    header: 'Packages',
    cell: ({ packageCount }) => formatNumber(packageCount),
    value: ({ packageCount }) => packageCount,
    align: 'end',
    width: 108,
    sortable,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <PackageStatusPill status={status} />,
    value: ({ status }) => PACKAGE_STATUSES[status].label,
    width: 112,
  },
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200 }),
  textColumn('owner', 'Brand', ({ assignedOwner }) => assignedOwner?.name, { width: 148, card }),
  {
    id: 'category',
    header: 'Category',
    cell: ({ category }) => category,
    value: ({ category }) => category,
    width: 168,
    sortable,
    card,
  },
  textColumn('strain', 'Strain', ({ strainName }) => strainName, { width: 140, card }),
  textColumn('holder', 'Held by', ({ holder }) => holder.name, { width: 176, card }),
  dayColumn('lastActivity', 'Last activity', ({ lastActivity }) => lastActivity, { width: 124, sortable }),
];
