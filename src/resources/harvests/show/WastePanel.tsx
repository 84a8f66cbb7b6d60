import { useState } from 'react';
import { shortDay } from '../../../../domain/dates';
import { harvests as calls } from '../../../../domain/harvests/contract';
import { type Harvest, type HarvestWaste, WEIGHT_UNITS } from '../../../../domain/harvests/harvest';
import { whyNotRemoveWaste, whyNotTake } from '../../../../domain/harvests/offered';
import { formatAmount } from '../../../../domain/money';
import { typedAmount } from '../../../../domain/typed';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button, IconButton } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazy';
import { today } from '../../../ui/reader-dates';
import { SentPill } from '../HarvestPills';
import css from '../harvests.module.css';
import { untilText, weightText } from '../harvests.text';

const RemoveWaste = lazyDialog(async () => (await import('../HarvestDialogs')).RemoveWaste);

type PanelProps = { harvest: Harvest; whyNot: string | null };

/** The waste of a harvest. */
export function WastePanel({ harvest, whyNot }: PanelProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<HarvestWaste | null>(null);
  const noAdd = whyNot ?? whyNotTake(harvest);
  const now = new Date();
  return (
    <Panel
      title="Waste"
      actions={
        <Button icon="plus" disabled={noAdd !== null} title={noAdd ?? undefined} onClick={() => setAdding(true)}>
          Record waste
        </Button>
      }
    >
      {noAdd !== null && <p className="v-hint">{noAdd}</p>}
      {harvest.waste.length === 0 ? (
        noAdd === null && (
          <p className="v-hint">No waste yet. Record it the day it arises: stems, leaves, root balls.</p>
        )
      ) : (
        <ul className={css.list} aria-label="Waste of this harvest">
          {harvest.waste.map((one) => (
            <li key={one.id}>
              <span className={css.what}>
                <b>{one.wasteType}</b>
                <span className="v-hint">{shortDay(one.wasteDate)}</span>
                {one.state === 'SENT' && (
                  <span className="v-hint">
                    {whyNotRemoveWaste(harvest, one, now) ?? `Can be deleted${untilText(harvest, one.recorded)}.`}
                  </span>
                )}
              </span>
              <SentPill state={one.state} />
              <span className={css.amount}>
                {formatAmount(one.wasteWeight)} {one.unitOfMeasureAbbreviation}
              </span>
              {(whyNot ?? whyNotRemoveWaste(harvest, one, now)) === null && (
                <IconButton
                  icon="trash"
                  label={`Delete ${formatAmount(one.wasteWeight)} ${one.unitOfMeasureAbbreviation} of ${one.wasteType}`}
                  onClick={() => setRemoved(one)}
                />
              )}
              {one.problem && <span className={css.problem}>{one.problem}</span>}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <WasteDialog harvest={harvest} onClose={() => setAdding(false)} />}
      {removed && <RemoveWaste.Part harvest={harvest} one={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  );
}

function WasteDialog({ harvest, onClose }: { harvest: Harvest; onClose: () => void }) {
  const params = { id: harvest.id };
  const types = useCallQuery(calls.wasteTypes, { params }, { waitsForKey: true });
  const form = useCallForm(calls.addWaste, {
    params,
    values: {
      wasteType: '',
      wasteWeight: '',
      unitOfMeasureAbbreviation: harvest.defaultUnitOfMeasureAbbreviation,
      wasteDate: today(),
    },
    body: ({ wasteWeight, ...rest }) => ({ ...rest, wasteWeight: typedAmount('quantity', wasteWeight) }),
    success: 'Waste recorded.',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Record waste"
      save="Record waste"
      onClose={onClose}
      intro={<p className="v-hint">{weightText(harvest, harvest.balance.current)} left of this harvest.</p>}
      fields={[
        {
          name: 'wasteType',
          label: 'Type of waste',
          control: 'select',
          options: types.data?.map(({ name }) => ({ value: name, label: name })),
          placeholder: types.data ? 'Choose a type' : 'Loading…',
          required: true,
        },
        { name: 'wasteWeight', label: 'Weight', control: 'quantity', required: true, half: true },
        {
          name: 'unitOfMeasureAbbreviation',
          label: 'Unit',
          control: 'select',
          options: WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
          required: true,
          half: true,
        },
        { name: 'wasteDate', label: 'Date', control: 'date', isNative: true, required: true },
      ]}
    />
  );
}
