import { Link, useNavigate } from 'react-router';
import type { ConnectionInvite } from '../../domain/connections/connection';
import { connections as calls } from '../../domain/connections/contract';
import { usePersonOnly } from '../access/useCan';
import { messageOf } from '../providers/call/call-errors';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { useSessionState } from '../providers/session';
import { dropInvitation } from '../providers/session/pending-invitation';
import { FoundInvite } from '../shell/invitations/FoundInvite';
import { IF_NEW, InviteCard, WaysIn } from '../shell/invitations/InviteCard';
import card from '../shell/invitations/InviteCard.module.css';
import { Button } from '../ui/Button';
import { FieldError } from '../ui/Field';
import { Picture } from '../ui/Picture';
import css from './connections.module.css';

const LIST = '/profile/connections/connected';

type Props = {
  code: string;
  /** Where the link was sent; null for a link shared otherwise. */
  email: string | null;
};

/** A person's link to connect: whose it is, and what the reader can do now. */
export function ConnectionInvitation({ code, email }: Props) {
  const state = useSessionState();
  if (state.status === 'signed-in') return <Opened code={code} email={email} readerEmail={state.user.email} />;
  return (
    <InviteCard title="Someone invited you to connect">
      <p>Sign in to see who it is. {IF_NEW}</p>
      <WaysIn email={email ?? undefined} />
    </InviteCard>
  );
}

type OpenedProps = Props & { readerEmail: string };

function Opened(props: OpenedProps) {
  const found = useCallQuery(calls.byCode, { params: { code: props.code } });
  return (
    <FoundInvite read={found} invite={found.data}>
      {(invite) => <KnownInvite {...props} invite={invite} />}
    </FoundInvite>
  );
}

function KnownInvite({ invite, code, email, readerEmail }: OpenedProps & { invite: ConnectionInvite }) {
  const navigate = useNavigate();
  const personOnly = usePersonOnly();
  const accept = useCall(calls.acceptCode, { showsErrors: true });
  const { displayName, organizations, profileImageUri } = invite.invitingUser;
  if (invite.status === 'OWN') {
    return (
      <InviteCard title="This is your own link">
        <p>Send it to someone you want to connect with.</p>
        <Link to={LIST}>Go to your connections</Link>
      </InviteCard>
    );
  }
  if (invite.status === 'ACCEPTED') {
    return (
      <InviteCard title={`You’re connected with ${displayName}`}>
        <Link className="v-button v-primary" to={LIST}>
          Go to your connections
        </Link>
      </InviteCard>
    );
  }
  const connect = async () => {
    if (!(await accept.run({ params: { code } })).ok) return;
    dropInvitation();
    void navigate(LIST, { replace: true });
  };
  return (
    <InviteCard title={`Connect with ${displayName}`}>
      <p className={css.inviter}>
        <Picture src={profileImageUri} name={displayName} size={48} />
        <span>
          <strong>{displayName}</strong>
          {organizations.length > 0 && <> from {organizations.join(', ')}</>} invited you to connect.
        </span>
      </p>
      {email !== null && email.toLowerCase() !== readerEmail.toLowerCase() && (
        <p role="note">
          The invitation was sent to {email}. You’re signed in as {readerEmail}, and connect with this account.
        </p>
      )}
      <div className={card.inviteActions}>
        <Button tone="primary" busy={accept.isPending} disabled={personOnly !== null} onClick={() => void connect()}>
          Accept
        </Button>
        <Link className="v-button" to="/marketplace" onClick={dropInvitation}>
          Not now
        </Link>
      </div>
      {(personOnly ?? accept.error) !== null && <FieldError>{personOnly ?? messageOf(accept.error)}</FieldError>}
    </InviteCard>
  );
}
