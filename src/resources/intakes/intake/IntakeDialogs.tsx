import { intakes as calls } from '../../../../domain/intakes/contract';
import type { IntakePackage } from '../../../../domain/intakes/intake';
import { formatAmount } from '../../../../domain/money';
import { counted } from '../../../../domain/text';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';

type Place = { licenseId: number; intakeId: number };

/** Lets packages in although their lab tests failed, are missing or expired, with the reason. */
export function OverruleDialog({
  params,
  labels,
  onClose,
}: {
  params: Place;
  labels: readonly string[];
  onClose: () => void;
}) {
  const overrule = useCall(calls.overrule, { showsErrors: true });
  return (
    <Confirm<{ why: string }>
      title={`Overrule the lab ${labels.length === 1 ? 'test' : 'tests'} of ${counted(labels.length, 'package')}?`}
      act="Overrule"
      fields={[{ name: 'why', label: 'Reason', required: true, maxLength: 300 }]}
      values={{ why: '' }}
      run={({ why }) => overrule.run({ params, body: { labels: [...labels], why } })}
      success="Overruled. It can be confirmed now."
      onClose={onClose}
    >
      <p>Your name and reason stay with the package. It still has to be confirmed.</p>
    </Confirm>
  );
}

/** Settles a count that differs from what was shipped. */
export function SettleDialog({ params, one, onClose }: { params: Place; one: IntakePackage; onClose: () => void }) {
  const settle = useCall(calls.settle, { showsErrors: true });
  const { label, unitOfMeasure: unit, shippedQuantity, countedQuantity, count } = one;
  return (
    <Confirm<{ quantity: string; why: string }>
      title="Settle the count"
      act="Settle"
      tone="primary"
      fields={[
        { name: 'quantity', label: `Quantity in ${unit}`, control: 'quantity', required: true },
        { name: 'why', label: 'Reason', required: true, maxLength: 300 },
      ]}
      values={{ quantity: countedQuantity ?? '', why: '' }}
      run={(body) => settle.run({ params: { ...params, label }, body })}
      success="Settled."
      onClose={onClose}
    >
      <p>
        {one.itemName}: {formatAmount(shippedQuantity ?? '0')} {unit} shipped, {formatAmount(countedQuantity ?? '0')}{' '}
        {unit} counted by {count?.by}.
      </p>
    </Confirm>
  );
}
