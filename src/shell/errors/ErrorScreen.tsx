import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { useSessionState } from '../../providers/session';
import { signOut } from '../../providers/session/auth';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import css from '../shell.module.css';
import { useTitle } from '../useTitle';

export type ErrorScreenProps = {
  /** An HTTP status; 500 by default. */
  status?: number;
  message?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Where else to go on from here. */
  other?: { label: string; to: string } | undefined;
};

/** Shown instead of a page that is missing or failed. */
export function ErrorScreen({ status = 500, message, onRetry, other }: ErrorScreenProps) {
  const isSignedIn = useSessionState().status === 'signed-in';
  const title = status === 404 ? 'Page Not Found' : "Sorry, something went wrong.  It's us, not you.";
  useTitle(status === 404 ? title : 'Something went wrong');
  return (
    <section className={css.error} data-status={status}>
      <Icon name={status === 404 ? 'search' : 'warning'} size={36} />
      <h1 tabIndex={-1}>{title}</h1>
      {message && <p>{message}</p>}
      <div className={css.errorActions}>
        {onRetry && (
          <Button tone="primary" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
        {other && (
          <Link className="v-button" to={other.to}>
            {other.label}
          </Link>
        )}
        <Link className="v-button" to={isSignedIn ? '/marketplace' : '/'}>
          Back
        </Link>
        {isSignedIn && (
          <Button tone="quiet" onClick={() => void signOut()}>
            Sign out{' '}
          </Button>
        )}
      </div>
    </section>
  );
}

const SOON_MS = 5000;

/** No connection: says so, and retries as soon as the browser is online. With what else `says` is missing, every few seconds. */
export function Unreachable({ onRetry, says }: { onRetry: () => void; says?: string | undefined }) {
  const title = says ? 'We can’t sign you in now' : navigator.onLine ? 'We can’t reach Verdant.' : 'You’re offline';
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const back = () => retry();
    addEventListener('online', back);
    const again = says ? setInterval(back, SOON_MS) : undefined;
    return () => {
      removeEventListener('online', back);
      clearInterval(again);
    };
  }, [says]);
  useTitle(title);
  return (
    <section className={css.error} data-theme="dark">
      <h1 tabIndex={-1}>{title}</h1>
      <p>{says ?? 'Check your connection. This page comes back as soon as you’re online.'}</p>
      <div className={css.errorActions}>
        <Button tone="primary" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </section>
  );
}
