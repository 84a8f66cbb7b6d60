import { Navigate } from 'react-router';

/** The profile only has settings so far. */
export default function Profile() {
  return <Navigate replace to="/profile/settings" />;
}
