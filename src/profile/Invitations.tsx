import { Link } from 'react-router';
import { useResourceList } from '../providers/use-resource';
import { invitations } from '../resources/team/resource';
import css from './profile.module.css';

/** The person's open invitations; renders nothing without any. */
export function Invitations() {
  const { data } = useResourceList(invitations).result;
  if (data.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby={css.invitations}>
      <h2 id={css.invitations}>Invitations</h2>
      <ul className={css.invitations}>
        {data.map(({ inviteCode, orgName, roleName, invitedBy }) => (
          <li key={inviteCode}>
            {invitedBy ?? 'Someone'} invited you to join <strong>{orgName}</strong> as {roleName}.{' '}
            <Link to={`/accept-invite?${new URLSearchParams({ invite_code: inviteCode, invite_type: 'ORG_INVITE' })}`}>
              Answer<span className="v-hidden"> the invitation to {orgName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
