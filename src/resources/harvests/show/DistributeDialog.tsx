import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest } from '../../../../domain/harvests/harvest';
import { counted } from '../../../../domain/text';
import { typedAmount } from '../../../../domain/typed';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';
import css from '../harvests.module.css';
import { weightText } from '../harvests.text';

/** Shares a total weight among the plants that weren't weighed. */
export function DistributeDialog({ harvest, onClose }: { harvest: Harvest; onClose: () => void }) {
  const { plantCount, weighedCount, balance, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const form = useCallForm(calls.distributeWeights, {
    params: { id: harvest.id },
    values: { desiredTotal: '', maxVarianceFromMean: '' },
    body: ({ desiredTotal, maxVarianceFromMean }) => ({
      desiredTotal: typedAmount('quantity', desiredTotal),
      maxVarianceFromMean: typedAmount('quantity', maxVarianceFromMean),
    }),
    draft: false,
    success: 'Weights distributed.',
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Distribute weights"
      save="Distribute weights"
      asksFirst={false}
      onClose={onClose}
      intro={
        <>
          <p>
            {counted(plantCount - weighedCount, 'plant has', 'plants have')} no weight.{' '}
            {weighedCount > 0 &&
              `The others weigh ${weightText(harvest, balance.wet)} together and keep their weights.`}
          </p>
          <p className={css.warnings}>
            Distributed weights are estimates. Inspectors weigh plants against them and ask how you got them, and most
            states want each plant weighed. They stay marked as distributed.
          </p>
        </>
      }
      fields={[
        {
          name: 'desiredTotal',
          label: `Total weight in ${unit}`,
          control: 'quantity',
          required: true,
          hint: 'Of the whole harvest, with the plants weighed already.',
        },
        {
          name: 'maxVarianceFromMean',
          label: `Most a plant may differ from the average, in ${unit}`,
          control: 'quantity',
          required: true,
        },
      ]}
    />
  );
}
