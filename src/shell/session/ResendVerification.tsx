import { session as calls } from '../../../domain/session/contract';
import type { CurrentUser } from '../../../domain/session/session';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';

/** Emails the signed-in person a new link to confirm their address. */
export function ResendVerification() {
  const { run, isPending } = useCall(calls.resendVerification, { success: 'Verification email sent successfully' });
  const { user } = useSession();
  return (
    <>
      <AccountEmailProblem user={user} />
      <Button busy={isPending} onClick={() => void run({})}>
        Send a new link
      </Button>
    </>
  );
}

/** Says that a link we emailed for the person's account didn't reach them, and why. */
export function AccountEmailProblem({ user }: { user: Pick<CurrentUser, 'email' | 'emailProblem'> }) {
  if (user.emailProblem === null) return null;
  return (
    <p role="status">
      We couldn’t email {user.email}: {user.emailProblem}
    </p>
  );
}
