import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf, NetworkError } from '../../providers/call/call-errors';
import { signIn } from '../../providers/session/auth';
import css from '../../shell/shell.module.css';
import { Button } from '../../ui/Button';

/** How long until the page tries again by itself. */
const AGAIN_MS = 5000;

/** Shown while redirecting to the provider, with what to do if it can't be reached; goes on by itself once it can. */
export function Leaving({ create = false }: { create?: boolean }) {
  const [params] = useSearchParams();
  const returnTo = params.get('returnTo');
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts it again
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const start = () =>
      signIn({ returnTo, create }).catch((error: unknown) => {
        setFailure(messageOf(error, new NetworkError().message));
        again = setTimeout(start, AGAIN_MS);
      });
    void start();
    return () => clearTimeout(again);
  }, [returnTo, create, attempt]);

  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>{create ? 'Sign up' : 'Sign in'}</h1>
        {failure ? (
          <>
            <p role="alert">{failure}</p>
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
