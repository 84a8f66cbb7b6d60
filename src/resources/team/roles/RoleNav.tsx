import { Link } from 'react-router';
import type { OrgRole } from '../../../../domain/team/role';
import { counted } from '../../../../domain/text';
import { Pill } from '../../../ui/Pill';
import { roleAddress } from './address';
import css from './RoleNav.module.css';

/** '3 people', '1 person', 'Nobody yet'. */
export function peopleOf({ userCount }: OrgRole): string {
  if (userCount === 0) return 'Nobody yet';
  return counted(userCount, 'person', 'people');
}

/** The list of roles, default ones first. */
export function RoleNav({ roles, current }: { roles: readonly OrgRole[]; current: number | undefined }) {
  return (
    <nav className={css.nav} aria-label="Roles">
      <ul>
        {roles.map((role) => (
          <li key={role.id}>
            <Link to={roleAddress(role.id)} aria-current={role.id === current ? 'true' : undefined}>
              <span className={css.name}>{role.name}</span>
              {role.isDefault && <Pill>Default</Pill>}
              <span className={css.count}>{peopleOf(role)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
