import { Navigate } from 'react-router';

/** Where signing in leads when no page was asked for. */
export default function LoggedIn() {
  return <Navigate replace to="/marketplace" />;
}
