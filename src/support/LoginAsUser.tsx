import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { HOME } from '../access/navigation';
import { saveTemporaryToken } from '../providers/call/tokens';
import { useSession } from '../providers/session';
import { LoadingScreen } from '../shell/errors/LoadingScreen';
import { Button } from '../ui/Button';
import { PageFrame } from '../ui/PageFrame';
import { EmptyState } from '../ui/states';

/** Passed within the app, never in an address, which logs and history would keep. */
export type HandedToken = { token: string };

/** Restarts the app with the temporary token. */
export default function LoginAsUser() {
  const navigate = useNavigate();
  const { user } = useSession();
  const { state } = useLocation();
  const token = (state as Partial<HandedToken> | null)?.token;
  useEffect(() => {
    if (!token || !user.isSupport) return;
    saveTemporaryToken(token);
    location.replace(HOME);
  }, [token, user.isSupport]);
  if (token && user.isSupport) return <LoadingScreen />;
  return (
    <PageFrame title="Acting for someone">
      <EmptyState
        icon="user"
        title="Start in the support console"
        hint="Only Verdant support staff can do this."
        action={user.isSupport && <Button onClick={() => void navigate('/support')}>Go to the support console</Button>}
      />
    </PageFrame>
  );
}
