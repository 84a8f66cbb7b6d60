import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { inventory as calls, PACKAGE_SORTS } from '../../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../../domain/inventory/packages/package';
import { packageFilters } from '../../../../domain/inventory/packages/package-filters';
import { reconciliation } from '../../../../domain/inventory/reconciliation/contract';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import { ListLinks, ResourceGrid, useExport, useListAddress, useSavedViews } from '../../../kit/list';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { PageFrame } from '../../../ui/PageFrame';
import { EmptyState } from '../../../ui/states';
import { CompositeList } from './composites/CompositeList';
import { PackageDrawer } from './PackageDrawer';
import { packageColumns } from './packages.columns';
import { packageSearches, packages } from './resource';
import { usePackageBulk } from './usePackageBulk';

const ScanDialog = lazyDialog(async () => (await import('./ScanDialog')).ScanDialog);

const SORTS = { by: PACKAGE_SORTS, first: 'lastActivity', desc: true } as const;
const FACETS_FRESH_MS = 60_000;

/** The packages held by the organization's licenses in the current company's state. */
export default function PackageList() {
  const { sellerCompany } = useSession();
  const isGrouped = useSearchParams()[0].get('composite') === 'true';
  const usState = sellerCompany?.state.ansiAbbrevation;
  if (usState === undefined) {
    return (
      <PageFrame title="Packages">
        <EmptyState title="Choose a company" hint="Packages are shown by state, which comes from your company." />
      </PageFrame>
    );
  }
  const List = isGrouped ? CompositeList : PackagesOf;
  return <List key={`${usState} ${isGrouped}`} usState={usState} />;
}

function PackagesOf({ usState }: { usState: string }) {
  const address = useListAddress(packageFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const { licenseIds, brandIds } = address.filters;
  const context = { orgId, usState, licenseIds, brandIds };
  const facets = useCallQuery(
    calls.facets,
    { query: context },
    { topics: ['packages', 'products', 'integrations'], staleTime: FACETS_FRESH_MS },
  );
  const startExport = useExport('inventory.export', calls.export);
  const notAssigned = useNotAssigned('licenses');
  const mayEdit = useCan().can(calls.setNotes.requires);
  const bulk = usePackageBulk(usState);
  const views = useSavedViews(packageSearches, address, packages.name);
  const [isScanning, setScanning] = useState(false);
  const setNotes = useCall(calls.setNotes, { showsErrors: true }).run;
  const columns = useMemo(() => {
    const saveNotes = async ({ label }: InventoryPackage, notes: string) => {
      const body = { packageLabels: [label], state: usState, notes };
      const result = await setNotes({ params: { orgId }, body });
      if (!result.ok) throw new Error(messageOf(result.error));
    };
    return packageColumns({ saveNotes, mayEdit });
  }, [setNotes, orgId, usState, mayEdit]);
  return (
    <PageFrame
      title="Packages"
      aside={<span className="v-hint">In {usState}, from the tracking system</span>}
      actions={
        <>
          <ListLinks links={[{ to: '/inventory?composite=true', label: 'By item' }]} />
          <OpenDifferences orgId={orgId} />
          {mayEdit && (
            <Button
              onClick={() => setScanning(true)}
              onPointerEnter={ScanDialog.prefetch}
              onFocus={ScanDialog.prefetch}
            >
              Scan
            </Button>
          )}
        </>
      }
    >
      <ResourceGrid<InventoryPackage>
        resource={packages}
        where={useMemo(() => ({ usState }), [usState])}
        label="Packages"
        noun={['package', 'packages']}
        columns={columns}
        nameOf={({ label }) => label}
        address={address}
        filters={packageFilters}
        facets={facets.data}
        search={{ label: 'Find or scan a tag', field: 'packageLabelSearchTerm' }}
        empty={
          notAssigned ?? {
            title: 'No packages yet',
            hint: 'They appear here once a license is connected to the tracking system.',
          }
        }
        views={views}
        bulk={bulk}
        rowTone={({ status }) => (status === 'INACTIVE' ? 'muted' : undefined)}
        drawer={({ id, row, onClose }) => (id === null ? null : <PackageDrawer id={id} row={row} onClose={onClose} />)}
        exports={{
          requires: calls.export.requires,
          all: (headers) => {
            const { sortBy, sortDesc } = address.search;
            const query = {
              orgId,
              usState,
              ...address.filters,
              sortBy,
              sortDirection: sortDesc ? ('desc' as const) : ('asc' as const),
              headers: headers as never,
            };
            void startExport({ query }, 'export these packages');
          },
        }}
      />
      {isScanning && <ScanDialog.Part orgId={orgId} usState={usState} onClose={() => setScanning(false)} />}
    </PageFrame>
  );
}

/** The way to the differences that wait, in all states. */
function OpenDifferences({ orgId }: { orgId: number }) {
  const summary = useCallQuery(reconciliation.summary, { query: { orgId } }, { topics: ['packages'] });
  const open = summary.data?.open ?? 0;
  if (open === 0) return null;
  return (
    <Link className="v-button" to="/inventory/reconciliation">
      {counted(open, 'difference')}
    </Link>
  );
}
