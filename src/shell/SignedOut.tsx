import { Link } from 'react-router';
import { pendingInvitation } from '../providers/pending-invitation';
import css from './shell.module.css';

/** For whoever has just signed out: says so, with the way back in. */
export function SignedOut() {
  const invitation = pendingInvitation();
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You are signed out</h1>
        <p>In this browser nobody is signed in to Verdant any more.</p>
        {invitation && (
          <Link className="v-button v-primary" to={invitation}>
            Go on to your invitation
          </Link>
        )}
        <Link className={invitation ? 'v-button' : 'v-button v-primary'} to="/login?returnTo=/marketplace">
          Sign in
        </Link>
      </div>
    </div>
  );
}
