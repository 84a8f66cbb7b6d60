import { Navigate } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { Leaving } from './Leaving';
import { SignUpClosed } from './SignUpClosed';

export default function SignUp() {
  const { status } = useSessionState();
  if (status === 'loading') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate replace to="/logged-in" />;
  return settings.signUp === 'closed' ? <SignUpClosed /> : <Leaving create />;
}
