import { Navigate } from 'react-router';
import { useSessionState } from '../../providers/session';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { Leaving } from './Leaving';

export default function SignUp() {
  const { status } = useSessionState();
  if (status === 'loading') return <LoadingScreen />;
  return status === 'signed-in' ? <Navigate replace to="/logged-in" /> : <Leaving create />;
}
