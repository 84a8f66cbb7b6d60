import { useState } from 'react';
import { Link } from 'react-router';
import { viewOf } from '../../domain/connections/connection';
import { nameOf } from '../../domain/session/account';
import { invitations } from '../../domain/team/invitation-contract';
import { usePersonOnly } from '../access/useCan';
import { connections } from '../connections/resource';
import { QueryState } from '../kit/form/QueryState';
import { Panel, RecordColumns } from '../kit/record/RecordPage';
import { useCallQuery } from '../providers/refine/use-call';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { selectOrganization } from '../providers/session/session-store';
import { reportError } from '../providers/snackbar';
import { discardFirst } from '../shell/questions/DiscardFirst';
import { CreateOrganizationLink } from '../shell/session/CreateOrganizationLink';
import { Avatar } from '../ui/Avatar';
import { Button } from '../ui/Button';
import { Facts } from '../ui/Facts';
import { PageFrame } from '../ui/PageFrame';
import { Picture } from '../ui/Picture';
import { Pill } from '../ui/Pill';
import { dateHere } from '../ui/reader-dates';
import { EmptyState } from '../ui/states';
import css from './profile.module.css';
import { Pictures } from './settings/Pictures';

/** Who the person is, where they work, whom they know and what awaits their answer. */
export default function Profile() {
  return (
    <PageFrame title="Profile">
      <RecordColumns
        side={
          <>
            <ConnectionsPanel />
            <InvitesPanel />
          </>
        }
      >
        <WhoPanel />
        <Panel title="Your pictures">
          <Pictures />
        </Panel>
        <PlacesPanel />
      </RecordColumns>
    </PageFrame>
  );
}

function WhoPanel() {
  const { user } = useSession();
  const name = nameOf(user);
  const cover = user.coverImageUri ? { backgroundImage: `url(${JSON.stringify(user.coverImageUri)})` } : undefined;
  return (
    <Panel
      title={name}
      actions={
        <Link className="v-button" to="/profile/settings">
          Change name
        </Link>
      }
    >
      <div className={css.cover} style={cover}>
        <Avatar name={name} uri={user.profileImageUri} size={72} />
      </div>
      <Facts facts={{ Name: name, Email: user.email, 'On Verdant since': dateHere(user.created) }} />
    </Panel>
  );
}

/** The person's organizations; acting for somebody covers one of theirs only. */
function PlacesPanel() {
  const { orgs, organization } = useSession();
  const personOnly = usePersonOnly();
  const [switchingTo, setSwitchingTo] = useState<number | null>(null);
  const shown = personOnly ? orgs.filter(({ id }) => id === organization?.id) : orgs;
  const enter = (id: number) =>
    discardFirst(() => {
      setSwitchingTo(id);
      selectOrganization(id)
        .catch((error: unknown) => reportError(error))
        .finally(() => setSwitchingTo(null));
    });
  return (
    <Panel title="Your organizations">
      {shown.length === 0 ? (
        <EmptyState
          icon="building"
          title="You’re not a member of an organization yet"
          hint={
            <>
              Accept <Link to="/profile/invites">an invite</Link>, or create your own.
            </>
          }
          action={<CreateOrganizationLink />}
        />
      ) : (
        <ul className={`lined ${css.places}`}>
          {shown.map(({ id, name, roleName }) => (
            <li key={id}>
              <Picture src={null} name={name} size={40} />
              <div className={css.about}>
                <p>{name}</p>
                <p className="muted">{roleName}</p>
              </div>
              {id === organization?.id ? (
                <Pill tone="positive">Working here</Pill>
              ) : (
                <Button busy={switchingTo === id} onClick={() => enter(id)}>
                  Switch<span className="v-hidden"> to {name}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {personOnly && <p className="muted">You’re acting for them in this organization only.</p>}
    </Panel>
  );
}

function ConnectionsPanel() {
  const { id } = useSession().user;
  const { query } = useResourceList(connections);
  return (
    <Panel title="Connections">
      <QueryState query={query}>
        {({ data }) => {
          const count = data.filter((row) => viewOf(row, id) === 'connected').length;
          return (
            <>
              <p>
                {count === 0
                  ? 'No connections yet. Send your link to people you work with.'
                  : `${count} ${count === 1 ? 'connection' : 'connections'}`}
              </p>
              <Link to="/profile/connections/connected">{count === 0 ? 'Get your link' : 'See your connections'}</Link>
            </>
          );
        }}
      </QueryState>
    </Panel>
  );
}

function InvitesPanel() {
  const query = useCallQuery(invitations.waiting, {}, { topics: ['invitations', 'connections'] });
  return (
    <Panel title="Invites">
      <QueryState query={query}>
        {({ count, isEmailConfirmed }) => (
          <>
            <p>
              {count === 0
                ? 'Nothing awaits your answer.'
                : `${count} ${count === 1 ? 'invite awaits' : 'invites await'} your answer`}
            </p>
            {!isEmailConfirmed && <p role="note">Confirm your email to see those sent to it.</p>}
            <Link to="/profile/invites">{count === 0 ? 'See your invites' : 'Answer your invites'}</Link>
          </>
        )}
      </QueryState>
    </Panel>
  );
}
