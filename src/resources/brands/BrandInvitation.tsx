import { useState } from 'react';
import { Link } from 'react-router';
import { brandInvites as calls } from '../../../domain/brands/contract';
import type { ReceivedBrandInvite } from '../../../domain/brands/invite';
import { useCan, usePersonOnly } from '../../access/useCan';
import { Confirm } from '../../kit/form/questions/Confirm';
import { messageOf } from '../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession, useSessionState } from '../../providers/session';
import { FoundInvite } from '../../shell/invitations/FoundInvite';
import { IF_NEW, InviteCard, WaysIn, WrongAccount } from '../../shell/invitations/InviteCard';
import card from '../../shell/invitations/InviteCard.module.css';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';

/** A brand offered to the reader's business: who offers it, and what the reader can do now. */
export function BrandInvitation({ code }: { code: string }) {
  const found = useCallQuery(calls.byCode, { params: { code } });
  return (
    <FoundInvite read={found} invite={found.data}>
      {(invite) =>
        invite.status === 'INVITED' ? (
          <OpenInvite invite={invite} reread={() => void found.refetch()} />
        ) : (
          <PastInvite invite={invite} />
        )
      }
    </FoundInvite>
  );
}

/** Why the invite can't be accepted any more, and what to do. */
function PastInvite({ invite }: { invite: ReceivedBrandInvite }) {
  const isSignedIn = useSessionState().status === 'signed-in';
  const { status, brandName, orgName, invitedBy, invitedEmail } = invite;
  switch (status) {
    case 'ACCEPTED':
      return (
        <InviteCard title="Invitation already accepted">
          <p>
            {brandName} was taken over with this invitation to {invitedEmail}.
          </p>
          {isSignedIn && (
            <Link className="v-button v-primary" to="/network/brands">
              Go to My Brands
            </Link>
          )}
        </InviteCard>
      );
    case 'INVITE_REJECTED':
      return (
        <InviteCard title="This invitation was rejected">
          <p>
            To take over {brandName} after all, ask {invitedBy} to send you a new one.
          </p>
        </InviteCard>
      );
    case 'WITHDRAWN':
      return (
        <InviteCard title="This invitation was withdrawn">
          <p>
            {orgName} no longer offers you {brandName}. Questions? Ask {invitedBy}.
          </p>
        </InviteCard>
      );
    default:
      return (
        <InviteCard title="This invitation has expired">
          <p>
            Ask {invitedBy} at {orgName} to send you a new one.
          </p>
        </InviteCard>
      );
  }
}

type OpenProps = { invite: ReceivedBrandInvite; reread: () => void };

function OpenInvite({ invite, reread }: OpenProps) {
  const state = useSessionState();
  const { brandName, orgName, invitedBy, invitedEmail, message } = invite;
  const user = state.status === 'signed-in' ? state.user : null;
  const isTheirs = user?.email.toLowerCase() === invitedEmail.toLowerCase();
  return (
    <InviteCard title={`Take over ${brandName}`}>
      <p>
        {invitedBy} at {orgName} invited you to take over the brand <strong>{brandName}</strong>. The invitation is for{' '}
        <strong>{invitedEmail}</strong>.
      </p>
      {message && <p className="v-hint">“{message}”</p>}
      {!user && (
        <>
          <p className="muted">{IF_NEW} Otherwise, sign in with that email.</p>
          <WaysIn email={invitedEmail} />
        </>
      )}
      {user && !isTheirs && <WrongAccount email={user.email} invitedEmail={invitedEmail} />}
      {user && isTheirs && <Answer invite={invite} reread={reread} />}
    </InviteCard>
  );
}

function Answer({ invite, reread }: OpenProps) {
  const { membership, organization } = useSession();
  const personOnly = usePersonOnly();
  const mayNot = useCan().whyNot(calls.accept.requires);
  const [isRejecting, setRejecting] = useState(false);
  const accept = useCall(calls.accept, {
    success: `${invite.brandName} is now one of your brands.`,
    showsErrors: true,
  });
  const reject = useCall(calls.reject, { showsErrors: true });
  const { inviteCode, brandInviteId, brandName, orgName } = invite;
  const whyNot = personOnly ?? (membership && mayNot);
  const take = async () => {
    await accept.run({ params: { inviteCode } });
    reread();
  };
  return (
    <>
      {!membership && <p>To take it over you need an organization. Create one and you’ll come back here.</p>}
      <div className={card.inviteActions}>
        {membership ? (
          <Button tone="primary" busy={accept.isPending} disabled={whyNot !== null} onClick={() => void take()}>
            Accept for {organization?.name}
          </Button>
        ) : (
          <Link className="v-button v-primary" to={`/onboarding/organization?${here()}`}>
            Create an organization
          </Link>
        )}
        <Button disabled={personOnly !== null} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      </div>
      {(whyNot ?? accept.error) !== null && <FieldError>{whyNot ?? messageOf(accept.error)}</FieldError>}
      {isRejecting && (
        <Confirm
          title={`Reject ${brandName}?`}
          act="Reject invite"
          run={() => reject.run({ params: { brandInviteId } })}
          success={`You rejected the invite to ${brandName}.`}
          onDone={reread}
          onClose={() => setRejecting(false)}
        >
          <p>The brand stays with {orgName}. They can invite you again.</p>
        </Confirm>
      )}
    </>
  );
}

/** This page, to come back to. */
const here = () => new URLSearchParams({ returnTo: location.pathname + location.search });
