import { useNavigate } from 'react-router';
import { session as sessionCalls } from '../../domain/session/contract';
import { useSession } from '../providers/session';
import { userChanged } from '../providers/session-store';
import { useCall } from '../providers/use-call';
import { Icon } from '../ui/Icon';

/** For somebody who belongs to no organisation yet: back to where joining begins. */
export function GetStarted() {
  const { membership } = useSession();
  const update = useCall(sessionCalls.updateMe);
  const navigate = useNavigate();
  if (membership) return null;
  const start = async () => {
    const result = await update.run({ body: { onboarded: false } });
    if (!result.ok) return;
    userChanged(result.value);
    void navigate('/onboarding');
  };
  return (
    <button type="button" className="s-app" aria-busy={update.isPending} onClick={start}>
      <Icon name="check" />
      Get Started
    </button>
  );
}
