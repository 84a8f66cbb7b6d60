import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NetworkError } from '../../providers/call/call-errors';
import { signIn } from '../../providers/session/auth';
import css from '../../shell/shell.module.css';
import { Button } from '../../ui/Button';

/** Shown while redirecting to the provider, with what to do if it can't be reached. */
export function Leaving({ create = false }: { create?: boolean }) {
  const [params] = useSearchParams();
  const returnTo = params.get('returnTo');
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it again
  useEffect(() => {
    setFailed(false);
    signIn({ returnTo, create }).catch(() => setFailed(true));
  }, [returnTo, create, attempt]);

  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>{create ? 'Sign up' : 'Sign in'}</h1>
        {failed ? (
          <>
            <p role="alert">{new NetworkError().message}</p>
            <Button tone="primary" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
            <Link to="/">Back to the home page</Link>
          </>
        ) : (
          <p role="status">Opening the sign-in page…</p>
        )}
      </div>
    </div>
  );
}
