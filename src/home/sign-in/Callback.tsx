import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { HOME } from '../../access/navigation';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { codeOf, isAccepting, pendingInvitation, saveInvitation } from '../../providers/session/pending-invitation';
import { completeSignIn, type SignInEnd } from '../../providers/session/provider-pages';
import { NOWHERE_ELSE } from '../../providers/session/safe-path';
import { showSnack } from '../../providers/snackbar';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import css from '../../shell/shell.module.css';
import { OtherAccount } from './OtherAccount';

/** Of the invitation's page that sign-in leads back to, in whatever browser. */
function keepInvitation(path: string): void {
  const { pathname, searchParams } = new URL(path, location.origin);
  if (isAccepting(pathname) && codeOf(searchParams)) saveInvitation(searchParams);
}

const TOO_LATE = 'It may have taken too long or started in another browser. Please sign in again.';

/** Where the provider redirects after sign-in. */
export default function Callback() {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const started = useRef(false);

  useEffect(() => {
    // The code in the address works only once.
    if (started.current) return;
    started.current = true;
    const goOn = (end: SignInEnd) => {
      if (end.kind === 'link') return navigate('/link-account', { replace: true, state: end });
      if (end.notice) showSnack({ status: 'info', message: end.notice, timeoutMs: null });
      const path = NOWHERE_ELSE.includes(end.path) ? (pendingInvitation() ?? HOME) : end.path;
      return navigate(path, { replace: true });
    };
    completeSignIn(keepInvitation).then(goOn, (failure: unknown) => setError(failure ?? new Error()));
  }, [navigate]);

  if (error === null) return <LoadingScreen />;
  const isRefused = error instanceof CallError && error.status === 403;
  return (
    <div className={css.cardPage}>
      <div className={css.card} role="alert">
        <p className={css.logo}>Verdant</p>
        <h1>{isRefused ? 'You can’t sign in yet' : 'Sign-in didn’t finish'}</h1>
        <p>{messageOf(error, TOO_LATE)}</p>
        <Link className="v-button v-primary" to="/login">
          {isRefused ? 'Sign in again' : 'Sign in'}
        </Link>
        {isRefused && <OtherAccount returnTo={null} />}
      </div>
    </div>
  );
}
