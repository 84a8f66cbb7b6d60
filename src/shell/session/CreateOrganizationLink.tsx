import { Link } from 'react-router';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';

/** The way to an organization, for somebody signed in without one. */
export function CreateOrganizationLink() {
  const state = useSessionState();
  if (state.status !== 'signed-in' || state.membership) return null;
  if (settings.signUp === 'closed' && !state.user.isSupport) return null;
  return (
    <Link className="v-button v-primary" to="/onboarding/organization">
      Create an organization
    </Link>
  );
}
