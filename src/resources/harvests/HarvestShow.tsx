import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { shortDay } from '../../../domain/dates';
import { harvests as calls } from '../../../domain/harvests/contract';
import { HARVEST_TYPES, type Harvest, type HarvestRow } from '../../../domain/harvests/harvest';
import { whyNotChange, whyNotDelete, whyNotFinish, whyNotSubmit, whyNotUnfinish } from '../../../domain/harvests/rules';
import { whyTooLate } from '../../../domain/harvests/undo';
import { useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { useExport } from '../../kit/list';
import { downloadFile } from '../../kit/list/export/download-file';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useKnownRow } from '../../providers/refine/known-row';
import { useResourceOne } from '../../providers/refine/use-resource';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { useTitle } from '../../shell/useTitle';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { Icon } from '../../ui/Icon';
import { lazyDialog } from '../../ui/lazy';
import { Menu } from '../../ui/Menu';
import { PageFrame } from '../../ui/PageFrame';
import { momentHere } from '../../ui/reader-dates';
import { HarvestPill } from './HarvestPills';
import { HARVESTS, untilText, weighedText } from './harvests.text';
import { finishedHarvests, harvests } from './resource';
import { BalancePanel } from './show/BalancePanel';
import { HistoryPanel } from './show/HistoryPanel';
import { PackagesPanel } from './show/PackagesPanel';
import { PlantsPanel } from './show/PlantsPanel';
import { SubmissionPanel } from './show/SubmissionPanel';
import { WastePanel } from './show/WastePanel';

const HarvestDrawer = lazyDialog(async () => (await import('./HarvestDrawer')).HarvestDrawer);
const SubmitDialog = lazyDialog(async () => (await import('./show/SubmitDialog')).SubmitDialog);
const DeleteHarvest = lazyDialog(async () => (await import('./HarvestDialogs')).DeleteHarvest);
const FinishHarvest = lazyDialog(async () => (await import('./HarvestDialogs')).FinishHarvest);
const UnfinishHarvest = lazyDialog(async () => (await import('./HarvestDialogs')).UnfinishHarvest);

/** One harvest, in progress or submitted. */
export default function HarvestShow() {
  const { slug = '' } = useParams();
  const id = /^[1-9]\d{0,14}$/.test(slug) ? Number(slug) : undefined;
  const { result: data, query } = useResourceOne(harvests, id, { query: { includePlants: 'true' } });
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (id === undefined || isGone) {
    return <ErrorScreen status={404} message="This harvest doesn’t exist, or you can’t see its license." />;
  }
  return (
    <QueryState
      query={{ data, error: query.error, refetch: query.refetch }}
      skeleton={<HarvestSkeleton id={id} />}
      failure="We couldn’t read this harvest."
    >
      {(harvest) => <HarvestPage key={harvest.id} harvest={harvest} />}
    </QueryState>
  );
}

const listOf = ({ state }: Pick<HarvestRow, 'state'>) => {
  if (state === 'FINISHED') return { label: 'Finished harvests', to: `${HARVESTS}/finished` };
  if (state === 'SUBMITTED') return { label: 'Submitted harvests', to: `${HARVESTS}/submitted` };
  return { label: 'Harvests', to: HARVESTS };
};

const headOf = (harvest: HarvestRow): RecordHead => ({
  title: harvest.name,
  breadcrumbs: [listOf(harvest)],
  aside: <HarvestPill harvest={harvest} />,
});

/** A harvest's page while it loads, with what its row in a list says. */
function HarvestSkeleton({ id }: { id: number }) {
  const harvest = useKnownRow([harvests, finishedHarvests], (row) => row.id === id);
  const label = 'Loading the harvest';
  if (!harvest) return <RecordSkeleton label={label} />;
  return (
    <RecordSkeleton label={label} head={headOf(harvest)} side={<HarvestSide harvest={harvest} />}>
      <PanelSkeleton title="Plants" height="240px" />
      <PanelSkeleton title="Packages" height="64px" />
      <PanelSkeleton title="Waste" height="64px" />
    </RecordSkeleton>
  );
}

function HarvestSide({ harvest }: { harvest: HarvestRow }) {
  return (
    <>
      <BalancePanel harvest={harvest} />
      <Panel title="Details">
        <Facts
          facts={{
            Strain: harvest.strainName,
            Harvested: shortDay(harvest.harvestDate),
            Type: HARVEST_TYPES[harvest.harvestType].label,
            'Drying location': harvest.dryingLocationName,
            Plants: weighedText(harvest),
            'Unit of weight': harvest.defaultUnitOfMeasureAbbreviation,
            Begun: momentHere(harvest.created),
            Submitted: harvest.submitted && momentHere(harvest.submitted),
            Finished: harvest.finishedDate && shortDay(harvest.finishedDate),
            'Can be reopened': whyNotReopen(harvest) === null && untilText(harvest, harvest.finishedAt).trim(),
          }}
        />
      </Panel>
    </>
  );
}

