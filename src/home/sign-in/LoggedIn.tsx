import { Navigate } from 'react-router';
import { firstPath } from '../../access/navigation';
import { useCan } from '../../access/useCan';
import { useSession } from '../../providers/session';
import { useAppNavigation } from '../../shell/navigation/useAppNavigation';

/** The page after sign-in when none was requested: the marketplace, or the first app of people who can only sell. */
export default function LoggedIn() {
  const { sellerCompany, buyerCompany } = useSession();
  const { holds } = useCan();
  const buys = buyerCompany !== null && holds('write', 'PURCHASE_ORDERS');
  return <Navigate replace to={firstPath(useAppNavigation(), { sells: sellerCompany !== null, buys })} />;
}
