import { Navigate, useLocation } from 'react-router';

/** Leads from the log's former address to the present one, with the filters of the link. */
export default function Moved() {
  const { search } = useLocation();
  return <Navigate replace to={`/account/history${search}`} />;
}
