import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { session as sessionCalls } from '../../domain/session/contract';
import { FormSheet } from '../kit/form/FormSheet';
import { useCallForm } from '../kit/form/useRecordForm';
import { useSession } from '../providers/session';
import { safePath } from '../providers/session/safe-path';
import { userChanged } from '../providers/session/session-store';
import { OpenInvitations } from '../resources/team/OpenInvitations';
import shell from '../shell/shell.module.css';
import css from './onboarding.module.css';

/** After sign-up: the name colleagues and trading partners see, then an organization to join or create. */
export default function Onboarding() {
  const { user, membership } = useSession();
  const { onboarded, firstName, lastName } = user;
  const [params] = useSearchParams();
  const returnTo = safePath(params.get('returnTo')) ?? '/marketplace';
  const next = membership ? returnTo : `/onboarding/organization?${new URLSearchParams({ returnTo })}`;
  const navigate = useNavigate();
  const form = useCallForm<typeof sessionCalls.updateMe, { firstName: string; lastName: string }>(
    sessionCalls.updateMe,
    {
      values: { firstName, lastName },
      body: (names) => ({ ...names, onboarded: true }),
      onSaved: (saved) => {
        userChanged(saved);
        void navigate(next, { replace: true });
      },
    },
  );
  if (onboarded) return <Navigate replace to={next} />;
  return (
    <div className={`${shell.cardPage} ${css.onboarding}`}>
      <OpenInvitations />
      <FormSheet
        form={form}
        className={`${shell.card} ${css.onboardingCard}`}
        save="Done"
        always
        intro={
          <>
            <p className={shell.logo}>Verdant</p>
            <h1>Welcome. What is your name?</h1>
            <p>Your team and trading partners see it.</p>
          </>
        }
        fields={[
          { name: 'firstName', label: 'First name', required: true, autoComplete: 'given-name' },
          { name: 'lastName', label: 'Last name', required: true, autoComplete: 'family-name' },
        ]}
      />
    </div>
  );
}
