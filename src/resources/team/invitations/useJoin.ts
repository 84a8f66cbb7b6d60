import { invitations } from '../../../../domain/team/invitation-contract';
import { useCall } from '../../../providers/refine/use-call';
import { dropInvitation } from '../../../providers/session/pending-invitation';
import { loadSession } from '../../../providers/session/session-store';
import { reportError, showSnack } from '../../../providers/snackbar';

/** Accepts an invitation and enters the organization; returns whether it worked. */
export function useJoin() {
  const { run, isPending, error } = useCall(invitations.accept, { showsErrors: true });
  const join = async (inviteCode: string): Promise<boolean> => {
    const result = await run({ params: { inviteCode } });
    if (!result.ok) return false;
    dropInvitation();
    try {
      await loadSession(result.value.orgId);
    } catch (raised) {
      reportError(raised);
      return true;
    }
    showSnack({ status: 'success', message: `Welcome to ${result.value.orgName}.` });
    return true;
  };
  return { join, isPending, error };
}
