import { useState } from 'react';
import { session as calls } from '../../domain/session/contract';
import type { SignedInSession } from '../../domain/session/session';
import { CallError, messageOf } from '../providers/call-errors';
import { showSnack } from '../providers/snackbar';
import { useCall } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldError } from '../ui/Field';

type Props = { sessions: readonly SignedInSession[]; onDone: () => void; onClose: () => void };

/** Asks before other places are signed out, and says what that means there. */
export function EndSessions({ sessions, onDone, onClose }: Props) {
  const { run, isPending } = useCall(calls.endSession, { showsErrors: true });
  const [failure, setFailure] = useState<string | null>(null);
  const isOne = sessions.length === 1;
  const end = async () => {
    setFailure(null);
    for (const { id } of sessions) {
      const result = await run({ params: { sessionId: id } });
      // One that is over already is what was asked for.
      if (!result.ok && !(result.error instanceof CallError && result.error.status === 404)) {
        onDone();
        return setFailure(messageOf(result.error));
      }
    }
    showSnack({
      status: 'success',
      message: isOne ? 'The session is ended.' : `${sessions.length} sessions are ended.`,
    });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={isOne ? 'End this session?' : `End ${sessions.length} other sessions?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="danger" busy={isPending} onClick={() => void end()}>
            {isOne ? 'End session' : 'End them'}
          </Button>
        </>
      }
    >
      <p>
        Whoever uses {isOne ? 'it' : 'them'} has to sign in again at once. If you did not sign in there yourself, choose
        a new password too.
      </p>
      {failure && <FieldError>{failure}</FieldError>}
    </Dialog>
  );
}
