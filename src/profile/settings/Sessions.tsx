import { useState } from 'react';
import type { SignedInSession } from '../../../domain/session/session';
import { counted } from '../../../domain/text';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { QueryState } from '../../kit/form/QueryState';
import { Confirm } from '../../kit/form/questions/Confirm';
import { CallError } from '../../providers/call/call-errors';
import type { CallResult } from '../../providers/refine/use-call';
import { useResourceDelete, useResourceList } from '../../providers/refine/use-resource';
import { useSignOut } from '../../shell/session/useSignOut';
import { Button } from '../../ui/Button';
import { Pill } from '../../ui/Pill';
import { dateHere, momentHere } from '../../ui/reader-dates';
import css from '../profile.module.css';
import { sessions as resource } from '../resource';

/** The person's sessions, the current one marked, each with a button to end it. */
export function Sessions() {
  const [ending, setEnding] = useState<readonly SignedInSession[] | null>(null);
  // Several end one by one; the list is refetched once, when the dialog closes.
  const { query } = useResourceList(resource, { enabled: ending === null });
  return (
    <>
      <QueryState query={query}>{({ data }) => <SessionList sessions={data} onEnd={setEnding} />}</QueryState>
      {ending && <EndSessions sessions={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

type SessionListProps = { sessions: readonly SignedInSession[]; onEnd: (chosen: readonly SignedInSession[]) => void };

function SessionList({ sessions, onEnd }: SessionListProps) {
  const personOnly = usePersonOnly();
  const signOut = useSignOut();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                <strong>{session.device ?? 'Unknown device'}</strong>{' '}
                {session.isCurrent && <Pill tone="positive">This session</Pill>}
              </p>
              <p className="muted">
                Signed in {momentHere(session.signedInAt)}. Last used {momentHere(session.lastUsedAt)}. Expires{' '}
                {dateHere(session.expiresAt)}.
              </p>
            </div>
            <Button
              disabled={personOnly !== null}
              aria-label={`${session.isCurrent ? 'Sign out here' : 'End'}: ${session.device ?? 'unknown device'}, signed in ${momentHere(session.signedInAt)}`}
              onClick={() => (session.isCurrent ? void signOut() : onEnd([session]))}
            >
              {session.isCurrent ? 'Sign out' : 'End'}
            </Button>
          </li>
        ))}
      </ul>
      <div className={css.acts}>
        {others.length > 0 ? (
          <Button tone="danger" disabled={personOnly !== null} onClick={() => onEnd(others)}>
            End all other sessions
          </Button>
        ) : (
          <p className="muted">You’re not signed in anywhere else.</p>
        )}
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
    </>
  );
}

type Props = { sessions: readonly SignedInSession[]; onClose: () => void };

/** Asks before ending sessions, and says what that means. */
function EndSessions({ sessions, onClose }: Props) {
  const { run } = useResourceDelete(resource, { showsErrors: true });
  const isOne = sessions.length === 1;
  const end = async (): Promise<CallResult<null>> => {
    for (const { id } of sessions) {
      const result = await run(id);
      // A session that has already ended counts as success.
      if (!result.ok && !(result.error instanceof CallError && result.error.status === 404)) return result;
    }
    return { ok: true, value: null };
  };
  return (
    <Confirm
      title={isOne ? 'End this session?' : `End ${counted(sessions.length, 'other session')}?`}
      act={isOne ? 'End session' : 'End sessions'}
      run={end}
      success={isOne ? 'Session ended.' : `${counted(sessions.length, 'session')} ended.`}
      onClose={onClose}
    >
      <p>Anyone using {isOne ? 'it' : 'them'} has to sign in again. If that wasn’t you, change your password too.</p>
    </Confirm>
  );
}
