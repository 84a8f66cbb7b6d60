import { type ReactNode, useMemo, useState } from 'react';
import { resolveDays } from '../../../domain/dates';
import { dates, defineFilters, text } from '../../../domain/filters';
import { harvests as calls } from '../../../domain/harvests/contract';
import { type HarvestRow, pathOfHarvest } from '../../../domain/harvests/harvest';
import { mayGrow } from '../../../domain/harvests/offered';
import { whyNotChange, whyNotDelete } from '../../../domain/harvests/rules';
import { finds } from '../../../domain/search-text';
import { useCan } from '../../access/useCan';
import { CreateButton, ListLinks, ResourceGrid, useExport, useListAddress, useOpenRecord } from '../../kit/list';
import { LicenseChoice, NoLicenseChosen } from '../../kit/list/LicenseChoice';
import { messageOf } from '../../providers/call/call-errors';
import { useResourceList } from '../../providers/refine/use-resource';
import { type ChosenLicense, useChosenLicense } from '../../providers/useChosenLicense';
import type { GridColumn, GridEmpty } from '../../ui/grid';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { countedZone } from '../../ui/reader-dates';
import { activeColumns, finishedColumns, submittedColumns } from './harvests.columns';
import { HARVESTS } from './harvests.text';
import { finishedHarvests, harvests } from './resource';

const HarvestDrawer = lazyDialog(async () => (await import('./HarvestDrawer')).HarvestDrawer);
const DeleteHarvest = lazyDialog(async () => (await import('./HarvestDialogs')).DeleteHarvest);

const byName = defineFilters({ search: text('Harvest or strain') });
const byDay = defineFilters({
  search: text('Harvest or strain'),
  finished: dates('Finished', { past: true, isDay: true }),
});

const LINKS = [
  { to: HARVESTS, label: 'In progress' },
  { to: `${HARVESTS}/submitted`, label: 'Submitted' },
  { to: `${HARVESTS}/finished`, label: 'Finished' },
];

/** Harvests in progress, and those on their way to the tracking system. */
export function InProgress() {
  const chosen = useChosenLicense('harvest', mayGrow);
  const add = (
    <CreateButton label="Begin harvest" requires={calls.create.requires} disabled={chosen.license === null} />
  );
  return (
    <HarvestFrame title="Harvests" here={HARVESTS} chosen={chosen} actions={add}>
      {(licenseId) => (
        <ActiveList
          licenseId={licenseId}
          empty={{
            title: 'No harvests in progress',
            hint: 'Begin one, add its plants, weigh them, and submit it when everything is right.',
            action: add,
          }}
        />
      )}
    </HarvestFrame>
  );
}

function ActiveList({ licenseId, empty }: { licenseId: number; empty: GridEmpty }) {
  const list = useResourceList(harvests, { filters: { licenseId } });
  const shown = useListAddress(byName);
  return (
    <Harvests
      resource={harvests}
      list={list}
      shown={shown}
      columns={activeColumns}
      licenseId={licenseId}
      empty={empty}
    />
  );
}

/** Harvests that were submitted and aren't finished yet. */
export function Submitted() {
  const chosen = useChosenLicense('harvest', mayGrow);
  return (
    <HarvestFrame title="Submitted harvests" here={`${HARVESTS}/submitted`} chosen={chosen}>
      {(licenseId) => <SubmittedList licenseId={licenseId} />}
    </HarvestFrame>
  );
}

function SubmittedList({ licenseId }: { licenseId: number }) {
  const list = useResourceList(harvests, { filters: { licenseId, submitted: 'true' } });
  const shown = useListAddress(byName);
  const empty = {
    title: 'No submitted harvests',
    hint: 'A harvest appears here once you submit it, until it’s finished.',
  };
  return (
    <Harvests
      resource={harvests}
      list={list}
      shown={shown}
      columns={submittedColumns}
      licenseId={licenseId}
      empty={empty}
    />
  );
}

/** Finished harvests, by the day they were finished. */
export function Finished() {
  const chosen = useChosenLicense('harvest', mayGrow);
  return (
    <HarvestFrame title="Finished harvests" here={`${HARVESTS}/finished`} chosen={chosen}>
      {(licenseId) => <FinishedList licenseId={licenseId} />}
    </HarvestFrame>
  );
}

