import { PLAN_LABELS, PLAN_TYPES } from '../../domain/access/vocabulary';
import { support as calls, type SupportedOrganization } from '../../domain/support/contract';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCall } from '../providers/refine/use-call';
import { showSnack } from '../providers/snackbar';

const schema = calls.setPlan.body;
const options = PLAN_TYPES.map((value) => ({ value, label: PLAN_LABELS[value] }));

type Props = { org: SupportedOrganization; onChanged: () => void; onClose: () => void };

/** Gives an organization another plan, with a reason that its audit log keeps. */
export function PlanDialog({ org, onChanged, onClose }: Props) {
  const { run } = useCall(calls.setPlan);
  return (
    <Confirm
      title={`Plan of ${org.name}`}
      act="Change plan"
      tone="primary"
      values={{ plan: org.plan, reason: '' }}
      schema={schema}
      fields={[
        { name: 'plan', label: 'Plan', control: 'select', options, required: true },
        {
          name: 'reason',
          label: 'Reason',
          control: 'textarea',
          required: true,
          maxLength: 500,
          hint: 'Saved in the organization’s audit log. Include a ticket number.',
        },
      ]}
      run={(body) => run({ params: { id: org.id }, body })}
      onDone={({ name, plan }) => {
        showSnack({ status: 'success', message: `${name} is on the plan ${PLAN_LABELS[plan]}.` });
        onChanged();
      }}
      onClose={onClose}
    >
      <p>Its people can use what the plan includes at once. What it no longer includes stays, but can’t be changed.</p>
    </Confirm>
  );
}
