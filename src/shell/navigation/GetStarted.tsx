import { Link, useNavigate } from 'react-router';
import { session as sessionCalls } from '../../../domain/session/contract';
import { useCall } from '../../providers/refine/use-call';
import { useSessionState } from '../../providers/session';
import { userChanged } from '../../providers/session/session-store';
import { settings } from '../../providers/settings';
import { Icon } from '../../ui/Icon';
import css from '../shell.module.css';

/** For people without an organization: sign-up for visitors, onboarding for others. */
export function GetStarted({ className = css.app }: { className?: string | undefined }) {
  const state = useSessionState();
  const update = useCall(sessionCalls.updateMe);
  const navigate = useNavigate();
  if (state.status === 'signed-out' && settings.signUp !== 'open') return null;
  if (state.status === 'signed-out') {
    return (
      <Link className={className} to="/signup">
        <Icon name="check" />
        Get Started
      </Link>
    );
  }
  if (state.status !== 'signed-in' || state.membership) return null;
  const start = async () => {
    const result = await update.run({ body: { onboarded: false } });
    if (!result.ok) return;
    userChanged(result.value);
    void navigate('/onboarding');
  };
  return (
    <button type="button" className={className} aria-busy={update.isPending} onClick={start}>
      <Icon name="check" />
      Get Started
    </button>
  );
}
