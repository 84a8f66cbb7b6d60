import { session as calls } from '../../../domain/session/contract';
import { useCall } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';

/** Emails the signed-in person a new link to confirm their address. */
export function ResendVerification() {
  const { run, isPending } = useCall(calls.resendVerification, { success: 'Verification email sent successfully' });
  return (
    <Button busy={isPending} onClick={() => void run({})}>
      Send a new link
    </Button>
  );
}
