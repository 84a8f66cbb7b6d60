import { Link, Navigate } from 'react-router';
import { useSessionState } from '../providers/session';
import css from '../shell/shell.module.css';
import { pendingInvitation } from './pending-invitation';

export default function LoggedOut() {
  if (useSessionState().status === 'signed-in') return <Navigate replace to="/marketplace" />;
  const invitation = pendingInvitation();
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You’re signed out</h1>
        <p>No one is signed in to Verdant in this browser.</p>
        {invitation && (
          <Link className="v-button v-primary" to={invitation}>
            Open your invitation
          </Link>
        )}
        <Link className={invitation ? 'v-button' : 'v-button v-primary'} to="/login?returnTo=/marketplace">
          Sign in
        </Link>
      </div>
    </div>
  );
}
