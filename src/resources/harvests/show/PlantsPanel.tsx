import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest, HarvestPlant } from '../../../../domain/harvests/harvest';
import { whyNotDistribute, whyNotRestorePlant } from '../../../../domain/harvests/offered';
import { whyNotChange, whyNotChangePlant } from '../../../../domain/harvests/rules';
import { whyStateKeepsPlants } from '../../../../domain/harvests/undo';
import { formatAmount } from '../../../../domain/money';
import { finds } from '../../../../domain/search-text';
import { requireTyped } from '../../../../domain/typed';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { Panel } from '../../../kit/record/RecordPage';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { TextInput } from '../../../ui/Field';
import { DataGrid, type GridColumn, type GridSelection } from '../../../ui/grid';
import { lazyDialog } from '../../../ui/lazy';
import type { MenuEntry } from '../../../ui/Menu';
import { momentHere } from '../../../ui/reader-dates';
import { OriginPill, SentPill } from '../HarvestPills';
import css from '../harvests.module.css';
import { HARVESTS, untilText, weighedText } from '../harvests.text';

const AddPlants = lazyDialog(async () => (await import('./AddPlants')).AddPlants);
const DistributeDialog = lazyDialog(async () => (await import('./DistributeDialog')).DistributeDialog);
const WeightDialog = lazyDialog(async () => (await import('./WeightDialog')).WeightDialog);
const RemovePlants = lazyDialog(async () => (await import('../HarvestDialogs')).RemovePlants);
const RestorePlant = lazyDialog(async () => (await import('../HarvestDialogs')).RestorePlant);

const MOST_UNSCROLLED = 12;
const SCROLLED_HEIGHT = 560;

type Opened =
  | { act: 'add' | 'distribute' }
  | { act: 'weigh' | 'restore'; plant: HarvestPlant }
  | { act: 'remove'; plants: readonly HarvestPlant[]; onDone?: () => void };

type PanelProps = { harvest: Harvest; whyNot: string | null };

