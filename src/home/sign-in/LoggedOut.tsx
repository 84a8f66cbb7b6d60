import { Navigate } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { SignedOut } from '../../shell/session/SignedOut';

export default function LoggedOut() {
  return useSessionState().status === 'signed-in' ? (
    <Navigate replace to="/marketplace" />
  ) : (
    <SignedOut mayBeThere={settings.signsInOutside} />
  );
}
