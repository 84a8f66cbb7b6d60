import { Link } from 'react-router';
import type { NavItem } from '../../access/navigation';
import { Icon } from '../../ui/Icon';
import { NavBadge } from './NavBadge';

export type NavLinkProps = {
  item: NavItem;
  /** The current path. */
  current: string | null;
  className?: string | undefined;
  onLeave?: (() => void) | undefined;
};

export function NavLink({ item, current, className, onLeave }: NavLinkProps) {
  const { path, label, icon } = item;
  return (
    <Link className={className} to={path} aria-current={path === current ? 'page' : undefined} onClick={onLeave}>
      <Icon name={icon} />
      {label}
      <NavBadge of={[item]} />
    </Link>
  );
}