function FinishedList({ licenseId }: { licenseId: number }) {
  const shown = useListAddress(byDay);
  const { finishedFrom, finishedTo, finishedRel } = shown.filters;
  const filters = useMemo(() => {
    const range = { from: finishedFrom, to: finishedTo, rel: finishedRel };
    const { from, to } = resolveDays(range, new Date(), countedZone());
    return { licenseId, ...(from && { finishedStart: from }), ...(to && { finishedEnd: to }) };
  }, [licenseId, finishedFrom, finishedTo, finishedRel]);
  const list = useResourceList(finishedHarvests, { filters });
  const empty = { title: 'No finished harvests', hint: 'Finish a submitted harvest once nothing more is made of it.' };
  return (
    <Harvests
      resource={finishedHarvests}
      list={list}
      shown={shown}
      filters={byDay}
      columns={finishedColumns}
      licenseId={licenseId}
      empty={empty}
    />
  );
}

type FrameProps = {
  title: string;
  here: string;
  chosen: ChosenLicense;
  actions?: ReactNode;
  children: (licenseId: number) => ReactNode;
};

/** A list of harvests, once it is known of which license. */
function HarvestFrame({ title, here, chosen, actions, children }: FrameProps) {
  return (
    <PageFrame
      title={title}
      aside={<LicenseChoice {...chosen} />}
      actions={
        <>
          <ListLinks links={LINKS.filter(({ to }) => to !== here)} />
          {actions}
        </>
      }
    >
      {chosen.license ? children(chosen.license.id) : <NoLicenseChosen licenses={chosen.licenses} what="harvests" />}
    </PageFrame>
  );
}

type Listed = ReturnType<typeof useResourceList<typeof harvests>>;
type HarvestsProps = {
  resource: typeof harvests | typeof finishedHarvests;
  list: Pick<Listed, 'query' | 'result'>;
  shown: ReturnType<typeof useListAddress<{ search?: string | undefined }, string>>;
  filters?: typeof byDay;
  columns: readonly GridColumn<HarvestRow>[];
  licenseId: number;
  empty: GridEmpty;
};

function Harvests({ resource, list: { query, result }, shown, filters, columns, licenseId, empty }: HarvestsProps) {
  const access = useCan();
  const { open } = useOpenRecord();
  const [deleted, setDeleted] = useState<HarvestRow | null>(null);
  const exportOne = useExport('harvest.export', calls.export);
  const isFound = finds(shown.filters.search ?? '');
  const noWrites = access.whyNot(calls.update.requires);
  const noDelete = access.whyNot(calls.remove.requires);
  const noExport = access.whyNot(calls.export.requires);
  return (
    <>
      <ResourceGrid<HarvestRow>
        key={licenseId}
        resource={resource}
        label="Harvests"
        noun={['harvest', 'harvests']}
        columns={columns}
        nameOf={({ name }) => `harvest ${name}`}
        address={shown}
        {...(filters && { filters })}
        search={{ label: 'Find a harvest or strain', field: 'search' }}
        rows={query.data && result.data}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ name, strainName }) => isFound(name) || isFound(strainName)}
        pathOf={pathOfHarvest}
        rowTone={({ submission }) => (submission.refused > 0 ? 'danger' : undefined)}
        empty={empty}
        rowActions={(row) => [
          { label: 'Edit harvest', icon: 'edit', onSelect: () => open(row.id), ...held(noWrites ?? whyNotChange(row)) },
          {
            label: 'Export harvest',
            icon: 'download',
            onSelect: () => void exportOne({ params: { id: row.id } }, `export the harvest “${row.name}”`),
            ...held(access.lacksPlan(calls.export.requires) === null ? noExport : null),
          },
          {
            label: 'Delete harvest',
            icon: 'trash',
            tone: 'danger',
            onSelect: () => setDeleted(row),
            ...held(noDelete ?? whyNotDelete(row)),
          },
        ]}
        whyNotOpen={(row) => noWrites ?? (row && whyNotChange(row))}
        drawer={({ row, onClose }) => <HarvestDrawer.Part licenseId={licenseId} harvest={row} onClose={onClose} />}
      />
      {deleted && <DeleteHarvest.Part harvest={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** A menu's entry that can't be used now, with the reason. */
const held = (whyNot: string | null) => (whyNot === null ? {} : { disabled: true, note: whyNot });
