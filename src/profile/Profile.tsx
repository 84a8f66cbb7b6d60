import { Navigate } from 'react-router';

/** Settings are all there is to a profile so far. */
export default function Profile() {
  return <Navigate replace to="/profile/settings" />;
}