const whyNotReopen = (harvest: HarvestRow) =>
  whyNotUnfinish(harvest) ?? whyTooLate(harvest, harvest.finishedAt, new Date());

type Act = 'edit' | 'delete' | 'submit' | 'finish' | 'unfinish';

function HarvestPage({ harvest }: { harvest: Harvest }) {
  useTitle(harvest.name);
  const navigate = useNavigate();
  const [act, setAct] = useState<Act | null>(null);
  const whyNotWrite = useCan().whyNot(calls.update.requires);
  const close = () => setAct(null);
  const isAnySent = harvest.state !== 'ACTIVE' || harvest.submission.refused > 0;
  return (
    <PageFrame
      {...headOf(harvest)}
      actions={<HarvestActs harvest={harvest} whyNotWrite={whyNotWrite} onAct={setAct} />}
    >
      <RecordColumns side={<HarvestSide harvest={harvest} />}>
        {isAnySent && <SubmissionPanel harvest={harvest} whyNot={whyNotWrite} onAgain={() => setAct('submit')} />}
        <PlantsPanel harvest={harvest} whyNot={whyNotWrite} />
        <PackagesPanel harvest={harvest} whyNot={whyNotWrite} />
        <WastePanel harvest={harvest} whyNot={whyNotWrite} />
        <HistoryPanel id={harvest.id} />
      </RecordColumns>
      {act === 'edit' && <HarvestDrawer.Part licenseId={harvest.licenseId} harvest={harvest} onClose={close} />}
      {act === 'submit' && <SubmitDialog.Part harvest={harvest} onClose={close} />}
      {act === 'finish' && <FinishHarvest.Part harvest={harvest} onClose={close} />}
      {act === 'unfinish' && <UnfinishHarvest.Part harvest={harvest} onClose={close} />}
      {act === 'delete' && (
        <DeleteHarvest.Part
          harvest={harvest}
          onDone={() => void navigate(HARVESTS, { replace: true })}
          onClose={close}
        />
      )}
    </PageFrame>
  );
}

type ActsProps = { harvest: Harvest; whyNotWrite: string | null; onAct: (act: Act) => void };

/** The next thing to do with a harvest, and a menu of the rest, each with why it can't be done now. */
function HarvestActs({ harvest, whyNotWrite, onAct }: ActsProps) {
  const access = useCan();
  const { id, name, state } = harvest;
  const exportOne = useExport('harvest.export', calls.export);
  const noExport = access.lacksPlan(calls.export.requires) === null ? access.whyNot(calls.export.requires) : null;
  const held = (why: string | null) => (why === null ? {} : { disabled: true, note: why });
  const next = {
    ACTIVE: { act: 'submit', label: 'Submit', why: whyNotSubmit(harvest), dialog: SubmitDialog },
    SUBMITTING: { act: 'submit', label: 'Submit', why: whyNotSubmit(harvest), dialog: SubmitDialog },
    SUBMITTED: { act: 'finish', label: 'Finish', why: whyNotFinish(harvest), dialog: FinishHarvest },
    FINISHED: { act: 'unfinish', label: 'Reopen', why: whyNotReopen(harvest), dialog: UnfinishHarvest },
  } as const;
  const { act, label, why, dialog } = next[state];
  const whyNot = whyNotWrite ?? why;
  return (
    <>
      {whyNot !== null && <span className="v-hint">{whyNot}</span>}
      <Button
        tone="primary"
        disabled={whyNot !== null}
        onPointerEnter={dialog.prefetch}
        onFocus={dialog.prefetch}
        onClick={() => onAct(act)}
      >
        {label}
      </Button>
      <Menu
        label="More"
        align="end"
        className="v-button v-icon-button"
        entries={[
          {
            label: 'Edit harvest',
            icon: 'edit',
            onSelect: () => onAct('edit'),
            ...held(whyNotWrite ?? whyNotChange(harvest)),
          },
          {
            label: 'Print labels',
            icon: 'print',
            onSelect: () => void downloadFile(calls.labels, { params: { id } }, 'We couldn’t prepare the labels.'),
          },
          {
            label: 'Export harvest',
            icon: 'download',
            onSelect: () => void exportOne({ params: { id } }, `export the harvest “${name}”`),
            ...held(noExport),
          },
          {
            label: 'Delete harvest',
            icon: 'trash',
            tone: 'danger',
            separated: true,
            onSelect: () => onAct('delete'),
            ...held(access.whyNot(calls.remove.requires) ?? whyNotDelete(harvest)),
          },
        ]}
      >
        <Icon name="more" />
      </Menu>
    </>
  );
}
