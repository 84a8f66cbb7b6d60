import { Link } from 'react-router';
import type { ListedBrandInvite } from '../../../domain/brands/invite';
import type { Connection } from '../../../domain/connections/connection';
import type { ReceivedOrgInvite } from '../../../domain/team/invitation';
import { useSession } from '../../providers/session';
import { selectOrganization } from '../../providers/session/session-store';
import { reportError } from '../../providers/snackbar';
import { discardFirst } from '../../shell/questions/DiscardFirst';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import type { InviteRow } from './invite-rows';

/** What became of an invite, and where it leads now or whom to ask. */
export function PastInvite({ row }: { row: InviteRow }) {
  switch (row.kind) {
    case 'organization':
      return <PastOrganization invite={row.invite} />;
    case 'brand':
      return <PastBrand invite={row.invite} />;
    case 'connection':
      return <PastConnection invite={row.invite} />;
  }
}

function PastOrganization({ invite }: { invite: ReceivedOrgInvite }) {
  const { status, orgId, orgName, invitedBy, expiresAt, accepted } = invite;
  if (status === 'ACCEPTED') {
    return (
      <p>
        <Pill tone="positive">Accepted</Pill> You joined{accepted && ` on ${dateHere(accepted)}`}.{' '}
        <Enter id={orgId} name={orgName} />
      </p>
    );
  }
  return (
    <p>
      <Pill tone="warning">Expired</Pill> Expired{expiresAt && ` on ${dateHere(expiresAt)}`}. Ask{' '}
      {invitedBy ?? `someone who manages the team at ${orgName}`} for a new one.
    </p>
  );
}

function PastBrand({ invite }: { invite: ListedBrandInvite }) {
  const { status, brandName, orgName, invitedBy, expiresAt, answered, acceptedBy } = invite;
  const { organization } = useSession();
  const day = answered && ` on ${dateHere(answered)}`;
  switch (status) {
    case 'ACCEPTED':
      return (
        <p>
          <Pill tone="positive">Accepted</Pill> {acceptedBy?.name ?? 'You'} took it over{day}.{' '}
          {acceptedBy?.id === organization?.id ? (
            <Link to="/network/brands">See your brands</Link>
          ) : (
            acceptedBy && <Enter id={acceptedBy.id} name={acceptedBy.name} />
          )}
        </p>
      );
    case 'INVITE_REJECTED':
      return (
        <p>
          <Pill mark="slash">Declined</Pill> You declined it{day}. To take over {brandName} after all, ask {invitedBy}{' '}
          for a new one.
        </p>
      );
    case 'WITHDRAWN':
      return (
        <p>
          <Pill mark="slash">Withdrawn</Pill> {orgName} withdrew it{day}. Questions? Ask {invitedBy}.
        </p>
      );
    default:
      return (
        <p>
          <Pill tone="warning">Expired</Pill> Expired on {dateHere(expiresAt)}. Ask {invitedBy} at {orgName} for a new
          one.
        </p>
      );
  }
}

function PastConnection({ invite }: { invite: Connection }) {
  const { status, connected, invitingUser } = invite;
  if (status === 'IGNORED') {
    return (
      <p>
        <Pill mark="slash">Ignored</Pill> {invitingUser.displayName} doesn’t know. You can still accept.
      </p>
    );
  }
  return (
    <p>
      <Pill tone="positive">Accepted</Pill> You’re connected{connected && ` since ${dateHere(connected)}`}.{' '}
      <Link to={`/account/listing/user-${invitingUser.userId}`}>See {invitingUser.displayName}’s card</Link>
    </p>
  );
}

/** Switches to an organization the person has joined; nothing in it, and nothing for who has left it. */
function Enter({ id, name }: { id: number; name: string }) {
  const { orgs, organization, user } = useSession();
  if (id === organization?.id || user.impersonatedBy || !orgs.some((one) => one.id === id)) return null;
  const enter = () => discardFirst(() => void selectOrganization(id).catch((error: unknown) => reportError(error)));
  return (
    <button type="button" className="v-link" onClick={enter}>
      Switch to {name}
    </button>
  );
}
