import { useState } from 'react';
import { session as calls } from '../../domain/session/contract';
import type { SignedInSession } from '../../domain/session/session';
import { usePersonOnly } from '../access/usePersonOnly';
import { WhyNot } from '../access/WhyNot';
import { QueryState } from '../kit/form/QueryState';
import { signOut } from '../providers/auth';
import { useCallQuery } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Pill } from '../ui/Pill';
import { dateHere, momentHere } from '../ui/reader-dates';
import { EndSessions } from './EndSessions';
import css from './profile.module.css';

/** Every place one is signed in, this one marked, each to be ended. */
export function Sessions() {
  const query = useCallQuery(calls.sessions, {});
  return (
    <QueryState query={query}>
      {(sessions) => <SessionList sessions={sessions} reread={() => void query.refetch()} />}
    </QueryState>
  );
}

type SessionListProps = { sessions: readonly SignedInSession[]; reread: () => void };

function SessionList({ sessions, reread }: SessionListProps) {
  const personOnly = usePersonOnly();
  const [ending, setEnding] = useState<readonly SignedInSession[] | null>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                Signed in {momentHere(session.signedInAt)}{' '}
                {session.isCurrent && <Pill tone="positive">This session</Pill>}
              </p>
              <p className="muted">
                Last used {momentHere(session.lastUsedAt)}. Expires {dateHere(session.expiresAt)}.
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
      {ending && <EndSessions sessions={ending} onDone={reread} onClose={() => setEnding(null)} />}
    </>
  );
}
