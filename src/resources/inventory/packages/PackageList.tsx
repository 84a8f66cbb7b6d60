import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { shortDay } from '../../../../domain/dates';
import { inventory as calls, PACKAGE_SORTS } from '../../../../domain/inventory/packages/contract';
import { labTestStateOf, PACKAGE_STATUSES } from '../../../../domain/inventory/packages/package';
import { packageFilters } from '../../../../domain/inventory/packages/package-filters';
import { scannedTag } from '../../../../domain/inventory/packages/scanned-tag';
import { reconciliation } from '../../../../domain/inventory/reconciliation/contract';
import { formatAmount } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { ListLinks, ResourceGrid, useExport, useListAddress, useSavedViews } from '../../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import type { GridColumn } from '../../../ui/grid';
import { lazyDialog } from '../../../ui/lazy';
import { PageFrame } from '../../../ui/PageFrame';
import { dateHere, momentHere } from '../../../ui/reader-dates';
import { InventoryBar, NoInventory } from '../InventoryBar';
import { type InventoryPlace, useInventoryContext, useInventoryPlace } from '../useInventoryContext';
import { CompositeList } from './composites/CompositeList';
import { PackageDrawer } from './PackageDrawer';
import { LabTestPill, PackageStatusPill } from './PackagePills';
import { type PackageRow, packageSearches, packages } from './resource';
import { useNoPackages } from './useNoPackages';
import { usePackageBulk } from './usePackageBulk';

const ScanDialog = lazyDialog(async () => (await import('./ScanDialog')).ScanDialog);

const SORTS = { by: PACKAGE_SORTS, first: 'lastActivity', desc: true } as const;
const FACETS_FRESH_MS = 60_000;

/** The packages of a state that the organization's licenses hold, for sellers and buyers alike. */
export default function PackageList() {
  const place = useInventoryPlace();
  const isGrouped = useSearchParams()[0].get('composite') === 'true';
  if (place === null) {
    return (
      <PageFrame title="Packages">
        <NoInventory />
      </PageFrame>
    );
  }
  const List = isGrouped ? CompositeList : PackagesOf;
  return <List key={String(isGrouped)} place={place} />;
}

function PackagesOf({ place }: { place: InventoryPlace }) {
  const { orgId, usState } = place;
  const address = useListAddress(packageFilters, SORTS);
  const changing = useInventoryContext(place, address);
  const { whose, isWaiting } = changing;
  const facets = useCallQuery(
    calls.facets,
    { query: { orgId, usState, ...whose } },
    {
      topics: ['packages', 'products', 'integrations'],
      staleTime: FACETS_FRESH_MS,
      enabled: !changing.isChanging,
    },
  );
  const startExport = useExport('inventory.export', calls.export);
  const nothing = useNoPackages(place);
  const mayEdit = useCan().can(calls.setNotes.requires);
  const bulk = usePackageBulk(usState, whose);
  const views = useSavedViews(packageSearches, address, packages.name);
  const [isScanning, setScanning] = useState(false);
  const setNotes = useCall(calls.setNotes, { showsErrors: true }).run;
  const columns = useMemo(() => {
    const saveNotes = async ({ label }: PackageRow, notes: string) => {
      const body = { packageLabels: [label], state: usState, notes };
      const result = await setNotes({ params: { orgId }, body });
      if (!result.ok) throw new Error(messageOf(result.error));
    };
    return packageColumns({ saveNotes, mayEdit });
  }, [setNotes, orgId, usState, mayEdit]);
  return (
    <PageFrame
      title="Packages"
      aside={<InventoryBar place={place} changing={changing} />}
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
      <ResourceGrid<PackageRow>
        key={changing.key}
        resource={packages}
        where={useMemo(() => ({ usState, ...whose }), [usState, whose])}
        isWaiting={isWaiting}
        label="Packages"
        noun={['package', 'packages']}
        columns={columns}
        nameOf={({ label }) => label}
        address={address}
        filters={packageFilters}
        facets={facets.data}
        search={{ label: 'Find or scan a tag', field: 'packageLabelSearchTerm', scan: scannedTag }}
        empty={nothing}
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
              ...whose,
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
      {counted(open, 'difference')} to settle
    </Link>
  );
}

const card = 'hidden';
const hidden = true;
const isInstant = true;
const sortable = true;

type Editing = {
  /** Saves a package's notes; a refusal rejects with its message. */
  saveNotes: (row: PackageRow, notes: string) => Promise<void>;
  mayEdit: boolean;
};

/** Package columns, by the ids of sorts and exports; notes are edited in place. */
const packageColumns = ({ saveNotes, mayEdit }: Editing): readonly GridColumn<PackageRow>[] => [
  nameColumn('label', 'Tag', {
    cell: ({ label }) => label,
    width: 248,
  }),
  textColumn('itemName', 'Item', ({ itemName }) => itemName, { width: 264, sortable, card: 'lead' }),
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
    width: 116,
    sortable,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <PackageStatusPill status={status} />,
    value: ({ status }) => PACKAGE_STATUSES[status].label,
    width: 112,
    sortable,
  },
  {
    id: 'labTest',
    header: 'Lab test',
    cell: ({ currentLabTestState }) => <LabTestPill state={currentLabTestState} />,
    value: ({ currentLabTestState }) => labTestStateOf(currentLabTestState).label,
    width: 188,
    sortable,
  },
  textColumn('product', 'Product', ({ product }) => product?.name, { width: 200 }),
  textColumn('owner', 'Brand', ({ assignedOwner }) => assignedOwner?.name, { width: 148, sortable, card }),
  textColumn('category', 'Category', ({ category }) => category, { width: 168, sortable, card }),
  textColumn('strain', 'Strain', ({ strainName }) => strainName, { width: 140, card }),
  textColumn('holder', 'Held by', ({ holder }) => holder.name, { width: 176, sortable, card }),
  textColumn('location', 'Location', ({ locationName }) => locationName, { width: 132, card, hidden }),
  textColumn('tradeSample', 'Trade sample', ({ tradeSample }) => (tradeSample ? 'Yes' : ''), { card, hidden }),
  dayColumn('lastActivity', 'Last activity', ({ lastActivity }) => lastActivity, { width: 124, sortable, card }),
  textColumn('packaged', 'Packaged', ({ packaged }) => packaged && shortDay(packaged), { sortable, card, hidden }),
  textColumn('received', 'Received', ({ received }) => received && dateHere(received), { isInstant, card, hidden }),
  textColumn('seen', 'Last read', ({ seen }) => seen && momentHere(seen), { isInstant, card, hidden, width: 200 }),
  textColumn('manifest', 'Manifest', ({ manifestNumber }) => manifestNumber, { card, hidden }),
  textColumn('metrcOwner', 'Owner', ({ metrcOwner }) => metrcOwner, { card, hidden }),
  textColumn('notes', 'Notes', ({ notes }) => notes, {
    width: 200,
    card,
    editable: { text: ({ notes }) => notes, commit: saveNotes, when: () => mayEdit },
  }),
];
