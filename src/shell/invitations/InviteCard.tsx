import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { howToCome } from '../../../domain/session/sign-up';
import { usePersonOnly } from '../../access/useCan';
import { useSessionState } from '../../providers/session';
import { signIn } from '../../providers/session/auth';
import { dropInvitation, saveInvitation } from '../../providers/session/pending-invitation';
import { settings } from '../../providers/settings';
import { reportError } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { useSignOut } from '../session/useSignOut';
import shell from '../shell.module.css';
import css from './InviteCard.module.css';

/** A message card, ending with a link that ignores the invitation. */
export function InviteCard({ title, children }: { title: string; children: ReactNode }) {
  const isSignedIn = useSessionState().status === 'signed-in';
  return (
    <div className={shell.cardPage}>
      <div className={`${shell.card} ${css.invite}`}>
        <p className={shell.logo}>Verdant</p>
        <h1>{title}</h1>
        {children}
        <Link to={isSignedIn ? '/marketplace' : '/'} onClick={dropInvitation}>
          {isSignedIn ? 'Go to the marketplace' : 'Go to the home page'}
        </Link>
      </div>
    </div>
  );
}

/** For an unknown, replaced or cancelled code. */
export function UnknownCode() {
  return (
    <InviteCard title="We can’t find this invitation">
      <p role="alert">The link may be incomplete, replaced or cancelled.</p>
      <p>Use the latest email, or ask the person who invited you to resend it.</p>
    </InviteCard>
  );
}

/** What somebody without an account does. */
export const IF_NEW =
  settings.signUp === 'closed' ? howToCome(settings.signUp, settings.supportEmail) : 'New to Verdant? Get Started.';

type WaysInProps = { email: string | undefined; isNew?: boolean };

/** Sign in or sign up with the invited email, then return here. */
export function WaysIn({ email, isNew: mayBeNew = true }: WaysInProps) {
  const isNew = mayBeNew && settings.signUp !== 'closed';
  const go = (create: boolean) => {
    const returnTo = location.pathname + location.search;
    signIn({ returnTo, create, email }).catch(() => reportError(null, 'We can’t reach the sign-in page. Try again.'));
  };
  return (
    <div className={css.inviteActions}>
      {isNew && (
        <Button tone="primary" onClick={() => go(true)}>
          Get Started
        </Button>
      )}
      <Button tone={isNew ? 'plain' : 'primary'} onClick={() => go(false)}>
        Sign in
      </Button>
    </div>
  );
}

/** For an invitation to another email than the one signed in with. */
export function WrongAccount({ email, invitedEmail }: { email: string; invitedEmail: string }) {
  const personOnly = usePersonOnly();
  const signOut = useSignOut();
  const leave = () => {
    saveInvitation(new URLSearchParams(location.search));
    void signOut({ keepsInvitation: true });
  };
  return (
    <>
      <p role="alert">
        You’re signed in as {email}. To accept, sign out and sign in as {invitedEmail}.
      </p>
      <Button tone="primary" disabled={personOnly !== null} onClick={leave}>
        Sign out
      </Button>
    </>
  );
}
