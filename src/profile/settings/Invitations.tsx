import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brandInvites } from '../../../domain/brands/contract';
import { viewOf } from '../../../domain/connections/connection';
import { connections } from '../../connections/resource';
import { useCallQuery } from '../../providers/refine/use-call';
import { useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { invitations } from '../../resources/team/resource';
import css from '../profile.module.css';

/** The person's open invites to organizations, brands and connections; renders nothing without any. */
export function Invitations() {
  const { id } = useSession().user;
  const toOrganizations = useResourceList(invitations).result.data;
  const toBrands = useCallQuery(brandInvites.received, {}, { topics: ['invitations'] }).data ?? [];
  const toConnect = useResourceList(connections).result.data.filter(
    (row) => row.status === 'INVITED' && viewOf(row, id) === 'invites-received',
  );
  if (toOrganizations.length + toBrands.length + toConnect.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={css.invitations}>
      <h2 id={css.invitations}>Invitations</h2>
      <ul className={css.invitations}>
        {toOrganizations.map(({ inviteCode, orgName, roleName, invitedBy }) => (
          <Invitation key={inviteCode} to={acceptLink('ORG_INVITE', inviteCode)} what={`to ${orgName}`}>
            {invitedBy ?? 'Someone'} invited you to join <strong>{orgName}</strong> as {roleName}.
          </Invitation>
        ))}
        {toBrands.map(({ inviteCode, brandName, invitedBy, orgName }) => (
          <Invitation key={inviteCode} to={acceptLink('BRAND_INVITE', inviteCode)} what={`to ${brandName}`}>
            {invitedBy} at {orgName} invited you to take over <strong>{brandName}</strong>.
          </Invitation>
        ))}
        {toConnect.map((row) => (
          <Invitation
            key={row.id}
            to="/profile/connections/invites-received"
            what={`of ${row.invitingUser.displayName}`}
          >
            <strong>{row.invitingUser.displayName}</strong> invited you to connect.
          </Invitation>
        ))}
      </ul>
    </section>
  );
}

/** One invite, with where to answer it. */
function Invitation({ to, what, children }: { to: string; what: string; children: ReactNode }) {
  return (
    <li>
      {children}{' '}
      <Link to={to}>
        Answer<span className="v-hidden"> the invitation {what}</span>
      </Link>
    </li>
  );
}

const acceptLink = (type: 'ORG_INVITE' | 'BRAND_INVITE', code: string) =>
  `/accept-invite?${new URLSearchParams({ invite_code: code, invite_type: type })}`;
