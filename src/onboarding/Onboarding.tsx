import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { session as sessionCalls } from '../../domain/session/contract';
import { FormSheet } from '../kit/form/FormSheet';
import { useCallForm } from '../kit/form/useRecordForm';
import { useCall } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { safePath } from '../providers/session/safe-path';
import { userChanged } from '../providers/session/session-store';
import { OpenInvitations } from '../resources/team/OpenInvitations';
import { LoadingScreen } from '../shell/errors/LoadingScreen';
import shell from '../shell/shell.module.css';
import css from './onboarding.module.css';

/** After sign-up: the name colleagues and trading partners see, unless it is known, then an organization to join or create. */
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
  const isNamed = useKnownName();
  if (onboarded) return <Navigate replace to={next} />;
  if (isNamed) return <LoadingScreen />;
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

/** Whether the person said their name already, as at sign-up: it isn't asked again. False once that can't be stored. */
function useKnownName(): boolean {
  const { onboarded, firstName, lastName } = useSession().user;
  const isKnown = firstName !== '' && lastName !== '' && !onboarded;
  const isSent = useRef(false);
  const { run, error } = useCall(sessionCalls.updateMe, { showsErrors: true });
  useEffect(() => {
    if (!isKnown || isSent.current) return;
    isSent.current = true;
    void run({ body: { onboarded: true } }).then((saved) => saved.ok && userChanged(saved.value));
  }, [isKnown, run]);
  return isKnown && error === null;
}
