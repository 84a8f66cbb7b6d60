import { useState } from 'react';
import { session as calls } from '../../domain/session/contract';
import type { SignedInSession } from '../../domain/session/session';
import { usePersonOnly } from '../access/usePersonOnly';
import { WhyNot } from '../access/WhyNot';
import { signOut } from '../providers/auth';
import { messageOf } from '../providers/call-errors';
import { useCallQuery } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Pill } from '../ui/Pill';
import { dateHere, momentHere } from '../ui/reader-dates';
import { ErrorState, Skeleton } from '../ui/states';
import { EndSessions } from './EndSessions';
import css from './profile.module.css';

/** Every place one is signed in, this one marked, each to be ended. */
export function Sessions() {
  const sessions = useCallQuery(calls.sessions, {});
  const personOnly = usePersonOnly();
  const [ending, setEnding] = useState<readonly SignedInSession[] | null>(null);
  if (!sessions.data) {
    if (sessions.isError)
      return <ErrorState message={messageOf(sessions.error)} onRetry={() => void sessions.refetch()} />;
    return <Skeleton height="48px" />;
  }
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className={css.sessions}>
        {sessions.data.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                Signed in {momentHere(session.signedInAt)}{' '}
                {session.isCurrent && <Pill tone="positive">This session</Pill>}
              </p>
              <p className="muted">
                Last used {momentHere(session.lastUsedAt)}. Ends by itself {dateHere(session.expiresAt)}.
              </p>
            </div>
            <Button
              disabled={personOnly !== null}
              aria-label={`${session.isCurrent ? 'Sign out here' : 'End'}: signed in ${momentHere(session.signedInAt)}`}
              onClick={() => (session.isCurrent ? void signOut() : setEnding([session]))}
            >
              {session.isCurrent ? 'Sign out' : 'End'}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        {others.length > 0 ? (
          <Button tone="danger" disabled={personOnly !== null} onClick={() => setEnding(others)}>
            End all others
          </Button>
        ) : (
          <p className="muted">You are signed in nowhere else.</p>
        )}
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
      {ending && (
        <EndSessions sessions={ending} onDone={() => void sessions.refetch()} onClose={() => setEnding(null)} />
      )}
    </>
  );
}
