import { useNavigate } from 'react-router';
import { nameOf } from '../../domain/session/account';
import { support as calls, IMPERSONATION_MINUTES, type SupportedUser } from '../../domain/support/contract';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCall } from '../providers/refine/use-call';
import type { HandedToken } from './LoginAsUser';

const schema = calls.impersonate.body.pick({ reason: true });

/** Asks for a reason before acting for someone; it is saved in the audit log. */
export function ReasonDialog({ user, onClose }: { user: SupportedUser; onClose: () => void }) {
  const navigate = useNavigate();
  const { run } = useCall(calls.impersonate, { showsErrors: true });
  const name = nameOf(user);
  return (
    <Confirm
      title={`Act for ${name}?`}
      act={`Act for ${name}`}
      tone="primary"
      values={{ reason: '' }}
      schema={schema}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          control: 'textarea',
          required: true,
          maxLength: 500,
          hint: 'Saved in the audit log. Include a ticket number.',
        },
      ]}
      run={({ reason }) => run({ body: { userId: user.id, reason } })}
      onDone={({ token }) => {
        const state: HandedToken = { token };
        void navigate('/login-as-user', { replace: true, state });
      }}
      staysOpen
      onClose={onClose}
    >
      <p>
        In this tab, you see and do what {name} can for up to {IMPERSONATION_MINUTES} minutes. Every change names you
        both. You can’t change {name}’s password, answer their invitations or do anything else only they can do.
      </p>
    </Confirm>
  );
}
