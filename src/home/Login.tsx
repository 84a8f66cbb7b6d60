import { Navigate, useSearchParams } from 'react-router';
import { safePath } from '../providers/auth';
import { useSessionState } from '../providers/session';
import { LoadingScreen } from '../shell/LoadingScreen';
import { Leaving } from './Leaving';

export default function Login() {
  const state = useSessionState();
  const [params] = useSearchParams();
  if (state.status === 'loading') return <LoadingScreen />;
  if (state.status === 'signed-in' && !state.hasEnded)
    return <Navigate replace to={safePath(params.get('returnTo')) ?? '/logged-in'} />;
  return <Leaving />;
}
