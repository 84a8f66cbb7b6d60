import { harvests as calls } from '../../../../domain/harvests/contract';
import { type Harvest, type HarvestPlant, WEIGHT_UNITS } from '../../../../domain/harvests/harvest';
import { typedAmount } from '../../../../domain/typed';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';

type WeightProps = { harvest: Harvest; plant: HarvestPlant; onClose: () => void };

/** A plant's weight as somebody types it, in any unit. */
export function WeightDialog({ harvest, plant, onClose }: WeightProps) {
  const form = useCallForm(calls.updatePlant, {
    params: { id: harvest.id, plantId: plant.id },
    values: { weight: plant.weight ?? '', unitOfMeasureAbbreviation: plant.unitOfMeasureAbbreviation },
    body: ({ weight, ...rest }) => ({ ...rest, weight: typedAmount('quantity', weight) }),
    draft: false,
    success: `Weight of ${plant.label} saved.`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Weight of ${plant.label}`}
      save="Save weight"
      asksFirst={false}
      onClose={onClose}
      intro={
        plant.origin === 'DISTRIBUTED' && <p className="v-hint">It has a distributed weight, which yours replaces.</p>
      }
      fields={[
        { name: 'weight', label: 'Weight', control: 'quantity', required: true, half: true },
        {
          name: 'unitOfMeasureAbbreviation',
          label: 'Unit',
          control: 'select',
          options: WEIGHT_UNITS.map((unit) => ({ value: unit, label: unit })),
          required: true,
          half: true,
        },
      ]}
    />
  );
}
