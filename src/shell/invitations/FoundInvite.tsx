import { type ReactNode, useEffect } from 'react';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { dropInvitation } from '../../providers/session/pending-invitation';
import { ErrorState } from '../../ui/states';
import { LoadingScreen } from '../errors/LoadingScreen';
import { UnknownCode } from './InviteCard';

type Props<Invite> = {
  /** How reading it by its code goes. */
  read: { isPending: boolean; error: unknown; refetch: () => unknown };
  invite: Invite | undefined;
  children: (invite: Invite) => ReactNode;
};

/** An invitation read by its code, or why it can't be shown. One that can't be accepted any more isn't kept for later. */
export function FoundInvite<Invite extends { status: string }>({ read, invite, children }: Props<Invite>) {
  const isUnknown = read.error instanceof CallError && read.error.status === 404;
  const isDead = isUnknown || (invite !== undefined && invite.status !== 'INVITED');
  useEffect(() => {
    if (isDead) dropInvitation();
  }, [isDead]);

  if (isUnknown) return <UnknownCode />;
  if (invite) return children(invite);
  if (read.isPending) return <LoadingScreen />;
  return <ErrorState message={messageOf(read.error)} onRetry={() => void read.refetch()} />;
}
