import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import type { TrackingDifference } from '../../../../domain/inventory/reconciliation/difference';
import { typedAmount } from '../../../../domain/typed';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { messageOf } from '../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { Facts } from '../../../ui/Facts';
import { dateHere, today } from '../../../ui/reader-dates';

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
      success={`${label} now matches the tracking system.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      {kind === 'GONE' && <p>The package becomes inactive, and can’t be sold.</p>}
      <StockNote difference={difference} />
    </Confirm>
  );
}

/** Asks before what the tracking system refused leaves the inbox. */
export function NoteQuestion({ difference, onClose }: SettleProps) {
  const { run } = useCall(calls.note);
  const { id, label } = difference;
  return (
    <Confirm
      title="Mark it as noted?"
      act="Mark as noted"
      tone="primary"
      run={() => run({ params: { id } })}
      success={`${label}: noted.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      <p>Neither Verdant nor the tracking system has this change. If you still need it, make it again.</p>
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
          control: 'quantity',
          required: true,
          hint: 'What you counted. The difference closes once the tracking system matches.',
        },
      ]}
      run={(values) => run({ params: { id }, body: { quantity: typedAmount('quantity', values.quantity) } })}
      success={`${label} is corrected.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      <StockNote difference={difference} />
    </Confirm>
  );
}

/** Asks for the reason before the tracking system is told our figure. */
export function AdjustQuestion({ difference, onClose }: SettleProps) {
  const { id, label, ours, license } = difference;
  const reasons = useCallQuery(
    calls.adjustmentReasons,
    { params: { licenseId: license.id } },
    { waitsForKey: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const { run } = useCall(calls.adjust, { showsErrors: true });
  return (
    <Confirm<{ reason: string; date: string; note: string }>
      title="Adjust it in the tracking system?"
      act="Adjust theirs"
      tone="primary"
      values={{ reason: '', date: today(), note: '' }}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          control: 'select',
          options: reasons.data?.map((reason) => ({ value: reason, label: reason })),
          placeholder: 'Choose a reason',
          required: true,
        },
        { name: 'date', label: 'Adjusted on', control: 'date', isNative: true, required: true },
        { name: 'note', label: 'Note', maxLength: 200, hint: 'The tracking system keeps it with the adjustment.' },
      ]}
      whyNot={reasons.error ? messageOf(reasons.error) : null}
      run={(body) => run({ params: { id }, body })}
      success={`${label}: we’re sending ${ours} to the tracking system.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      <p>We send our figure to the tracking system. The difference closes once both match.</p>
    </Confirm>
  );
}

/** Asks a colleague about a difference. */
export function AskQuestion({ difference, onClose }: SettleProps) {
  const { id, label, asked } = difference;
  const colleagues = useCallQuery(calls.colleagues, { params: { id } });
  const { run } = useCall(calls.ask, { showsErrors: true });
  return (
    <Confirm<{ orgUserId: number | null; question: string }>
      title="Ask a colleague?"
      act="Ask"
      tone="primary"
      values={{ orgUserId: null, question: '' }}
      fields={[
        {
          name: 'orgUserId',
          label: 'Colleague',
          control: 'select',
          options: colleagues.data?.map((one) => ({ value: one.id, label: one.displayName })),
          placeholder: 'Choose a colleague',
          required: true,
        },
        {
          name: 'question',
          label: 'Question',
          control: 'textarea',
          maxLength: 1000,
          required: true,
          hint: 'They get it by email, and see it here.',
        },
      ]}
      whyNot={
        colleagues.error
          ? messageOf(colleagues.error)
          : colleagues.data?.length === 0
            ? 'Nobody else on your team can see this difference.'
            : null
      }
      run={({ orgUserId, question }) => run({ params: { id }, body: { orgUserId: orgUserId ?? 0, question } })}
      success={`Asked about ${label}.`}
      onClose={onClose}
    >
      <Sides difference={difference} />
      {asked && (
        <p className="v-hint">
          {asked.by} asked {asked.name} on {dateHere(asked.at)}: {asked.question}
        </p>
      )}
    </Confirm>
  );
}

const Sides = ({ difference: { itemName, ours, theirs } }: Pick<SettleProps, 'difference'>) => (
  <Facts layout="columns" facts={{ Item: itemName, Ours: ours, 'Tracking system': theirs }} />
);

const StockNote = ({ difference: { product } }: Pick<SettleProps, 'difference'>) =>
  product && <p className="v-hint">The stock of {product.name} follows, if it is the sum of its packages.</p>;
