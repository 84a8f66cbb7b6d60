import { Link } from 'react-router';
import { pendingInvitation } from '../../providers/session/pending-invitation';
import css from '../shell.module.css';

/** Shown after signing out, with a button to sign in that leads back to where the person was. */
export function SignedOut({ returnTo, mayBeThere = false }: { returnTo?: string | null; mayBeThere?: boolean }) {
  const invitation = pendingInvitation();
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You’re signed out</h1>
        <p>No one is signed in to Verdant in this browser.</p>
        {mayBeThere && (
          <p>You may still be signed in at your sign-in provider. Sign out there too on a shared computer.</p>
        )}
        {invitation && (
          <Link className="v-button v-primary" to={invitation}>
            Open your invitation
          </Link>
        )}
        <Link
          className={invitation ? 'v-button' : 'v-button v-primary'}
          to={`/login?returnTo=${encodeURIComponent(returnTo ?? '/marketplace')}`}
        >
          Sign in
        </Link>
      </div>
    </div>
  );
}
