import { Navigate } from 'react-router';

/** The page after sign-in when none was requested. */
export default function LoggedIn() {
  return <Navigate replace to="/marketplace" />;
}
