import type { SignedInSession } from '../../../domain/session/session';
import { Confirm } from '../../kit/form/questions/Confirm';
import { CallError } from '../../providers/call/call-errors';
import type { CallResult } from '../../providers/refine/use-call';
import { useResourceDelete } from '../../providers/refine/use-resource';
import { sessions as resource } from '../resource';

type Props = { sessions: readonly SignedInSession[]; onClose: () => void };

/** Asks before ending sessions, and says what that means. */
export function EndSessions({ sessions, onClose }: Props) {
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
      title={isOne ? 'End this session?' : `End ${sessions.length} other sessions?`}
      act={isOne ? 'End session' : 'End sessions'}
      run={end}
      success={isOne ? 'Session ended.' : `${sessions.length} sessions ended.`}
      onClose={onClose}
    >
      <p>Anyone using {isOne ? 'it' : 'them'} has to sign in again. If that wasn’t you, change your password too.</p>
    </Confirm>
  );
}
