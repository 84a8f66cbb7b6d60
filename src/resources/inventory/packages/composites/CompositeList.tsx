import { useMemo, useState } from 'react';
import { type CompositePackage, parseCompositeKey } from '../../../../../domain/inventory/packages/composite';
import { COMPOSITE_SORTS, inventory as calls } from '../../../../../domain/inventory/packages/contract';
import { PACKAGE_STATUSES } from '../../../../../domain/inventory/packages/package';
import { packageFilters } from '../../../../../domain/inventory/packages/package-filters';
import { formatAmount, formatNumber } from '../../../../../domain/money';
import { useNotAssigned } from '../../../../access/WhyNot';
import { ListLinks, ResourceGrid, useExport, useListAddress } from '../../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../../kit/list/columns';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useSession } from '../../../../providers/session';
import { Button } from '../../../../ui/Button';
import type { GridColumn } from '../../../../ui/grid';
import { PageFrame } from '../../../../ui/PageFrame';
import { PackageStatusPill } from '../PackagePills';

const SORTS = { by: COMPOSITE_SORTS, first: 'lastActivity', desc: true } as const;
/** Composites a page reads; the next page comes after the last of them. */
const PAGE = 100;

/** Its columns are remembered apart from those of single packages. */
const COMPOSITES = { name: 'composites' };

/** Packages of one item, status, license and unit together, in the current company's state. */
export function CompositeList({ usState }: { usState: string }) {
  const address = useListAddress(packageFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const { sortBy, sortDesc } = address.search;
  const asked = {
    orgId,
    usState,
    ...address.filters,
    sortBy,
    sortDirection: sortDesc ? ('desc' as const) : ('asc' as const),
  };
  // A key is a place in one list only: other filters or another order begin at the first page.
  const list = JSON.stringify(asked);
  const [place, setPlace] = useState<{ list: string; key: string } | null>(null);
  const afterKey = place?.list === list ? place.key : undefined;
  const query = useCallQuery(
    calls.composite,
    { query: { ...asked, pageSize: PAGE, ...(afterKey !== undefined && { afterKey }) } as never },
    { topics: ['packages', 'products', 'integrations'], keepsPrevious: true },
  );
  const { licenseIds, brandIds } = address.filters;
  const context = { orgId, usState, licenseIds, brandIds };
  const facets = useCallQuery(calls.facets, { query: context }, { topics: ['packages', 'integrations'] });
  const startExport = useExport('inventory.composite.export', calls.compositeExport);
  const notAssigned = useNotAssigned('licenses');
  const rows = useMemo(
    () => query.data?.results.map(({ id: key, ...row }, at): CompositeRow => ({ ...row, key, id: at + 1 })),
    [query.data],
  );
  const nextKey = query.data?.nextKey ?? null;
  return (
    <PageFrame
      title="Packages by item"
      aside={<span className="v-hint">In {usState}, from the tracking system</span>}
      actions={<ListLinks links={[{ to: '/inventory', label: 'Single packages' }]} />}
    >
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
        empty={
          notAssigned ?? {
            title: 'No packages yet',
            hint: 'They appear here once a license is connected to the tracking system.',
          }
        }
        pathOf={({ key, itemName }) => packagesOf(key, itemName)}
        exports={{
          requires: calls.compositeExport.requires,
          all: (headers) => void startExport({ query: { ...asked, headers } as never }, 'export these packages'),
        }}
      />
      {(afterKey !== undefined || nextKey !== null) && (
        <nav aria-label="Pages">
          {afterKey !== undefined && <Button onClick={() => setPlace(null)}>First {PAGE}</Button>}{' '}
          {nextKey !== null && <Button onClick={() => setPlace({ list, key: nextKey })}>Next {PAGE}</Button>}
        </nav>
      )}
    </PageFrame>
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
