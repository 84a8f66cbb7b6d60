import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { completeSignIn, NOWHERE_ELSE } from '../../providers/session/auth';
import { codeOf, isAccepting, pendingInvitation, saveInvitation } from '../../providers/session/pending-invitation';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import css from '../../shell/shell.module.css';

/** Of the invitation's page that sign-in leads back to, in whatever browser. */
function keepInvitation(path: string): void {
  const { pathname, searchParams } = new URL(path, location.origin);
  if (isAccepting(pathname) && codeOf(searchParams)) saveInvitation(searchParams);
}

/** Where the provider redirects after sign-in. */
export default function Callback() {
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const started = useRef(false);

  useEffect(() => {
    // The code in the address works only once.
    if (started.current) return;
    started.current = true;
    completeSignIn(keepInvitation).then(
      (path) => navigate((NOWHERE_ELSE.includes(path) && pendingInvitation()) || path, { replace: true }),
      () => setFailed(true),
    );
  }, [navigate]);

  if (!failed) return <LoadingScreen />;
  return (
    <div className={css.cardPage}>
      <div className={css.card} role="alert">
        <p className={css.logo}>Verdant</p>
        <h1>Sign-in didn’t finish</h1>
        <p>It may have taken too long or started in another browser. Please sign in again.</p>
        <Link className="v-button v-primary" to="/login">
          Sign in
        </Link>
      </div>
    </div>
  );
}