/** A harvest's plants: added, weighed in place, removed, or put back to flowering. */
export function PlantsPanel({ harvest, whyNot }: PanelProps) {
  const plants = useMemo(() => harvest.harvestPlants ?? [], [harvest]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [text, setText] = useState('');
  const shown = useMemo(() => {
    const isFound = finds(text);
    return plants.filter(({ label }) => isFound(label));
  }, [plants, text]);
  const columns = usePlantColumns(harvest, whyNot);
  const close = () => setOpened(null);
  const noChange = whyNot ?? whyNotChange(harvest);
  const noDistribute = whyNot ?? whyNotDistribute(harvest);
  const add = (
    <Button
      icon="plus"
      disabled={noChange !== null}
      title={noChange ?? undefined}
      onPointerEnter={AddPlants.prefetch}
      onFocus={AddPlants.prefetch}
      onClick={() => setOpened({ act: 'add' })}
    >
      Add plants
    </Button>
  );
  const chosen = (selection: GridSelection) =>
    selection.kind === 'some'
      ? plants.filter(({ id }) => selection.ids.includes(String(id)))
      : shown.filter(({ id }) => !selection.except.includes(String(id)));
  return (
    <Panel
      title="Plants"
      actions={
        <>
          {plants.length > 0 && (
            <Button
              disabled={noDistribute !== null}
              title={noDistribute ?? undefined}
              onPointerEnter={DistributeDialog.prefetch}
              onFocus={DistributeDialog.prefetch}
              onClick={() => setOpened({ act: 'distribute' })}
            >
              Distribute weights
            </Button>
          )}
          {noChange === null && (
            <Link className="v-button" to={`${HARVESTS}/${harvest.id}/weigh`}>
              Weigh plants
            </Link>
          )}
          {plants.length > 0 && add}
        </>
      }
    >
      <p className="v-hint">
        {weighedText(harvest)}. {noChange ?? noDistribute}
        {harvest.state === 'SUBMITTED' && harvest.harvestType === 'WholePlant' && ` ${putBackText(harvest)}`}
      </p>
      <DataGrid<HarvestPlant>
        id="harvest-plants"
        label="Plants of this harvest"
        columns={columns}
        rows={shown}
        rowId={({ id }) => String(id)}
        rowLabel={({ label }) => `plant ${label}`}
        noun={['plant', 'plants']}
        height={shown.length > MOST_UNSCROLLED ? SCROLLED_HEIGHT : 'content'}
        rowTone={({ state }) => (state === 'REFUSED' ? 'danger' : state === 'UNDONE' ? 'muted' : undefined)}
        rowActions={(plant) => actsOf(harvest, plant, whyNot, setOpened)}
        empty={
          plants.length === 0
            ? { title: 'No plants yet', hint: 'Add flowering plants of this strain.', action: add }
            : { title: 'No plants match', hint: 'Search by another part of the tag.' }
        }
        {...(plants.length > 0 && {
          toolbar: (
            <TextInput
              type="search"
              className={css.search}
              aria-label="Find a plant"
              placeholder="Find a plant by its tag"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          ),
        })}
        {...(noChange === null && {
          bulkActions: (selection: GridSelection, { clear }: { clear: () => void }) => (
            <Button icon="trash" onClick={() => setOpened({ act: 'remove', plants: chosen(selection), onDone: clear })}>
              Remove plants
            </Button>
          ),
        })}
      />
      {opened?.act === 'add' && <AddPlants.Part harvest={harvest} onClose={close} />}
      {opened?.act === 'distribute' && <DistributeDialog.Part harvest={harvest} onClose={close} />}
      {opened?.act === 'weigh' && <WeightDialog.Part harvest={harvest} plant={opened.plant} onClose={close} />}
      {opened?.act === 'restore' && <RestorePlant.Part harvest={harvest} plant={opened.plant} onClose={close} />}
      {opened?.act === 'remove' && <RemovePlants.Part harvest={harvest} {...opened} onClose={close} />}
    </Panel>
  );
}

/** Until when plants can be put back to flowering, or why they can't be anymore. */
const putBackText = (harvest: Harvest) =>
  whyStateKeepsPlants(harvest, new Date()) ??
  `Plants can be put back to flowering${untilText(harvest, harvest.submitted)}.`;

function actsOf(
  harvest: Harvest,
  plant: HarvestPlant,
  whyNot: string | null,
  open: (opened: Opened) => void,
): readonly MenuEntry[] {
  const held = (why: string | null) => (why === null ? {} : { disabled: true, note: why });
  const noChange = whyNot ?? whyNotChangePlant(harvest, plant);
  return [
    {
      label: plant.weight === null ? 'Enter weight' : 'Edit weight',
      icon: 'edit',
      onSelect: () => open({ act: 'weigh', plant }),
      ...held(noChange),
    },
    {
      label: 'Remove plant',
      icon: 'trash',
      onSelect: () => open({ act: 'remove', plants: [plant] }),
      ...held(noChange),
    },
    ...(plant.state === 'SENT'
      ? [
          {
            label: 'Put back to flowering',
            icon: 'refresh' as const,
            onSelect: () => open({ act: 'restore', plant }),
            ...held(whyNot ?? whyNotRestorePlant(harvest, plant, new Date())),
          },
        ]
      : []),
  ];
}

/** The columns of plants, whose weights are typed in place. */
function usePlantColumns(harvest: Harvest, whyNot: string | null): readonly GridColumn<HarvestPlant>[] {
  const { run } = useCall(calls.updatePlant, { showsErrors: true });
  const { id, state } = harvest;
  return useMemo(() => {
    const weigh = async ({ id: plantId, unitOfMeasureAbbreviation }: HarvestPlant, text: string) => {
      const weight = requireTyped('quantity', text, 'Enter a weight, such as 12.5');
      const result = await run({ params: { id, plantId }, body: { weight, unitOfMeasureAbbreviation } });
      if (!result.ok) throw new Error(messageOf(result.error));
    };
    return [
      nameColumn<HarvestPlant>('label', 'Tag', { cell: ({ label }) => label, width: 236 }),
      {
        id: 'weight',
        header: 'Weight',
        cell: ({ weight, unitOfMeasureAbbreviation: unit }) =>
          weight === null ? '' : `${formatAmount(weight)} ${unit}`,
        value: ({ weight }) => (weight === null ? null : Number(weight)),
        align: 'end',
        width: 116,
        sortable: true,
        card: 'end',
        editable: {
          text: ({ weight }) => weight ?? '',
          commit: weigh,
          when: (plant) => whyNot === null && whyNotChangePlant({ state }, plant) === null,
          whyNot: (plant) => whyNot ?? whyNotChangePlant({ state }, plant),
          inputMode: 'decimal',
        },
      },
      {
        id: 'origin',
        header: 'Weight from',
        cell: ({ origin }) => origin && <OriginPill origin={origin} />,
        value: ({ origin }) => origin,
        width: 116,
        sortable: true,
        card: 'lead',
      },
      textColumn<HarvestPlant>('by', 'Who', ({ weighedBy }) => weighedBy, { width: 140, card: 'hidden' }),
      {
        id: 'weighed',
        header: 'When',
        cell: ({ weighed }) => (weighed === null ? '' : momentHere(weighed)),
        value: ({ weighed }) => (weighed === null ? null : new Date(weighed)),
        width: 160,
        sortable: true,
        card: 'hidden',
      },
      ...(state === 'ACTIVE' ? [] : SENT_COLUMNS),
    ];
  }, [run, id, state, whyNot]);
}

/** How far each plant is on its way. */
const SENT_COLUMNS: readonly GridColumn<HarvestPlant>[] = [
  {
    id: 'state',
    header: 'Tracking system',
    cell: ({ state: sent }) => <SentPill state={sent} />,
    value: ({ state: sent }) => sent,
    width: 150,
    sortable: true,
  },
  textColumn<HarvestPlant>('problem', 'Problem', ({ problem }) => problem, { width: 240, card: 'text' }),
];
