import type { TrackingDifference } from '../../../domain/inventory/difference';
import { reconciliation as calls } from '../../../domain/inventory/reconciliation-contract';
import { Confirm } from '../../kit/form/Confirm';
import { useCall } from '../../providers/use-call';
import { Facts } from '../../ui/Facts';

type SettleProps = { difference: TrackingDifference; onClose: () => void };

/** Asks before the tracking system's word becomes ours. */
export function AcceptQuestion({ difference, onClose }: SettleProps) {
  const { run } = useCall(calls.accept);
  const { id, label, kind } = difference;
  return (
    <Confirm
      title="Accept the tracking system’s figure?"
      act="Accept theirs"
      tone="primary"
      run={() => run({ params: { id } })}
      success={`${label} is as the tracking system says.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      {kind === 'GONE' && <p>The package becomes inactive, and can’t be sold.</p>}
      <StockNote difference={difference} />
    </Confirm>
  );
}

/** Asks for the figure that was counted here. */
export function CorrectQuestion({ difference, onClose }: SettleProps) {
  const { run } = useCall(calls.correct);
  const { id, label, ours } = difference;
  const [quantity = '', unit = ''] = ours.split(' ');
  return (
    <Confirm<{ quantity: string }>
      title="Correct our figure?"
      act="Correct ours"
      tone="primary"
      values={{ quantity }}
      fields={[
        {
          name: 'quantity',
          label: `Quantity in ${unit}`,
          required: true,
          hint: 'What was counted. It’s settled once the tracking system says the same.',
        },
      ]}
      run={(values) => run({ params: { id }, body: values })}
      success={`${label} is corrected.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      <StockNote difference={difference} />
    </Confirm>
  );
}

const Sides = ({ difference: { itemName, ours, theirs } }: Pick<SettleProps, 'difference'>) => (
  <Facts layout="columns" facts={{ Item: itemName, Ours: ours, 'Tracking system': theirs }} />
);

const StockNote = ({ difference: { product } }: Pick<SettleProps, 'difference'>) =>
  product && <p className="v-hint">The stock of {product.name} follows, if it is the sum of its packages.</p>;
