import { invitations } from '../../../../domain/team/invitation-contract';
import { useCall } from '../../../providers/refine/use-call';
import { arrival, dropInvitation } from '../../../providers/session/pending-invitation';
import { loadSession } from '../../../providers/session/session-store';
import { reportError, showSnack } from '../../../providers/snackbar';

type Joined = { orgId: number; orgName: string };

let entering: Promise<void> | null = null;

/** Enters the organization that signing in joined; once, though every screen starts over with another organization. */
export function enterOnSignIn(joined: Joined): Promise<void> {
  entering ??= enter(joined).finally(() => {
    entering = null;
    arrival.code = null;
  });
  return entering;
}

async function enter({ orgId, orgName }: Joined): Promise<void> {
  try {
    await loadSession(orgId);
  } catch (raised) {
    reportError(raised);
    return;
  }
  showSnack({ status: 'success', message: `Welcome to ${orgName}.` });
}

/** Accepts an invitation and enters the organization; returns whether it worked. */
export function useJoin() {
  const { run, isPending, error } = useCall(invitations.accept, { showsErrors: true });
  const join = async (inviteCode: string): Promise<boolean> => {
    const result = await run({ params: { inviteCode } });
    if (!result.ok) return false;
    dropInvitation();
    await enter(result.value);
    return true;
  };
  return { join, isPending, error };
}
