import { wholesaleDesk as calls, type Side, type WholesaleConflict } from '../../../../domain/wholesale/desk-contract';
import { fieldLabel } from '../../../../domain/wholesale/owners';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Facts } from '../../../ui/Facts';

type SettleProps = {
  conflict: WholesaleConflict;
  choice: Side;
  onSettled: (always: boolean) => void;
  onClose: () => void;
};

const ACTS: Record<Side, { act: string; said: (name: string) => string }> = {
  OURS: { act: 'Keep ours', said: (name) => `We’re sending our value of ${name} to the wholesale marketplace.` },
  THEIRS: { act: 'Take theirs', said: (name) => `${name} gets the wholesale marketplace’s value.` },
};

/** Shows both values and what was agreed last, before one replaces the other. */
export function SettleQuestion({ conflict, choice, onSettled, onClose }: SettleProps) {
  const { run } = useCall(calls.settle, { showsErrors: true });
  const { id, kind, field, name, ours, agreed, theirs } = conflict;
  const label = fieldLabel(kind, field);
  const isOurs = choice === 'OURS';
  const facts = { Ours: ours || 'Empty', 'Last agreed': agreed || 'Empty', Theirs: theirs || 'Empty' };
  return (
    <Confirm<{ always: boolean }>
      title={`${label} of ${name}`}
      act={ACTS[choice].act}
      tone="primary"
      values={{ always: false }}
      fields={[
        {
          name: 'always',
          label: isOurs
            ? `Always keep ours for ${label.toLowerCase()}`
            : `Always take theirs for ${label.toLowerCase()}`,
          control: 'checkbox',
        },
      ]}
      run={async ({ always }) => {
        const result = await run({ params: { id }, body: { choice, seen: { ours, theirs }, always } });
        if (result.ok) onSettled(always);
        return result;
      }}
      success={ACTS[choice].said(name)}
      onClose={onClose}
    >
      <Facts layout="stacked" facts={facts} />
      <p>
        {isOurs ? 'Our value replaces theirs in the wholesale marketplace.' : 'Their value replaces ours in Verdant.'}
      </p>
    </Confirm>
  );
}

type RuleProps = Pick<SettleProps, 'conflict' | 'choice' | 'onClose'> & { syncId: number };

/** Offered once a field was settled the same way twice. */
export function RuleQuestion({ syncId, conflict: { kind, field }, choice, onClose }: RuleProps) {
  const { run } = useCall(calls.setRule, { showsErrors: true });
  const orgId = useSession().scope?.orgId ?? 0;
  const label = fieldLabel(kind, field).toLowerCase();
  return (
    <Confirm
      title={choice === 'OURS' ? `Always keep ours for ${label}?` : `Always take theirs for ${label}?`}
      act={choice === 'OURS' ? 'Always keep ours' : 'Always take theirs'}
      tone="primary"
      cancel="Keep asking"
      run={() => run({ params: { orgId, id: syncId }, body: { kind, field, owner: choice } })}
      success={`From now on ${choice === 'OURS' ? 'Verdant' : 'the wholesale marketplace'} decides ${label}.`}
      onClose={onClose}
    >
      <p>
        You settled it the same way twice. Open conflicts of {label} are settled so, too. You can change it again under
        Sync health.
      </p>
    </Confirm>
  );
}
