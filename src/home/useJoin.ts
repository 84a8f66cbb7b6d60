import { invitations } from '../../domain/organization/invitation-contract';
import { dropInvitation } from '../providers/pending-invitation';
import { loadSession } from '../providers/session-store';
import { reportError, showSnack } from '../providers/snackbar';
import { useCall } from '../providers/use-call';

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
