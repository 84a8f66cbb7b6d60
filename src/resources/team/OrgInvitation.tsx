import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { OrgInvite } from '../../../domain/team/invitation';
import { HOME } from '../../access/navigation';
import { usePersonOnly } from '../../access/useCan';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { useResourceOne } from '../../providers/refine/use-resource';
import { useSessionState } from '../../providers/session';
import { arrival } from '../../providers/session/pending-invitation';
import { safePath } from '../../providers/session/safe-path';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import { FoundInvite } from '../../shell/invitations/FoundInvite';
import { IF_NEW, InviteCard, WaysIn, WrongAccount } from '../../shell/invitations/InviteCard';
import { ResendVerification } from '../../shell/session/ResendVerification';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { enterOnSignIn, useJoin } from './invitations/useJoin';
import { invitationLinks } from './resource';

/** An invitation to an organization: who invited, as what, and what the reader can do now. */
export function OrgInvitation({ code, redirect }: { code: string; redirect: string | null }) {
  const { query: found, result: invite } = useResourceOne(invitationLinks, code);
  return (
    <FoundInvite read={found} invite={invite}>
      {(known) => <KnownInvite invite={known} redirect={redirect} reread={() => void found.refetch()} />}
    </FoundInvite>
  );
}

type InviteProps = { invite: OrgInvite; redirect: string | null; reread: () => void };

function KnownInvite({ invite, redirect, reread }: InviteProps) {
  switch (invite.status) {
    case 'INVITED':
      return <OpenInvite invite={invite} redirect={redirect} reread={reread} />;
    case 'EXPIRED':
      return (
        <InviteCard title="This invitation has expired">
          <p>Ask {invite.invitedBy ?? `someone who manages the team at ${invite.orgName}`} to send you a new one.</p>
        </InviteCard>
      );
    case 'ACCEPTED':
      return <UsedInvite invite={invite} redirect={redirect} />;
  }
}

function UsedInvite({ invite, redirect }: Omit<InviteProps, 'reread'>) {
  const state = useSessionState();
  const { orgName, invitedEmail, inviteCode } = invite;
  const user = state.status === 'signed-in' ? state.user : null;
  if (arrival.code === inviteCode && isFor(invite, user)) return <JoinedOnSignIn invite={invite} redirect={redirect} />;
  return (
    <InviteCard title="Invitation already accepted">
      <p>
        {invitedEmail} is already on the {orgName} team.
      </p>
      {state.status !== 'signed-in' && <WaysIn email={invitedEmail} isNew={false} />}
    </InviteCard>
  );
}

/** Signing in has accepted it: the person goes on as from the button. */
function JoinedOnSignIn({ invite, redirect }: Omit<InviteProps, 'reread'>) {
  const navigate = useNavigate();
  useEffect(() => {
    void enterOnSignIn(invite).then(() => navigate(safePath(redirect) ?? HOME, { replace: true }));
  }, [invite, redirect, navigate]);
  return <LoadingScreen />;
}

const isFor = ({ invitedEmail }: OrgInvite, user: { email: string } | null): boolean =>
  user?.email.toLowerCase() === invitedEmail.toLowerCase();

function OpenInvite({ invite, redirect, reread }: InviteProps) {
  const state = useSessionState();
  const { orgName, roleName, invitedBy, invitedEmail } = invite;
  const user = state.status === 'signed-in' ? state.user : null;
  const isTheirs = isFor(invite, user);
  return (
    <InviteCard title={`Join ${orgName}`}>
      <p>
        {invitedBy ? `${invitedBy} invited you` : 'You’re invited'} to join {orgName} as <strong>{roleName}</strong>.
        The invitation is for <strong>{invitedEmail}</strong>.
      </p>
      {!user && (
        <>
          <p className="muted">{IF_NEW} Otherwise, sign in with that email.</p>
          <WaysIn email={invitedEmail} />
        </>
      )}
      {user && isTheirs && <Join invite={invite} redirect={redirect} reread={reread} />}
      {user && !isTheirs && <WrongAccount email={user.email} invitedEmail={invitedEmail} />}
    </InviteCard>
  );
}

function Join({ invite, redirect, reread }: InviteProps) {
  const navigate = useNavigate();
  const personOnly = usePersonOnly();
  const { join, isPending, error } = useJoin();
  const go = async () => {
    if (await join(invite.inviteCode)) void navigate(safePath(redirect) ?? HOME, { replace: true });
    else reread();
  };
  return (
    <>
      <Button tone="primary" busy={isPending} disabled={personOnly !== null} onClick={() => void go()}>
        Join {invite.orgName}
      </Button>
      {(personOnly ?? error) !== null && <FieldError>{personOnly ?? messageOf(error)}</FieldError>}
      {error instanceof CallError && error.status === 403 && <ResendVerification />}
    </>
  );
}
