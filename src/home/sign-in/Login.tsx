import { Navigate, useSearchParams } from 'react-router';
import { useSessionState } from '../../providers/session';
import { safePath } from '../../providers/session/safe-path';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { Leaving } from './Leaving';

export default function Login() {
  const state = useSessionState();
  const [params] = useSearchParams();
  if (state.status === 'loading') return <LoadingScreen />;
  if (state.status === 'signed-in' && !state.hasEnded)
    return <Navigate replace to={safePath(params.get('returnTo')) ?? '/logged-in'} />;
  return <Leaving />;
}
